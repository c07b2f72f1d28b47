"""Which arguments are static is learnt from calls, in any order; what can't be static is refused by name."""
import collections
import dataclasses
import types

import numpy as np
import pytest

import recto

X = np.ones(3)


def layers(sizes):
    return [np.zeros((m, n)) for m, n in zip(sizes[:-1], sizes[1:])]


def marks(n, indices):
    found = [0.0] * n
    for k in indices:
        found[k] = 1.0
    return found


def reads(function):
    """The number of attempts that the calls so far took to learn what is static."""
    return len(function.notes)


@pytest.mark.parametrize("count", [3, 9, 40])
def test_all_integers_of_a_list_become_static(count):
    f, sizes = recto.jit(layers), list(range(2, count))
    assert [x.shape for x in f(sizes)] == list(zip(sizes[:-1], sizes[1:])) and reads(f) <= 2
    assert f.source(sizes).count("np.zeros") == count - 3
    f, indices = recto.jit(marks), list(range(count)) + [0]
    assert f(count + 1, indices) == [1.0] * count + [0.0] and reads(f) <= 3
    f = recto.jit(lambda pairs: [np.zeros(pair) for pair in pairs])
    pairs = [(k, k + 1) for k in range(count)]
    assert [x.shape for x in f(pairs)] == pairs and reads(f) <= 3
    f = recto.jit(lambda sizes: [np.zeros(sizes[k]) for k in sizes])
    assert len(f({f"size {k}": k for k in range(count)})) == count


@dataclasses.dataclass
class Scaled:
    w: float


class Plain:
    w = 3.0


def scaled(x, mode):
    if mode is None:
        return x
    if isinstance(mode, str):
        return x * len(mode)
    if isinstance(mode, (Scaled, Plain)):
        return x * mode.w
    match mode:
        case {"w": w} | [w]:
            return x * w
    return x * mode


MODES = [("id", 2.0), ("i", 1.0), ({"w": 4.0}, 4.0), ([5.0], 5.0), ((6.0,), 6.0), (None, 1.0), (7.0, 7.0), (8, 8.0),
         (X * 9, 9.0), (Scaled(10.0), 10.0), (Plain(), 3.0)]


@pytest.mark.parametrize("first", range(len(MODES)))
def test_kinds_of_arguments_in_any_order(first):
    f = recto.jit(scaled)
    for _ in range(2):
        for mode, factor in MODES[first:] + MODES[:first]:
            assert np.array_equal(f(X, mode), X * factor), mode
            assert np.array_equal(f(X, mode=mode), X * factor), mode


def test_kinds_of_arguments_that_return_are_not_read_again():
    f = recto.jit(lambda n: np.zeros(n) if isinstance(n, int) else n * 2)
    for _ in range(3):
        for given, shape in [(3, (3,)), (X, (3,)), (4, (4,)), (np.ones(2), (2,))]:
            assert f(given).shape == shape
    assert reads(f) == 1 and len(f.versions[0].variants) == 2


class Equal:
    def __eq__(self, other):
        return True


class Series:
    """As a library's."""
    __hash__ = None

    def to_numpy(self):
        return X


def test_static_arguments_that_do_not_hash_are_named():
    f, given = recto.jit(lambda x, given: x), bytearray(b"x")
    for call in (lambda: f(X, given), lambda: f(X, given=given), lambda: recto.grad(lambda x, given: x)(1.0, given)):
        with pytest.raises(recto.CompileError, match=r"argument given is static, but an object (.|\n)*bytes"):
            call()
    with pytest.raises(recto.CompileError, match=r"argument pair holds an object of class (.|\n)*bytes"):
        recto.jit(lambda pair: pair[0])([X, given])
    assert np.array_equal(f(X, "text"), X)


@pytest.mark.parametrize("given", [{1, 2}, Equal(), Series(), collections.deque([1]), types.SimpleNamespace(a=1)],
                         ids=lambda given: type(given).__name__)
def test_objects_need_no_hash(given):
    f, slope = recto.jit(lambda x, given: x * 2), recto.grad(lambda x, given: x * x)
    for _ in range(2):
        assert np.array_equal(f(X, given), X * 2) and np.array_equal(f(X, given=given), X * 2)
        assert slope(1.5, given) == 3.0 and np.array_equal(recto.jit(lambda pair: pair[0])([X, given]), X)


def test_slices_are_static():
    f = recto.jit(lambda x, part: x[part])
    for part in (slice(0, 2), slice(None), slice(0, 2), slice(1, None), 0, (slice(0, 1),), slice(0, 2)):
        assert np.array_equal(f(X, part), X[part])
        assert np.array_equal(f(x=X, part=part), X[part])
    assert np.array_equal(recto.grad(lambda x, part: np.sum(x[part]))(X, slice(1, None)), [0.0, 1.0, 1.0])


@dataclasses.dataclass
class Settings:
    options: dict
    scale: object = None
    name: str = "plain"
    count: int = dataclasses.field(init=False, default=4)


def test_dataclasses_hold_whatever_containers_hold():
    f = recto.jit(lambda s, x: (x if s.scale is None else x * s.scale) * (2 if s.options["mode"] == "a" else 3))
    for _ in range(2):
        for scale, factor in [(None, 1), (2.0, 2), (np.full(3, 4.0), 4)]:
            for mode, other in [("a", 2), ("b", 3)]:
                assert np.array_equal(f(Settings({"mode": mode}, scale), X), X * factor * other)
    assert recto.jit(lambda s: np.zeros(s.count))(Settings({})).shape == (4,)
    sized = recto.jit(lambda s: np.zeros(s.options["n"]))
    assert [sized(Settings({"n": n})).shape for n in (3, 4, 3)] == [(3,), (4,), (3,)]
    items = collections.defaultdict(list, mode="x", a=X)
    assert np.array_equal(recto.jit(lambda d: d["a"] if d["mode"] == "x" else 0)(items), X)
