"""Code of modules that are frozen into Python, such as the methods that collections.abc gives to classes of users."""
from collections.abc import MutableMapping, Sequence

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


class Registry(MutableMapping):
    def __init__(self, data):
        self._data = dict(data)

    def __getitem__(self, key):
        return self._data[key.lower()]

    def __setitem__(self, key, value):
        self._data[key.lower()] = value

    def __delitem__(self, key):
        del self._data[key.lower()]

    def __iter__(self):
        yield from self._data

    def __len__(self):
        return len(self._data)


class Steps(Sequence):
    def __init__(self, n):
        self.n = n

    def __getitem__(self, k):
        if not 0 <= k < self.n:
            raise IndexError(k)
        return 0.5 * k

    def __len__(self):
        return self.n


MATRICES = Registry({"bradford": np.eye(3) * 2, "xyz": np.eye(3)})


def by_name(x, name="Bradford"):
    assert name in MATRICES and MATRICES.get("none") is None
    return MATRICES[name] @ x + MATRICES.get("XYZ", 0.0) @ x


def all_of_them(x):
    total = np.zeros(3)
    for key, value in MATRICES.items():
        total = total + value @ x * len(key)
    return total, len(list(MATRICES.keys())), sum(v.sum() for v in MATRICES.values())


def made_inside(x):
    made = Registry({"a": x})
    made["B"] = x * 2
    made.update(c=x * 3)
    return made.pop("a") + made["b"] + made["C"], len(made)


def steps(x):
    s = Steps(4)
    return sum(s) * x, len(s), list(reversed(s))


@pytest.mark.parametrize("function", [by_name, all_of_them, made_inside, steps], ids=lambda f: f.__name__)
def test_methods_of_abstract_classes_are_read(function):
    x = np.arange(1.0, 4.0)
    found, wanted = recto.jit(function)(x), function(x)
    pairs = zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]
    assert all(np.allclose(a, b) for a, b in pairs)
