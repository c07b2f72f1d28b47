"""Parts of the caller's arrays that loops and branches store in attributes: they share memory with these afterwards, as
in Python."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


class Layer:
    def __init__(self):
        self.inputs, self.last = None, np.zeros(2)


def slice_of_an_argument(l, x, y):
    k = int(y[0]) + 1
    l.inputs = x[k : k + 2]


def on_one_path(l, x, y):
    if y[0] > 0:
        l.inputs = x[:2]


def row_or_new(l, x, y):
    for k in range(4):
        if y[0] > 0:
            l.inputs = x[k]
        else:
            l.inputs = x[k] * 2


def no_round_or_some(l, x, y):
    for k in range(int(y[1])):
        l.last = x[k]


def two_attributes(l, x, y):
    for k in range(3):
        l.inputs = x[k]
        l.last = l.inputs


def written_meanwhile(l, x, y):
    for k in range(3):
        l.inputs = x[k]
        x[k] += 1


def several_steps(l, x, y):
    for k in range(2):
        l.inputs = x.T[k]
        l.last = x[::2][k][::-1]


def none_afterwards(l, x, y):
    for k in range(3):
        l.inputs = x[k]
        if y[0] > k:
            l.inputs = None


def left_early(l, x, y):
    for k in range(3):
        l.inputs = x[k]
        if y[0] > k:
            break


def in_a_while_loop(l, x, y):
    k = 0
    while y[0] > k:
        l.inputs = x[k : k + 2, 0]
        k += 1


def part_of_a_new_array(l, x, y):
    h = x * 2
    for k in range(3):
        l.inputs = h[k]


def the_whole(l, x, y):
    for _ in range(3):
        l.inputs = x


def one_of_two(l, x, y):
    if y[0] > 0:
        l.inputs = x
    else:
        l.inputs = y


def row_of_one_of_two(l, x, y):
    for k in range(2):
        if y[0] > 0:
            l.inputs = x[k]
        else:
            l.inputs = y[k : k + 1]


def behind_an_exception(l, x, y):
    try:
        for k in range(4):
            l.inputs = x[k]
            if y[0] > k:
                raise ValueError("no")
    except ValueError:
        l.last = x[0]


def batches(l, x, y):
    for _ in range(2):
        for k in range(0, 4, 2):
            l.inputs = x[k : k + 2]


def rows(l, x, y):
    for row in x:
        l.inputs = row


def view_that_numpy_makes(l, x, y):
    for k in range(3):
        l.inputs = x[k].reshape(2, 1)


def row_or_new_in_two(l, x, y):
    for k in range(3):
        if y[0] > 0:
            l.inputs = x[k]
        else:
            h = x[k] * 2
            l.inputs, l.last = h, h


def beside_the_whole(l, x, y):
    l.last = y
    for k in range(3):
        if y[0] > k:
            l.inputs = x[k]


def what_another_held(l, x, y):
    l.inputs = l.last
    for k in range(int(y[1])):
        l.inputs = x[k]


def assigned_twice(l, x, y):
    l.inputs = x[0]
    if y[0] > 0:
        l.last = l.inputs
    l.inputs = x[1]


def new_before_the_loop(l, x, y):
    z = np.zeros(2)
    for k in range(2):
        l.inputs = z
        if y[0] > 0:
            l.inputs = x[k]
    l.last = z


def stored_again(l, x, y):
    for k in range(3):
        if y[0] > 0:
            l.inputs = x[k][::-1]
        else:
            l.inputs = np.zeros(2)
    l.last = l.inputs


def stored_again_on_all_paths(l, x, y):
    for k in range(3):
        l.inputs = x[k]
    l.last = l.inputs


def memory(array, x, y):
    """What an attribute holds, and where."""
    if array is None:
        return None
    place = array.__array_interface__["data"][0] - x.__array_interface__["data"][0]
    shares = np.shares_memory(array, x)
    return array.tolist(), shares, np.shares_memory(array, y), array is x, array is y, shares and (place, array.strides)


FUNCTIONS = [slice_of_an_argument, on_one_path, row_or_new, no_round_or_some, two_attributes, written_meanwhile,
             several_steps, none_afterwards, left_early, in_a_while_loop, part_of_a_new_array, the_whole, one_of_two,
             stored_again, stored_again_on_all_paths, beside_the_whole, what_another_held, assigned_twice,
             row_of_one_of_two, behind_an_exception, batches, rows, view_that_numpy_makes]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_as_in_python(function):
    compiled = recto.jit(function)
    for values in ([1.0, 1.0], [-1.0, 3.0], [2.0, 0.0]):
        found = []
        for run in (function, compiled, compiled):
            layer, x, y = Layer(), np.arange(8.0).reshape(4, 2), np.array(values)
            run(layer, x, y)
            shares = layer.inputs is not None and np.shares_memory(layer.inputs, layer.last)
            found.append((memory(layer.inputs, x, y), memory(layer.last, x, y), x.tolist(), shares))
        assert found[0] == found[1] == found[2]


def one_or_the_other(l, x, y):
    for k in range(2):
        l.inputs = x[k] if y[0] > 0 else y


@pytest.mark.parametrize("function", [one_or_the_other, row_or_new_in_two, new_before_the_loop])
def test_what_is_not_known_is_refused(function):
    with pytest.raises(recto.CompileError, match="are stored"):
        recto.jit(function)(Layer(), np.arange(8.0).reshape(4, 2), np.ones(2))


class Linear:
    def __init__(self, n, m, seed):
        self.w, self.b = np.random.default_rng(seed).normal(size=(n, m)), np.zeros(m)

    def forward(self, x):
        self.inputs = x
        return x @ self.w + self.b

    def backward(self, g):
        self.gw, self.gb = self.inputs.T @ g, g.sum(0)
        return g @ self.w.T


class Tanh:
    def forward(self, x):
        self.out = np.tanh(x)
        return self.out

    def backward(self, g):
        return g * (1 - self.out**2)


class Net:
    """A network as many write it: each layer keeps what it needs for its backward pass."""

    def __init__(self):
        self.layers = [Linear(2, 3, 0), Tanh(), Linear(3, 1, 1)]

    def train(self, x, y):
        total = 0.0
        for _ in range(3):
            for k in range(0, len(x), 2):
                h, target = x[k : k + 2], y[k : k + 2]
                for layer in self.layers:
                    h = layer.forward(h)
                total += ((h - target) ** 2).mean()
                g = 2 * (h - target) / len(target)
                for layer in reversed(self.layers):
                    g = layer.backward(g)
                for layer in self.layers:
                    if hasattr(layer, "w"):
                        layer.w -= 0.1 * layer.gw
                        layer.b -= 0.1 * layer.gb
        return total


def test_a_network_over_batches():
    mine, wanted, train = Net(), Net(), recto.jit(Net.train)
    x = np.random.default_rng(0).normal(size=(8, 2))
    y = x[:, :1] * x[:, 1:]
    for _ in range(2):
        np.testing.assert_allclose(train(mine, x, y), wanted.train(x, y), rtol=1e-12)
        for a, b in zip(mine.layers, wanted.layers):
            for name in ("w", "b", "gw", "inputs", "out"):
                if hasattr(b, name):
                    np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=1e-9)
        assert np.shares_memory(mine.layers[0].inputs, x) and mine.layers[2].inputs is mine.layers[1].out
