"""min and max of a set by a key: Python takes the first of equals in an order that is not known here."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla

OPEN = set()


def least(x):
    return min({int(v) for v in x}, key=lambda v: abs(v))


def with_defaults(x):
    found = {int(v) for v in x if v > -1}
    return min(found, key=lambda v: -v, default=-7), max(found, key=lambda v: v * v, default=None)


def next_node(x):
    OPEN.clear()
    costs = {}
    for v in x:
        OPEN.add(int(v))
        costs[int(v)] = v * v - v
    chosen = min(OPEN, key=lambda k: costs[k])
    OPEN.remove(chosen)
    return chosen, len(OPEN)


@pytest.mark.parametrize("function", [least, with_defaults, next_node])
@pytest.mark.parametrize("values", [[2.0, -3.0, 4.0], [-2.0, -3.0, -5.0], [7.0, 7.0, 1.0]])
def test_one_item_is_the_least(function, values):
    x = np.array(values)
    assert recto.jit(function)(x) == function(x)


def test_ties_raise():
    for values in ([2.0, -2.0, 3.0], [-2.0, 2.0, 3.0]):
        with pytest.raises(ValueError, match="several items of a set have the least key"):
            recto.jit(least)(np.array(values))
