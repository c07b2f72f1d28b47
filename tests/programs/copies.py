"""copy.copy and copy.deepcopy: what is shared afterwards, and what is not."""
import copy
import dataclasses

import numpy as np


@dataclasses.dataclass
class Layer:
    weight: object
    bias: object


def copied_array(x):
    y = copy.copy(x)
    y[0] = 5.0
    z = copy.deepcopy(y)
    z[1] = x[0]
    return y, z


def shallow_shares_items(x):
    rows = [x * 1.0, x * 2.0]
    again = copy.copy(rows)
    again[0][0] = 9.0
    again.append(x)
    return rows, len(again)


def deep_shares_nothing(x):
    state = {"rows": [x * 1.0, x * 2.0], "name": "state", "pair": (x + 1.0, 3)}
    again = copy.deepcopy(state)
    again["rows"][0][0] = 9.0
    again["pair"][0][1] = -1.0
    return state["rows"], state["pair"], again["rows"], again["pair"], again["name"]


def deep_keeps_what_is_shared_inside(x):
    row = x * 1.0
    twice = copy.deepcopy([row, row])
    twice[0][0] = 7.0
    return row, twice


def copied_object(x):
    layer = Layer(x * 1.0, 2.0)
    shallow, deep = copy.copy(layer), copy.deepcopy(layer)
    shallow.bias = 3.0
    shallow.weight[0] = 4.0
    deep.weight[1] = 5.0
    return layer.weight, layer.bias, shallow.weight, shallow.bias, deep.weight, deep.bias


def copied_in_a_loop(x, n):
    best = copy.copy(x)
    for i in range(n):
        x[i] += 1.0
        if x[i] > best[0]:
            best = copy.deepcopy(x)
    return best


def copied_numbers(x):
    return copy.copy(x) + copy.deepcopy(x) + copy.copy(2)


def examples():
    x = np.array([1.0, 2.0, 0.5])
    for f in (copied_array, shallow_shares_items, deep_shares_nothing, deep_keeps_what_is_shared_inside, copied_object):
        yield f, (x.copy(),)
        yield f, (np.array([3.0, -1.0]),)
    yield copied_in_a_loop, (x.copy(), 3)
    yield copied_in_a_loop, (x.copy(), 0)
    yield copied_numbers, (2.5,)
    yield copied_numbers, (x.copy(),)
