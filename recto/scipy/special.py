"""Special functions: compiled versions of the functions of scipy.special that the page "NumPy coverage" of
the documentation lists.

>>> from recto.scipy import special
>>> special.expit(0.0)
Array(0.5, dtype=float64)
"""

from typing import Any as _Any

import numpy as _np
from scipy import special as _host

from .._api.compiled_module import mirror as _mirror
from ..lax._compiled import compiled_function as _compiled


@_compiled("v", "n_iter")
def bessel_jn(z: _Any, *, v: int, n_iter: int = 50) -> _Any:
    """J₀(z), J₁(z) … Jᵥ(z), Bessel functions of the first kind, along a new first axis.

    `n_iter` is accepted: SciPy computes the values.
    """
    return _np.stack([_host.jv(k, z) for k in range(v + 1)])


__getattr__, __dir__ = _mirror(globals(), _host)
