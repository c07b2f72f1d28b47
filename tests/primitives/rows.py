"""What to try each primitive on: elementwise, shape, reductions, contraction, sorting."""
from __future__ import annotations

import numpy as np

from ._row import (ALL, BOOL, COMPLEX, FLOATS, INTEGERS, NUMBERS, WIDE, ascending, between, distinct, dtype_of, edges,
                   few, normal, row, truth, whole)

# -- elementwise: one operand ------------------------------------------------------------------------------------

for name in ("neg", "abs", "sign"):
    row(name, normal(3, 4), dtypes=NUMBERS)
    edges(name, 1, FLOATS[:3] + INTEGERS)
edges("sign", 1, COMPLEX, drop=np.isinf)
row("conj", normal(5), dtypes=COMPLEX + WIDE)
row("real", normal(5), dtypes=COMPLEX + FLOATS)
row("imag", normal(5), dtypes=COMPLEX + WIDE)
row("complex_", normal(5), normal(5), dtypes=WIDE)
edges("complex_", 2, WIDE, skip=("shown",))
row("copy", normal(5), dtypes=ALL)

for name in ("tan", "asinh"):
    row(name, between(-0.9, 0.9, 40), dtypes=FLOATS + COMPLEX, ulps=16)
    edges(name, 1, FLOATS, ulps=8)
for name in ("sin", "cos", "sinh", "cosh", "tanh", "exp", "expm1", "atan"):
    row(name, normal(40), dtypes=FLOATS + COMPLEX, ulps=16)
    edges(name, 1, FLOATS, ulps=8)
row("sigmoid", normal(40), dtypes=FLOATS, ulps=16)
edges("sigmoid", 1, FLOATS, ulps=8)
for name in ("asin", "acos", "atanh", "erfinv"):
    row(name, between(-0.9, 0.9, 40), dtypes=FLOATS, ulps=32)
    edges(name, 1, WIDE, ulps=32, zeros=False)
for name in ("asin", "acos", "atanh", "acosh", "log", "sqrt", "log1p", "log10", "log2", "exp2"):
    row(name, between(0.2, 0.9, 40), dtypes=COMPLEX, ulps=64)
row("acosh", between(1.05, 4, 40), dtypes=FLOATS, ulps=8)
for name in ("log", "log2", "log10", "log1p", "sqrt", "cbrt"):
    row(name, between(0.1, 6, 40), dtypes=FLOATS, ulps=32)
    edges(name, 1, WIDE, ulps=32)
for name in ("exp2", "erf", "erfc", "log1p", "cbrt"):
    row(name, between(-0.9, 3, 40), dtypes=FLOATS, ulps=16)
    edges(name, 1, WIDE, ulps=16)
edges("acosh", 1, WIDE)
for name in ("lgamma", "digamma"):
    row(name, between(0.1, 6, 40), dtypes=FLOATS, ulps=8, normwise=True)
    edges(name, 1, WIDE, ulps=32, normwise=True, drop=None if name == "lgamma" else lambda x: x == -np.inf)
row("gamma", between(0.1, 6, 40), dtypes=FLOATS, ulps=16)
edges("gamma", 1, WIDE, ulps=32)
row("polygamma", whole(1, 4, 10, dtype="float64"), between(0.5, 6, 10), ulps=64)
row("integer_pow", normal(3, 4), dtypes=FLOATS + COMPLEX + INTEGERS, exponent=2)
row("integer_pow", normal(3, 4), dtypes=FLOATS + COMPLEX + INTEGERS, exponent=3)
for exponent in (0, 1, 5, 10):
    row("integer_pow", normal(3, 4), dtypes=WIDE + ("complex128", "int32"), exponent=exponent, ulps=8)
for exponent in (-1, -2, -3):
    row("integer_pow", between(0.5, 2, 3, 4), dtypes=WIDE + COMPLEX, exponent=exponent, ulps=16)
    edges("integer_pow", 1, WIDE, exponent=exponent)
edges("integer_pow", 1, FLOATS + INTEGERS, exponent=2)

row("fence", normal(3, 4))
row("labelled", normal(3, 4), name="mine")
row("constrain", normal(3, 4), mesh=(("x", 1), ("y", 1)), devices=(0,), spec=(("x",), None))
row("constrain", normal(3, 4), dtypes=("int32", "complex64"), mesh=(("x", 1),), devices=(0,), spec=((), ("x",)))
row("stop_gradient", normal(3, 4), derivative=False)
row("checked_index", whole(-2, 9, 3, 4), dtypes=INTEGERS, derivative=False, size=5, axis=0)
for name in ("floor", "ceil", "trunc"):
    row(name, normal(40), dtypes=FLOATS)
    edges(name, 1, ALL[:4] + INTEGERS)
row("round", normal(40), dtypes=FLOATS)
edges("round", 1, FLOATS)
for digits in (1, 2, 5, 22, -1, -3):
    row("round_decimal", 100 * np.random.default_rng(digits + 9).normal(size=40), digits=digits, derivative=False)
    row("round_decimal", np.arange(-40, 41) * 5 / 10.0 ** (digits + 1), digits=digits, derivative=False)
    edges("round_decimal", 1, ("float64",), digits=digits)
row("to_int", normal(40), dtypes=FLOATS, derivative=False)
row("to_int", np.array([-2.0 ** 62, -0.5, 0.0, 2.0 ** 53 + 2, 2.0 ** 62]), derivative=False)
row("note_failure", np.array([0, 0, 2, 1], np.int32), np.array([True, False, True, False]), failure=3,
    derivative=False)
for name in ("isnan", "isinf", "isfinite"):
    edges(name, 1, FLOATS + COMPLEX + INTEGERS + BOOL)
edges("signbit", 1, FLOATS)
edges("not_", 1, INTEGERS + BOOL)
edges("popcount", 1, INTEGERS)

for to in FLOATS + COMPLEX + INTEGERS + BOOL:
    row("cast", normal(3, 4), dtypes=("float64", "complex128", "int64"), dtype=dtype_of(to))
for to in ("float64", "bfloat16", "int8", "uint64"):
    row("cast", normal(3, 4), dtypes=("float32", "float16", "bfloat16", "uint8", "bool"), dtype=dtype_of(to))

row("log2", 2.0 ** np.arange(-300, 300), derivative=False, ulps=0)
row("log10", np.array([float(f"1e{k}") for k in range(-22, 23)]), derivative=False, ulps=0)
row("cbrt", np.arange(-30.0, 31.0) ** 3, derivative=False, ulps=1)      # NumPy's is that of the C library
row("exp2", np.arange(-100.0, 100.0), derivative=False, ulps=0)

# -- elementwise: several operands -------------------------------------------------------------------------------

for name in ("add", "sub", "mul"):
    row(name, normal(3, 4), normal(3, 4), dtypes=NUMBERS)
    edges(name, 2, FLOATS + INTEGERS + (() if name == "sub" else BOOL))
row("mul_or_zero", normal(3, 4), normal(3, 4), dtypes=FLOATS + COMPLEX)
edges("mul_or_zero", 2, FLOATS)
row("div", normal(3, 4), between(0.5, 2, 3, 4), dtypes=FLOATS + COMPLEX)
edges("div", 2, FLOATS)
row("pow", between(0.2, 3, 40), normal(40), dtypes=FLOATS + COMPLEX, ulps=32)
edges("pow", 2, FLOATS, ulps=8)
row("pow", np.repeat(np.arange(-10.0, 11.0), 10), np.tile(np.arange(10.0), 21), derivative=False, ulps=0)
row("pow", few(30), np.abs(np.arange(30) % 5), dtypes=("int64",))
for name in ("remainder", "floor_divide", "fmod"):
    row(name, normal(40), normal(40), dtypes=FLOATS + INTEGERS, derivative=False)
    row(name, np.array([2.3, -2.3, 2.3, -2.3]), np.array([0.7, 0.7, -0.7, -0.7]))
    edges(name, 2, FLOATS + INTEGERS)
for name in ("maximum", "minimum"):
    row(name, normal(40), normal(40), dtypes=NUMBERS + BOOL)
    edges(name, 2, FLOATS + COMPLEX, zeros=False)
row("atan2", normal(40), normal(40), dtypes=FLOATS, ulps=8)
edges("atan2", 2, WIDE)
row("logaddexp", normal(40), normal(40), dtypes=FLOATS, ulps=16)
edges("logaddexp", 2, FLOATS, ulps=16)
row("copysign", normal(40), normal(40), dtypes=FLOATS)
edges("copysign", 2, FLOATS)
edges("nextafter", 2, WIDE)
for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    row(name, few(40), few(40), dtypes=ALL)
    edges(name, 2, FLOATS + COMPLEX + INTEGERS + BOOL)
for name in ("and_", "or_", "xor"):
    edges(name, 2, INTEGERS + BOOL)
for name in ("shift_left", "shift_right"):
    for dtype in INTEGERS:
        row(name, normal(60), whole(0, 8 * np.dtype(dtype).itemsize + 3, 60, dtype=dtype), dtypes=(dtype,))
row("select", truth(3, 4), normal(3, 4), normal(3, 4), dtypes=ALL)

# -- shape -------------------------------------------------------------------------------------------------------

for shape, axes in (((3, 4), (1,)), ((3, 4), (0,)), ((2, 3, 4), (0, 2)), ((2, 3, 4), (1, 2))):
    row("broadcast", normal(*(shape[a] for a in axes)), dtypes=("float64", "bool"), shape=shape, axes=axes)
row("broadcast", normal(), shape=(2, 3), axes=())
row("broadcast", normal(), shape=(), axes=())
for shape in ((12,), (2, 6), (3, 2, 2), (3, 4, 1)):
    row("reshape", normal(3, 4), dtypes=("complex128", "int8"), shape=shape)
row("reshape", normal(1), shape=())
row("reshape", normal(0, 3), shape=(3, 0))
row("transpose", normal(3, 4), dtypes=ALL, axes=(1, 0))
row("transpose", normal(2, 3, 4), axes=(1, 2, 0))
row("transpose", normal(5), axes=(0,))
row("concatenate", normal(3), dtypes=ALL, axis=0)
row("concatenate", normal(3), normal(4), dtypes=ALL, axis=0)
row("concatenate", normal(2, 3), normal(2, 1), normal(2, 0), normal(2, 2), axis=1)
row("flip", normal(5), dtypes=ALL, axes=(0,))
row("flip", normal(2, 3), axes=(1,))
row("flip", normal(2, 3, 2), axes=(0, 2))
row("flip", normal(2, 3), axes=())
for low, high, interior in (((1,), (2,), (0,)), ((-1,), (2,), (0,)), ((-2,), (-1,), (0,)), ((0,), (0,), (2,)),
                            ((-2,), (3,), (1,)), ((0,), (0,), (0,)), ((2,), (-9,), (1,))):
    row("pad", normal(5), normal(), low=low, high=high, interior=interior)
    row("pad", normal(5), np.zeros(()), constants=(1,), low=low, high=high, interior=interior)
row("pad", normal(2, 3), normal(), dtypes=ALL, low=(1, 0), high=(0, -1), interior=(0, 2))
row("pad", normal(1, 0), normal(), low=(0, 2), high=(1, 1), interior=(3, 3))
row("pad", normal(), normal(), low=(), high=(), interior=())
for dtype in NUMBERS:
    row("iota", shape=(5,), axis=0, dtype=dtype_of(dtype))
row("iota", shape=(2, 3, 4), axis=1, dtype=dtype_of("int64"))
row("iota", shape=(2, 3), axis=1, dtype=dtype_of("float64"))
for source, target in (("float64", "int64"), ("float32", "uint32"), ("int16", "float16"), ("uint8", "int8"),
                       ("int64", "float64")):
    row("bitcast", normal(3, 2), dtypes=(source,), dtype=np.dtype(target))

# -- reductions --------------------------------------------------------------------------------------------------

for shape, axes in (((3, 4), (0,)), ((3, 4), (1,)), ((3, 4), (0, 1)), ((3, 4), ()), ((2, 3, 4), (0, 2)), ((), ())):
    for name in ("reduce_sum", "reduce_prod"):
        row(name, normal(*shape), dtypes=("float64", "int8", "complex64"), axes=axes, normwise=True)
    for name in ("reduce_max", "reduce_min"):
        row(name, distinct(*shape), dtypes=("float64", "int16"), axes=axes)
    for name in ("reduce_all", "reduce_any"):
        row(name, truth(*shape), axes=axes)
for name in ("reduce_sum", "reduce_prod"):
    row(name, normal(7, 5), dtypes=NUMBERS, axes=(0,), normwise=True, ulps=8)
    row(name, normal(0, 3), dtypes=("float64", "int64"), axes=(0,))
    edges(name, 1, FLOATS + INTEGERS, axes=(0,))
for name in ("reduce_max", "reduce_min"):
    row(name, few(6, 20), dtypes=ALL, axes=(1,), derivative=False)
    row(name, np.array([[1.0, np.nan, 3.0], [-np.inf, 2.0, np.inf]]), axes=(1,), derivative=False)
    edges(name, 1, FLOATS + COMPLEX + INTEGERS + BOOL, axes=(0,))
for axis in (0, 1):
    row("exact_sum", normal(3, 5), dtypes=("float64",), axes=(axis,))
row("exact_sum", np.array([1e16, 1.0, -1e16, 1e-3, 2.0**-1070, -1e300, 1e300]), dtypes=("float64",), axes=(0,), ulps=0,
    derivative=False)
row("exact_sum", np.array([-1.0, 2.0**-54, 2.0**-108]), dtypes=("float64",), axes=(0,), ulps=0, derivative=False)
row("reduce_prod", few(4, 6), axes=(1,))
row("reduce_prod", np.array([[2.0, 0.0, 3.0], [0.0, 0.0, 5.0], [1.0, 2.0, 0.0]]), axes=(0,))
row("reduce_sum", between(0, 1, 100_000), dtypes=WIDE, axes=(0,), normwise=True, ulps=3000, derivative=False)
row("reduce_sum", between(0, 1, 5000), dtypes=("float16", "bfloat16"), axes=(0,), derivative=False)
for name in ("argmax", "argmin"):
    row(name, few(6, 20), dtypes=ALL, axis=1)
    row(name, few(6, 20), dtypes=("float64",), axis=0)
    row(name, np.array([[1.0, np.nan, 3.0, np.nan], [-np.inf, 2.0, np.inf, np.inf]]), axis=1)
    edges(name, 1, FLOATS + COMPLEX + ("int64", "uint8"), axis=0)
for name in ("cumsum", "cumprod", "cummax", "cummin"):
    for reverse in (False, True):
        row(name, distinct(7), dtypes=NUMBERS, axis=0, reverse=reverse)
        row(name, distinct(3, 4), axis=1, reverse=reverse)
        row(name, distinct(3, 4, 2), dtypes=("float64", "int8"), axis=1, reverse=reverse)
        row(name, normal(2, 0), axis=1, reverse=reverse)
        row(name, normal(1), axis=0, reverse=reverse)
        row(name, np.array([1.0, -np.inf, np.nan, 2.0, np.inf]), axis=0, reverse=reverse, derivative=False)
row("cumprod", np.array([2.0, 0.0, 3.0, 0.0, 4.0, 5.0]), axis=0, reverse=False)
row("cumprod", np.array([2.0, 0.0, 3.0, 0.5, 4.0, 5.0]), axis=0, reverse=True)

# -- contraction -------------------------------------------------------------------------------------------------

for left, right, contract, batch in (
        ((3,), (3,), ((0,), (0,)), ((), ())),
        ((2, 3), (3,), ((1,), (0,)), ((), ())),
        ((3,), (3, 2), ((0,), (0,)), ((), ())),
        ((2, 3), (3, 4), ((1,), (0,)), ((), ())),
        ((3, 2), (3, 4), ((0,), (0,)), ((), ())),
        ((2, 3), (4, 3), ((1,), (1,)), ((), ())),
        ((3, 2), (4, 3), ((0,), (1,)), ((), ())),
        ((3, 2), (3,), ((0,), (0,)), ((), ())),
        ((3,), (2, 3), ((0,), (1,)), ((), ())),
        ((2,), (3,), ((), ()), ((), ())),
        ((2, 3), (4,), ((), ()), ((), ())),
        ((), (), ((), ()), ((), ())),
        ((), (2, 3), ((), ()), ((), ())),
        ((2, 3, 4), (4, 5), ((2,), (0,)), ((), ())),
        ((2, 3, 4), (4,), ((2,), (0,)), ((), ())),
        ((2, 3, 4), (5, 4, 2), ((0, 2), (2, 1)), ((), ())),
        ((2, 3, 4), (2, 4, 5), ((2,), (1,)), ((0,), (0,))),
        ((2, 3, 4), (2, 3, 5), ((1,), (1,)), ((0,), (0,))),
        ((6, 2, 3, 4), (6, 2, 4, 5), ((3,), (2,)), ((0, 1), (0, 1))),
        ((3, 2, 4), (4, 5, 2), ((2,), (0,)), ((1,), (2,))),
        ((2, 3), (2, 3), ((1,), (1,)), ((0,), (0,))),
        ((2, 3), (2, 3), ((0, 1), (0, 1)), ((), ())),
        ((2, 0), (0, 3), ((1,), (0,)), ((), ()))):
    row("dot", normal(*left), normal(*right), dtypes=("float64", "int32"), normwise=True, contract=contract,
        batch=batch)
row("dot", normal(2, 3, 4), normal(2, 4, 5), dtypes=("complex128", "bool"), normwise=True, contract=((2,), (1,)),
    batch=((0,), (0,)))
row("dot", normal(4, 30), normal(30, 5), dtypes=ALL, contract=((1,), (0,)), batch=((), ()), normwise=True, ulps=16)

# -- sorting -----------------------------------------------------------------------------------------------------

for name in ("sort", "argsort"):
    row(name, distinct(7), axis=0)
    row(name, distinct(3, 4), axis=0)
    row(name, distinct(2, 5, 3), axis=1)
    row(name, few(4, 30), dtypes=ALL, axis=1, derivative=False)
    row(name, np.array([[1.0, np.nan, -np.inf, 3.0, np.nan, np.inf, -1.0, 0.0]]), axis=1, derivative=False)
    row(name, normal(0, 3), axis=0)
    edges(name, 1, FLOATS + COMPLEX + INTEGERS, axis=0, zeros=False)
for side in ("left", "right"):
    row("searchsorted", ascending(7), normal(3, 4), dtypes=WIDE, side=side)
    row("searchsorted", np.array([-2.0, -1, -1, 0, 1, 1, 1, 2]), few(40), side=side)
    row("searchsorted", np.array([-2, -1, 0, np.inf, np.nan]), np.array([np.nan, np.inf, -np.inf, 0, 1]), side=side)
    row("searchsorted", np.arange(0, 2000, 3), whole(-5, 2010, 200), side=side)
    row("searchsorted", ascending(2, 7), normal(2, 3, 4), side=side, batch=1)
    row("searchsorted", ascending(2, 3, 8), normal(2, 3), side=side, batch=2)
    row("searchsorted", normal(0), normal(3), side=side)
    row("searchsorted", normal(1), normal(), side=side)
