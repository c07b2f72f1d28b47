"""Masked arrays: data, masks and fill values are NumPy's; gradients; batches; refusals."""
import numpy as np
import pytest

import recto

OUTSIDE = np.ma.array([1.0, 2.0, 3.0, 4.0], mask=[0, 0, 1, 0], fill_value=-5.0)
LEAF = np.ma.array([1.0, 2.0, 3.0, 4.0])


def given() -> tuple:
    return np.array([0.0, 1.0, 2.0, 3.0]), np.ma.array([1.0, -2.0, 3.0, 4.0], mask=[0, 1, 0, 0])


def arithmetic(x, y):
    return y + x, x * y, y - 1.0, 2.0 * y, -y, abs(y), y + y, 1.0 - y


def divisions(x, y):
    return y / x, x / y, 1.0 / y, y / 0.0


def comparisons(x, y):
    return y > 1, y == y, x < y, y != x, y <= OUTSIDE


def reductions(x, y):
    return (y.sum(), y.mean(), y.var(), y.std(), y.min(), y.max(), y.argmin(), y.argmax(), y.count(), y.prod(),
            np.mean(y), np.ma.sum(y), (y > 2).any(), (y > 2).all())


def along_axes(x, y):
    z = np.ma.array(np.arange(6.0).reshape(2, 3), mask=[[1, 0, 0], [1, 1, 0]])
    return (z.sum(axis=0), z.mean(axis=1), z.max(axis=0), z.var(axis=0), z.sum(axis=1, keepdims=True),
            z.count(axis=0),
            z.T)


def makes(x, y):
    return (np.ma.masked_where(x > 1, x), np.ma.masked_equal(x, 2.0), np.ma.masked_invalid(x / x),
            np.ma.array(x, mask=x > 1, fill_value=-1.0), np.ma.masked_greater(y, 3.5), np.ma.masked_less(x, 1.0))


def as_masked(x, y):
    row, column = np.ma.atleast_2d(y), np.ma.atleast_2d(x).T
    return (row, column * 2, np.ma.atleast_1d(y, x)[0], np.ma.atleast_3d(y), np.ma.asarray(x) + 1.0,
            np.ma.asanyarray(y),
            np.ma.asarray(y, dtype=complex), row.shape)


def parts(x, y):
    return y.filled(), y.filled(7.0), y.data, y.mask, y.fill_value, y.shape, len(y), isinstance(y, np.ma.MaskedArray)


def compresses(x, y):
    return y.compressed().sum(), np.ma.compressed(y > 2).sum()


def items(x, y):
    return y[1], y[0], y[1:], y[::-1], y[np.array([1, 2])], y.reshape(2, 2)[1]


def writes(x, y):
    y[0] = 9.0
    y[1] = -1.0
    y[2] = np.ma.masked
    y[3:] = OUTSIDE[2:3]
    y += x
    y *= 2.0
    return y.sum(), y[1:]


def joins(x, y):
    return np.ma.concatenate([y, x]), np.ma.where(x > 1, x, y)


def functions(x, y):
    return np.ma.sqrt(x - 1), np.ma.absolute(y), np.ma.negative(y), np.ma.filled(y, 0.0), np.ma.getmaskarray(x)


def ufuncs(x, y):
    return (np.negative(y), np.add(y, x), np.sqrt(x - y), np.floor_divide(y, x), np.divide(y, x), np.floor(y), y > 0,
            np.maximum(y, 2.0), y.astype(np.float32), (y > 1) & (x > 1), ~(y > 1), np.log(y))


def powers(x, y):
    return y ** 2, y ** -1.0, (y - 1.0) ** -1.0, y // x, x ** y, np.ma.power(x - 1.0, 2.0)


def numbers_that_may_be_masked(x, y):
    m = y.mean()
    return m / 0.0, m ** 2, m > 1, -m, y[1] / 0.0, y[1] + 1, 1.0 if m > 0 else 0.0, np.ma.divide(m, 0.0)


def standardises(x, y):
    return (y - y.mean()) / y.std()


def all_masked(x, y):
    z = np.ma.masked_where(x > -1, x)
    return z.sum(), z.mean(), z.max(), z.mean() + 1.0, z - z.mean()


def from_outside(x, y):
    return OUTSIDE * 2.0, OUTSIDE, LEAF + x, LEAF.mask, np.ma.masked


def identities(x, y):
    z = np.ma.masked_where(x > -1, x)
    return (y[1] is np.ma.masked, y[0] is np.ma.masked, z.sum() is not np.ma.masked, x[0] is np.ma.masked,
            y[0] is None,
            y[1] + 1.0 is y.mean(), 1.0 if z.max() is np.ma.masked else 2.0, isinstance(y[0], list))


def selects(x, y):
    z = np.ma.array(x[1:], mask=x[1:] > 2)
    return (np.ma.masked_inside(x, 2.5, 1), np.ma.masked_outside(y, 1, 3), np.ma.masked_values(x, 2.0),
            np.ma.masked_not_equal(x, 2.0), y.take([0, 1]), np.ma.take(y, 1), y.compress(x > 0),
            np.compress(x > 0, y),
            np.ma.compress(x > 0, y), y.nonzero(), y.clip(0, 3), np.ma.clip(x, 0, 1), y.round(), np.ma.round(z, 1),
            y.repeat(2), np.expand_dims(y, 0), np.ma.squeeze(y.reshape(1, 4)), y.reshape(2, 2).diagonal(),
            y.reshape(2, 2).swapaxes(0, 1), y.filled(0).tolist(), y.tolist(7.0))


def sorts(x, y):
    z = np.ma.array(np.array([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]]), mask=[[1, 0, 0], [0, 1, 0]])
    k = np.ma.array([3, 1, 2], mask=[0, 0, 1])
    w = z.copy()
    w.sort(axis=0)
    u = LEAF.copy()
    u.sort()
    return (np.ma.sort(y), np.ma.sort(z, axis=0), np.ma.sort(z, axis=None), np.ma.sort(z, endwith=False),
            np.sort(z), w, u,
            y.argsort(), np.ma.argsort(z, axis=1), np.argsort(z), z.argsort(1, endwith=False), np.ma.sort(k),
            k.argsort(),
            np.ma.sort(x))


def medians(x, y):
    z = np.ma.array(np.array([[3.0, 1.0, 2.0], [6.0, np.nan, 4.0], [1.0, 1.0, 7.0]]),
                    mask=[[1, 0, 0], [0, 1, 0], [1, 1, 1]])
    return (np.ma.median(y), np.ma.median(z), np.ma.median(z, axis=0), np.ma.median(z, axis=1), np.ma.median(x),
            np.ma.median(z, axis=1, keepdims=True), np.ma.median(np.ma.array([3, 1, 2], mask=[0, 0, 1])),
            np.ma.median(LEAF),
            np.ma.median(np.ma.array([np.nan, 1.0, 2.0], mask=[0, 1, 0])),
            np.ma.median(np.ma.masked_where(x > -1, x)))


def accumulates(x, y):
    z = np.ma.array(np.arange(6.0).reshape(2, 3), mask=[[1, 0, 0], [1, 1, 0]])
    return (y.cumsum(), np.ma.cumsum(z), z.cumsum(axis=0), y.cumprod(), np.cumsum(y), np.ma.diff(y),
            np.diff(z, axis=0),
            np.diff(y, 2), y.ptp(), np.ma.ptp(z, axis=0), y.anom(), z.anom(axis=1), z.trace(),
            np.ma.count_masked(z, axis=0))


def weighs(x, y):
    z = np.ma.array(np.arange(6.0).reshape(2, 3), mask=[[1, 0, 0], [1, 1, 0]])
    return (np.ma.average(y), np.ma.average(y, weights=x), np.ma.average(z, axis=0, weights=[1.0, 3.0]),
            np.ma.average(x, weights=y.data, returned=True), np.ma.average(z, axis=1, returned=True))


def covaries(x, y):
    z = np.ma.array([[1.0, 2.0, 4.0, 3.0], [2.0, 1.0, 5.0, 5.0]], mask=[[0, 0, 1, 0], [0, 0, 0, 0]])
    return (np.ma.cov(z), np.ma.cov(z, bias=True), np.ma.cov(y, x), np.ma.cov(z, ddof=3), np.ma.corrcoef(y, x),
            np.ma.corrcoef(z), np.ma.cov(z, rowvar=False), np.ma.polyfit(x, y * x, 1), np.ma.outer(y, x),
            np.ma.dot(z, z.T))


def asks(x, y):
    return (np.ma.is_masked(y), np.ma.is_masked(x), np.ma.isMaskedArray(y), np.ma.isMaskedArray(x), np.ma.getmask(y),
            np.ma.mask_or(x > 1, x > 2), np.ma.make_mask(x), np.ma.allequal(x, y), np.ma.allclose(x, y),
            np.ma.allclose(y, y.data + 1e-9))


def stacks(x, y):
    return (np.ma.vstack([x, y]), np.ma.hstack([x, y]), np.ma.stack([y, x], axis=1), np.ma.column_stack([x, y]),
            np.ma.append(y, x), np.ma.masked_all_like(x).mask, np.ma.where(y > 1, y, x), np.ma.minimum(y, 2.0),
            np.ma.maximum(x, y), np.ma.logical_and(y > 1, x > 1), np.ma.fmod(y, 2.0), y % 2.0, (y > 1) ^ True)


def divides_in_place(x, y):
    z, k = y.copy(), np.ma.array([6, 7, 8, 9], mask=[0, 0, 1, 0])
    y /= x
    z //= x
    k //= 4
    w = LEAF.copy()
    w /= x
    return y, z, k, w


def masks_later(x, y):
    z = np.ma.array(x)
    z[0] = np.ma.masked
    z[x > 2] = np.ma.masked
    w = LEAF.copy()
    w += y
    u = np.ma.array(x, mask=x > 1)
    tail = u[1:]
    u.mask = x > 2
    u.fill_value = 5.0
    v = np.ma.array(x)
    v.mask = [0, 0, 0, 1]
    v.set_fill_value(4.0)
    y.mask = np.ma.nomask
    return z, w, tail, u, u.filled(), v


def fixes(x, y):
    return np.ma.fix_invalid(1.0 / x), np.ma.fix_invalid(y / 0.0, fill_value=3.0)


def in_branches(x, y):
    total = 0.0
    for k in range(len(y)):
        if not y.mask[k] and y[k] > 2:
            total += y.data[k]
    return total


PROGRAMS = [arithmetic, divisions, comparisons, reductions, along_axes, makes, as_masked, parts, compresses, items,
            writes,
joins,
            functions, ufuncs, powers, numbers_that_may_be_masked, standardises,
            selects, sorts, medians, accumulates, weighs, covaries, asks, stacks, divides_in_place, masks_later,
            fixes,
            all_masked, from_outside, identities, in_branches]


def assert_same(ours, numpys):
    if isinstance(numpys, tuple):
        assert len(ours) == len(numpys)
        for one, other in zip(ours, numpys):
            assert_same(one, other)
    elif numpys is np.ma.masked:
        assert ours is numpys
    elif isinstance(numpys, np.ma.MaskedArray):
        assert type(ours) is np.ma.MaskedArray and ours.dtype == numpys.dtype and ours.fill_value == numpys.fill_value
        np.testing.assert_array_equal(np.ma.getmaskarray(ours), np.ma.getmaskarray(numpys))
        np.testing.assert_allclose(ours.data, numpys.data, rtol=1e-13)
    else:
        assert not isinstance(ours, np.ma.MaskedArray)
        np.testing.assert_allclose(np.asarray(ours), numpys, rtol=1e-13, atol=1e-13)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_masked_arrays_are_numpys(f):
    x, y = given()
    x_expected, y_expected = given()
    assert_same(recto.jit(f)(x, y), f(x_expected, y_expected))
    assert_same((x, y), (x_expected, y_expected))


@pytest.mark.parametrize("c", [1.0, -1.0])
@pytest.mark.parametrize("mask", [np.ma.nomask, [0, 1, 0]])
def test_an_argument_gets_its_mask_and_fill_value(mask, c):
    def write(y, c):
        if c > 0:
            y[0] = np.ma.masked
        y.fill_value = 2.0 * c
        return y.data.sum()

    ours, numpys = (np.ma.array([1.0, 2.0, 3.0], mask=mask) for _ in range(2))
    assert recto.jit(write)(ours, c) == write(numpys, c)
    assert_same(ours, numpys)


def test_calls_again():
    f = recto.jit(lambda y: y.sum())
    masked = given()[1]
    for y in (masked, masked, masked.data, masked, np.ma.array(masked.data)):
        assert f(y) == y.sum()


def loss(x):
    y = np.ma.masked_where(x > 2, x)
    return np.ma.filled((y * y).sum(), 0.0) + np.ma.filled(y.mean() * 3.0, 0.0)


def test_masked_elements_have_no_gradient():
    np.testing.assert_array_equal(recto.grad(loss)(np.array([1.0, 2.0, 3.0])), [3.5, 5.5, 0.0])


def test_batch_is_a_loop():
    rows = np.array([[1.0, 2.0, 3.0], [3.0, 4.0, 1.0], [5.0, 5.0, 5.0]])
    np.testing.assert_array_equal(recto.vmap(loss)(rows), [loss(row) for row in rows])


def test_batch_of_elements_is_a_masked_array():
    rows = np.array([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]])
    assert_same(recto.vmap(lambda x: np.ma.masked_where(x > 2, x).sum())(rows), np.ma.array([3.0, 0.0], mask=[0, 1]))


def prints(x):
    y = np.ma.masked_where(x > 1, x)
    print(y, f"{y.max()}", y[2])
    return x


def test_text_is_numpys(capsys):
    x = np.arange(3.0)
    prints(x)
    expected = capsys.readouterr().out
    recto.jit(prints)(x)
    space: dict = {}
    exec(recto.jit(prints).source(x), space)
    space["prints"](x)
    assert capsys.readouterr().out == 2 * expected


def either_is_first(x, y):
    first = y[0]
    either = y[1]
    if x[0] > 0:
        either = first
    return either is first


REFUSED = [
    (lambda x, y: x - y.mean(), "its class or dtype depends on data"),
    (lambda x, y: np.add.reduce(y), "options of ufuncs"),
    (lambda x, y: np.linalg.norm(y), "takes no masked arrays"),
    (lambda x, y: LEAF.__setitem__(0, np.ma.masked), "pass one that has a mask"),
    (lambda x, y: y.tolist(), "has None where data say so"),
    (lambda x, y: np.ma.array(x, mask=x > 1, hard_mask=True), "hard_mask"),
    (lambda x, y: np.ma.dot(x, y), "without axes"),
    (lambda x, y: isinstance(y[0], float), "the class of an element of a masked array depends on data"),
    (lambda x, y: type(y.sum()) is float, "the class of an element of a masked array depends on data"),
    (either_is_first, "two elements of masked arrays are one object"),
]


@pytest.mark.parametrize("f, message", REFUSED)
def test_what_is_left_is_refused(f, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.jit(f)(*given())
