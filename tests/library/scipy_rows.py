"""What to try the entries of scipy.special, scipy.linalg, … on."""
from __future__ import annotations

import numpy as np
from scipy import fft, linalg, special

from .compare import Number
from .rows import C, F, F32, G, I, J, POSITIVE, POSITIVE_DEFINITE, SQUARE, UNIT, V, Row

SCIPY: list[Row] = []


def rows(functions, *argument_lists, **kwargs) -> None:
    SCIPY.extend((function, args, kwargs) for function in functions for args in argument_lists)


WIDE = np.array([-30.0, -8.5, -3.2, -0.5, 0.0, 1e-3, 0.7, 4.0, 8.0, 12.0, 35.0])
rows([
    special.erf, special.erfc, special.expit, special.ndtr, special.log_ndtr, special.log_expit, special.i0,
    special.i1, special.i0e, special.i1e, special.exp2, special.expm1, special.cbrt
], (F, ), (WIDE, ), (F32, ), (I, ), (Number(0.5), ))
rows([special.gammaln, special.gamma, special.digamma, special.psi, special.rgamma], (POSITIVE, ), (J, ),
     (20 * POSITIVE, ))
rows([special.gamma, special.rgamma, special.gammasgn, special.gammaln], (F, ),
     (np.array([-2.5, -1.5, 0.0, 3.0, -3.0, 171.5, 180.0]), ))
rows([special.erfinv], (UNIT,))
rows([special.logit, special.ndtri], (POSITIVE / 3,), (np.array([0.0, 1e-20, 0.01, 0.5, 0.99, 1.0]),))
rows([special.log1p], (POSITIVE,))
rows([special.xlogy, special.xlog1py], (POSITIVE, POSITIVE.T.reshape(3, 4)),
     (np.array([0.0, 1.0, 0.0]), np.array([0.0, 2.0, np.nan])))
rows([special.entr], (F,), (POSITIVE,), (np.array([0.0]),))
rows([special.rel_entr, special.kl_div], (POSITIVE, POSITIVE.T.reshape(3, 4)),
     (np.array([0.0, -1.0, 1.0]), np.array([1.0, 1.0, 0.0])))
HALVES = np.array([-20.5, -2.5, -0.5, 0.3, 1.5, 30.2, 150.5])
WHOLE = np.array([-5, -3, -2, -1, 0, 1, 2, 7])  # integers: derivatives are not tried at poles
ON_POLES = [(x[:, None], y) for x in (HALVES, WHOLE) for y in (HALVES, WHOLE)]
rows([special.beta, special.betaln], (POSITIVE, 1.5), (J, 2), *ON_POLES)
rows([special.binom], (J, 2), (POSITIVE + 3, 1.5), (10, np.arange(11)), (1e10, POSITIVE[0]), *ON_POLES)
rows([special.comb], (J, 2), (10, np.arange(12)), (5.5, 2))
rows([special.factorial], (J,), (np.arange(6.0),))
rows([special.polygamma], (1, POSITIVE), (2, POSITIVE), (0, POSITIVE))
rows([special.multigammaln], (POSITIVE + 2, 3))
rows([special.zeta], (POSITIVE + 1.1,), (2.0, POSITIVE), (J + 1,), (1e5, POSITIVE + 1), (HALVES,), (WHOLE,),
     (np.array([-270.5, -200.0, -151.3, -np.inf, np.inf, np.nan, 1e300]),), (WHOLE, HALVES[:, None]),
     (WHOLE, WHOLE[:, None]))
rows([special.logsumexp], (F,), (F, 1), (F32, 0), (I,), (np.array([-np.inf, -np.inf]),), (1000 * F,))
rows([special.logsumexp], (F, 1), keepdims=True)
rows([special.logsumexp], (F,), b=G ** 2)
rows([special.logsumexp], (F,), b=G, return_sign=True)
rows([special.softmax, special.log_softmax], (np.array([3, 1, 4], np.int8),), (np.array([3, 1], np.int16),),
     (np.array([np.inf, 1.0]),), (np.array([-np.inf, -np.inf]),))
rows([special.softmax, special.log_softmax], (F,), (F, 1), (V,), (1000 * F, 0), (I, 1))

SHAPES = np.array([0.3, 1.0, 2.5, 10.0, 50.0])[:, None]
PLACES = np.array([0.0, 0.01, 0.5, 1.0, 3.0, 9.0, 60.0, np.inf, np.nan])
rows([special.gammainc, special.gammaincc], (SHAPES, PLACES), (2.0, POSITIVE), (POSITIVE.astype(np.float32), F32 ** 2))
rows([special.betainc], (SHAPES, SHAPES.T, 0.3), (SHAPES, 2.5, np.array([0.0, 0.1, 0.5, 0.95, 1.0, np.nan])),
     (POSITIVE, POSITIVE.T.reshape(3, 4), UNIT ** 2))
rows([special.betaincc], (SHAPES, 2.5, np.array([0.0, 0.1, 0.5, 0.95, 1.0, np.nan])))
rows([special.betainc, special.betaincc], (np.array([4848.97, 0.6, 3.3, 700.0]), np.array([48.9, 172.4, 257.2, 700.0]),
                                           np.array([0.9563124695533831, 4e-3, 0.0147, 0.3])),
     (np.array([0.0, 1.0, np.inf, -1.0, np.nan])[:, None], np.array([0.0, 2.0, np.inf]), 0.5))
rows([special.stdtr], (np.array([1e-3, 3.0, 200.0, 1e4, 1e6, 1e300, np.inf, -1.0])[:, None],
                       np.array([-25.0, -7.0, -1.6, -1e-5, 0.0, 0.7, 3.0, np.inf, -np.inf, np.nan])))
rows([special.erfcinv], (POSITIVE,), (np.array([1e-20, 1.0, 2.0, 0.0]),))
rows([special.cosm1, special.exprel], (F,), (np.array([0.0, 1e-8, 1e-3]),))
rows([special.boxcox, special.inv_boxcox], (POSITIVE, 0.5), (POSITIVE, np.array([0.0, 1.0, -0.5, 2.0])))
rows([special.huber, special.pseudo_huber], (POSITIVE, F), (1.5, F))
rows([special.poch], (POSITIVE, 2.0), (J, 3), (np.array([8.68e9, 1e6, 171.0, 1e4]), -2.3), *ON_POLES)

# SciPy's ufuncs have loops of their own for narrow dtypes, in an order of their own
NARROW = [np.array([True, True, False])]
NARROW += [np.array([3, 1, 4]).astype(d) for d in ("i1", "u1", "i2", "i4", "f2", "f4")]
rows([special.erf, special.gammaln, special.expit, special.entr, special.ndtri, special.exprel, special.i0,
      special.cbrt, special.log_expit, special.rgamma, special.digamma, special.logit], *[(x,) for x in NARROW])
rows([special.binom, special.poch, special.beta, special.xlogy, special.huber, special.kl_div, special.gammainc,
      special.zeta, special.boxcox], *[(x, x) for x in NARROW], (NARROW[1], NARROW[6]),
     (NARROW[2], NARROW[4]))
rows([special.polygamma], *[(1, x) for x in NARROW[1:5]])
rows([special.binom, special.comb, special.beta], *[(2, x) for x in NARROW[1:]])
rows([special.factorial], *[(x,) for x in NARROW[1:]])
rows([special.multigammaln], (NARROW[4] + 2, 2), (NARROW[1] + 2, 2))

if hasattr(special, "softplus"):
    rows([special.softplus], (F,))

LOWER = np.tril(SQUARE) + 3 * np.eye(4)
rows([linalg.inv, linalg.det, linalg.expm, linalg.svdvals, linalg.lu_factor, linalg.lu], (SQUARE,))
rows([linalg.expm], (20 * SQUARE,), (C[:, :3],), (0 * SQUARE,), (np.stack([SQUARE, LOWER]),))
rows([linalg.pinv, linalg.norm], (F,), (SQUARE,))
rows([linalg.norm], (V,), (F32[0],), (C[0],), (I[0],), (F32,), (F32, 1), (F32[:1], np.inf), (F32[0], 1))
COUNTS = np.array([[5, 1, 0], [1, 6, 1], [0, 1, 4]])
for _dtype in ("i1", "u1", "i2", "i4"):
    rows([linalg.inv, linalg.cholesky, linalg.eigvalsh, linalg.svdvals, linalg.lu, linalg.pinv],
         (COUNTS.astype(_dtype),))
    rows([linalg.solve_triangular], (COUNTS.astype(_dtype), COUNTS[0].astype(_dtype)), lower=True)
rows([linalg.lu], (C[:, :3].astype(np.complex64),))
rows([linalg.lu], (F,), (F.T,))
rows([linalg.lu], (F,), (F.T,), permute_l=True)
rows([linalg.lu], (F,), p_indices=True)
rows([linalg.svd], (F,), (F, False))
rows([linalg.eigvalsh], (POSITIVE_DEFINITE,))
rows([linalg.eigvals], (SQUARE,), (POSITIVE_DEFINITE,), overwrite_a=False, check_finite=False)
rows([linalg.cholesky], (POSITIVE_DEFINITE,), (POSITIVE_DEFINITE, True))
rows([linalg.qr], (F,), (F.T,))
rows([linalg.qr], (F.T,), mode="economic")
rows([linalg.solve], (SQUARE, V[:4]), (SQUARE, F.T))
rows([linalg.solve], (POSITIVE_DEFINITE, V[:4]), assume_a="pos")
rows([linalg.solve], (POSITIVE_DEFINITE, V[:4]), assume_a="sym")
rows([linalg.solve], (SQUARE, V[:4]), transposed=True)
rows([linalg.solve_triangular], (LOWER.T, V[:4]), (LOWER.T, F.T))
rows([linalg.solve_triangular], (LOWER, V[:4]), lower=True)
rows([linalg.solve_triangular], (LOWER, V[:4]), lower=True, trans=1)
rows([linalg.solve_triangular], (LOWER, V[:4]), lower=True, unit_diagonal=True)
rows([linalg.cho_factor], (POSITIVE_DEFINITE,), (POSITIVE_DEFINITE, True))
rows([linalg.lstsq], (F.T, V[:4]))
rows([linalg.block_diag], (F, SQUARE, V))
rows([linalg.toeplitz], (V,), (V, F[0]), (C[0],), (F,), (F, V), (C, C[0]), (2.5,))
rows([linalg.hankel], (V,), (V, F[0]))
rows([linalg.circulant], (V,), (F,), (C[None],), (2.5,))
rows([fft.fft, fft.rfft], (V,), (F,))
