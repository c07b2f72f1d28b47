"""Sizes that change while the program runs: loops over slices of computed length stay loops."""
import importlib

import corpus
import numpy as np
import pytest

import recto

MODULES = [name for name in corpus.module_names() if name.startswith("windows_")]
FUNCTIONS = {f"{module}-{name}": found
             for module in MODULES for name, found in corpus.functions(module).items()}
LOOPS = [name for name, found in FUNCTIONS.items()
         if found[0].function in importlib.import_module(f"programs.{name.split('-')[0]}").LOOPS]


def test_there_are_many():
    assert len(FUNCTIONS) >= 180 and len(LOOPS) >= 110


def size_of(case):
    return sum(np.size(x) for x in (*case.args, *case.kwargs.values()))


@pytest.mark.parametrize("name", LOOPS)
def test_loops_stay_loops(name):
    case = max(FUNCTIONS[name], key=size_of).copy()
    notes = case(recto.jit(case.function).explain)
    assert "unrolled" not in str(notes)
