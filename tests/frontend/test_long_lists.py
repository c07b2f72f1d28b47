"""Long lists of floats are passed as arrays first; what such an array can't stand for is read with the list's items."""
import copy

import corpus
import numpy as np
import pytest

import recto

LONG = np.random.default_rng(0).random(100).tolist()


def looked_at(x):
    return sorted(x)[:3], isinstance(x, list), type(x[0]) is float, x + [1.0], len(x), x[1:4], x[::-1][:2], x[-1]


def summed(x):
    return sum(x), max(x), x.index(x[5]), x[5] in x, x == x, x * 2, x.count(x[0]), np.array(x).sum()


def copied(x):
    return [v * 2 for v in x], [round(v, 2) for v in x[:5]], x.copy(), tuple(x)


def sorted_in_place(x):
    x[3] = 7.0
    x.sort()
    return x


def lengthened(x):
    x.append(2.0)
    return x


def shortened(x):
    del x[0]
    x.insert(0, 5.0)
    x.pop()
    return x, x.pop(0)


def cleared(x):
    x.clear()
    return x


def by_data(x):
    return x[int(x[0] * 10)], x[len(x) - 1]


def of_other_lists(x):
    parts = {"head": x[:2], "tail": x[2:]}
    parts["tail"].append(len(parts["head"]))
    return parts


ROWS = [looked_at, summed, copied, sorted_in_place, lengthened, shortened, cleared, by_data, of_other_lists]


@pytest.mark.parametrize("function", ROWS)
def test_long_lists_are_lists(function):
    mine, yours = copy.copy(LONG), copy.copy(LONG)
    want, found = function(yours), recto.jit(function)(mine)
    corpus.same(found, want, "result")
    assert mine == yours and list(map(type, mine)) == list(map(type, yours))


def test_a_long_list_is_one_parameter_where_it_can_be():
    squares = lambda x: sum(v * v for v in x)
    assert len(recto.jit(squares).program(LONG).parameters) == 1
    assert len(recto.jit(squares).program(LONG[:10]).parameters) == 10


def with_gaps(x):
    x[3], x[70] = None, [x[70]]
    return np.ones((2, 3)).sum(axis=int(x[0])), x


def test_items_that_an_array_can_not_stand_for_are_read_one_by_one():
    f = recto.jit(with_gaps)
    for given in (LONG, [3 * v for v in LONG]):
        corpus.same(f(given[:]), with_gaps(given[:]), "result")
    assert not f.versions[0].variants[0].learnt.listed


def test_lists_requested_to_be_static_stay_static():
    f = recto.jit(lambda x, n: np.zeros(int(x[0] * 10) + n).size, static_argnums=(0, 1))
    assert f(tuple(LONG), 2) == 8
