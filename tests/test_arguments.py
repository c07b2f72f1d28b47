"""Arguments that a compiled function takes, and those that it refuses."""
import copy

import numpy as np
import pytest

import recto


def first(d):
    return d["a"]


def test_keys_of_different_types_are_refused_in_words():
    compiled = recto.jit(first)
    for use in (compiled, compiled.source):
        with pytest.raises(recto.CompileError, match=r"keys of a dict .* can't be sorted: 'a' \(str\), 1 \(int\)"):
            use({"a": np.ones(2), 1: 2.0})


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
