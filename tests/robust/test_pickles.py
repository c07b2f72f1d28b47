"""Compiled and transformed functions are copied, pickled and sent to other processes like functions."""
import copy
import pathlib
import pickle
import subprocess
import sys

import cloudpickle
import numpy as np
import pytest
import sklearn.base

import recto

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import pickled

CASES = pickled.cases()
WAYS = {
    "pickle": lambda f: pickle.loads(pickle.dumps(f)), "cloudpickle": lambda f: cloudpickle.loads(cloudpickle.dumps(f)),
    "copy": copy.copy, "deepcopy": copy.deepcopy, "clone": lambda f: sklearn.base.clone(f, safe=False)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES)
def test_what_comes_back_computes_the_same(case, way):
    function, wanted = CASES[case]
    assert callable(WAYS[way](function))
    assert np.array_equal(function(pickled.X), wanted)
    assert np.array_equal(WAYS[way](function)(pickled.X), wanted)       # after a call as well


def test_what_a_name_leads_to_comes_back_itself():
    for name in ("decorated", "decorated by grad", "decorated twice", "static method", "custom rule"):
        function = CASES[name][0]
        assert pickle.loads(pickle.dumps(function)) is function
    assert all(copy.deepcopy(f) is f for f in (pickled.double, recto.jit(pickled.loss), pickled.tripled))


class Callable:
    def __init__(self):
        self.scale = np.ones(2)


def test_what_belongs_to_an_object_is_copied_with_it():
    model = Callable()
    model.gradient = recto.grad(pickled.loss)
    other = copy.deepcopy(model)
    assert other.gradient is model.gradient and other.scale is not model.scale
    owner = pickled.Model(2.0)
    function = copy.deepcopy(recto.jit(owner.step))
    owner.factor = 5.0
    assert np.array_equal(function(pickled.X), 2 * pickled.X)


def test_other_processes_take_them():
    """In a process of its own: fork has to come before the first call."""
    done = subprocess.run([sys.executable, pickled.__file__], text=True, capture_output=True, timeout=300)
    assert done.stdout == "passed\n", done.stdout + done.stderr
