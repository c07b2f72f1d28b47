"""A helper is passed an array that it reads from outside as well, and writes it."""
import types

import numpy as np
import pytest

import recto

G = np.zeros(4)
HELD = types.SimpleNamespace(a=np.zeros(4), items=[np.zeros(4)])


def of_a_global(p, s):
    p[0] += s
    return G[0] + p.sum()


def of_an_attribute(p, s):
    p[0] += s
    return HELD.a[0] + p.sum()


def of_an_item(p, s):
    p[0] += s
    return HELD.items[0][0] + p.sum()


def of_a_default(p, s, q=G):
    p[0] += s
    return q[0] + p.sum()


@recto.jit
def compiled(p, s):
    p[0] += s
    return G[0] + p.sum()


@recto.checkpoint
def computed_again(p, s):
    p[0] += s
    return G[0] + p.sum()


def in_a_loop(s):
    total = 0.0
    for i in range(3):
        total += of_a_global(G[i : i + 2], s)
    return total


CALLS = {
    "global": lambda s: of_a_global(G, s),
    "view": lambda s: of_a_global(G[1:], s) + of_a_global(G[:2], s),
    "attribute": lambda s: of_an_attribute(HELD.a, s),
    "item": lambda s: of_an_item(HELD.items[0], s),
    "default": lambda s: of_a_default(G, s),
    "compiled": lambda s: compiled(G, s),
    "checkpoint": lambda s: computed_again(G, s),
    "loop": in_a_loop,
    "twice": lambda s: of_a_global(G, s) * of_a_global(G, 2 * s),
}


@pytest.mark.xla
@pytest.mark.parametrize("name", CALLS)
def test_the_write_is_seen(name):
    arrays = [G, HELD.a, HELD.items[0]]

    def run(f):
        for array in arrays:
            array[:] = 0.0
        return float(f(1.5)), float(f(0.25)), [array.tolist() for array in arrays]

    wanted = run(CALLS[name]) if name not in ("compiled", "checkpoint") else run(lambda s: of_a_global(G, s))
    assert run(recto.jit(CALLS[name])) == wanted


@pytest.mark.xla
def test_a_derivative_of_it_is_refused():
    with pytest.raises(recto.CompileError, match="which it also reads from outside"):
        recto.jit(lambda s: recto.grad(of_a_global)(G, s))(1.5)
