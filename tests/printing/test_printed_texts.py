"""Printed source of functions that return lists of texts."""
from __future__ import annotations

import numpy as np
import pytest

import recto


def of_known(x):
    out = []
    for v in x:
        if v < 0:
            out.append("low")
        elif v > 2:
            out.append("high")
    return out


def of_one(x):
    out = []
    for v in x:
        if v < 0:
            out.append("low")
    return out


def with_values(x):
    out = []
    for k, v in enumerate(x):
        if v < 0:
            out.append(f"{k}: {v:.1f}")
        elif v > 2:
            out.append("high")
    return out


def of_one_form(x):
    out = []
    for v in x:
        if v < 0:
            out.append(f"{v:.2f} and {2 * v:.1e}")
    return out


def in_tuples(x):
    out = []
    for k, v in enumerate(x):
        if v < 0:
            out.append((k, "low", v))
        elif v > 2:
            out.append((-k, "high", 0.0))
    return out


FUNCTIONS = (of_known, of_one, with_values, of_one_form, in_tuples)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_texts_are_pythons(function):
    space: dict = {}
    exec(recto.jit(function).source("f64[4]"), space)
    for x in ([1.0, -2.0, 3.0, -0.25], [1.0, 1.0, 1.0, 1.0], [5.0, -1.0, -1.0, 0.0]):
        assert space[function.__name__](np.array(x)) == function(np.array(x))


def test_texts_are_chosen_by_their_numbers():
    assert 'return [("low", "high")[k] for k in out[:out_hi]]' in recto.jit(of_known).source("f64[4]")
