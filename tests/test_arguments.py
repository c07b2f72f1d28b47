"""Arguments that a compiled function takes, and those that it refuses."""
import copy
import dataclasses
import enum

import numpy as np
import pytest

import recto


class Side(enum.Enum):
    RIGHT = 2
    LEFT = 1


class Ordered(enum.Enum):
    RIGHT = 2
    LEFT = 1

    def __lt__(self, other):
        return self.value < other.value


def total(d):
    return sum(d.values())


def swapped(d):
    keys = list(d)
    d[keys[0]], d[keys[-1]] = d[keys[-1]], d[keys[0]]
    return d


def popped(d):
    last = d.pop(list(d)[-1])
    d["new"] = last
    return [key for key in d if not isinstance(key, str)], last


UNSORTED = [
    {Side.RIGHT: 1.0, Side.LEFT: 2.0},
    {Side.LEFT: np.array([1.0, 2.0]), Side.RIGHT: np.array([3.0, 4.0])},
    {Side.RIGHT: np.float32(2.0)},
    {Ordered.RIGHT: 1.0, Ordered.LEFT: 2.0},
    {1: 2.0, "a": 3.0, (1, 2): np.ones(2)},
    {(Side.RIGHT, 1): 2.0, (Side.LEFT, 2): 3.0},
    {None: 1.0, "a": 2.0, Side.LEFT: 3.0},
    {Side.LEFT: {"b": 1.0, "a": np.ones(3)}, Side.RIGHT: {"b": 2.0, "a": 4.0}},
]


@pytest.mark.parametrize("d", UNSORTED, ids=str)
@pytest.mark.parametrize("function", [total, swapped, popped])
def test_keys_that_have_no_order_are_those_of_an_object(function, d):
    compiled = recto.jit(function)
    with_texts = {"z": 1.0, "a": 2.0}
    for given in (with_texts, d, {key: twice(value) for key, value in d.items()}, with_texts, d):
        if function is total and isinstance(next(iter(given.values())), dict):
            continue
        theirs, ours = copy.deepcopy(given), copy.deepcopy(given)
        assert plain(compiled(ours)) == plain(function(theirs))
        assert plain(ours) == plain(theirs)


def twice(value):
    return {key: 2 * part for key, part in value.items()} if isinstance(value, dict) else 2 * value


def plain(value):
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, (str, enum.Enum)) else np.asarray(value).tolist()


def test_dicts_with_members_as_keys_have_derivatives_and_batches():
    def f(d, x):
        return d[Side.LEFT] ** 2 * x + d[Side.RIGHT]

    d = {Side.RIGHT: 1.0, Side.LEFT: 2.0}
    slope, other = recto.grad(f, argnums=(0, 1))(d, 3.0)
    assert plain(slope[Side.LEFT]) == 12.0 and plain(slope[Side.RIGHT]) == 1.0 and plain(other) == 4.0
    batch = {side: np.array([value, 3 * value]) for side, value in d.items()}
    assert plain(recto.vmap(f, in_axes=(0, None))(batch, 3.0)) == [13.0, 111.0]


def test_arrays_in_such_dicts_may_be_one():
    def f(d):
        d[Side.LEFT][0] = 5.0
        return d[Side.RIGHT][0]

    shared = np.zeros(2)
    assert recto.jit(f)({Side.LEFT: shared, Side.RIGHT: shared}) == 5.0 == shared[0]


@dataclasses.dataclass
class Parts:
    parts: dict


def test_keys_that_have_no_order_are_refused_in_words_inside_a_tree():
    compiled = recto.jit(lambda tree: sum(tree.parts.values()))
    refused = r"keys of a dict .* can't be sorted: 'a' \(str\), 1 \(int\)"
    for _ in range(2):
        with pytest.raises(recto.CompileError, match=refused):
            compiled(Parts({"a": 1.0, 1: 2.0}))
        assert compiled(Parts({"a": 1.0, "b": 2.0})) == 3.0


def test_keys_of_different_types_have_no_order_in_a_tree():
    tree = recto.jit(lambda x: recto.tree.leaves({"a": x, 1: x}))
    with pytest.raises(recto.CompileError, match=r"keys of a dict in a tree can't be sorted: 'a' \(str\), 1 \(int\)"):
        tree(np.ones(2))


def test_keys_of_one_type_may_be_anything_that_has_an_order():
    assert recto.jit(lambda d: d[2] - d[1])({2: 5.0, 1: 3.0}) == 2.0


def test_an_array_may_come_where_a_number_became_static():
    histogram, x, edges = recto.jit(np.histogram), np.arange(5.0), np.array([0.0, 1.0, 5.0])
    for bins in (3, edges, 4, edges, 3):
        for got, want in zip(histogram(x, bins), np.histogram(x, bins), strict=True):
            assert np.array_equal(got, want)
    named = recto.jit(np.histogram, static_argnames="bins")
    with pytest.raises(recto.CompileError, match="argument bins is static, but an array"):
        named(x, bins=edges)


@pytest.mark.parametrize("order", ["number first", "array first"])
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("outside", [False, True])
def test_an_array_without_axes_is_no_number(order, inside, outside):
    """To C++ they look alike; a function writes one, and gives a new number for the other."""
    ones = np.ones(2)
    def add(t, u):
        t = t[0] if inside else t
        t += u * ones[1] if outside else u
        return isinstance(t, np.ndarray), t

    compiled = recto.jit(add)
    for turn in range(4):
        t = np.float64(1.5) if (turn % 2 == 0) == (order == "number first") else np.array(1.5)
        own = copy.copy(t)
        want, got = (f([x] if inside else x, 2.0) for f, x in ((add, own), (compiled, t)))
        assert (bool(got[0]), float(got[1])) == (want[0], float(want[1]))
        assert float(t) == float(own)


def test_an_array_without_axes_beside_an_argument_with_static_items():
    """What C++ was called with for a number is what it is called with again."""
    def put(t, spans):
        t += 1.0
        return np.zeros(4)[spans[0]:] + t

    compiled = recto.jit(put)
    for spans in ([2], [1]):
        for t in (np.float64(1.5), np.array(1.5)):
            want = put(copy.copy(t), spans)
            assert np.array_equal(compiled(t, spans), want)
