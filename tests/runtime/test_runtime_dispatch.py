import collections
import dataclasses
import enum
import gc
import os
import pathlib
import subprocess
import sys
import threading
import tracemalloc

import numpy as np
import pytest

from handwritten import calling, doubling, matmul, module, tensor
from recto import runtime
from recto.runtime import pytree

X = np.arange(4.0)
LEAF = pytree.structure(0)
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")
FOREIGN = X.astype(X.dtype.newbyteorder("S"))


class Doubler:
    """A load function: the first leaf doubled; remembers what it was asked."""

    def __init__(self, structure=LEAF):
        self.asked, self.structure = [], structure

    def __call__(self, args, kwargs, signatures):
        self.asked.append(signatures)
        first, rest = signatures[0], len(signatures) - 1
        return runtime.Loaded(runtime.compile(doubling(first.shape, first.dtype)), (first,),
                              (True,) + (False,) * rest,
                              (first._replace(weak_type=False),), self.structure)


def doubler(**static):
    load = Doubler()
    return runtime.dispatcher("double", load, **static), load


def test_one_load_for_each_signature_whatever_carries_the_values():
    f, load = doubler()
    for value in (X, runtime.device_put(X), X.copy(), X[::-1], np.asfortranarray(X),
                  runtime.device_put(X).buf):
        for _ in range(2):
            result = f(value)
            assert type(result) is runtime.Array and np.array_equal(result,
                                                                    2 * np.asarray(runtime.asarray(value)
                                    if not isinstance(value, runtime.Buffer) else runtime.Array(value)))
    assert len(load.asked) == 1
    assert load.asked[0] == (runtime.Aval((4,), np.dtype("f8"), False),)


@pytest.mark.parametrize("value, dtype, weak", [(2, "int64", True), (2.5, "float64", True),
                                                (True, "bool", True),
                                                (1j, "complex128", True), (np.float32(2), "float32", False),
                                                (np.int8(3), "int8", False),
                                                (np.array(2.0), "float64", False)])
def test_scalars(value, dtype, weak):
    f, load = doubler()
    for _ in range(3):
        assert f(value).item() == (True if value is True else value + value)
    assert load.asked == [(runtime.Aval((), np.dtype(dtype), weak),)]


def test_trees_in_and_out():
    Point = collections.namedtuple("Point", "x y")
    f = runtime.dispatcher("f", Doubler(pytree.structure({"r": Point(0, None),
                                                          "c": pytree.Constant("text")})))
    for _ in range(3):
        result = f({"a": [X, Point(1, 2.0)]}, k=(X, None))
        assert result["c"] == "text" and result["r"].y is None and np.array_equal(result["r"].x, 2 * X)


def test_static_arguments_choose_the_program():
    f, load = doubler(static_argnums=(1,), static_argnames=("mode",))
    for _ in range(2):
        f(X, "a"), f(X, "b"), f(X, "a", mode="m"), f(runtime.device_put(X), "a")
    assert len(load.asked) == 3 and all(len(asked) == 1 for asked in load.asked)
    with pytest.raises((TypeError, ValueError), match="hash"):
        f(X, ["list"])
    with pytest.raises(TypeError, match=r"argument 2\['k'\]"):
        f(X, "a", {"k": "s"})


def hidden_program():
    t = tensor((4,))
    return module(f"%h: {t}, %a: {t}", t, f"%r = stablehlo.subtract %a, %h : {t}\nreturn %r : {t}")


def test_hidden_values_come_before_the_arguments():
    def load(args, kwargs, signatures):
        return runtime.Loaded(runtime.compile(hidden_program()), (signatures[1],) * 2,
                              (False, True, False, True),
                              (signatures[1],), pytree.structure(0), hidden=(np.ones(3), np.full(4, 10.0)))
    f = runtime.dispatcher("f", load)
    for x in (X, runtime.device_put(X)) * 2:
        assert np.array_equal(f(5, x), X - 10)


def test_numpy_arguments_may_be_changed_after_the_call():
    n = 1500
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(matmul(n)), s, (True,), s, pytree.structure([0])))
    memory = np.empty(n * n * 8 + 128, np.uint8)
    start = -memory.ctypes.data % 64
    for offset in (0, 8):  # aligned (aliased by XLA), then not (copied in the background)
        x = memory[start + offset:start + offset + n * n * 8].view(np.float64).reshape(n, n)
        for _ in range(2):  # by the miss function, then by C++
            x[:] = 1.0
            result, = f(x)
            x[:] = 0.0
            assert (np.asarray(result) == n).all()


def test_results_are_there_when_calls_return():
    n = 1500
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(matmul(n)), s, (True,), s, pytree.structure(0)))
    x = runtime.device_put(np.ones((n, n)))
    assert all(f(x).is_ready() for _ in range(3))


def test_with_asynchronous_calls():
    """The tests of `asynchronous.py`, in a process of their own: the setting holds for a process."""
    tests = pathlib.Path(__file__).with_name("asynchronous.py")
    done = subprocess.run([sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", str(tests)], text=True,
                          env={**os.environ, "RECTO_ASYNCHRONOUS": "1"}, capture_output=True, timeout=120)
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout + done.stderr


REFUSED = [
    ("text", TypeError, "str"),
    (object(), TypeError, "object"),
    (np.array(["a"]), TypeError, "<U1"),
    (np.array([None]), TypeError, "object"),
    (np.longdouble(1), TypeError, "longdouble"),
    (np.datetime64("2020-01-01"), TypeError, "datetime64"),
    (np.ma.array(X, mask=[0, 1, 0, 0]), TypeError, "mask"),
    (X.view(np.matrix), TypeError, "matrix"),
    (FOREIGN, TypeError, "byte order"),
    (2**70, OverflowError, "int|long"),
]


@pytest.mark.parametrize("value, error, message", REFUSED, ids=lambda v: type(v).__name__)
def test_what_is_no_array_is_refused_cold_and_warm(value, error, message):
    f, _ = doubler()
    with pytest.raises(error, match=message):
        f(value)
    f(X), f(X), f(X, k={"deep": [X]}), f(np.ones((1, 4))), f(1), f(X,
                                                                   k={"deep": [1]}), f(runtime.device_put(X))
    for _ in range(2):
        with pytest.raises(error, match=message):
            f(value)
        if isinstance(value, int):
            continue  # C++ does not look at values that the program does not use
        with pytest.raises(error, match=message) as caught:
            f(X, k={"deep": [value]})
        assert "argument k['deep'][0]" in str(caught.value)
    assert np.array_equal(f(X), 2 * X)  # and nothing is left behind
    assert np.array_equal(f(runtime.device_put(X)), 2 * X)


def test_memmaps_are_arrays(tmp_path):
    mapped = np.memmap(tmp_path / "x", np.float64, "w+", shape=4)
    mapped[:] = X
    f, _ = doubler()
    for _ in range(3):
        assert np.array_equal(f(mapped), 2 * X)


def test_a_failure_in_load_is_the_callers_and_is_not_remembered():
    calls = []

    def load(args, kwargs, signatures):
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("first time")
        return Doubler()(args, kwargs, signatures)
    f = runtime.dispatcher("f", load)
    with pytest.raises(KeyError, match="first time"):
        f(X)
    assert np.array_equal(f(X), 2 * X)


def test_a_compilers_mistake_is_caught_before_xla_reinterprets_bytes():
    def load(args, kwargs, signatures):
        return Doubler()(args, kwargs, signatures)._replace(results=(runtime.Aval((4,), np.dtype("i8")),))
    with pytest.raises(AssertionError,
                       match=r"result 0 declared as int64\[4\], the executable has float64\[4\]"):
        runtime.dispatcher("f", load)(X)


def test_donation():
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(doubling(donate=True)), s, (True,), s, pytree.structure(0), donated=(0,)))
    for _ in range(3):
        x = runtime.device_put(X)
        y = f(x)
        assert x.is_deleted() and np.array_equal(y, 2 * X)
        with pytest.raises((ValueError, RuntimeError), match="deleted|donated"):
            f(x)
    kept = X.copy()
    for _ in range(3):
        assert np.array_equal(f(kept), 2 * X) and np.array_equal(kept, X)  # never the caller's own memory


def test_no_results_still_wait_for_numpy_arguments():
    text = module("%a: tensor<4xf64>", "", "return")
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(text), s, (True,), (), pytree.structure(None)))
    assert all(f(X) is None for _ in range(3))


def test_callbacks_run_on_every_call():
    seen = []

    def load(args, kwargs, signatures):
        executable = runtime.compile(calling(), callbacks=(lambda x: seen.append(x.sum()) or x,))
        return runtime.Loaded(executable, signatures, (True,), signatures, pytree.structure(0))
    f = runtime.dispatcher("f", load)
    for x in (X, runtime.device_put(X)) * 2:
        assert np.array_equal(f(x), X)
    assert len(seen) == 4


def test_threads():
    f, _ = doubler()
    wrong = []

    def work(k):
        for i in range(200):
            x = np.full(4, float(k + i))
            if not np.array_equal(f(x), 2 * x):
                wrong.append(k)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    [t.start() for t in threads], [t.join() for t in threads]
    assert not wrong


@pytest.mark.usefixtures("few_objects")
def test_calls_do_not_leak():
    f, _ = doubler()
    x = runtime.device_put(X)
    for _ in range(100):
        f(x), f(X)
    gc.collect()
    tracemalloc.start()
    for _ in range(1000):
        f(x), f(X)
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 50_000


@dataclasses.dataclass(frozen=True)
class Compared:
    a: int


@pytest.mark.parametrize("value", [(1, 2.0), -0.0, float("nan"), slice(1, None), frozenset([True]), Compared(1)])
def test_no_python_runs_where_static_arguments_are_compared(value):
    """A thread that is interrupted there leaves C++ in the middle of its table, which another may change."""
    one, same = runtime.Exact(value), runtime.Exact(value)
    assert one == same and hash(one) == hash(same) and one != runtime.Exact(1)
    assert type(one).__eq__ is tuple.__eq__ and type(one).__hash__ is tuple.__hash__
    assert all(type(part).__eq__ is object.__eq__ and type(part).__hash__ is object.__hash__ for part in one)


def test_members_of_enumerations_are_compared_without_their_hash():
    """It is a function in Python."""
    class Mode(enum.Enum):
        UP = 1

    assert runtime.has_equals(Mode.UP)
