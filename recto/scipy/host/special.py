"""Functions of scipy.special computed by SciPy on the host, with derivatives by formulas: Bessel's functions
and others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from recto.transform.library import read_as

from ..._api.custom_rules import custom_jvp
from ..._api.host import host

ROOT_PI = np.sqrt(np.pi)


def as_computed(*args: Any) -> Any:
    """The type of what SciPy gives."""
    dtype = dtype_of(*[getattr(x, "dtype", x) for x in args])
    return np.empty(np.broadcast_shapes(*[np.shape(x) for x in args]), dtype)


@host(result=lambda v: v, pure=True, vectorized=True)
def order(v: Any) -> Any:
    """The order of a Bessel function itself; no derivative with respect to it is known."""
    return v


def is_known(v: Any) -> bool:
    """Is it a number that is known while compiling?"""
    return isinstance(v, (int, float))


is_known.__recto_call__ = lambda interp, args, kwargs: getattr(args[0], "is_const", is_known(args[0]))


def dtype_of(*args: Any) -> Any:
    """In the precision of the arguments, of float32 at least; integers in double precision."""
    dtype = np.result_type(*args)
    return np.result_type(dtype, np.float32) if dtype.kind in "fc" else np.dtype(np.float64)


def with_slope(name: str, slope: Callable, fixed: int = 0) -> None:
    """Enter a function of scipy.special. slope: its derivative with respect to its last argument; `fixed` arguments
    stand before that."""
    computed = host(getattr(special, name), result=as_computed, pure=True, vectorized=True)

    value = custom_jvp(lambda *args: computed(*args), tuple(range(fixed)))

    @value.defjvp
    def rule(*given: Any) -> tuple:
        *orders, (x,), (x_dot,) = given
        return value(*orders, x), x_dot * slope(*orders, x)

    def entered(*args: Any, out: Any = None) -> Any:
        shape, dtype = np.broadcast_shapes(*[np.shape(x) for x in args]), dtype_of(*args)
        orders = [v if is_known(v) else np.broadcast_to(order(np.asarray(v)), shape) for v in args[:fixed]]
        return value(*orders, np.broadcast_to(np.asarray(args[-1], dtype), shape))[()]

    read_as(f"scipy.special.{name}")(entered)


# -- Bessel functions: DLMF 10.6, 10.29 ----------------------------------------------------------------------

with_slope("jv", lambda v, x: (special.jv(v - 1, x) - special.jv(v + 1, x)) / 2, 1)
with_slope("yv", lambda v, x: (special.yv(v - 1, x) - special.yv(v + 1, x)) / 2, 1)
with_slope("iv", lambda v, x: (special.iv(v - 1, x) + special.iv(v + 1, x)) / 2, 1)
with_slope("kv", lambda v, x: -(special.kv(v - 1, x) + special.kv(v + 1, x)) / 2, 1)
with_slope(
    "ive",
    lambda v, x: (special.ive(v - 1, x) + special.ive(v + 1, x)) / 2 - np.sign(x) * special.ive(v, x),
    1,
)
with_slope("kve", lambda v, x: special.kve(v, x) - (special.kve(v - 1, x) + special.kve(v + 1, x)) / 2, 1)
with_slope("yn", lambda n, x: (special.yv(n - 1, x) - special.yv(n + 1, x)) / 2, 1)
with_slope("kn", lambda n, x: -(special.kv(n - 1, x) + special.kv(n + 1, x)) / 2, 1)
with_slope("j0", lambda x: -special.j1(x))
with_slope("j1", lambda x: (special.j0(x) - special.jv(2, x)) / 2)
with_slope("y0", lambda x: -special.y1(x))
with_slope("y1", lambda x: (special.y0(x) - special.yn(2, x)) / 2)
with_slope("k0", lambda x: -special.k1(x))
with_slope("k1", lambda x: -(special.k0(x) + special.kn(2, x)) / 2)
with_slope("k0e", lambda x: special.k0e(x) - special.k1e(x))
with_slope("k1e", lambda x: special.k1e(x) - (special.k0e(x) + special.kve(2, x)) / 2)

# -- integrals: DLMF 6.2, 7.2, 7.10, 19.4 --------------------------------------------------------------------

with_slope("erfcx", lambda x: 2 * x * special.erfcx(x) - 2 / ROOT_PI)
with_slope("erfi", lambda x: 2 / ROOT_PI * np.exp(x * x))
with_slope("dawsn", lambda x: 1 - 2 * x * special.dawsn(x))
with_slope("expi", lambda x: np.exp(x) / x)
with_slope("exp1", lambda x: -np.exp(-x) / x)
with_slope("spence", lambda x: np.log(x) / (1 - x))
with_slope("ellipk", lambda m: (special.ellipe(m) - (1 - m) * special.ellipk(m)) / (2 * m * (1 - m)))
with_slope("ellipe", lambda m: (special.ellipe(m) - special.ellipk(m)) / (2 * m))
