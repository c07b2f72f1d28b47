"""Results that are NumPy's to the sign of an overflow, the dtype and the type of container."""
import corpus
import numpy as np
import pytest

import recto

from .expressions import laws_hold, same_as_numpy


@pytest.mark.xla
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16])
def test_least_common_multiples_wrap_as_numpys(dtype):
    side = np.arange(-128, 128).astype(dtype)
    x, y = np.meshgrid(side, side)
    np.testing.assert_array_equal(np.asarray(recto.jit(lambda x, y: np.lcm(x, y))(x, y)), np.lcm(x, y))


@pytest.mark.xla
def test_large_least_common_multiples_wrap_as_numpys():
    x, y = np.array([-2 ** 63, 2 ** 62 + 1, 2 ** 40]), np.array([3, 3, 2 ** 30 + 1])
    np.testing.assert_array_equal(np.asarray(recto.jit(lambda x, y: np.lcm(x, y))(x, y)), np.lcm(x, y))


EXPONENTS = np.array([0, 1, 2, 7, 63, 64, 65, 100, 127])


@pytest.mark.xla
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_powers_of_integers_wrap_as_numpys(dtype):
    """XLA's power reads six bits of the exponent."""
    limits = np.iinfo(dtype)
    more = [n for n in (300, 32767, 2 ** 31 - 1, 2 ** 40 + 5) if n <= limits.max]
    ones = [-1, -2, -3, limits.min] if limits.min else [15]
    x, n = np.meshgrid(np.array([0, 1, 2, 3, 6, 7, limits.max, *ones], dtype), np.array([*EXPONENTS, *more], dtype))
    np.testing.assert_array_equal(recto.jit(lambda x, n: np.power(x, n))(x, n), np.power(x, n))
    for k in (64, 127):
        np.testing.assert_array_equal(recto.jit(lambda x: x ** k)(x[0]), x[0] ** k)


@pytest.mark.xla
@pytest.mark.parametrize("f", [lambda n: 0 ** n, lambda n: 2 ** n, lambda n: (-1) ** n, lambda n: 3 ** n,
                               lambda n: (-10) ** n])
def test_powers_of_constants_wrap_as_numpys(f):
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(recto.jit(f)(EXPONENTS), f(EXPONENTS))
    assert [int(recto.jit(f)(int(n))) for n in EXPONENTS] == f(EXPONENTS).tolist()


@pytest.mark.parametrize("call", [
    "np.ldexp({v|v.astype(np.float32)|b|f}, {300|3000|-3000|i})", "np.spacing({f|v|i.astype(np.int8)|-f})",
    "np.gcd(np.array([-128, 1, 3], np.int8), np.array([1, -128, -128], np.int8) + i.astype(np.int8) * 0)",
    "np.power({0|k|0 * v}, {c|1j * v + 1})", "np.power({i.astype(np.int8)|b.astype(np.uint8)}, {300|-1|2})",
    "np.isposinf(c)", "{i[:1]|b[0]|v[0]|v}.is_integer()", "{i|i[0]}.bit_count()",
    "np.{real|angle|sinc|nan_to_num}(v, out=np.zeros(3))", "np.sum(v, out=np.zeros(()))",
    "v.compress({b, 0|b, axis=0|condition=b})", "np.compress({condition=b, a=v|b, v, 0})",
])
def test_edges_of_ufuncs(call):
    same_as_numpy(call, v=V, i=I, b=B, c=C, k=0, f=np.array([-3.75, 0.0, 2.0], np.float16))


@pytest.mark.xla
def test_zero_times_an_infinite_power_of_two():
    for dtype in (np.float16, np.float32, np.float64):
        x = np.array([0.0, -0.0, 1.0, -2.0], dtype)
        np.testing.assert_array_equal(recto.jit(lambda x: np.ldexp(x, 3000))(x), [0.0, 0.0, np.inf, -np.inf])


@pytest.mark.xla
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.float32, np.bool_])
def test_angles_have_the_dtype_of_arctan2(dtype):
    x = np.array([1, 0, 1]).astype(dtype)
    for deg in (False, True):
        got = recto.jit(lambda x: np.angle(x, deg=deg))(x)
        assert got.dtype == np.angle(x, deg=deg).dtype
        np.testing.assert_allclose(np.asarray(got), np.angle(x, deg=deg), rtol=1e-3)


@pytest.mark.xla
@pytest.mark.parametrize("count", [0, 1, 3])
def test_unstack_gives_a_tuple(count):
    got = recto.jit(lambda x: np.unstack(x))(np.arange(2.0 * count).reshape(count, 2))
    assert isinstance(got, tuple) and len(got) == count
    first = recto.jit(lambda x: np.split(x, 2))(np.arange(4.0))
    assert isinstance(first, list)


V, I, B = np.array([0.5, -1.25, 2.0]), np.array([3, -1, 2]), np.array([True, False, True])
C, NOTHING, ROWS = V + 1j * V[::-1], np.zeros((0, 3)), np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize("call", [
    "np.{sum|prod}(i, initial={x|1.7})", "np.multiply.reduce(i, initial=x, where=b)", "np.max(i, initial=x)",
    "np.{nanmax|nanmin}(none, axis=0)", "np.nanmax(v, where=b)", "np.nanmax(v, where=b, initial=x)",
    "np.{median|nanmedian}(none, axis={0|1|None})", "np.median(none[:, 0], keepdims=True)",
    "np.mean({i|b|v}, dtype={int|bool|complex|np.float32})", "np.mean(50 * i, dtype={np.uint8|np.int8})",
    "np.{std|var}({i|v|c}, dtype={complex|np.float32|float})", "np.std(i, dtype=int)", "np.std(b, dtype=complex)",
    "np.{cumsum|cumprod}({b|i}, dtype=bool)", "np.cumulative_sum(x)", "np.cumulative_prod(none)",
    "np.{ediff1d|gradient}(b)", "np.i0(c)", "np.correlate(v, x)", "np.correlate(x, v)", "np.convolve(v, x)",
    "np.trapezoid(none, axis={0|1})", "np.argsort(x)", "np.unwrap(none, axis={0|1})",
    "np.unwrap(6 * v, period={x|4|3})", "np.unwrap(4 * i, period={5|6|x})", "np.unwrap(6 * v, discont=x)",
    "np.linspace(0.0, v, {1|0|2}, retstep=True)", "np.linspace(v, x, 1, endpoint=False, retstep=True)",
    "np.{polyadd|polysub}(rows, {v[:1]|rows[0]|v|rows})", "np.polymul(none[:, 0], v)",
])
@pytest.mark.filterwarnings("ignore")
def test_edges_of_functions(call):
    same_as_numpy(call, v=V, i=I, b=B, c=C, x=1.5, none=NOTHING, rows=ROWS)


@pytest.mark.parametrize("call", [
    "np.power({k|2|n}, i)", "i ** {j|-2|n|np.uint8(2)}", "np.power(i, np.array([1, -2, 0]))", "np.power.outer(i, i)",
    "np.power.{reduce|accumulate}(i)", "np.power.reduce(np.stack([i, i, i, i, i, i, i, i, i, i, -j]))", "v ** i",
    "i *= 2; i **= j; i", "np.power(i, j, where=b, out=np.zeros(3, int))", "np.power(np.uint8(k), n)",
    "np.power(i, -i, where=~b, out=np.zeros(3, int))", "np.float_power(k, i)", "pow(i, {n|j})", "np.power(b, i)",
])
def test_integers_to_negative_powers_raise(call):
    same_as_numpy(call, v=V, i=I, j=np.abs(I), b=B, k=2, n=-1)


@pytest.mark.xla
def test_a_negative_power_raises_in_compiled_code():
    def power(x, n):
        return x ** n

    def reciprocal(x, n):
        try:
            return x ** n
        except ValueError:
            return -x

    assert np.all(recto.jit(power)(I, 2) == [9, 1, 4])
    with pytest.raises(ValueError, match="Integers to negative integer powers are not allowed"):
        recto.jit(power)(I, np.array([1, 1, -1]))
    assert np.all(recto.jit(reciprocal)(I, -1) == -I)
    assert np.all(recto.vmap(reciprocal)(I, np.array([2, -1, 1])) == [9, 1, 2])


@pytest.mark.parametrize("call", [
    "np.geomspace({p|s|1.0|2}, {9 * p|200|s * 7}, {4|1|2|0}, endpoint={True|False})",
    "np.geomspace(p, 3 * p, 4, axis={1|-1})",
    "np.geomspace(-1, -1000 * s, 4)", "np.geomspace({1j|c}, {16j|2 * c}, 3)", "np.geomspace(2, 8, 4, dtype=int)",
    "np.geomspace(f, 3, 4)", "np.geomspace(s, 3, 4, dtype=np.float32)",
    "np.logspace({v|s}, {p|2}, 3, base={s|2|p}, axis={0|-1})", "np.logspace(v, p, 3, base=p, axis=1)",
    "np.polyfit(v, {c|i|f}, 1, w={None|p})", "np.polyfit(x, y, 1, full=True)",
    "np.polyfit(x, {y|np.stack([y, x ** 2], 1)}, {0|1}, w={None|y ** 2}, cov={True|'unscaled'})",
    "np.polyfit(v, p, 2, cov=True)",
])
def test_spaces_and_fits(call):
    same_as_numpy(call, v=V, p=np.abs(V), s=1.5, c=C, i=I, f=np.abs(V).astype(np.float32), x=np.arange(5.0) ** 1.5,
                  y=np.sin(np.arange(5.0) + 1))


def test_laws_of_spaces_and_fits():
    x, y = np.arange(5.0) ** 1.5, np.sin(np.arange(5.0) + 1)
    laws_hold("np.geomspace(p, s, 4, axis=1), np.logspace(p, s, 3, base=p)", p=np.abs(V), s=1.5)
    laws_hold("np.polyfit(x, y, 1, cov={True|False}), np.polyfit(x, y, 1, full=True)[1]", x=x, y=y)


@pytest.mark.parametrize("call", [
    "np.polydiv({v|c|i}, {p[:2]|p[:1]|p|[1.0, 2.0]})", "np.polydiv(v[:2], p)", "np.polydiv(np.polymul(v, p), p)",
])
def test_quotients_of_polynomials(call):
    same_as_numpy(call, v=V, p=np.abs(V), c=C, i=I)


@pytest.mark.parametrize("call", [
    "np.vectorize(lambda m, x: m @ x, signature='(m,n),(n)->(m)')({x|x, v, v|v, x|x, v[:2]})",
    "np.vectorize(lambda m, x: m @ x, signature='(m,n),(n)->{()|(m),()|(n)}')(x[:2], v)",
    "np.vectorize(lambda r, s: r * s, signature='(n),()->(n)', otypes=[np.float32])(x, v)",
    "np.vectorize(lambda x: x * 2.0, otypes={[float]|None})(v[:0])",
    "np.vectorize(lambda r, p=2.0: r * p)(v, p={v|2})",
])
def test_vectorized_functions_and_their_errors(call):
    same_as_numpy(call, v=V, x=np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize("array", ["x", "x.T", "t.T", "(x + 1)", "x[::2]", "x[:, ::2]", "x[:, 0]", "x[:, :1]",
                                   "x.T[::2]", "t[0].T"])
def test_orders_in_memory(array):
    for order in ("A", "K", "F", "C"):
        same_as_numpy(f"{array}.{{flatten|ravel}}('{order}')", x=ROWS, t=np.arange(24.0).reshape(2, 3, 4))
    same_as_numpy(f"{array}.reshape(-1, order='A')", x=ROWS, t=np.arange(24.0).reshape(2, 3, 4))


def test_an_order_in_memory_that_is_not_known_is_refused():
    with pytest.raises(recto.CompileError, match="depends on the layout in memory"):
        recto.jit(lambda x: (x.T + 1).ravel("K")).program(ROWS)


def test_a_raveled_view_is_written_in_memory_order():
    same_as_numpy("x = x.copy(); x.T.ravel('K')[1] = 9.0; x.ravel('A')[2] = 8.0; x", x=ROWS)


@pytest.mark.parametrize("call", [
    "np.isfortran(x), np.isfortran(x.T), np.isfortran(v), np.isfortran(x[:, ::2])", "np.zeros(1, np.common_type())",
    "np.require({x|i|x.T}, {None|float|np.float32}, {None|['C', 'W']|'F'|['O']|['F_CONTIGUOUS']|['C', 'F']})",
    "v = v.copy(); w = np.require(v); w[0] = 9.0; v", "np.zeros(2, np.common_type({v|f|i|c}, {v|f|i|np.uint8(3)}))",
    "np.common_type(v, b)", "np.broadcast(x, {v|x[0]}).shape",
    "s = np.broadcast(x, x[0]); s.shape, s.size, s.nd, s.ndim, s.numiter, [y + z for y, z in s]",
])
def test_questions_about_arrays(call):
    same_as_numpy(call, v=V, x=ROWS, i=I, f=V.astype(np.float32), c=C, b=B)


@pytest.mark.parametrize("call", [
    "x = x.copy(); x.flat = {s|v[:2]|[s, 1.0]|(1, 2, 3)|[y * 2 for y in v]|x.T + 1}; x", "v = v.copy(); v.flat = x; v",
    "i = i.copy(); i.flat = [1.7, s]; i", "x = x.copy(); x.T.flat = v; x",
])
def test_values_of_another_size_are_repeated_in_flat(call):
    same_as_numpy(call, v=V, x=ROWS, i=I, s=1.5)


H, U = np.array([300.0, -0.75, 2.0], np.float16), np.array([200, 3, 7], np.uint8)


@pytest.mark.parametrize("call", [
    "np.{sum|prod|cumsum|cumprod|nansum|add.reduce|multiply.accumulate}(h * h, out=np.zeros({()|3|1}))",
    "np.{sum|prod}({v|b|i}, out=np.zeros((), {int|bool|np.int8|complex}))", "h.{prod|sum}(out=np.zeros(()))",
    "np.sum(rows, 0, None, np.zeros({4|3}))", "rows.{argmin|max}(0, {np.zeros(4)|np.zeros(4, int)|None})",
    "np.{var|std}({rows|i|u|1j * v}, dtype={int|np.int8}, ddof={0|1})", "np.var(rows, 0, int, where=rows > 1)",
    "np.{argmax|nanargmin}(rows, axis=0, out=np.zeros(4, {float|int|np.int8|np.uint64}))",
    "np.{nanmean|nanvar|nanstd}({v|i}, dtype={int|np.float32})",
])
def test_out_decides_the_dtype(call):
    same_as_numpy(call, v=V, i=I, b=B, h=H, u=U, rows=ROWS)


@pytest.mark.parametrize("call", [
    "np.unique({rows % 3|i|x|rows[:, 0]|none}, return_inverse=True, return_counts={True|False})",
    "np.unique({x|k|none|v[:0]})", "np.{union1d|intersect1d|setdiff1d}({none[:, 0]|x|v}, {v|x})",
    "np.digitize(v, {v|i|np.sort(v)|np.sort(v)[::-1]|v[:1]|v[:0]})", "np.digitize(c, np.sort(v))",
    "np.interp({c|v}, np.sort({v|c}), v)", "np.poly({rows[:, :3]|rows[:, :3].astype(int)|h|1j * rows[:, :3]})",
    "np.trapezoid({u|u.astype(np.int8)|h|b}, {u|i|v})", "np.trapezoid(u, dx={2|0.5})", "np.packbits({h|c|b|u})",
    "np.round(b, {0|1|-1})", "b.round(1)", "np.take_along_axis(rows, {rows > 1|rows.astype(int) % 3}, 1)",
    "np.median({none + 0j|none}, axis={0|None})", "np.fft.rfft(c)",
])
def test_shapes_dtypes_and_errors_of_functions(call):
    same_as_numpy(call, v=V, i=I, b=B, c=C, h=H, u=U, x=1.5, k=2, none=NOTHING, rows=ROWS)


@pytest.mark.parametrize("call", ["np.power({s|s.astype(np.float32)|s.astype(np.float16)|i|c}, {0.5|np.float64(0.5)})",
                                  "np.float_power(s, 0.5)"])
def test_powers_that_are_square_roots(call):
    same_as_numpy(call, s=np.array([-np.inf, -0.0, 4.0, -1.5, np.nan]), i=I, c=C)


@pytest.mark.parametrize("call", [
    "np.gradient({w|w.astype(np.float16)|v}, {t|t.astype(np.int8)|t.astype(np.uint64)|t / 2}, edge_order={1|2})",
    "np.gradient({u|h}, {u|u.astype(np.uint8)}[::-1])", "np.sort(np.abs(np.roots({t|t.astype(np.uint64)|-h})) + 0j)",
])
def test_differences_of_narrow_numbers_do_not_wrap(call):
    same_as_numpy(call, v=V, h=np.array([1.0, -4.0, 3.0], np.float32), u=np.array([0, 100, 250], np.uint16),
                  w=np.array([3, 1, 200], np.uint8), t=np.array([120, 90, 3], np.uint8))


@pytest.mark.parametrize("call", [
    "np.ravel_multi_index((np.array({[0, 1]|[0, -1]|[3, 1]}), i[:2] * 0), (3, 4))",
    "np.unravel_index(np.array({[0, 11]|[0, -1]|[12, 1]}), (3, 4))[1] + i[0]",
    "np.cov(v, {f|a}weights=np.array({[1, 2, 1]|[1, -2, 3]}))",
])
def test_known_arguments_that_numpy_refuses(call):
    same_as_numpy(call, v=V, i=I)


def place_or_nothing(i, j):
    try:
        return np.ravel_multi_index((i, j), (3, 4))
    except ValueError as error:
        return len(str(error))


def places_or_nothing(i, j):
    try:
        return np.unravel_index(i + 4 * j, (3, 4))[1].sum()
    except ValueError:
        return 100


def covariance_or_nothing(i, j):
    try:
        return np.cov(np.stack([i * 1.0, j ** 2]), aweights=j)[0, 1]
    except ValueError:
        return 100.0


@pytest.mark.filterwarnings("ignore:Degrees of freedom")
@pytest.mark.parametrize("f", [place_or_nothing, places_or_nothing, covariance_or_nothing])
def test_handlers_catch_what_numpy_refuses(f):
    for i, j in (([1, 2], [1, 3]), ([1, 3], [1, 0]), ([1, -1], [1, 2]), ([2, 2], [1, -1])):
        corpus.check_case(corpus.Case(f, (np.array(i), np.array(j))), corpus.run_interpreted)


@pytest.mark.parametrize("call", [
    "np.{sum|prod|max|min|any|all|ptp|nansum|nanprod|nanmax|nanmin|count_nonzero}({s|i}, axis={0|-1|1|(0,)|()})",
    "np.{cumsum|cumprod|nancumsum|nancumprod|argmax|argmin|nanargmax}({s|i}, axis={0|-1|1})", "np.squeeze(s, {0|-1|1})",
    "np.{sum|max|argmin}(s, axis={0|-1}, keepdims=True)", "s.{sum|max|all|cumsum|argmax}({0|-1|1})",
    "np.{add|maximum|logical_and|bitwise_or|subtract}.reduce({i|s})", "np.{add|maximum|subtract}.accumulate(s)",
    "np.{mean|std|median|sort|flip}(s, axis=0)",
])
def test_axes_of_arrays_without_axes(call):
    same_as_numpy(call, s=np.array(2.5), i=np.array(3))


@pytest.mark.parametrize("call", ["{s|i}[{..., 0|..., None, 0|None, ..., 0, None|0, ...}]", "v[{..., 0, 0|0, 0, ...}]"])
def test_too_many_indices_beside_an_ellipsis(call):
    same_as_numpy(call, s=np.array(2.5), i=np.array(3), v=V)
