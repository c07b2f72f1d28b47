"""What to try the entries of scipy.special, scipy.linalg, … on."""
from __future__ import annotations

import numpy as np
from scipy import special

from .compare import Number
from .rows import F, F32, G, I, J, POSITIVE, UNIT, V, Row

SCIPY: list[Row] = []


def rows(functions, *argument_lists, **kwargs) -> None:
    SCIPY.extend((function, args, kwargs) for function in functions for args in argument_lists)


WIDE = np.array([-30.0, -8.5, -3.2, -0.5, 0.0, 1e-3, 0.7, 4.0, 8.0, 12.0, 35.0])
rows([special.erf, special.erfc, special.expit, special.ndtr, special.log_ndtr, special.log_expit, special.i0, special.i1, special.i0e,
      special.i1e, special.exp2, special.expm1, special.cbrt], (F,), (WIDE,), (F32,), (I,), (Number(0.5),))
rows([special.gammaln, special.gamma, special.digamma, special.psi, special.rgamma], (POSITIVE,), (J,), (20 * POSITIVE,))
rows([special.gamma, special.rgamma, special.gammasgn, special.gammaln], (F,), (np.array([-2.5, -1.5, 0.0, 3.0, -3.0, 171.5, 180.0]),))
rows([special.erfinv], (UNIT,))
rows([special.logit, special.ndtri], (POSITIVE / 3,), (np.array([0.0, 1e-20, 0.01, 0.5, 0.99, 1.0]),))
rows([special.log1p], (POSITIVE,))
rows([special.xlogy, special.xlog1py], (POSITIVE, POSITIVE.T.reshape(3, 4)), (np.array([0.0, 1.0, 0.0]), np.array([0.0, 2.0, np.nan])))
rows([special.entr], (F,), (POSITIVE,), (np.array([0.0]),))
rows([special.rel_entr, special.kl_div], (POSITIVE, POSITIVE.T.reshape(3, 4)), (np.array([0.0, -1.0, 1.0]), np.array([1.0, 1.0, 0.0])))
rows([special.beta, special.betaln], (POSITIVE, 1.5), (J, 2))
rows([special.binom], (J, 2), (POSITIVE + 3, 1.5), (10, np.arange(11)))
rows([special.comb], (J, 2), (10, np.arange(12)), (5.5, 2))
rows([special.factorial], (J,), (np.arange(6.0),))
rows([special.polygamma], (1, POSITIVE), (2, POSITIVE), (0, POSITIVE))
rows([special.multigammaln], (POSITIVE + 2, 3))
rows([special.zeta], (POSITIVE + 1.1,), (2.0, POSITIVE), (J + 1,))
rows([special.logsumexp], (F,), (F, 1), (F32, 0), (I,), (np.array([-np.inf, -np.inf]),), (1000 * F,))
rows([special.logsumexp], (F, 1), keepdims=True)
rows([special.logsumexp], (F,), b=G ** 2)
rows([special.logsumexp], (F,), b=G, return_sign=True)
rows([special.softmax, special.log_softmax], (F,), (F, 1), (V,), (1000 * F, 0), (I, 1))
