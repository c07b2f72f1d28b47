"""Calls of lax functions, as they are written for JAX and for Recto: a case takes the module and its arguments.

`python -m tests.lax.reference` computes what JAX gives for them.
"""
import numpy as np

RNG = np.random.RandomState(4)      # its streams never change: the reference values are for these arguments
CASES: dict = {}            # name -> (function of lax and the arguments, arguments)


def case(name, *args):
    def enter(function):
        assert name not in CASES, name
        CASES[name] = function, args
        return function
    return enter


def normal(*shape, dtype=np.float64):
    if np.dtype(dtype).kind == "c":
        return (RNG.normal(size=shape) + 1j * RNG.normal(size=shape)).astype(dtype)
    if np.dtype(dtype).kind in "iu":
        return RNG.randint(0 if np.dtype(dtype).kind == "u" else -9, 10, shape).astype(dtype)
    return RNG.normal(size=shape).astype(dtype)


def table(rows):
    """Rows of a name, arguments and keywords: lax.name(*args, **kwargs), where arrays are what is passed."""
    for name, args, kwargs in rows:
        arrays = [a for a in args if isinstance(a, np.ndarray)]
        places = iter(range(len(args)))
        plan = tuple([(next(places), None) if isinstance(a, np.ndarray) else (-1, a) for a in args])

        def run(lax, *xs, name=name, plan=plan, kwargs=kwargs):
            return getattr(lax, name)(*[xs[place] if place >= 0 else known for place, known in plan], **kwargs)
        count = sum(known.split()[0] == name for known in CASES)
        case(f"{name} {count + 1}", *arrays)(run)


F32, F64, I32, I64, U8, C128 = (np.dtype(t) for t in ("float32", "float64", "int32", "int64", "uint8", "complex128"))

# -- elements ------------------------------------------------------------------------------------------------

UNARY = (
    """abs sign neg exp exp2 expm1 sin cos tan asin atan sinh cosh tanh asinh cbrt ceil floor round is_finite logistic
           erf erfc erf_inv square""".split()
)
POSITIVE = "log log1p sqrt rsqrt reciprocal lgamma digamma bessel_i0e bessel_i1e acosh".split()
BINARY = "add sub mul div rem pow max min nextafter atan2 eq ne lt le gt ge".split()
INTEGERS = """add sub mul div rem max min eq lt bitwise_and bitwise_or bitwise_xor shift_left shift_right_arithmetic
              shift_right_logical""".split()

table([(name, (normal(7, dtype=d) * np.asarray(0.3, d),), {}) for name in UNARY for d in (F32, F64)])
table([(name, (np.abs(normal(2, 3, dtype=d)) + np.asarray(1.2, d),), {}) for name in POSITIVE for d in (F32, F64)])
table([(name, (np.abs(normal(5, dtype=d)) if name == "pow" else normal(5, dtype=d), normal(5, dtype=d)), {})
       for name in BINARY for d in (F32, F64)])
table([(name, (normal(9, dtype=d), np.abs(normal(9, dtype=d)) % 5 + np.ones(9, d)), {})
       for name in INTEGERS for d in (I32, I64, U8)])
table([(name, (normal(6, dtype=d),), {}) for name in ("population_count", "clz", "bitwise_not", "sign", "square")
       for d in (I32, I64, U8)])
table([("abs", (normal(6, dtype=d),), {}) for d in (I32, I64)])
table([(name, (normal(4, dtype=C128),), {}) for name in ("real", "imag", "conj", "exp", "abs", "square", "sqrt")])
table([
    ("round", (np.array([0.5, 1.5, -0.5, -2.5, 2.4999999999999996, 0.49999999999999994]), 0), {}),
    ("round", (np.array([0.5, 1.5, -0.5, -2.5]), 1), {}),
    ("integer_pow", (normal(4), 3), {}),
    ("integer_pow", (normal(4), -2), {}),
    ("complex", (normal(3), normal(3)), {}),
    ("convert_element_type", (normal(5) * 9, "int32"), {}),
    ("convert_element_type", (normal(5, dtype=C128), "float32"), {}),
    ("convert_element_type", (normal(5, dtype=I64), "bool"), {}),
    ("bitcast_convert_type", (normal(5, dtype=F32), "int32"), {}),
    ("bitcast_convert_type", (normal(5, dtype=F64), "uint64"), {}),
    ("polygamma", (np.array([1.0, 2.0]), np.array([0.7, 3.0])), {}),
    ("zeta", (np.array([2.0, 3.5]), np.array([1.0, 2.5])), {}),
    ("igamma", (np.array([0.5, 3.0]), np.array([1.0, 2.5])), {}),
    ("igammac", (np.array([0.5, 3.0]), np.array([1.0, 2.5])), {}),
    ("betainc", (np.array([0.5, 3.0]), np.array([1.0, 2.5]), np.array([0.2, 0.7])), {}),
    ("clamp", (np.float32(-0.5), normal(6, dtype=F32), np.float32(0.5)), {}),
    ("clamp", (normal(6), normal(6), normal(6) + 1.0), {}),
    ("select", (normal(5) > 0, normal(5), normal(5)), {}),
    ("select", (np.array(True), normal(5), normal(5)), {}),
    ("select_n", (normal(5) > 0, normal(5), normal(5)), {}),
    ("select_n", (np.array([0, 1, 2, 1, 0], np.int32), normal(5), normal(5), normal(5)), {}),
])

# -- shapes and slices ---------------------------------------------------------------------------------------

table([
    ("full", ((2, 3), 1.5), {}),
    ("full", ((2,), 7, np.dtype("float32")), {}),
    ("full_like", (normal(2, 2, dtype=F32), 3), {}),
    ("full_like", (normal(2, 2), 3, "int32", (4,)), {}),
    ("iota", ("float32", 5), {}),
    ("broadcasted_iota", ("int32", (2, 3), 1), {}),
    ("reshape", (normal(2, 6), (3, 4)), {}),
    ("reshape", (normal(2, 6), (3, 4), (1, 0)), {}),
    ("squeeze", (normal(2, 1, 3, 1), (1, -1)), {}),
    ("expand_dims", (normal(2, 3), (0, 3)), {}),
    ("expand_dims", (normal(2, 3), (-1,)), {}),
    ("transpose", (normal(2, 3, 4), (2, 0, 1)), {}),
    ("rev", (normal(2, 3), (1,)), {}),
    ("collapse", (normal(2, 3, 4), 1), {}),
    ("collapse", (normal(2, 3, 4), 0, 2), {}),
    ("broadcast", (normal(2), (3, 1)), {}),
    ("broadcast_in_dim", (normal(2, 1), (2, 3, 4), (0, 2)), {}),
    ("pad", (normal(3, 4), 1.5, ((1, 2, 1), (-1, 0, 0))), {}),
    ("pad", (normal(3, dtype=I32), np.int32(7), ((0, -1, 2),)), {}),
    ("split", (normal(6, 2), (1, 3, 2)), {}),
    ("slice", (normal(5, 6), (1, 0), (4, 6), (1, 2)), {}),
    ("slice", (normal(5, 6), (1, 2), (4, 2)), {}),
    ("slice_in_dim", (normal(5, 6), 1, None, 2, 1), {}),
    ("slice_in_dim", (normal(5, 6), -3, -1), {}),
    ("index_in_dim", (normal(5, 6), -2, 1, False), {}),
    ("index_in_dim", (normal(5, 6), 2), {}),
    ("dynamic_slice_in_dim", (normal(5, 6), np.int32(4), 3), {}),
    ("dynamic_slice_in_dim", (normal(5, 6), np.int32(-4), 3, 1), {}),
    ("dynamic_index_in_dim", (normal(5, 6), np.int64(-1), 0, False), {}),
    ("dynamic_index_in_dim", (normal(5, 6), np.uint8(77), 1), {}),
    ("dynamic_update_slice_in_dim", (normal(5, 6), normal(2, 6), np.int32(4), 0), {}),
    ("dynamic_update_index_in_dim", (normal(5, 6), normal(5), np.int32(-1), 1), {}),
    ("dynamic_update_index_in_dim", (normal(5, 6), normal(1, 6), np.int32(3), 0), {}),
])


@case("concatenate", normal(2, 3), normal(2, 2))
def _(lax, x, y):
    return lax.concatenate([x, y, x], 1)


@case("dynamic_slice dynamic", normal(5, 6), np.int32(3), np.int32(-2))
def _(lax, x, i, j):
    return lax.dynamic_slice(x, (i, j), (3, 2)), lax.dynamic_slice(x, (i, i), (1, 4))


@case("dynamic_slice static", normal(5, 6))
def _(lax, x):
    return lax.dynamic_slice(x, (4, -2), (3, 2))


@case("dynamic_update_slice", normal(5, 6), normal(2, 2), np.int32(7), np.int32(-3))
def _(lax, x, u, i, j):
    return lax.dynamic_update_slice(x, u, (i, j)), lax.dynamic_update_slice(x, u, (0, 1))

# -- sorting, running results, reductions, products ----------------------------------------------------------


WITH_NAN = np.array([[3.0, np.nan, 1.0, 3.0, -np.inf], [0.0, 2.0, 2.0, np.nan, 2.0]])

table([
    ("sort", (normal(4, 5),), {}),
    ("sort", (normal(4, 5, dtype=I32), 0), {}),
    ("sort", (WITH_NAN,), {}),
    ("sort_key_val", (normal(6, dtype=I64) % 3, normal(6)), {}),
    ("top_k", (normal(3, 7, dtype=F32), 3), {}),
    ("top_k", (normal(12, dtype=I32) % 3, 5), {}),
    ("top_k", (np.array([0.0, np.nan, 2.0, -1.0]), 2), {}),
    ("argmax", (normal(3, 4), 1, "int32"), {}),
    ("argmin", (normal(3, 4), 0, np.dtype("int64")), {}),
    ("argmax", (WITH_NAN, 1, "int32"), {}),
    ("dot", (normal(3), normal(3)), {}),
    ("dot", (normal(2, 3), normal(3)), {}),
    ("dot", (normal(2, 3, dtype=F32), normal(3, 4, dtype=F32)), {}),
    ("batch_matmul", (normal(2, 3, 4), normal(2, 4, 5)), {}),
    ("dot_general", (normal(5, 2, 3), normal(5, 3, 4), (((2,), (1,)), ((0,), (0,)))), {}),
    ("dot_general", (normal(2, 3, 5), normal(5, 3, 2), (((0, 2), (2, 0)), ((), ()))), {}),
    ("dot_general", (normal(3, 2, dtype=I32), normal(2, dtype=I32), (((1,), (0,)), ((), ()))), {}),
    ("dot_general", (normal(3, 2, dtype=F32), normal(2, dtype=F32), (((1,), (0,)), ((), ()))),
     {"preferred_element_type": np.dtype("float64")}),
    ("cumlogsumexp", (normal(7),), {}),
])
table([(name, (normal(3, 5, dtype=d),), {"axis": axis, "reverse": reverse})
       for name in ("cumsum", "cumprod", "cummax", "cummin") for axis, reverse in ((0, False), (1, True))
       for d in (F32, F64, I32)])
table(
    [
        (name, (normal(3, 5, 2, dtype=d), axes), {})
        for name in ("reduce_sum", "reduce_prod", "reduce_max", "reduce_min")
        for axes in ((0,), (0, 2))
        for d in (F32, F64, I32)
    ]
)
table([(name, (normal(3, 5) > 0, (1,)), {}) for name in ("reduce_and", "reduce_or")])


@case("sort of several", normal(8, dtype=I64) % 2, normal(8, dtype=I64) % 3, normal(8))
def _(lax, a, b, c):
    return lax.sort((a, b, c), num_keys=2), lax.sort((a, c))


@case("reduce", normal(3, 4), normal(3, 4))
def _(lax, x, y):
    total = (
        lax.reduce(x, 0.0, lax.add, (0,)),
        lax.reduce(x, 1.0, lax.mul, (1,)),
        lax.reduce(x, -np.inf, lax.max, (0, 1)),
    )
    return total, lax.reduce((x, y), (0.0, 1.0), lambda a, b: (a[0] + b[0], a[1] * b[1]), (1,))

# -- control flow --------------------------------------------------------------------------------------------


@case("cond", np.bool_(True), np.bool_(False), normal(3))
def _(lax, p, q, x):
    one = lambda x, y: (x * y, {"s": x})
    two = lambda x, y: (x - y, {"s": y})
    return lax.cond(p, one, two, x, x * 2), lax.cond(q, one, two, x, x * 2)


@case("switch", np.int32(-3), np.int32(1), np.int32(9), normal(3))
def _(lax, i, j, k, x):
    branches = [lambda x: x, lambda x: x * 2, lambda x: lax.sin(x), lambda x: -x]
    return tuple([lax.switch(n, branches, x) for n in (i, j, k)])


@case("operand by name", np.bool_(True), normal(3))
def _(lax, p, x):
    return lax.cond(p, lambda x: x, lambda x: -x, operand=x), lax.switch(1, [lambda x: x, lambda x: -x], operand=x)


@case("negative places", normal(5, 6), np.int32(-2), normal(1, 6))
def _(lax, x, i, u):
    off = {"allow_negative_indices": False}
    return (lax.dynamic_slice(x, (i, i), (3, 2), **off), lax.dynamic_slice_in_dim(x, i, 2, 1, **off),
            lax.dynamic_index_in_dim(x, i, 0, False, **off), lax.dynamic_update_slice_in_dim(x, u, i, 0, **off),
            lax.dynamic_update_slice(x, u, (i, i), allow_negative_indices=(True, False)))


@case("reduce_xor, stack, tile", normal(3, 4, dtype=I32))
def _(lax, x):
    return lax.reduce_xor(x, (0,)), lax.stack([x, x + 1], 1), lax.tile(x, (2, 1))


@case("while_loop", np.float64(3.0), normal(2))
def _(lax, top, x):
    return lax.while_loop(lambda c: c[0] < top, lambda c: (c[0] + 1, {"x": c[1]["x"] * c[0]}), (0, {"x": x}))


@case("fori_loop", np.int32(2), np.int32(6), normal(8))
def _(lax, lo, hi, x):
    return lax.fori_loop(lo, hi, lambda i, c: c + x[i] * i, 0.5), lax.fori_loop(3, 1, lambda i, c: c * 2.0, 1.0)


@case("scan", normal(5, 3), normal(3))
def _(lax, xs, init):
    return lax.scan(lambda c, x: (c * x + 1.0, (c, {"y": lax.reduce_sum(c * x, (0,))})), init, xs)


@case("scan reversed", normal(5, dtype=F32))
def _(lax, xs):
    return lax.scan(lambda c, x: (c + x, c * x), np.float32(0.0), xs, reverse=True)


@case("scan of numbers", normal(5))
def _(lax, xs):
    return lax.scan(lambda c, x: ((c[0] + 1, c[1] + x), c[0] * x), (0, 0.0), {"a": xs}["a"])


@case("scan by length", normal(2))
def _(lax, x):
    return lax.scan(lambda c, _: (c * 1.5, c[0]), x, None, length=4)


@case("scan of trees", normal(4, 2), normal(4))
def _(lax, a, b):
    def step(carry, x):
        first, second = carry["p"]
        return {"p": (first + x["a"], second * x["b"])}, (None, first)
    return lax.scan(step, {"p": (a[0], 1.0)}, {"a": a, "b": b})


@case("scan of scans", normal(3, 4))
def _(lax, xs):
    row = lambda c, x: lax.scan(lambda d, y: (d * 0.5 + y, d), c, x)
    return lax.scan(row, 0.0, xs)


@case("scan of nothing", normal(0, 2))
def _(lax, xs):
    return lax.scan(lambda c, x: (c + x[0], x), 0.0, xs)


@case("map", normal(4, 3))
def _(lax, xs):
    return lax.map(lambda x: (lax.sin(x), lax.reduce_sum(x, (0,))), xs)


@case("associative_scan", normal(7, 2), normal(7, 2))
def _(lax, a, b):
    join = lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1])
    return (lax.associative_scan(join, (a, b)), lax.associative_scan(join, (a, b), reverse=True),
            lax.associative_scan(lax.mul, a, axis=1), lax.associative_scan(lax.max, a[:6], axis=-2))

# -- gather and scatter --------------------------------------------------------------------------------------


@case("gather rows", normal(5, 3), np.array([[4], [-1], [0], [9]], np.int32))
def _(lax, x, i):
    numbers = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    return tuple([lax.gather(x, i, numbers, (1, 3), mode=mode) for mode in (None, "clip", "fill")])


@case("gather windows", normal(5, 6), np.array([[[0, 1], [3, 2]], [[4, 0], [2, 4]]]))
def _(lax, x, i):
    numbers = lax.GatherDimensionNumbers(offset_dims=(0, 2), collapsed_slice_dims=(), start_index_map=(0, 1))
    swapped = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1, 0))
    return (lax.gather(x, i, numbers, (2, 3)), lax.gather(x, i, numbers, (2, 3), mode="fill"),
            lax.gather(x, i, swapped, (2, 1), mode="clip"))


@case("gather batched", normal(3, 5), np.array([[[4], [1]], [[0], [2]], [[3], [3]]]))
def _(lax, x, i):
    numbers = lax.GatherDimensionNumbers((), (1,), (1,), (0,), (0,))
    return lax.gather(x, i, numbers, (1, 1))


@case("gather integers", normal(5, dtype=I32), np.array([[2], [7]]))
def _(lax, x, i):
    numbers = lax.GatherDimensionNumbers((), (0,), (0,))
    return (lax.gather(x, i, numbers, (1,)), lax.gather(x, i, numbers, (1,), mode="fill"),
            lax.gather(x, i, numbers, (1,), mode="fill", fill_value=-5))


@case("scatter rows", normal(5, 3), np.array([[3], [1], [3], [8]], np.int32), normal(4, 3))
def _(lax, x, i, u):
    numbers = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    return tuple([getattr(lax, name)(x, i, u, numbers, mode=mode)
                  for name in ("scatter_add", "scatter_sub", "scatter_mul", "scatter_min", "scatter_max")
                  for mode in (None, "clip")])


@case("scatter", normal(6), np.array([[4], [1], [-7]]), normal(3))
def _(lax, x, i, u):
    return lax.scatter(x, i, u, lax.ScatterDimensionNumbers((), (0,), (0,)))


@case("scatter windows", normal(5, 6), np.array([[0, 1], [3, 2], [4, 4]]), normal(2, 3, 3))
def _(lax, x, i, u):
    return lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((0, 2), (), (0, 1)))


@case("scatter batched", normal(3, 5), np.array([[[4], [1]], [[0], [2]], [[3], [3]]]), normal(3, 2))
def _(lax, x, i, u):
    return lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((), (1,), (1,), (0,), (0,)))

# -- windows -------------------------------------------------------------------------------------------------


CONV = "conv_general_dilated"
table(
    [
        ("conv", (normal(2, 3, 8), normal(4, 3, 3), (2,), "SAME"), {}),
        ("conv", (normal(2, 3, 8, 7, dtype=F32), normal(4, 3, 3, 2, dtype=F32), (1, 2), "VALID"), {}),
        ("conv_with_general_padding", (normal(1, 2, 6), normal(3, 2, 3), (1,), ((2, 1),), (2,), (2,)), {}),
        (CONV, (normal(2, 3, 8), normal(4, 3, 3), (2,), ((1, 2),)), {}),
        (CONV, (normal(2, 3, 8), normal(4, 3, 3), (1,), ((-1, 2),), (2,), (2,)), {}),
        (CONV, (normal(2, 3, 9), normal(4, 3, 4), (3,), "SAME_LOWER"), {}),
        (
            CONV,
            (normal(2, 8, 7, 3), normal(3, 2, 3, 4), (2, 1), "SAME"),
            {"dimension_numbers": ("NHWC", "HWIO", "NHWC")},
        ),
        (
            CONV,
            (normal(8, 2, 3, 7), normal(4, 3, 3, 2), (1, 1), "VALID"),
            {"dimension_numbers": ("HNCW", "OIHW", "NCWH")},
        ),
        (CONV, (normal(2, 4, 8), normal(6, 2, 3), (1,), "SAME"), {"feature_group_count": 2}),
        (CONV, (normal(4, 3, 8), normal(6, 3, 3), (1,), "VALID"), {"batch_group_count": 2}),
        (CONV, (normal(1, 2, 4, 5, 4), normal(3, 2, 2, 2, 2), (1, 1, 1), "SAME"), {}),
        (CONV, (normal(2, 3, 8, dtype=C128), normal(4, 3, 3, dtype=C128), (2,), "SAME"), {}),
        (CONV, (normal(2, 3, dtype=F32), normal(4, 3, dtype=F32), (), ()), {}),
        ("conv_transpose", (normal(2, 5, 3), normal(4, 3, 6), (2,), "SAME"), {}),
        ("conv_transpose", (normal(2, 5, 4, 3), normal(3, 2, 3, 6), (3, 2), "VALID"), {}),
        ("conv_transpose", (normal(2, 5, 3), normal(4, 6, 3), (2,), "SAME"), {"transpose_kernel": True}),
        ("conv_transpose", (normal(2, 5, 3), normal(2, 3, 6), (3,), ((1, 0),)), {"rhs_dilation": (2,)}),
    ]
)


@case("reduce_window", normal(6, 7), normal(6, 7, dtype=I32))
def _(lax, x, n):
    low = np.iinfo(np.int32).min
    return (lax.reduce_window(x, 0.0, lax.add, (2, 3), (2, 1), "SAME"),
            lax.reduce_window(x, -np.inf, lax.max, (2, 2), (1, 2), ((1, 0), (0, 1)), window_dilation=(1, 2)),
            lax.reduce_window(x, np.inf, lax.min, (3, 1), (3, 1), "VALID", base_dilation=(2, 1)),
            lax.reduce_window(n, np.int32(0), lax.add, (2, 3), (2, 1), "VALID"),
            lax.reduce_window(n, np.int32(low), lax.max, (2, 3), (2, 1), "SAME"))


@case("reduce_window of other functions", normal(6, 7))
def _(lax, x):
    return (lax.reduce_window(x, 1.0, lax.mul, (2, 3), (2, 1), "SAME"),
            lax.reduce_window(x, 0.0, lambda a, b: a + b, (2, 2), (2, 2), "VALID"),
            lax.reduce_window(x, 1.0, lambda a, b: a * b, (2, 2), (1, 2), ((1, 0), (0, 1)), window_dilation=(2, 1)))


@case("ConvDimensionNumbers", normal(2, 8, 7, 3), normal(3, 2, 3, 4))
def _(lax, x, w):
    numbers = lax.ConvDimensionNumbers((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2))
    return lax.conv_general_dilated(x, w, (2, 1), "SAME", rhs_dilation=(2, 1), dimension_numbers=numbers)

# -- compositions, and factors of matrices -------------------------------------------------------------------

OTHERS = np.random.RandomState(5)       # a stream of its own: the arguments above stay what they are
SQUARE, TALL, IMAGE = OTHERS.normal(size=(4, 4)), OTHERS.normal(size=(5, 3)), OTHERS.normal(size=(2, 3, 6, 5))
DEFINITE = SQUARE @ SQUARE.T + 4 * np.eye(4)
COLUMNS = OTHERS.normal(size=(4, 2))
table([
    ("unstack", (TALL, 1), {}), ("broadcast_to_rank", (TALL, 4), {}), ("approx_max_k", (TALL, 2), {}),
    ("approx_min_k", (TALL, 2), {"reduction_dimension": 0}), ("broadcast_like", (COLUMNS[0], COLUMNS), {}),
    ("index_take", (TALL, (np.array([1, -1, 9]), np.array([0, 2, -5])), (0, 1)), {}),
    ("index_take", (IMAGE, (np.array([1, -1]),), (1,)), {}),
    ("fft", (TALL.astype(complex), "fft", (3,)), {}), ("fft", (TALL.astype(complex), "IFFT", (5, 3)), {}),
    ("fft", (SQUARE, "RFFT", (4, 4)), {}), ("fft", (SQUARE.astype(complex), "IRFFT", (6,)), {}),
    ("conv_general_dilated_patches", (IMAGE, (2, 3), (1, 2), "SAME"), {}),
    ("conv_general_dilated_patches", (IMAGE, (2, 2), (1, 1), [(1, 0), (0, 1)]), {"rhs_dilation": (2, 1)}),
    ("ragged_dot", (TALL, IMAGE[0, :, :3, :4], np.array([2, 0, 1], np.int32)), {}),
    ("empty", ((2, 3), "float32"), {}), ("optimization_barrier", (TALL,), {}),
])
for _name, _args, _kwargs in (
        ("cholesky", (DEFINITE,), {}), ("cholesky_update", (np.linalg.cholesky(DEFINITE).T, COLUMNS[:, 0]), {}),
        ("lu", (SQUARE,), {}), ("lu_pivots_to_permutation", (np.array([2, 2, 3], np.int32), 4), {}),
        ("svd", (TALL,), {"compute_uv": False}), ("symmetric_product", (SQUARE, DEFINITE), {"alpha": 2.0, "beta": 0.5}),
        *[("triangular_solve", (DEFINITE, COLUMNS), {"left_side": True, "lower": low, "transpose_a": turned})
          for low in (True, False) for turned in (True, False)],
        ("triangular_solve", (DEFINITE, COLUMNS.T), {"lower": True, "unit_diagonal": True}),
        ("triangular_solve", (DEFINITE, COLUMNS.T), {"transpose_a": True}),
        ("tridiagonal_solve", (COLUMNS[:, 0], COLUMNS[:, 1] + 3.0, COLUMNS[:, 0] / 2, COLUMNS), {})):
    _arrays = [a for a in _args if isinstance(a, np.ndarray)]
    _rest = _args[len(_arrays):]
    case(f"linalg {_name} {len(CASES)}", *_arrays)(
        lambda lax, *xs, _name=_name, _rest=_rest, _kwargs=_kwargs:
            getattr(lax.linalg, _name)(*xs, *_rest, **_kwargs))


def rebuilt(lax, x):
    """Factors whose signs are free: what they make together."""
    q, r = lax.linalg.qr(x, full_matrices=False)
    u, s, v = lax.linalg.svd(x, full_matrices=False)
    vectors, values = lax.linalg.eigh(x.T @ x)
    return q @ r, abs(r), (u * s) @ v, s, (vectors * values) @ vectors.T, values


case("linalg schur", SQUARE)(lambda lax, x: (lambda t, z: z @ t @ z.T)(*lax.linalg.schur(x)))
case("fft of a type", SQUARE)(lambda lax, x: lax.fft(x + 0j, lax.FftType.IRFFT, (6,)))
case("linalg factors", TALL)(rebuilt)
case("broadcast_shapes of several", TALL)(lambda lax, x: x.reshape(lax.broadcast_shapes((5, 1), (1, 3))))
case("platform_dependent default", TALL)(lambda lax, x: lax.platform_dependent(x, default=lambda x: 2 * x))

# -- bits, groups, reflectors, shapes, implicit functions ------------------------------------------------------

LATER = np.random.RandomState(6)
WIDE, WIDER = LATER.randint(-2**62, 2**62, 9), LATER.randint(-2**62, 2**62, 9)
FLOATS = np.array([3.14159, 1e30, -1e-30, 70000.0, 6e-8, np.nan, -np.inf, 65520.0, 65519.0, 6.1e-5, 1.0009765625])
table([("mulhi", (WIDE.astype(d), WIDER.astype(d)), {}) for d in "int8 uint8 int32 uint32 int64 uint64".split()])
table([("reduce_precision", (FLOATS.astype(d), *bits), {}) for d in (F32, F64)
       for bits in ((5, 10), (8, 7), (4, 3), (8, 23), (2, 1))])
table([
    ("igamma_grad_a", (np.array([0.5, 3.0, 2.0, 30.0, 0.1]), np.array([1.0, 2.5, 7.0, 25.0, 3.0])), {}),
    ("random_gamma_grad", (np.array([0.5, 3.0, 20.0]), np.array([1.0, 2.5, 22.0])), {}),
    ("shape_as_value", ((2, 3),), {}),
    ("conv_general_dilated_local", (IMAGE, LATER.normal(size=(2, 12, 5, 4)), (1, 1), "VALID", (2, 2)), {}),
    ("conv_general_dilated_local", (LATER.normal(size=(2, 6, 5, 3)), LATER.normal(size=(3, 3, 18, 4)), (2, 2),
                                    "SAME", (2, 3)), {"dimension_numbers": ("NHWC", "HWIO", "NHWC")}),
])


@case("custom_root", DEFINITE)
def _(lax, x):
    return lax.custom_root(lambda v: x @ v - 1.0, x[0], lambda f, v: v - lax.linalg.triangular_solve(
        x, f(v)[None], lower=True)[0], lambda g, y: y)


@case("custom_linear_solve", DEFINITE, COLUMNS[:, 0])
def _(lax, a, b):
    solve = lambda matvec, y: lax.linalg.tridiagonal_solve(0 * y, a[0] ** 2 + 1, 0 * y, y[:, None])[:, 0]
    return lax.custom_linear_solve(lambda v: (a[0] ** 2 + 1) * v, b, solve, symmetric=True)


@case("ragged_dot_general of sums", SQUARE, LATER.normal(size=(4, 3)), np.array([1, 2, 0], np.int32))
def _(lax, x, y, sizes):
    numbers = lax.RaggedDotDimensionNumbers((((1,), (0,)), ((), ())), [1], [])
    return lax.ragged_dot_general(x, y, sizes, numbers)


@case("ragged_dot_general of batches", LATER.normal(size=(2, 5, 3)), LATER.normal(size=(3, 2, 3, 4)),
      np.array([[1, 2, 0], [2, 2, 1]], np.int32))
def _(lax, x, y, sizes):
    rows = lax.RaggedDotDimensionNumbers((((2,), (2,)), ((0,), (1,))), [1], [0])
    whole = lax.RaggedDotDimensionNumbers((((2,), (1,)), ((0,), (0,))), [0], [])
    return lax.ragged_dot_general(x, y, sizes, rows), lax.ragged_dot_general(x, y[0], sizes[0, :2], whole)


@case("scatter_apply", np.ones((3, 2)))
def _(lax, x):
    rows = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    return lax.scatter_apply(x, np.array([[0], [2], [2], [7]]), lambda v: 3.0 * v + 1.0, rows, update_shape=(4, 2))


case("composite", TALL)(lambda lax, x: lax.composite(lambda v: v + v, "mine.double")(x))
COMPLEX = SQUARE + 1j * LATER.normal(size=(4, 4))
PACKED, TAUS = np.linalg.qr(TALL, "raw")
for _k, _x in enumerate((SQUARE, COMPLEX)):
    case(f"linalg hessenberg {_k}", _x)(lambda lax, x: lax.linalg.hessenberg(x))
    for _lower in (True, False):
        case(f"linalg tridiagonal {_k} {_lower}", _x + _x.conj().T)(
            lambda lax, x, _lower=_lower: lax.linalg.tridiagonal(x, lower=_lower))
case("linalg householder_product", PACKED.T.copy(), TAUS)(lambda lax, a, t: lax.linalg.householder_product(a, t))
case("linalg ormqr", PACKED.T.copy(), TAUS, OTHERS.normal(size=(5, 5)))(
    lambda lax, a, t, c: [lax.linalg.ormqr(a, t, c, left=left, transpose=turned)
                          for left in (True, False) for turned in (True, False)])
case("linalg qdwh", TALL)(lambda lax, x: lax.linalg.qdwh(x)[:2])
case("linalg eig", SQUARE)(lambda lax, x: (lambda w, left, right: (
    (x @ right - right * w).real, (left.conj().T @ x - w[:, None] * left.conj().T).real, abs(right), abs(left)))(
        *lax.linalg.eig(x)))


@case("shapes of windows", TALL)
def _(lax, x):
    found = [lax.padtype_to_pads((5, 6, 7), (2, 3, 2), (1, 2, 3), kind) for kind in ("SAME", "SAME_LOWER", "VALID")]
    found += [lax.conv_shape_tuple((2, 3, 9, 8), (4, 3, 3, 2), (2, 1), pads) for pads in ("SAME", ((1, 0), (2, 1)))]
    numbers = ("NHWC", "HWIO", "NHWC")
    found += [lax.conv_general_permutations(numbers),
              lax.conv_general_shape_tuple((2, 9, 8, 3), (3, 2, 3, 4), (2, 1), "VALID", numbers),
              lax.conv_transpose_shape_tuple((1, 4, 5, 3), (3, 3, 3, 2), (2, 3), "SAME", numbers),
              lax.conv_transpose_shape_tuple((1, 4, 5, 3), (3, 2, 3, 2), (2, 1), ((1, 2), (0, 1)), numbers),
              lax.reduce_window_shape_tuple((7, 8), (2, 3), (2, 1), ((0, 1), (1, 0)), (2, 1), (1, 2))]
    return x * sum(100.0 ** (k % 5) * n for k, n in enumerate(np.ravel(np.concatenate([np.ravel(f) for f in found]))))
