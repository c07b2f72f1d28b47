"""What to try every entry of the table on: (host function, arguments, keywords)."""
from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library.core.versions import CROSS_IS_OF_THREE

from .compare import Number, Static

rng = np.random.default_rng(0)
F = rng.normal(size=(3, 4))
G = rng.normal(size=(3, 4))
V = rng.normal(size=5)
POSITIVE = rng.uniform(0.1, 2, size=(3, 4))
UNIT = rng.uniform(-0.9, 0.9, size=(3, 4))
F32 = F.astype(np.float32)
C = F + 1j * G
I = rng.integers(-5, 6, size=(3, 4))
J = rng.integers(1, 6, size=(3, 4))
I8, U8 = I.astype(np.int8), J.astype(np.uint8)
B = I > 0
NANS = np.where(B, F, np.nan)
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 2.5, -2.5, 0.5])
CUBE = rng.normal(size=(2, 3, 4))
SORTED = np.sort(rng.normal(size=7))
SQUARE = rng.normal(size=(4, 4))

Row = tuple[Any, tuple, dict]
ROWS: list[Row] = []


def row(function: Any, *args: Any, **kwargs: Any) -> None:
    ROWS.append((function, args, kwargs))


def rows(functions: Any, *argument_lists: tuple, **kwargs: Any) -> None:
    for function in functions:
        for args in argument_lists:
            row(function, *args, **kwargs)


# -- ufuncs --------------------------------------------------------------------------------------------------

ANYTHING = [(F,), (F32,), (I,), (U8,), (B,), (C,), (SPECIAL,), (Number(0.5),), (Number(2),), (np.float16(0.5),)]
REALS = [(F,), (F32,), (I,), (SPECIAL,), (Number(0.5),)]
rows([np.sin, np.cos, np.tanh, np.exp, np.expm1, np.sinh, np.cosh], *ANYTHING)
rows([np.tan, np.arctan, np.arcsinh, np.fabs], *REALS)
rows([np.log, np.log2, np.log10, np.log1p, np.sqrt, np.arccosh], (POSITIVE, ), (POSITIVE.astype(np.float32), ), (J, ),
     (SPECIAL, ))
rows([np.arcsin, np.arccos, np.arctanh], (UNIT,), (UNIT.astype(np.float32),), (SPECIAL,))
rows([np.sqrt, np.log, np.square, np.negative, np.positive, np.conjugate, np.absolute, np.sign, np.reciprocal], (C, ),
     (F, ), (I, ))
rows([np.cbrt, np.exp2, np.fabs, np.rint, np.floor, np.ceil, np.trunc, np.deg2rad, np.rad2deg, np.degrees, np.radians,
      np.signbit, np.spacing], *REALS)
rows([np.floor, np.ceil, np.trunc, np.absolute, np.conjugate, np.square, np.logical_not], (U8,), (B,))
rows([np.isnan, np.isinf, np.isfinite, np.logical_not], *ANYTHING)
rows([np.invert, np.bitwise_count], (I,), (U8,), (I8,))
rows([np.invert], (B,))
rows([np.modf, np.frexp], (F,), (F32,), (SPECIAL,), (np.array([1e-300, 1e300, 8.0, 0.125]),))
row(np.rint, C)

PAIRS = [(F, G), (F, 2.0), (2, F), (F32, 2.5), (F32, G), (I, J), (I8, 3), (I8, U8), (I, 2.5), (F, np.float32(2)),
         (Number(2), Number(3)), (Number(1.5), 2), (F32, Number(2.0)), (F, V[:4]), (SPECIAL[:, None], SPECIAL)]
rows([np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum, np.fmax, np.fmin, np.less, np.less_equal,
      np.greater, np.greater_equal, np.equal, np.not_equal, np.logical_and, np.logical_or, np.logical_xor], *PAIRS)
rows([np.add, np.multiply, np.maximum, np.minimum, np.equal, np.less, np.logical_and, np.bitwise_xor], (B, ~B),
     (B, True))
rows([np.add, np.subtract, np.multiply, np.divide, np.equal, np.not_equal, np.maximum, np.less],
     (C, C.T.reshape(3, 4)), (C, F))
rows([np.floor_divide, np.remainder, np.fmod, np.divmod], (F, POSITIVE), (I, J), (F, 0.3), (I, -3), (I8, 3),
     (F32, POSITIVE))
rows([np.hypot, np.arctan2, np.copysign, np.logaddexp, np.logaddexp2, np.nextafter], (F, G),
     (F32, G.astype(np.float32)), (I, J), (F, 2.0))
rows([np.hypot, np.logaddexp, np.heaviside, np.copysign], (SPECIAL[:, None], SPECIAL))
rows([np.heaviside], (F, 0.5), (np.array([0.0, 1, -1, np.nan]), 0.5))
rows([np.power, np.float_power], (POSITIVE, G), (F, 2), (F, 3.0), (I, 2), (POSITIVE, 0.5), (F, -1), (C, 2), (F32, 2),
     (POSITIVE, Number(2)), (POSITIVE, Number(0.7)))
rows([np.power], (J, J), (2, J), (2.0, F), (F32, 2.0), (I8, 2))
rows([np.gcd, np.lcm], (I, J), (J, 4), (I8, 6))
rows([np.bitwise_and, np.bitwise_or, np.bitwise_xor], (I, J), (I, 3), (U8, 7), (I8, U8))
rows([np.left_shift, np.right_shift], (I, J), (I, 2), (I8, 3), (U8, 2), (I8, np.array([9, 1, 8, 0], np.int8)))
rows([np.ldexp], (F, I), (F, 3), (F32, J), (np.array([1.0, 1.5]), np.array([1023, -1070])))
row(np.less, I, 10**30)
row(np.greater_equal, U8, -1)
row(np.equal, U8, 300)
row(np.less, np.array([1, 2**63], np.uint64), np.array([-1, 5]))
row(np.greater, np.array([1, -1]), np.array([0, 2**63], np.uint64))
row(np.add, F32, I, dtype=np.float64)
row(np.sin, I, dtype=np.float32)
row(np.multiply, [1, 2, 3, 4], F)
row(np.add, [Number(1.0), Number(2)], [3, np.float32(1)])

# -- shapes --------------------------------------------------------------------------------------------------

rows([np.reshape], (F, (4, 3)), (F, (-1, 2)), (F, -1), (CUBE, (3, -1)))
row(np.reshape, F, (4, 3), order="F")
row(np.reshape, CUBE, (4, 6), order="F")
rows([np.ravel], (F,), (Number(2.0),), (CUBE, "F"))
rows([np.transpose], (F,), (CUBE,), (CUBE, (1, 0, 2)), (CUBE, (-1, 0, 1)))
rows([np.swapaxes], (CUBE, 0, -1), (F, 0, 1))
rows([np.moveaxis], (CUBE, 0, -1), (CUBE, (0, 1), (2, 0)), (CUBE, -1, 0))
rows([np.rollaxis], (CUBE, 2), (CUBE, 1, 3), (CUBE, 0, 2), (CUBE, -1, -2))
rows([np.matrix_transpose, np.linalg.matrix_transpose], (CUBE,))
rows([np.squeeze], (F[:, None],), (F[None, :, None],))
row(np.squeeze, F[None, :, None], axis=0)
rows([np.expand_dims], (F, 0), (F, -1), (F, (0, 2)))
rows([np.atleast_1d, np.atleast_2d, np.atleast_3d], (Number(1.0),), (V,), (F,), (CUBE,), (V, F))
rows([np.broadcast_to], (V, (3, 5)), (F[:, :1], (2, 3, 4)), (Number(1.0), (2,)), (F, (3, 4)))
rows([np.broadcast_arrays], (F, V[:4], Number(1)), (F[:, None], F))
rows([np.meshgrid], (V, F[0]), (V,), (V, F[0], SORTED))
row(np.meshgrid, V, F[0], indexing="ij", sparse=True)
row(np.ix_, V, F[0])
rows([np.flip], (F,), (CUBE, 1), (CUBE, (0, 2)))
rows([np.flipud, np.fliplr], (F,), (CUBE,))
rows([np.rot90], (F,), (F, 2), (F, 3), (F, -1), (CUBE, 1, (1, 2)), (F, 4))
rows([np.tril, np.triu], (F,), (F, 1), (F, -1), (CUBE, 1), (V,), (rng.normal(size=(9, 12)), 2),
     (F, 1.5), (F, -1.5), (rng.normal(size=(9, 12)), -1.5))          # NumPy truncates
rows([np.diag], (V,), (V, 1), (V, -2), (F,), (F, 1), (F, -1), (np.arange(10.0), 1))
rows([np.diagonal], (F,), (F, 1), (F, -2), (CUBE, 0, 1, 2), (CUBE, 1, 2, 0))
rows([np.linalg.diagonal], (CUBE,))
rows([np.diagflat], (F,), (V, 1))
rows([np.trace], (SQUARE,), (F, 1), (CUBE, 0, 1, 2), (I,), (B,))
rows([np.linalg.trace], (CUBE,))
rows([np.real, np.imag], (C,), (F,), (Number(2.0),), (I,))

# -- joining -------------------------------------------------------------------------------------------------

rows([np.concatenate], ((F, G),), ([F, I, F32],), ((F, G), 1), ((F, V), None), ([F32, I8],), (CUBE,))
row(np.concatenate, (F, G), dtype=np.float32)
rows([np.stack], ((F, G),), ((F, G), -1), ([F, I], 1), ([Number(1.0), Number(2)],), (CUBE, 1))
rows([np.hstack, np.vstack, np.dstack, np.column_stack], ((F, G),), ((V, V),), ([I, F],))
rows([np.hstack, np.vstack], ([Number(1.0), Number(2.0)],))
row(np.block, [[F, G], [G, F]])
row(np.block, [V, V])
row(np.block, [[SQUARE, np.ones((4, 1))], [np.zeros((1, 4)), Number(3.0)]])
rows([np.append], (V, 3.0), (V, F), (F, G, 0))
rows([np.split], (F, 3), (F, 2, 1), (F, [1, 3], 1), (V, [2, 9]))
rows([np.array_split], (V, 3), (V, 2), (F, 3, 1))
rows([np.hsplit], (F, 2), (V, 5))
rows([np.vsplit], (F, 3))
rows([np.dsplit], (CUBE, 2))
rows([np.unstack], (F,))
row(np.unstack, CUBE, axis=1)
rows([np.repeat], (F, 2), (F, 3, 1), (V, [0, 1, 2, 0, 3]), (F, [1, 2, 0], 0), (Number(2.0), 3))
rows([np.tile], (V, 2), (V, (2, 2)), (F, 2), (F, (2, 1, 3)), (Number(1.0), 3))
rows([np.resize], (V, 3), (V, (3, 4)), (F, (2, 2)))
rows([np.pad], (V, 2), (V, (1, 3)), (F, ((1, 0), (2, 1))), (F, 1), (I, 1))
rows([np.pad], (F, 2, "edge"), (F, ((1, 2), (0, 3)), "reflect"), (F, 2, "symmetric"), (F, (1, 2), "wrap"),
     (V, 9, "wrap"))
row(np.pad, F, ((1, 2), (3, 1)), constant_values=((1, 2), (3, 4)))
row(np.pad, F, 1, constant_values=2.5)
row(np.pad, V, 1, constant_values=Number(2.5))
rows([np.roll], (V, 2), (V, -1), (F, 1), (F, 1, 0), (F, (1, 2), (0, 1)), (F, -1, 1), (V, Number(2)), (F, Number(-1), 1))
rows([np.delete], (V, 1), (V, [0, -1]), (F, 1, 1), (F, slice(0, 2), 0), (F, [1, 3]))
rows([np.insert], (V, 1, 9.0), (V, [1, 3], [8.0, 9.0]), (F, 1, 5.0, 1), (F, [0, 2], V[:3, None], 1), (F, 1, V[:4], 0),
     (V, 2, V))

# -- creation ------------------------------------------------------------------------------------------------

rows([np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray], (F, ),
     ([Number(1.0), Number(2)], ), ([1, 2], ), ([[Number(1.0), 2], [3, np.float32(4)]], ), (Number(2), ), ([V, V], ))
row(np.array, F, dtype=np.float32)
row(np.array, [Number(1), 2], dtype=np.float64)
row(np.array, V, ndmin=3)
row(np.array, [np.float32(1), 2])
row(np.array, [np.int8(1), np.int8(2)])
row(np.copy, F)
row(np.astype, F, np.int32)
rows([np.zeros, np.ones], (3,), ((2, 3),), ((), np.int32), (2, bool), ((2, 2), "f4"))
rows([np.zeros_like, np.ones_like], (F,), (I8,), (Number(1),), ([1.0, Number(2)],))
row(np.zeros_like, F, dtype=np.int16, shape=(2,))
rows([np.full], (3, 1.5), ((2, 2), Number(2)), (2, True), (2, np.float32(3)), ((2, 5), V))
row(np.full, 3, 1, dtype=np.float32)
rows([np.full_like], (F, 2), (I, 2.7), (F, Number(3)))
rows([np.arange], (5,), (2, 9), (0, 1, 0.1), (10, 0, -3), (100,), (0.0, 20.0, 0.25), (5.0,), (3, 300, 2))
row(np.arange, 5, dtype=np.float32)
rows([np.linspace], (0, 1), (0, 1, 5), (Number(0.0), Number(2.0), 7), (V, 2.0, 4), (1, 10, 200), (Number(1), 2, 1))
row(np.linspace, Number(0.0), 1, 5, endpoint=False)
row(np.linspace, 0, 1, 5, retstep=True)
row(np.linspace, np.float32(0), np.float32(1), 5)
row(np.linspace, V, 2 * V, 4, axis=1)
row(np.linspace, Number(0.0), 9.0, 4, dtype=int)
rows([np.logspace], (0, 2, 5), (Number(0.0), 2.0, 70))
rows([np.geomspace], (1, 100, 5), (Number(1.0), 100.0, 5), (Number(-1.0), -8.0, 4))
rows([np.tri], (3,), (3, 4, 1), (20,))
rows([np.eye], (3,), (3, 4, 1), (12,), (10, 9, -2))
row(np.eye, 3, dtype=np.int32)
rows([np.identity], (3,), (9,))
rows([np.vander], (V,), (V, 3), (V, 3, True), (np.arange(4), 2))
rows([np.indices], ((2, 3),), ((12, 9),))
row(np.indices, (2, 3), sparse=True)
row(np.fromfunction, lambda i, j: i + j, (2, 3))
rows([np.tril_indices, np.triu_indices], (3,), (4, 1))
row(np.diag_indices, 3)
rows([np.hamming, np.hanning, np.bartlett, np.blackman], (7,))
rows([np.float32, np.int32, np.float64, np.bool_, np.complex128], (F,), (Number(1.7),), (np.float64(-2.5),))

# -- reductions ----------------------------------------------------------------------------------------------

REDUCED = [(F,), (F, 0), (CUBE, (0, 2)), (CUBE, -1), (F32,), (I,), (I8,), (U8,), (B, 1), (Number(2.0),)]
rows([np.sum, np.prod, np.mean, np.var, np.std, np.any, np.all], *REDUCED)
rows([np.max, np.min, np.amax, np.amin], *REDUCED, (NANS, 1))
rows([np.ptp], *[a for a in REDUCED if a[0] is not B])
rows([np.sum, np.mean, np.max, np.min, np.var, np.prod, np.any, np.all, np.std], (CUBE, (0, 2)), keepdims=True)
rows([np.sum, np.prod, np.mean, np.var, np.std], (C, 0), (F.astype(np.float16), 1))
rows([np.sum, np.prod, np.mean, np.std, np.var, np.any, np.all], (F, 1), (F,), where=B | (F > 0))
rows([np.max, np.min], (F, 1), initial=0.0, where=B)
rows([np.sum, np.prod], (F, 1), (I,), initial=3)
rows([np.sum, np.prod, np.mean], (I,), (F32, 1), dtype=np.float64)
rows([np.sum, np.prod], (np.zeros((0, 3)), 0), (np.zeros((0, 3)),))
rows([np.var, np.std], (F, 1), (V,), ddof=1)
rows([np.count_nonzero], (I,), (I, 1), (B, 0), (F,))
rows([np.argmax, np.argmin], (F,), (F, 1), (CUBE, 0), (NANS,), (B,), (I, 0))
rows([np.argmax, np.argmin], (F,), (F, 1), keepdims=True)
rows([np.average], (F,), (F, 0), (I,), (F, 1, V[:4]), (F, None, POSITIVE))
row(np.average, F, 1, V[:4], returned=True)
rows([np.cumsum, np.cumprod], (F,), (F, 1), (CUBE, 0), (I8, 0), (B,), (V,))
rows([np.cumulative_sum, np.cumulative_prod], (V,))
row(np.cumulative_sum, F, axis=1, include_initial=True)
rows([np.diff], (V,), (F,), (F, 2), (F, 1, 0), (B,), (I8,))
row(np.diff, V, prepend=0.0, append=[1.0, 2.0])
row(np.diff, V, 0, prepend=0.0)
rows([np.ediff1d], (F,), (I,))
row(np.ediff1d, V, to_end=9.0, to_begin=[1.0])
rows([np.trapezoid], (V,), (F,), (F, None, 0.5), (F, F[0]), (I,))
row(np.trapezoid, F, V[:3], axis=0)
rows([np.nansum, np.nanprod, np.nanmean, np.nanvar, np.nanstd, np.nanmax, np.nanmin], (NANS,), (NANS, 1), (I,), (F, 0))
rows([np.nanvar, np.nanstd], (NANS, 1), ddof=1)
rows([np.nancumsum, np.nancumprod], (NANS,), (NANS, 1))
rows([np.nanargmax, np.nanargmin], (NANS,), (F, 1))
rows([np.convolve, np.correlate], (F[0] > 0, F[1] > 0), (F[0] > 0, F[1, :2] > 0, "same"))
rows([np.multiply], (F, 2), dtype=np.int64, casting="unsafe")
rows([np.pad], (F, {0: 1, -1: (2, 0)}), (F, {-2: (0, 3)}, "edge"))

# -- products ------------------------------------------------------------------------------------------------

rows([np.dot], (F, SQUARE), (F, V[:4]), (V, V), (V, 2.0), (CUBE, SQUARE), (CUBE, rng.normal(size=(5, 4, 2))),
     (I, I.T), (C, SQUARE))
rows([np.matmul], (F, SQUARE), (F, V[:4]), (V[:3], F), (V, V), (CUBE, SQUARE),
     (SQUARE[:2, :2], rng.normal(size=(3, 2, 5))), (CUBE[:, None], rng.normal(size=(1, 6, 4, 2))), (I, I.T), (B, B.T),
     (F32, I.T), (C, C.T))
rows([np.linalg.matmul], (F, SQUARE))
rows([np.vdot], (F, G), (C, F), (V, V), (I, J))
rows([np.inner], (F, G), (V, V), (F, V[:4]), (CUBE, F), (F, 2.0))
rows([np.outer, np.linalg.outer], (V, V), (V, V[:2]), (I[0], V))
row(np.outer, F, Number(2.0))
row(np.linalg.tensordot, CUBE, F, axes=([1, 2], [0, 1]))
rows([np.tensordot], (CUBE, F, 2), (CUBE, F, ([1, 2], [0, 1])), (CUBE, SQUARE, 1))
row(np.tensordot, F, G, axes=0)
row(np.tensordot, CUBE, CUBE, axes=((0, 2), (0, 2)))
rows([np.kron], (F, G), (V, F), (SQUARE, V[:2]), (CUBE, F))
rows([np.cross], (F[:, :3], G[:, :3]), (V[:3], F[:, :3]))
row(np.cross, F, G, axis=0)
if not CROSS_IS_OF_THREE:
    rows([np.cross], (F[:, :2], G[:, :2]), (V[:2], J[:, 1:3]), (V[:2], F[:, :3]), (V[:3], V[3:]))
    row(np.cross, F[:2], G[:2], axis=0)
row(np.cross, F, G, axisa=0, axisb=0)
row(np.linalg.cross, F[:, :3], G[:, :3])
rows([np.vecdot, np.linalg.vecdot], (F, G), (C, F), (CUBE, V[:4]))
row(np.vecdot, F, G, axis=0)
row(np.matvec, CUBE, V[:4])
row(np.vecmat, V[:3], CUBE)
rows([np.einsum], ("ij,jk", F, SQUARE), ("ij,jk->ki", F, SQUARE), ("ij->ji", F), ("ij->", F), ("ii", SQUARE),
     ("ii->i", SQUARE), ("i,i", V, V), ("i,j->ij", V, V), ("...j,jk->...k", CUBE, SQUARE), ("bij,bij->b", CUBE, CUBE),
     ("ij,ij->ij", F, G), ("ij,kj,kl->il", F, G, G), ("i,ij,j", V[:3], F, V[:4]), ("b...,b...", CUBE, CUBE),
     ("ij,j", F, V[:4]), ("iij->j", SQUARE[:, :, None]), ("i...->...", CUBE), ("ij, jk -> ik", I, I.T),
     ("ab,bc,cd,de->ae", F, SQUARE, SQUARE, F.T))
row(np.einsum, F, [0, 1], SQUARE, [1, 2], [0, 2])
row(np.einsum, F, [0, 1], V[:4], [1])
rows([np.linalg.multi_dot], ([F, SQUARE, F.T], ), ([V[:3], F, SQUARE], ), ([V[:3], F, V[:4]], ),
     ([F, SQUARE, SQUARE, F.T], ))
rows([np.convolve], (V, V[:3]), (V[:2], V), (V, V[:3], "same"), (V, V[:2], "same"), (V, V[:3], "valid"), (I[0], I[1]),
     (np.arange(90.0), np.arange(40.0)))
rows([np.correlate], (V, V[:3]), (V[:2], V), (V, V[:3], "full"), (V[:2], V, "full"), (V, V[:2], "same"),
     (C[0], C[1], "full"))

# -- selecting -----------------------------------------------------------------------------------------------

rows([np.where], (B, F, G), (B, F, 0.0), (B, 1, F32), (B, F32, 2.0), (F > 0, V[:4], G), (B, I, 2.5), (B, 1, 0),
     (I, F, G))
row(np.select, [B, F > 0], [F, G])
row(np.select, [B, F > 0], [F, 2 * I], 7.5)
row(np.piecewise, F, [F < 0, F >= 1], [lambda x: -x, 3.0, lambda x: x + x])
row(np.choose, J % 3, [F, G, 1.0])
row(np.choose, I, [F, G, F + G], mode="clip")
row(np.choose, I, [F, G, F + G], mode="wrap")
rows([np.clip], (F, -0.5, 0.5), (F, None, 0.5), (F, -0.5, None), (F, G, None), (I, -2, 2), (F32, -0.5, 0.5),
     (I, 0.5, 2.5), (U8, 2, 4))
row(np.clip, F, min=0.0)
rows([np.take], (V, 2), (V, [0, 2]), (V, -1), (F, [0, 2], 1), (F, np.array([[0, 2], [1, -1]]), 1), (F, Number(1), 0),
     (F, [0, 5, 11]))
row(np.take, V, np.array([7, -8, 2]), mode="wrap")
row(np.take, V, np.array([7, -8, 2]), mode="clip")
row(np.take_along_axis, F, np.argsort(F, 1), 1)
row(np.take_along_axis, F, np.argsort(F, 0)[:2], 0)
row(np.take_along_axis, F, np.array([[0], [1], [-1]]), 1)
row(np.take_along_axis, V, np.array([1, 2]), None)
row(np.put_along_axis, F, np.array([[0], [1], [-1]]), 9.0, 1)
row(np.put, V, [0, -1], [8.0, 9.0])
row(np.put, F, np.array([1, 5]), 3.0)
row(np.putmask, F, B, [1.0, 2.0, 3.0])
row(np.place, F, B, [1.0, 2.0, 3.0])
row(np.copyto, F, V[:4])
row(np.copyto, F, 2, where=B)
row(np.fill_diagonal, SQUARE, 3.0)
row(np.fill_diagonal, F, [1.0, 2.0])
row(np.compress, Static([True, False, True]), F, axis=0)
rows([np.sort], (F,), (F, 0), (F, None), (NANS,), (I,), (B,), (C,))
rows([np.argsort], (F,), (F, 0), (F, None), (NANS,))
row(np.argsort, I, kind="stable")
row(np.sort_complex, F)
row(np.lexsort, (I[0], I[1]))
row(np.lexsort, (F, I))
rows([np.searchsorted], (SORTED, V), (SORTED, 0.1), (SORTED, F, "right"), (np.arange(4), F))
row(np.searchsorted, V, 0.0, sorter=np.argsort(V))
rows([np.digitize], (F, SORTED), (F, SORTED[::-1].copy()), (F, Static(SORTED)), (F, SORTED, True))
rows([np.interp], (F, SORTED, np.sin(SORTED)), (F, SORTED, np.cos(SORTED), -1.0, 2.0), (Number(0.1), SORTED, SORTED),
     (F, SORTED, SORTED * 1j), (F, [0.0], [1.0]))
row(np.interp, F, SORTED, np.sin(SORTED), period=1.5)
rows([np.isin], (I, [1, 2, 3]), (F, F[0]), (I, np.arange(40)))
row(np.isin, I, [1, 2], invert=True)
row(np.bincount, J[0], minlength=9)
row(np.bincount, J[0], V[:4], minlength=9)
rows([np.histogram], (F,), (F, 5), (F, SORTED), (I, 4))
row(np.histogram, F, 5, range=(-1, 1))
row(np.histogram, np.array([0.6, 0.1, -0.3], np.float32), 30, range=(-3, 3))
row(np.histogram, F, 5, density=True)
row(np.histogram, V, 3, weights=np.arange(5.0))
rows([np.histogram_bin_edges], (F,), (F, 5))
row(np.lib.stride_tricks.sliding_window_view, V, 3)
row(np.lib.stride_tricks.sliding_window_view, F, (2, 2))
row(np.lib.stride_tricks.sliding_window_view, F, 2, 1)

# -- numeric -------------------------------------------------------------------------------------------------

rows([np.round, np.around], (F, 1), (F,), (I, -1), (SPECIAL,), (C, 2), (F32, 2), (100 * F, -1))
rows([np.fix], (F,), (I,))
rows([np.angle], (C,), (F,), (C, True))
rows([np.iscomplex, np.isreal, np.iscomplexobj, np.isrealobj], (C,), (F,))
rows([np.isposinf, np.isneginf, np.nan_to_num], (SPECIAL,), (F,), (SPECIAL.astype(np.float32),), (I,))
row(np.nan_to_num, SPECIAL, nan=1.0, posinf=2.0, neginf=-3.0)
rows([np.isclose, np.allclose], (F, F + 1e-9), (SPECIAL, SPECIAL), (F, G), (F, 1), (I, J), (F32, F))
row(np.isclose, SPECIAL, SPECIAL, equal_nan=True)
row(np.isclose, I, J, equal_nan=True)
for unsigned in (np.array([0, 2, 255], np.uint8), np.uint8(2)):
    rows([np.isclose, np.allclose], (unsigned, -1), (-1, unsigned), (unsigned, 300), (unsigned, 2), (unsigned, 2.001),
         (unsigned, np.array([0, 2, 255.001], np.float32)), (np.array([0, 2, 256], np.float16), unsigned),
         (unsigned, True))
rows([np.array_equal, np.array_equiv], (F, F), (F, G), (F, V))
rows([np.sinc], (F,), (np.array([0.0, 1.0]),), (I,), (F32,), (C,))
rows([np.unwrap], (10 * F, ), (10 * F, None, 0), (np.cumsum(10 * np.abs(V)), ),
     (np.array([0.0, np.pi, 2 * np.pi, -np.pi]), ))
rows([np.i0], (F,), (10 * F,))
rows([np.gradient], (V,), (F,), (V, 2.0), (V, SORTED[:5]), (F, 2.0, SORTED[:4]), (I[0],))
row(np.gradient, F, axis=1)
row(np.gradient, F, axis=(1,))
row(np.gradient, V, edge_order=2)
row(np.gradient, V, SORTED[:5], edge_order=2)
rows([np.polyval], (V, F), (V, 2.0), ([1, 2, 3], I), (CUBE, F))
rows([np.polyder], (V,), (V, 2), ([1, 2, 3],))
rows([np.polyint], (V,), (V, 2), (V, 1, 3.0))
rows([np.polyadd, np.polysub, np.polymul], (V, V[:3]), (V[:3], V))

# -- statistics ----------------------------------------------------------------------------------------------

rows([np.median, np.nanmedian], (F,), (F, 1), (CUBE, (0, 2)), (NANS,), (I,), (F32, 0), (V,))
row(np.median, F, axis=1, keepdims=True)
rows([np.quantile, np.nanquantile], (F, 0.3), (F, [0.25, 0.5], 1), (NANS, 0.5), (I, 0.7), (F32, 0.3), (F, 1.0, 0),
     (CUBE, 0.1, (1, 2)))
rows([np.percentile, np.nanpercentile], (F, 30), (F, [25, 50.0], 1), (I, 70))
for _method in ("lower", "higher", "nearest", "midpoint"):
    rows([np.quantile], (F, 0.3), (I, 0.42, 1), method=_method)
rows([np.cov, np.corrcoef], (F,), (V,), (F, G), (V, V ** 2), (C,), (I,))
row(np.cov, F, ddof=0)
row(np.cov, F, rowvar=False)
row(np.cov, F, aweights=POSITIVE[0])
row(np.cov, F, fweights=J[0])
row(np.corrcoef, F, rowvar=False)
row(np.polyfit, V, V ** 2, 2)
row(np.polyfit, F[0], F.T, 1)

# -- linear algebra ------------------------------------------------------------------------------------------

POSITIVE_DEFINITE = SQUARE @ SQUARE.T + np.eye(4)
STACK = rng.normal(size=(2, 3, 3))
rows([np.linalg.solve], (SQUARE, V[:4]), (SQUARE, F.T), (STACK, STACK[0]), (STACK, CUBE),
     (SQUARE.astype(np.float32), V[:4].astype("f4")), (J[:, :3], J[0, :3]), (C[:, :3], V[:3]))
rows([np.linalg.inv, np.linalg.det, np.linalg.slogdet], (SQUARE,), (STACK,), (J[:, :3],), (C[:, :3],))
rows([np.linalg.pinv], (F,), (F.T,), (STACK,), (C,))
rows([np.linalg.lstsq], (F.T, V[:4]), (F, V[:3]), (F.T, SQUARE))
rows([np.linalg.matrix_power], (SQUARE, 3), (SQUARE, 0), (SQUARE, -2), (I[:, :3], 5))
rows([np.linalg.matrix_rank], (SQUARE,), (np.ones((3, 3)),), (V,), (STACK,))
rows([np.linalg.cond], (SQUARE,), (SQUARE, 1), (SQUARE, -2), (SQUARE, np.inf), (F,), (SQUARE, "fro"))
rows([np.linalg.cholesky], (POSITIVE_DEFINITE,))
row(np.linalg.cholesky, POSITIVE_DEFINITE, upper=True)
rows([np.linalg.qr], (F,), (F.T,), (F.T, "complete"), (F, "r"), (STACK,))
rows([np.linalg.svd], (F,), (F, False), (STACK,), (F, False, False))
rows([np.linalg.svdvals], (F,))
rows([np.linalg.eigh], (POSITIVE_DEFINITE,))
rows([np.linalg.eigvalsh], (POSITIVE_DEFINITE,), (POSITIVE_DEFINITE, "U"), (STACK + STACK.transpose(0, 2, 1),))
rows([np.linalg.eig, np.linalg.eigvals], (SQUARE.astype(complex),))
rows([np.linalg.norm], (V, ), (F, ), (CUBE, ), (F, "fro"), (F, "nuc"), (F, 2), (F, -2), (F, 1), (F, -1), (F, np.inf),
     (F, -np.inf), (V, 1), (V, np.inf), (V, -np.inf), (V, 0), (V, 3), (V, 2.5), (F, None, 1), (F, 2, 0),
     (CUBE, "fro", (0, 2)), (CUBE, 1, (2, 0)), (C, ), (I, ), (C, 1, 0), (CUBE, 2, (1, 2)), (F, -2.0, 1))
rows([np.linalg.norm], (F,), (F, None, 1), (CUBE, "nuc", (0, 1)), (F, 1, (0, 1)), keepdims=True)
rows([np.linalg.vector_norm], (F,), (V,))
row(np.linalg.vector_norm, F, axis=1, ord=3)
rows([np.linalg.matrix_norm], (F,), (CUBE,))
row(np.linalg.tensorsolve, rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 3)))
row(np.linalg.tensorinv, rng.normal(size=(4, 2, 2)), 1)

# -- Fourier transforms --------------------------------------------------------------------------------------

rows([np.fft.fft, np.fft.ifft], (V, ), (C, ), (F, 6), (F, 2), (F, None, 0), (F32, ), (I, 5, 0, "ortho"),
     (V, None, -1, "forward"))
rows([np.fft.rfft, np.fft.ihfft], (V, ), (F, ), (F, 6), (F, None, 0), (F32, ), (I, 5, 0, "ortho"),
     (V, None, -1, "forward"))
rows([np.fft.irfft, np.fft.hfft], (C,), (F,), (C, 5), (C, 6, 0), (C, None, -1, "ortho"), (C, None, -1, "forward"))
rows([np.fft.fft2, np.fft.ifft2, np.fft.fftn, np.fft.ifftn, np.fft.rfft2, np.fft.rfftn], (F,), (CUBE,), (F, (4, 4)))
rows([np.fft.irfft2, np.fft.irfftn], (F,), (CUBE,), (C, (4, 5), (0, 1), "ortho"))
row(np.fft.fftn, CUBE, axes=(0, 2), norm="ortho")
row(np.fft.rfftn, CUBE, axes=(2, 0))
rows([np.fft.fftfreq, np.fft.rfftfreq], (5,), (8, 0.5), (6, Number(0.1)))
rows([np.fft.fftshift, np.fft.ifftshift], (V,), (F,), (F, 0), (CUBE, (0, 2)))

# -- methods of ufuncs ---------------------------------------------------------------------------------------

rows([np.add.reduce, np.multiply.reduce, np.maximum.reduce, np.minimum.reduce], (F,), (CUBE, (0, 2)), (F, None), (I, 1))
rows([np.logical_and.reduce, np.logical_or.reduce, np.logical_xor.reduce], (B,), (F, 1), (B, None))
rows([np.bitwise_and.reduce, np.bitwise_or.reduce, np.bitwise_xor.reduce], (I,), (J, 1), (J, (0, 1)))
rows([np.gcd.reduce, np.lcm.reduce], (I,), (J, 1))
rows([np.fmax.reduce, np.fmin.reduce], (NANS, 1), (NANS,))
rows([np.hypot.reduce, np.logaddexp.reduce], (F, 1))
row(np.add.reduce, F, 1, keepdims=True, dtype=np.float32)
row(np.maximum.reduce, F, 1, initial=0.5)
rows([np.add.accumulate, np.multiply.accumulate, np.maximum.accumulate, np.minimum.accumulate], (F, ), (F, 1), (I, 0),
     (NANS, 1))
rows([np.logical_and.accumulate, np.logical_or.accumulate], (B, 1))
rows([np.add.outer, np.multiply.outer, np.subtract.outer, np.maximum.outer, np.less.outer, np.power.outer],
     (V, F[0] ** 2), (J, 2))
rows([np.add.at, np.subtract.at, np.multiply.at], (U8[0], np.array([0, 1, 0]), Number(-128)),
     (U8[0], np.array([0, 1, 0]), Number(300)), (F[0], np.array([0, 1, 0]), np.uint8(200)))
rows([np.add.at, np.subtract.at, np.multiply.at, np.maximum.at, np.minimum.at], (V, np.array([0, 1, 0]), 2.0),
     (F, (np.array([0, 1]), np.array([1, 1])), V[:2]), (I, [0, 0], 3))

rows([np.add.reduceat, np.multiply.reduceat, np.maximum.reduceat, np.minimum.reduceat], (V, [0, 2, 3]),
     (F, [2, 0, 1], 0), (I8, [0, 1, 1], 1))

# -- more ----------------------------------------------------------------------------------------------------

rows([np.shape, np.ndim, np.size, np.iterable], (F,), (Number(1.0),), ([Number(1.0), 2],))
row(np.size, F, 1)
rows([np.result_type], (F32, I), (F32, 1.0), (I8, 1))
row(np.can_cast, F32, np.float64)
rows([np.tril_indices_from, np.triu_indices_from, np.diag_indices_from], (SQUARE,))
rows([np.unravel_index], (J, (4, 5)), (Number(7), (3, 4)), (J, 30))
row(np.unravel_index, J, (4, 5), order="F")
rows([np.ravel_multi_index], ((J, J), (7, 8)), ((np.array([1, 2]), 1), (3, 4)))
row(np.ravel_multi_index, (I, J), (3, 4), mode="wrap")
row(np.ravel_multi_index, (I, J), (3, 4), mode="clip", order="F")
rows([np.histogram2d], (V, V ** 2), (V, V, 4))
rows([np.histogramdd], (F,), ((V, V), 3))
row(np.histogram2d, V, V ** 2, bins=[3, SORTED], density=True)
row(np.histogram2d, V, V ** 2, weights=V, range=[[-1, 1], [0, 1]])
row(np.unpackbits, np.array([[3, 200], [7, 0]], np.uint8), axis=1)
row(np.unpackbits, np.array([3, 200], np.uint8), bitorder="little", count=10)
rows([np.packbits], (B,), (B, 1), (I, 0, "little"))
rows([np.poly], (V,), (I[0],), (C[0],))
row(np.kaiser, 5, 2.5)

row(np.apply_along_axis, lambda x: x * x, 0, CUBE)
row(np.apply_along_axis, lambda x: x * x, 1, F)
row(np.apply_over_axes, lambda x, axis: x + axis, F, [0, 1])
for _series in (np.polynomial.polynomial.polyval, np.polynomial.chebyshev.chebval, np.polynomial.legendre.legval,
                np.polynomial.hermite.hermval, np.polynomial.hermite_e.hermeval, np.polynomial.laguerre.lagval):
    rows([_series], (F, V), (Number(0.5), V), (F[0], F), (I, V[:1]), (F, J[0]), (V, V[:2]))
    row(_series, F[0], F, tensor=False)

# -- methods -------------------------------------------------------------------------------------------------

rows([
    ".sum", ".prod", ".mean", ".max", ".min", ".std", ".var", ".any", ".all", ".argmax", ".argmin", ".cumsum",
    ".cumprod"
], (F, ), (F, 1), (I, ))
rows([".ravel", ".flatten", ".copy", ".conj", ".conjugate", ".round", ".squeeze", ".transpose", ".argsort"], (F,), (C,))
rows([".reshape"], (F, 4, 3), (F, (4, 3)), (F, -1), (CUBE, 3, -1))
row(".reshape", F, 4, 3, order="F")
rows([".transpose"], (CUBE, 1, 0, 2), (CUBE, (1, 0, 2)), (CUBE, None))
rows([".astype"], (F, np.int32), (F, "f4"), (C, complex), (B, float), (np.array([300.7, -1.5]), np.uint8))
rows([".swapaxes"], (CUBE, 0, 1))
rows([".diagonal", ".trace"], (F,), (CUBE, 1))
rows([".repeat"], (V, 2))
rows([".take"], (V, [1, 2]), (F, [0, -1], 1))
rows([".dot"], (F, SQUARE))
rows([".clip"], (F, 0.0, 1.0), (F, None, 0.5))
rows([".round"], (F, 1))
rows([".fill"], (F, 3), (I, 4))
rows([".sort"], (V,), (F, 0))
rows([".item"], (np.array([2.0]),), (F, 1, 2), (F, 5), (V, 3))
rows([".searchsorted"], (SORTED, V))
row(".compress", F, Static([True, False, True]), 0)
row(".choose", J % 2, [F, G])
row(".put", V, [1], [5.0])
row(".view", I, np.uint64)
rows([".is_integer"], (np.float64(2.5),), (Number(2.0),))
rows([".bit_count"], (Number(13),), (np.int64(-7),))
row(".__round__", np.float64(2.567), 1)
rows([".T", ".real", ".imag", ".shape", ".ndim", ".size", ".dtype", ".itemsize", ".nbytes",
      ".device"], (F,), (C,), (CUBE,))
row(".mT", CUBE)
row(".to_device", CUBE, "cpu")
