"""A number that is stored in an array of integers: it fits, or what NumPy raises is raised."""
import operator

import numpy as np
import pytest

import corpus
import recto


def element(x, v):
    x[0] = v
    return x


def changed(x, v):
    x[1] += v
    return x


def changed_by_a_call(x, v):
    x[1] += operator.add(v, x[1])
    return x


def all_changed_by_a_call(x, v):
    x[...] += operator.add(v, 0)
    return x


def part(x, v):
    x[0:2] = v
    return x


def whole(x, v):
    x[...] = v
    return x


def masked(x, v):
    x[x < 1] = v
    return x


def listed(x, v):
    x[[0, 1]] = v
    return x


def in_a_loop(x, v):
    for i in range(2):
        x[i] = v
    return x


def two_at_once(x, v):
    x[0], x[1] = v, v
    return x


def filled(x, v):
    x.fill(v)
    return x


def flat(x, v):
    x.flat = v
    return x


def part_of_flat(x, v):
    x.flat[:2] = v
    return x


def of_computed_length(x, v):
    y = x[x < 1]
    y[0] = v
    return y


def whole_of_computed_length(x, v):
    y = x[x < 1]
    y[:] = v
    y.fill(v)
    return y


def numbers_of_a_list(x, v):
    x[:2] = [v, 1]
    return x


def numbers_of_lists(x, v):
    y = np.zeros((2, 2), x.dtype)
    y[...] = [[1, v], (v, 1)]
    return y


def list_at_places(x, v):
    x[[0, 2]] = 1, v
    return x


def array_of_a_list(x, v):
    return np.array([v, 1], x.dtype), np.asarray([[v]], dtype=x.dtype)[0]


def put(x, v):
    np.put(x, [0, 1], v)
    x.put([2], [v])
    return x


def placed(x, v):
    np.place(x, x < 1, v)
    np.putmask(x, x < 1, [v, v])
    return x


def put_by_mask(x, v):
    np.putmask(x, x < 1, v)
    np.place(x, x < 1, [v, v])
    return x


def along_an_axis(x, v):
    np.put_along_axis(x, np.array([1]), v, 0)
    return x


def on_the_diagonal(x, v):
    y = np.zeros((2, 2), x.dtype)
    np.fill_diagonal(y, v)
    z = y.copy()
    np.fill_diagonal(z, [v, 1])
    return y, z


def by_pieces(x, v):
    return np.piecewise(x, [x < 1], [v, 0])


def padded(x, v):
    return np.pad(x, 1, constant_values=v)


def greatest_and_initial(x, v):
    return np.max(x, initial=v), x.min(initial=v)


def inserted(x, v):
    return np.insert(x, 1, v), np.insert(x, [0, 1], [v, 2])


def put_at_places(x, v):
    np.put(x, [0, 2], v)
    return x


def put_along_rows(x, v):
    y = np.zeros((2, 2), x.dtype)
    np.fill_diagonal(y, v)
    np.put_along_axis(y, np.array([[1], [0]]), v, 1)
    return y.ravel()


def copied_to(x, v):
    np.copyto(x, v)
    return x


def int_on_one_path(x, v):
    v = 0 if x[1] else v
    x[0] = v
    return np.concatenate([x, [np.uint8(v), np.array(v, np.int8)]])


def int8s(x, v):
    return np.int8(v), np.array(v, np.int8), np.uint64(v), np.int64(v)


STORED = [element, part, whole, masked, listed, in_a_loop, two_at_once, filled, flat, part_of_flat, of_computed_length,
          whole_of_computed_length, numbers_of_a_list, numbers_of_lists, list_at_places, array_of_a_list, put, placed,
          put_by_mask, along_an_axis, on_the_diagonal, by_pieces, greatest_and_initial, inserted, int8s,
          put_at_places, put_along_rows]
NUMBERS = [np.nan, -np.inf, 300.7, 127.9, -128.9, -1.5, 1e30, 2.0 ** 63, -2.0 ** 63, 1.8e19, 300, -200, 127,
           np.float64(300.7), np.float32(-128.9), np.float64(1.5), np.int64(300), np.int16(-200), np.uint8(200),
           np.uint64(2 ** 63), np.uint64(3), np.True_]
ARRAYS = [np.array(300), np.array(-1), np.array(300.7)]         # without axes: these are cast


def outcome(f, *args):
    """The result, or the class of what is raised."""
    try:
        with np.errstate(all="ignore"):
            return np.concatenate([np.ravel(v).astype(object) for v in np.atleast_1d(f(*args))]).tolist()
    except Exception as error:
        return next(c for c in type(error).__mro__ if c.__module__ == "builtins")


INTEGERS = np.int8, np.uint8, np.uint64, np.int64
# each function with one dtype in turn, and with a part of the others
TRIED = [pytest.param(f, dtype, id=f"{f.__name__}-{dtype.__name__}") for k, f in enumerate(STORED) for dtype in INTEGERS
         if dtype is INTEGERS[k % 4] or corpus.tried(f"{f.__name__} {dtype.__name__}", 6)]


@pytest.mark.parametrize(("f", "dtype"), TRIED)
def test_a_number_fits_or_raises_as_in_numpy(f, dtype):
    for numbers in NUMBERS, ARRAYS:
        compiled = recto.jit(f)
        for v in numbers:
            wanted, found = outcome(f, np.zeros(3, dtype), v), outcome(compiled, np.zeros(3, dtype), v)
            assert found == wanted, repr(v)


@pytest.mark.parametrize("f", [element, changed, part, masked, listed, filled], ids=lambda f: f.__name__)
def test_numpys_own_numbers_that_are_known_fit_or_raise(f):
    compiled = recto.jit(f, static_argnames="v")
    for dtype in (np.int8, np.uint8, np.int64):
        for v in (np.int64(300), np.uint64(2**63), np.int8(-3), np.float64(2.5), np.float32(np.inf)):
            if np.isfinite(v) or dtype is np.int64:             # of unsigned integers the processor decides
                wanted, found = outcome(f, np.zeros(3, dtype), v), outcome(compiled, np.zeros(3, dtype), v)
                assert found == wanted, (dtype, v)


@pytest.mark.parametrize("f", [changed, changed_by_a_call, all_changed_by_a_call, padded], ids=lambda f: f.__name__)
def test_an_element_fits_or_raises_as_in_numpy(f):
    """(What unsigned integers make of NumPy's floats that do not fit is not defined.)"""
    compiled = recto.jit(f)
    for v in NUMBERS:
        wanted, found = outcome(f, np.arange(3, dtype=np.int8), v), outcome(compiled, np.arange(3, dtype=np.int8), v)
        assert found == wanted, repr(v)


def test_a_number_is_copied_by_the_rules_of_casting():
    compiled = recto.jit(copied_to)
    for v in (v for v in NUMBERS if type(v) is not bool):
        wanted, found = outcome(copied_to, np.zeros(3, np.int8), v), outcome(compiled, np.zeros(3, np.int8), v)
        assert found == wanted, repr(v)


def test_a_number_that_is_an_int_on_one_path_is_stored_as_one_of_python():
    compiled = recto.jit(int_on_one_path)
    for v in (v for v in NUMBERS if type(v) is float):
        for x in ([0, 0], [0, 1]):
            wanted, found = (outcome(f, np.array(x, np.uint8), v) for f in (int_on_one_path, compiled))
            assert found == wanted, repr(v)


@pytest.mark.parametrize("v", [np.float64(np.nan), np.float32(np.inf)])
def test_numpys_own_numbers_that_are_no_integers(v):
    """Where NumPy casts them, the result is another one (docs/language.md, difference 3)."""
    for f in (element, part, whole, filled, in_a_loop):
        assert outcome(recto.jit(f), np.zeros(3, np.int32), v) is outcome(f, np.zeros(3, np.int32), v)


def test_nothing_is_changed_by_a_number_that_does_not_fit():
    def fill(x, v):
        x.fill(v)
    def store(x, v):
        x[0] = v
    def add(x, v):
        x[0] += v
    for f in (fill, store, add, put, placed, put_by_mask, numbers_of_a_list):
        x, y = np.arange(3), np.arange(3)
        for run, array in ((f, x), (recto.jit(f), y)):
            with pytest.raises(ValueError, match="cannot convert float NaN to integer"):
                run(array, np.nan)
        assert (x == y).all()


def test_nothing_is_written_where_an_operand_does_not_fit():
    def maximum(x, n):
        np.maximum(x, n, out=x)
    def both(x, n):
        np.divmod(x, n, out=(x, x.copy()))
    def added_last(x, n):
        np.add(x, 1 - n, out=x)
        np.add(x, n, out=x)
    for f in (maximum, both, added_last):
        x, y = np.arange(3, dtype=np.uint8), np.arange(3, dtype=np.uint8)
        for run, array in ((f, x), (recto.jit(f), y)):
            with pytest.raises(OverflowError, match="Python integer -1 out of bounds for uint8"):
                run(array, -1)
        assert (x == y).all()


def chosen(x, v):
    return np.choose(x > 0, [x, v]), np.choose(x > 0, [v, x]), np.select([x > 0], [x], v)


def by_condition(x, v):
    return np.where(x > 0, x, v), np.where(x > 0, v, x)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float32], ids=lambda t: t.__name__)
def test_a_chosen_integer_wraps_around(dtype):
    compiled = recto.jit(chosen)
    for v in (5, 300, -1, 2 ** 40, True):
        for got, want in zip(compiled(np.array([0, 3], dtype), v), chosen(np.array([0, 3], dtype), v), strict=True):
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(np.asarray(got), want)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float32], ids=lambda t: t.__name__)
@pytest.mark.parametrize("v", [5, 300, -1, 2 ** 40, True])
def test_an_integer_by_condition_wraps_around_or_is_refused(dtype, v):
    compiled, x = recto.jit(by_condition), np.array([0, 3], dtype)
    try:
        wanted = by_condition(x, v)
    except OverflowError:                       # from NumPy 2.5 on
        with pytest.raises(OverflowError, match="out of bounds"):
            compiled(x, v)
        return
    for got, want in zip(compiled(x, v), wanted, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(np.asarray(got), want)


def rolled(x, n):
    return np.roll(x, n)


def rolled_along_an_axis(x, n):
    return np.roll(x.reshape(3, 1), (n, 1), axis=(0, 1))


def counted(x, n):
    return np.histogram(x, 3)[0]


def counted_between(x, n):
    return np.histogram(x, 3, range=(n, 4.0))[0]


def edges(x, n):
    return np.histogram_bin_edges(x, 4)


def counted_by_edges(x, n):
    return np.histogram([1.0, 2.0], x)[0]


@pytest.mark.parametrize("n", [np.nan, np.inf, 1.7, -2, np.float64(np.nan), np.float32(-1.5), np.array(2.5), 7.0,
                               np.array([1.5, 2.0]), np.array([np.nan])], ids=str)
def test_a_shift_is_an_integer_or_raises_as_in_numpy(n):
    for f in (rolled, rolled_along_an_axis) if np.ndim(n) == 0 else (rolled,):
        x = np.arange(3.0)
        assert outcome(recto.jit(f), x, n) == outcome(f, x, n)


@pytest.mark.parametrize("x", [[1.0, 3.0, 2.0], [1.0, np.inf, 2.0], [np.nan, 1.0], [-1e308, 1e308], [2.0, 2.0],
                               [1.0, 1.0 + 2e-16], [0.0, 1.0, 5.0]], ids=str)
def test_bins_are_finite_or_it_raises_as_in_numpy(x):
    for f in (counted, counted_between, edges, *([] if np.isnan(x).any() else [counted_by_edges])):
        compiled = recto.jit(f)
        for n in (0.0, 5.0, np.nan, -np.inf, 4.0):
            assert outcome(compiled, np.array(x), n) == outcome(f, np.array(x), n), (f, n)
