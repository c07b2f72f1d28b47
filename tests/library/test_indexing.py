"""library/numpy/indexing.py against NumPy: reads and writes, static and dynamic indices, through the interpreter."""
from __future__ import annotations

import math

import numpy as np
import pytest

import recto
from hypothesis import given, settings, strategies as st
from strategies import integers

from recto.transform.ir.builder import Builder
from recto.transform.core.errors import CompileError
from recto.transform.ir.evaluate import evaluate
from recto.transform.library.numpy.indexing import (Window, accumulate, augment, compose, getitem,
                                                    parse_index, setitem)
from recto.transform import primitives                      # noqa: F401 (fills the table)
from recto.transform.ir.program import Type, check

MANY = settings(max_examples=400, deadline=None, derandomize=True)


# -- random indices ----------------------------------------------------------------------------------------------------

@st.composite
def slices(draw, n):
    bound = st.none() | st.integers(-n - 2, n + 2)
    return slice(draw(bound), draw(bound), draw(st.sampled_from([None, 1, 1, 2, 3, -1, -2])))


@st.composite
def index_arrays(draw, n, shape):
    values = draw(st.lists(st.integers(-n, n - 1), min_size=math.prod(shape), max_size=math.prod(shape)))
    return np.array(values, dtype=np.int64).reshape(shape)


@st.composite
def cases(draw, arrays: bool, masks: bool = False):
    """(shape, index): a shape and a tuple that NumPy takes as an index of it."""
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)))
    common = draw(st.sampled_from([(2,), (3,), (2, 2), (1,), ()]))
    kinds = ["slice", "slice", "int", "none"] + ["array", "array"] * arrays + ["mask"] * masks
    entries, axis, dots = [], 0, draw(st.integers(0, 5))
    while axis < len(shape) and draw(st.integers(0, 5)):
        kind = draw(st.sampled_from(kinds))
        if kind == "none":
            entries.append(None)
            continue
        n = shape[axis]
        if kind == "mask":
            count = draw(st.integers(1, len(shape) - axis))
            covered = shape[axis:axis + count]
            bits = draw(integers(0, 2 ** math.prod(covered) - 1))
            entries.append(np.array([bits >> k & 1 for k in range(math.prod(covered))], bool).reshape(covered))
            axis += count
            kinds = ["slice", "int"]
            continue
        if kind == "int":
            entries.append(draw(st.integers(-n, n - 1)))
        elif kind == "slice":
            entries.append(draw(slices(n)))
        else:
            narrow = tuple(d if draw(st.booleans()) else 1 for d in common)
            entries.append(draw(index_arrays(n, narrow)))
        axis += 1
    if dots < len(entries):
        entries.insert(dots, Ellipsis)
        if not any(isinstance(e, np.ndarray) and e.dtype == bool for e in entries) and dots < len(entries) - 1:
            return shape, whole_ellipsis(shape, entries, dots)
    return shape, tuple(entries)


def whole_ellipsis(shape, entries, dots):
    """Entries after the ellipsis were drawn for other axes: keep those that stay in range."""
    used = sum(e is not None and e is not Ellipsis for e in entries)
    axis, kept = 0, []
    for entry in entries:
        if entry is Ellipsis:
            axis += len(shape) - used
        elif entry is not None:
            n = shape[axis]
            entry = entry % n if isinstance(entry, (int, np.ndarray)) else entry
            axis += 1
        kept.append(entry)
    return tuple(kept)


def data(shape, dtype=np.float64):
    return np.arange(math.prod(shape), dtype=dtype).reshape(shape) + 1


# -- running an index, its integers and arrays as constants or as parameters -------------------------------------------

def run(function, x, index, *others, dynamic=True):
    """function(x, index, *others) in a program; integers and arrays of the index are parameters if `dynamic`."""
    builder, values = Builder(), []

    def enter(value):
        values.append(np.asarray(value))
        return builder.parameter(Type(values[-1].dtype, values[-1].shape))

    def entered(entry):
        if isinstance(entry, Window):
            return Window(enter(entry.start), entry.size)
        if dynamic and isinstance(entry, (int, np.ndarray)) and not isinstance(entry, bool):
            return enter(entry)
        return entry

    index = tuple(map(entered, index)) if isinstance(index, tuple) else entered(index)
    symbols = [enter(v) for v in (x, *others)]
    result = function(symbols[0], index, *symbols[1:])
    return evaluate(check(builder.finish([result], "f")), *values)[0]


def write(x, index, value):
    x = x.copy()
    x[index] = value
    return x


def value_for(x, index):
    """Distinct numbers for a write, and whether some places are written more than once is left to NumPy."""
    return -1.0 - np.arange(math.prod(np.shape(x[index]))).reshape(np.shape(x[index]))


@MANY
@given(cases(arrays=True), st.booleans())
def test_reads_are_numpys(case, dynamic):
    shape, index = case
    x = data(shape)
    got = run(getitem, x, index, dynamic=dynamic)
    want = x[index]
    assert got.shape == want.shape and got.dtype == want.dtype and (got == want).all()


@MANY
@given(cases(arrays=True), st.booleans())
def test_writes_are_numpys(case, dynamic):
    shape, index = case
    x = data(shape)
    value = value_for(x, index)
    assert (run(setitem, x, index, value, dynamic=dynamic) == write(x, index, value)).all()


@MANY
@given(cases(arrays=True), st.booleans(), st.data())
def test_written_values_are_broadcast(case, dynamic, draw):
    shape, index = case
    x = data(shape)
    value = value_for(x, index)
    keep = draw.draw(st.integers(0, value.ndim))
    value = value[(0,) * (value.ndim - keep)] if value.size else np.zeros(())
    assert (run(setitem, x, index, value, dynamic=dynamic) == write(x, index, value)).all()


@MANY
@given(cases(arrays=True), st.booleans(), st.sampled_from(["add", "multiply", "minimum", "maximum"]))
def test_accumulation_is_ufunc_at(case, dynamic, operation):
    shape, index = case
    x = data(shape)
    value = value_for(x, index)
    want = x.copy()
    getattr(np, operation).at(want, index, value)
    got = run(lambda x, i, v: accumulate(x, i, v, operation), x, index, value, dynamic=dynamic)
    assert np.allclose(got, want)


@MANY
@given(cases(arrays=False, masks=True), st.booleans())
def test_masked_writes_are_numpys(case, dynamic):
    shape, index = case
    if any(e is None or e is Ellipsis for e in index):
        index = tuple(e for e in index if e is not None and e is not Ellipsis)
    x = data(shape)
    assert (run(setitem, x, index, np.float64(-1), dynamic=dynamic) == write(x, index, -1)).all()
    want = x.copy()
    want[index] *= -2
    got = run(lambda x, i, v: augment(x, i, lambda old, v: old * v, v), x, index, np.float64(-2), dynamic=dynamic)
    assert (got == want).all()


@MANY
@given(cases(arrays=False), st.data(), st.booleans())
def test_basic_indices_compose(case, draw, dynamic):
    shape, outer = case
    want = data(shape)
    view = want[outer if Ellipsis in outer else (*outer, Ellipsis)]
    inner = tuple(draw.draw(st.integers(-n, n - 1)) if n and draw.draw(st.booleans()) else draw.draw(slices(n))
                  for n in view.shape[:draw.draw(st.integers(0, view.ndim))])

    def nested(x, both):
        index = compose(shape, parse_index(shape, both[:len(outer)]), both[len(outer):])
        return setitem(x, index, -getitem(x, index)) if index else x * 0

    got = run(nested, data(shape), (*outer, *inner), dynamic=dynamic)
    view[inner] *= -1
    assert (got == want).all() or (None in outer and not got.any())


@pytest.mark.parametrize("start", range(-5, 3))
def test_windows_wrap_like_slices(start):
    x = data((5, 2))
    stop = start + 3 if start + 3 else None
    want = x[start:stop] if start >= 0 or start + 3 <= 0 else None
    if want is not None:
        assert (run(getitem, x, (Window(start, 3),)) == want).all()
        new, place = np.arange(3.0), (slice(start, stop), 1)
        assert (run(setitem, x, (Window(start, 3), 1), new) == write(x, place, new)).all()


@pytest.mark.parametrize("i", [-9, -4, 3, 7])
def test_dynamic_writes_out_of_range_are_dropped(i):
    x = data((3, 2))
    for index in [(i,), (i, slice(None, 1)), (np.array([i, i]),), (1, i), (Window(i, 2),)]:
        if not (len(index) == 1 and isinstance(index[0], Window) and i in (-3, -2, 0, 1)):
            value = np.float64(-1)
            assert (run(setitem, x, index, value) == x).all()


def test_known_ranges_need_no_tests():
    builder = Builder()
    x, i = builder.parameter(Type(np.dtype(float), (9,))), builder.parameter(Type(np.dtype(int)))
    setitem(x, i, 1.0, in_range=lambda i: (0, 8))
    getitem(x, i, in_range=lambda i: (0, None))
    assert [call.primitive.name for call in builder.body] == ["update_slice", "dynamic_slice"]


ERRORS = [
    ((3,), 5, "index 5 is out of bounds for axis 0 with size 3"),
    ((3,), -4, "index -4 is out of bounds for axis 0 with size 3"),
    ((3, 2), (0, 2), "index 2 is out of bounds for axis 1 with size 2"),
    ((3,), (0, 0), "too many indices for array: array is 1-dimensional, but 2 were indexed"),
    ((3,), 1.0, "only integers, slices"),
    ((3,), "a", "only integers, slices"),
    ((3, 3), (..., ...), "an index can only have a single ellipsis"),
    ((3,), slice(0, 2, 0), "slice step cannot be zero"),
    ((3,), slice(0.5, 2), "slice indices must be integers"),
    ((3,), [0, 3], "index 3 is out of bounds for axis 0 with size 3"),
    ((3, 3), ([0, 1], [0, 1, 2]), "shape mismatch: indexing arrays could not be broadcast together with shapes (2,)"),
    ((3,), np.array([True, False]), "boolean index did not match indexed array along axis 0; size of axis is 3 but"),
]


@pytest.mark.parametrize("shape, index, message", ERRORS)
def test_errors_are_numpys(shape, index, message):
    x = np.zeros(shape)
    with pytest.raises(Exception) as numpys:
        x[index]
    with pytest.raises(CompileError) as ours:
        getitem(x, index)
    assert ours.value.message.startswith(message)
    assert str(numpys.value).startswith(message)


@pytest.mark.parametrize("index, value, message", [
    (slice(0, 2), np.zeros(3), "could not broadcast input array from shape (3,) into shape (2,)"),
    (0, 1j, "can't store c128[]"),
    (Ellipsis, np.zeros((2, 3)), "could not broadcast input array from shape (2,3) into shape (3,)"),
])
def test_refused_writes(index, value, message):
    with pytest.raises(CompileError) as refused:
        setitem(np.zeros(3), index, value)
    assert refused.value.message.replace("2, 3", "2,3").startswith(message)


def test_masked_reads_are_refused():
    builder = Builder()
    x = builder.parameter(Type(np.dtype(float), (3,)))
    with pytest.raises(CompileError, match="depends on data"):
        getitem(x, x > 0)
    with pytest.raises(CompileError, match="depends on data"):
        setitem(x, x > 0, np.zeros(3))
    with pytest.raises(CompileError, match="depends on data"):
        augment(x, x > 0, lambda old, v: old + v, np.zeros(3))


def test_writes_cast_like_numpy():
    x = np.arange(3)
    assert setitem(x, 1, 3.7).tolist() == [0, 3, 2]
    assert setitem(x.astype(np.uint8), slice(None), 7).dtype == np.uint8
    with pytest.raises(CompileError, match="300 out of bounds for uint8"):
        setitem(x.astype(np.uint8), 0, 300)


def test_whole_array_writes_need_no_slice():
    builder = Builder()
    x, v = (builder.parameter(Type(np.dtype(float), (3,))) for _ in range(2))
    assert setitem(x, Ellipsis, v) is v and setitem(x, slice(None), v) is v
    program = builder.finish([setitem(x, (), 1.0)], "f")
    assert all(call.primitive.access is None for call in program.body)
    np.testing.assert_array_equal(evaluate(program, np.zeros(3), np.zeros(3))[0], np.ones(3))


def added_in_range(x, i):
    y = x.copy()
    y[range(i, i + 2)] += 1.0
    return y


@pytest.mark.parametrize("f, i", [
    (lambda x, i: x[range(i, i + 2)], 1),
    (lambda x, i: x[range(i, i + 2)], -1),
    (lambda x, i: x[range(i, -1, -1)], 2),
    (lambda x, i: x[range(0, 4, i)], 3),
    (lambda x, i: np.outer(x, x)[range(i, i + 2), [2, 0]], 2),
    (added_in_range, 2),
])
def test_a_range_with_computed_bounds_is_an_index(f, i):
    x = np.arange(4.0)
    np.testing.assert_array_equal(recto.jit(f)(x, i), f(x, i))


def test_writes_at_a_range_are_differentiated_and_batched():
    got = recto.vmap(recto.grad(lambda x, i: np.sum(added_in_range(x, i) ** 2)), in_axes=(None, 0))(
        np.arange(4.0), np.array([0, 2]))
    np.testing.assert_array_equal(got, 2 * (np.arange(4.0) + np.array([[1, 1, 0, 0], [0, 0, 1, 1]])))
