import copy
import math
import operator
import pickle

import ml_dtypes
import numpy as np
import pytest

from recto import runtime
from recto.runtime import Array

A = np.array([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
I = np.array([[3, 1, 2], [6, 5, 4]])


def on(value):
    return runtime.device_put(value)


def same(ours, numpys):
    """`ours` is NumPy's result, of the same dtype and shape, with Arrays for arrays."""
    if isinstance(numpys, (tuple, list)):
        assert len(ours) == len(numpys)
        [same(x, y) for x, y in zip(ours, numpys)]
    elif isinstance(numpys, (np.ndarray, np.generic)):
        assert type(ours) is Array, type(ours)
        assert (ours.shape, ours.dtype) == (numpys.shape, numpys.dtype)
        np.testing.assert_array_equal(np.asarray(ours), numpys)
    else:
        assert ours == numpys and type(ours) is type(numpys)


BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
          operator.pow, divmod, operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
INTEGER = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]


@pytest.mark.parametrize("op", BINARY + INTEGER)
def test_binary_operators(op):
    for x in (I,) if op in INTEGER else (A, I, A.astype("f4")):
        for other in (x[::-1].copy(), x[0], 2, np.int8(2), *((2.5,) if op in BINARY else ())):
            same(op(on(x), other), op(x, other))
            same(op(other, on(x)), op(other, x))
            same(op(on(x), on(other)), op(x, np.asarray(other)))


def test_other_operators():
    for op in (operator.neg, operator.pos, abs):
        same(op(on(A)), op(A))
    same(~on(I), ~I)
    same(on(A) @ on(A.T), A @ A.T)
    same(A @ on(A.T), A @ A.T)
    same(on(I[0]) @ I[0], I[0] @ I[0])
    same(on(A) == None, A == None)  # noqa: E711
    same(on(A) != "text", A != "text")
    with pytest.raises(TypeError):
        on(A) + "text"


@pytest.mark.parametrize("op", [operator.iadd, operator.isub, operator.imul, operator.itruediv,
                                operator.ifloordiv,
                                operator.imod, operator.ipow])
def test_in_place_operators_rebind(op):
    ours, theirs = on(A), A.copy()
    alias = ours
    result = op(ours, 2.0)
    same(ours, op(theirs, 2.0))
    assert result is ours is alias


def test_in_place_operators_keep_numpys_rules():
    x, y = on(np.ones(3, "f4")), on(I)
    x += np.ones(3)
    assert x.dtype == np.float32
    with pytest.raises(TypeError, match="same_kind"):
        y += 0.5
    with pytest.raises(ValueError, match="broadcast"):
        x += np.ones((2, 3))
    total = on(A).sum()
    before = total
    total += 1
    assert float(before) == 21 and float(total) == 22  # as with NumPy's scalars


METHODS = [
    ("sum", ()), ("sum", (0,)), ("mean", (1,)), ("prod", ()), ("std", ()), ("var", (0,)), ("max", ()),
    ("min", (1,)),
    ("argmax", ()), ("argmin", (0,)), ("any", ()), ("all", (0,)), ("cumsum", ()), ("cumprod", (1,)),
    ("argsort", ()),
    ("round", (1,)), ("clip", (2, 4)), ("conj", ()), ("take", ([0, 2], 1)), ("repeat", (2, 0)),
    ("nonzero", ()),
    ("diagonal", ()), ("trace", ()), ("dot", (A.T,)), ("reshape", (3, 2)), ("reshape", ((-1,),)),
    ("transpose", ()),
    ("transpose", (1, 0)), ("ravel", ()), ("flatten", ("F",)), ("squeeze", ()), ("swapaxes", (0, 1)),
    ("astype", ("f4",)), ("copy", ()), ("compress", ([True, False], 0)), ("argpartition", (1,)),
    ("byteswap", ()),
    ("view", (np.int64,)), ("item", (1, 2)), ("item", (4,)), ("tolist", ()), ("tobytes", ()),
]


@pytest.mark.parametrize("name, args", METHODS, ids=lambda v: v if isinstance(v, str) else "")
def test_methods(name, args):
    same(getattr(on(A), name)(*args), getattr(A, name)(*args))


@pytest.mark.parametrize("name", ["T", "mT", "real", "imag", "size", "nbytes", "itemsize", "ndim", "shape",
                                  "dtype"])
def test_attributes(name):
    assert on(A).strides == A.strides
    for x in (A, A[0] + 1j * A[1], np.float64(2), np.zeros((0, 3)))[:2 if name == "mT" else 4]:
        if name != "mT" or x.ndim > 1:
            theirs = getattr(np.asarray(x), name)
            ours = getattr(on(x), name)
            same(ours, theirs) if isinstance(theirs, np.ndarray) else ours == theirs or pytest.fail(name)


@pytest.mark.parametrize("write", [
    lambda x: x.sort(), lambda x: x.sort(0), lambda x: x.fill(7), lambda x: x.put([0, 5], [-1, -2]),
    lambda x: x.partition(1), lambda x: x.resize(3, 3, refcheck=False), lambda x: x.byteswap(True),
    lambda x: setattr(x, "shape", (3, 2)),
    lambda x: setattr(x, "real", 1), lambda x: setattr(x, "flat", [1, 2]), lambda x: np.copyto(x, 5.0),
    lambda x: np.fill_diagonal(x, 9), lambda x: np.add.at(x, (0, [1, 1]), 1), lambda x: np.put(x, 0, 3),
    lambda x: np.add(x, 1, out=x), lambda x: np.place(x, x > 2, [0]),
    lambda x: operator.setitem(x, 0, 1), lambda x: operator.setitem(x, (slice(None), [0, 2]), 8),
    lambda x: operator.setitem(x, x > 2, 0), lambda x: operator.setitem(x, ..., x * 2)])
def test_writes_rebind(write):
    ours, theirs = on(A), A.copy()
    buffer = ours.buf
    write(ours), write(theirs)
    same(ours, theirs)
    np.testing.assert_array_equal(Array(buffer), A)  # the old buffer is as it was


def test_slices_are_copies():
    x = on(A)
    row = x[0]
    row[0] = 100
    assert x[0, 0].item() == 3


@pytest.mark.parametrize("index", [0, -1, (1, 2), slice(None, None, -1), (slice(None), 1), ..., None, [1, 0],
                                   A > 3,
                                   (np.array([0, 1]), np.array([2, 0])), ()], ids=str)
def test_getitem(index):
    same(on(A)[index], A[index])
    if isinstance(index, np.ndarray):
        same(on(A)[on(index)], A[index])


def test_index_errors_are_numpys():
    with pytest.raises(IndexError, match="out of bounds"):
        on(A)[5]


def test_at():
    x, i = on(A[0]), [0, 0, 2]
    for name, ufunc in (("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply),
                        ("min", np.minimum),
                        ("max", np.maximum), ("power", np.power), ("divide", np.divide)):
        want = A[0].copy()
        ufunc.at(want, i, 2.0)
        same(getattr(x.at[i], name)(2.0), want)
    same(x.at[1:].set(0), np.array([3.0, 0, 0]))
    same(x.at[1].get(), A[0, 1])
    same(x.at[1:].apply(np.sqrt), np.array([3.0, 1.0, np.sqrt(2.0)]))
    same(x, A[0])


@pytest.mark.parametrize("f", [
    np.sin, np.sum, np.median, np.sort, lambda x: np.sort(x, kind="stable"), np.unique,
    lambda x: np.add(x, 1), lambda x: np.where(x > 2, x, 0),
    lambda x: np.concatenate([x, x]), lambda x: np.stack([x, 2 * x]), lambda x: np.split(x, 3, axis=1),
    np.shape,
    lambda x: np.linalg.svd(x).S, lambda x: np.einsum("ij,kj->ik", x, x), lambda x: np.add.reduce(x, axis=1),
    np.modf,
    lambda x: np.multiply.outer(x, x), lambda x: np.add.accumulate(x), lambda x: np.allclose(x, x),
    np.zeros_like,
    lambda x: np.dot(x, x.T), lambda x: np.result_type(x, np.float32), np.ndim,
    lambda x: np.clip(x, 2, 3),
    lambda x: np.apply_along_axis(sum, 1, x)])
def test_numpy_functions(f):
    same(f(on(A)), f(A))


def test_out_arguments():
    target = np.zeros((2, 3))
    assert np.add(on(A), 1, out=target) is target and np.array_equal(target, A + 1)
    target += on(A)
    assert np.array_equal(target, 2 * A + 1)
    ours = on(np.zeros(3))
    assert np.sum(on(A), axis=0, out=ours) is ours and np.array_equal(ours, A.sum(0))
    same(np.sin(on(A), where=A > 2, out=on(np.zeros((2, 3)))), np.sin(A, where=A > 2, out=np.zeros((2, 3))))


def test_promotion_is_numpys():
    half = on(np.ones(2, "f4"))
    assert (half + 1.0).dtype == np.float32 and (half + np.float64(1)).dtype == np.float64
    weak = Array(runtime.put(2.0, weak=True))
    assert weak.weak_type and (half + weak).dtype == np.float32 and (on(I) * weak).dtype == np.float64
    with pytest.raises(OverflowError):
        on(np.ones(2, "i1")) + Array(runtime.put(300, weak=True))


def test_as_python_values():
    x = on(np.float64(2.5))
    assert (float(x), int(x), complex(x), bool(x), f"{x:.3f}") == (2.5, 2, 2.5, True, "2.500")
    assert round(x) == math.floor(x) == 2
    n = on(np.int64(2))
    assert [10, 20, 30][n] == 30 and list(range(n)) == [0, 1] and "ab" * n == "abab" and [0] * n == [0, 0]
    assert hash(n) == hash(2) and {n: 1}[2]
    assert len(on(A)) == 2 and [row.tolist() for row in on(A)] == A.tolist()
    assert 5.0 in on(A) and 9.0 not in on(A)
    for bad, use in ((A, bool), (A, float), (A, hash), (x, len), (x, iter), (x, operator.index), (A, round)):
        with pytest.raises((TypeError, ValueError)):
            use(on(bad) if isinstance(bad, np.ndarray) else bad)
    with pytest.raises(TypeError):
        format(on(A), ".2f")


def test_repr():
    assert repr(on([1.0, 2.0])) == "[Array(1., dtype=float64), Array(2., dtype=float64)]"
    assert repr(on(np.array([1.0, 2.0]))) == "Array([1., 2.], dtype=float64)"
    assert repr(on(np.zeros((0, 3), "i4"))) == "Array([], shape=(0, 3), dtype=int32)"
    assert str(on(I)) == str(I)
    assert repr(on(I)) == "Array([[3, 1, 2],\n       [6, 5, 4]], dtype=int64)"


def test_to_numpy():
    x = on(A)
    assert np.asarray(x).flags.writeable is False and np.array(x).flags.writeable
    assert np.asarray(x).ctypes.data == np.asarray(x).ctypes.data  # zero copy
    assert np.asarray(x, "f4").dtype == np.float32
    with pytest.raises(ValueError):
        np.asarray(x, "f4", copy=False)
    assert np.array(np.asarray(x)[0, 0]) == 3


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16, ml_dtypes.int4, ml_dtypes.float8_e4m3fn,
                                   bool])
def test_small_dtypes(dtype):
    value = np.array([0, 1, 2]).astype(dtype)
    x = on(value)
    assert x.dtype == value.dtype and np.array_equal(np.asarray(x), value) and x.tolist() == value.tolist()
    assert np.array_equal(pickle.loads(pickle.dumps(x)), value)
    assert x[1].item() == value[1].item() and float(x[1]) == 1.0
    assert "dtype" in repr(x)


def test_copies():
    x = on(A)
    for y in (copy.copy(x), copy.deepcopy(x), x.copy(), pickle.loads(pickle.dumps(x))):
        same(y, A)
        y.delete()
        assert y.is_deleted() and not x.is_deleted()
        with pytest.raises(RuntimeError):
            np.asarray(y)


def test_host_values_are_copied_on_the_way_in():
    for count in (3, 100_000):
        memory = np.empty(count * 8 + 64, np.uint8)
        value = memory[-memory.ctypes.data % 64:][:count * 8].view(np.float64)
        value[:] = 1
        x = on(value)
        value[:] = 0
        assert (np.asarray(x) == 1).all()


def test_dlpack():
    x = on(A)
    view = np.from_dlpack(x)
    assert np.array_equal(view, A) and view.ctypes.data == np.asarray(x).ctypes.data
    same(runtime.from_dlpack(A), A)
    same(runtime.from_dlpack(A, copy=False), A)
    same(runtime.from_dlpack(x), A)
    assert x.__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError):
        on(np.ones(2, ml_dtypes.int4)).__dlpack__()


@pytest.mark.parametrize("value", [np.ma.array([1.0]), np.array(["a"]), np.array([None]), np.longdouble(1),
                                   "text", None])
def test_what_no_device_holds_is_refused(value):
    with pytest.raises(TypeError):
        runtime.asarray(value)


def test_foreign_byte_order_is_converted():
    same(on(A.astype(">f8")), A)


def test_trees_to_and_from_the_device():
    tree = {"a": [A, 2.0], "b": (None, I)}
    put = on(tree)
    assert type(put["a"][1]) is Array and put["b"][0] is None
    assert runtime.block_until_ready(put) is put
    back = runtime.device_get(put)
    assert type(back["b"][1]) is np.ndarray and np.array_equal(back["b"][1], I) and back["a"][1] == 2.0


def test_write_back():
    target = np.zeros(3, "f4")
    runtime.write_back(target, runtime.put(np.arange(3.0)))
    assert target.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="shape"):
        runtime.write_back(np.zeros(4), runtime.put(np.arange(3.0)))
    with pytest.raises(TypeError):
        runtime.write_back(np.zeros(3, int), runtime.put(np.arange(3.0)))


def test_results_stay_where_their_arrays_are():
    """On other devices than the default one too; arrays and numbers of the host go there."""
    device = runtime.devices()[3]
    x = Array(runtime.put(np.arange(6.0).reshape(2, 3), device))
    wanted = np.arange(6.0).reshape(2, 3)
    functions = [lambda x: x + 1, lambda x: 2.0 - x, lambda x: -x, lambda x: x @ x.T, lambda x: x.sum(axis=0),
                 lambda x: np.stack([x, x]), lambda x: np.where(x > 2, x, np.zeros(3)), lambda x: x.astype("f4"),
                 lambda x: x[1:], lambda x: np.add(np.ones(3), x), lambda x: np.mean(x), lambda x: np.sort(x)[:, ::-1]]
    for _ in range(2):                                          # the second time their values are on the host as well
        for f in functions:
            assert f(x).device == device
            same(f(x), f(wanted))
    same(x.at[0].set(5.0), np.array([[5.0, 5.0, 5.0], [3.0, 4.0, 5.0]]))
    assert x.at[0].set(5.0).device == np.sin(x + 1).device == device
    x += 1
    x[0] = 7
    assert x.device == device and x.tolist() == [[7, 7, 7], [4, 5, 6]]
    small = np.sin(Array(runtime.put(wanted)))                  # of the host, whose device is nobody's choice
    assert small.device == runtime.devices()[0]
    assert (small + x).device == (x + np.sin(Array(runtime.put(wanted)))).device == device
    elsewhere = Array(runtime.put(wanted, runtime.devices()[2]))
    assert (elsewhere + x).device == runtime.devices()[0]       # where two were chosen, NumPy computes


def test_conversions_give_arrays_of_numpy():
    """As np.asarray does: SciPy hands what they give to functions in C."""
    for convert in (np.asarray, np.atleast_1d, np.atleast_2d, np.atleast_3d, np.ascontiguousarray):
        assert type(convert(on(A))) is np.ndarray
        np.testing.assert_array_equal(convert(on(A)), convert(A))


# -- small arrays, which stay on the host until a compiled function wants them -------------------------------


def test_results_on_the_host_become_buffers_when_they_are_asked_for():
    x = on(np.arange(4.0))
    y = x + 1
    assert y.is_on_host() and y.shape == (4,) and y.dtype == np.float64 and not y.is_deleted()
    assert runtime.host_values([y.buf])[0].tolist() == [1, 2, 3, 4] and not y.is_on_host()
    assert y.device == x.device and y.tolist() == [1, 2, 3, 4]
    large = on(np.arange(4000.0)) + 1
    assert not large.is_on_host()


def test_an_array_that_was_read_can_be_donated_and_deleted():
    x = on(np.arange(4.0))
    assert float(x[1]) == 1.0 and x.sum() == 6.0
    x.delete()
    with pytest.raises(RuntimeError):
        np.asarray(x)


def test_nobody_else_changes_a_result_on_the_host():
    a = np.arange(4.0)
    for made in (np.add(on(a), 0), on(a)[1:], np.reshape(on(a), (2, 2)), np.ravel(on(a)), on(a).T):
        before = made.tolist()
        with pytest.raises(ValueError):
            np.asarray(made)[...] = 7
        with pytest.raises(ValueError):
            np.asarray(made).flags.writeable = True
        assert made.tolist() == before


def test_writes_to_an_array_on_the_host_are_its_own():
    x = on(np.arange(4.0)) + 0
    y, z = x.copy(), x[1:]
    x[1] = 9.0
    x += 1
    assert x.tolist() == [1, 10, 3, 4] and y.tolist() == [0, 1, 2, 3] and z.tolist() == [1, 2, 3]
    x.sort()
    x.fill(2)
    assert x.tolist() == [2, 2, 2, 2]


def test_elements():
    x = on(np.arange(6, dtype=np.int32))
    assert [type(v) for v in x] == [Array] * 6 and [v.dtype for v in x] == [np.int32] * 6
    assert x[2].shape == () and int(x[-1]) == 5 and [0] * x[2] == [0, 0] and hash(x[1]) == hash(1)
    with pytest.raises(IndexError):
        x[6]
    rows = [*on(np.arange(6.0).reshape(2, 3))]
    assert [type(r) for r in rows] == [Array] * 2 and rows[1].tolist() == [3, 4, 5]
