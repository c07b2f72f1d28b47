"""Random numbers that decide sizes, in called functions and branches: each is drawn once."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def zeros(n):
    return np.zeros(np.random.randint(1, n))


def in_called_functions(x):
    return zeros(5), zeros(5)


def in_a_branch(x):
    z = np.ones(np.random.randint(1, 5)) if x[0] > 0 else np.ones(2)
    return z.sum()


def repeats(x):
    return np.arange(4).repeat(np.random.randint(0, 3, 4)).sum()


def drawn_and_repeated(counts):
    u = np.random.rand()
    if u < 0.5:
        counts[0] += 1
    return u, np.arange(4).repeat(counts)


def behind_a_branch_on_another(x):
    return drawn_and_repeated(x.astype(int)), drawn_and_repeated(x.astype(int))


def in_a_local_function(x):
    def grid():
        return np.linspace(0, 1, np.random.randint(2, 6))

    return grid().sum() + grid().size


@pytest.mark.parametrize("function", [in_called_functions, in_a_branch, repeats, behind_a_branch_on_another,
                                      in_a_local_function])
def test_drawn_once(function):
    compiled = recto.jit(function)
    for seed in (1, 3):
        found = []
        for run in (function, compiled):
            np.random.seed(seed)
            found.append((recto.tree.map(np.asarray, run(np.array([1.0, 2.0, 0.0, 1.0]))), np.random.rand()))
        assert repr(found[0]) == repr(found[1])
