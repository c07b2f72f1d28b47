"""A variable that every path to a read has set needs no flag; one that some path leaves unset raises as in Python."""
import gast
import numpy as np
import pytest

import recto
from recto.transform.frontend.definite_assignment import definite_reads, set_by_iteration

TEXTS = {       # the function, and the names whose reads behind `return` are definite
    "one branch": ("if p:\n        a = 1", ""),
    "both branches": ("if p:\n        a = 1\n    else:\n        a = 2", "a"),
    "a branch that returns": ("if p:\n        a = 1\n    else:\n        return 0", "a"),
    "a branch that raises": ("if p:\n        raise ValueError\n    a = 1", "a"),
    "a loop that may not run": ("for k in p:\n        a = 1", ""),
    "break and else": (
        "for k in p:\n        if k:\n            a = 1\n            break\n    else:\n        a = 2", "a"),
    "another break": (
        "for k in p:\n        if k:\n            a = 1\n            break\n        if p:\n            break\n"
        "    else:\n        a = 2", ""),
    "an endless loop": ("while True:\n        a = 1\n        if p:\n            break", "a"),
    "an endless loop, left before": ("while True:\n        if p:\n            break\n        a = 1", ""),
    "break of an inner loop": (
        "while True:\n        for k in p:\n            break\n        a = 1\n        break", "a"),
    "try": ("try:\n        a = 1\n    except ValueError:\n        b = 2", ""),
    "try and handler": ("try:\n        a = 1\n    except ValueError:\n        a = 2", "a"),
    "a handler that returns": ("try:\n        a = 1\n    except ValueError:\n        return 0", "a"),
    "finally": ("try:\n        b = 1\n    finally:\n        a = 2", "ab"),
    "with": ("with p:\n        a = 1", ""),
    "deleted": ("a = 1\n    del a", ""),
    "a walrus": ("if (a := p):\n        pass", "a"),
    "a walrus that may be skipped": ("if p and (a := 1):\n        pass", ""),
    "unpacked": ("(a, *b), c = p", "ab"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_reads_that_are_definite(what):
    body, wanted = TEXTS[what]
    function = gast.parse(f"def f(p):\n    {body}\n    return a, b").body[0]
    read = [n for n in gast.walk(function.body[-1]) if isinstance(n, gast.Name)]
    assert {n.id for n in read if n in definite_reads(function)} == set(wanted)


@pytest.mark.parametrize("text", ["{a: (a := 1)}", "{1: a, (a := 2): 3}", "p[p and (a := 1)] = a = a"])
def test_a_walrus_behind_a_read_says_nothing_of_it(text):
    function = gast.parse(f"def f(p):\n    {text}\n    return p").body[0]
    assert {n.id for n in definite_reads(function)} == {"p"}


def test_an_iteration_sets_what_it_sets_before_each_way_out():
    function = gast.parse("""
def f(p):
    for k in p:
        a = 1
        if k:
            continue
        b = 2
        if p:
            break
        c = 3
""").body[0]
    assert set_by_iteration(function, function.body[0]) == {"k", "a"}


def first_gap(x):
    for i in range(3):
        if x[i] != i:
            gap = i
            break
    else:
        gap = 3
    return gap


def left_in_the_middle(x):
    t = 0.0
    for i in range(3):
        y = x[i] * 2
        if y > 4:
            break
        t += y
    return y - t


def gaps_of_rounds(x):
    t = 0.0
    for k in range(3):
        for i in range(3):
            if x[i] > k:
                gap = i
                break
        else:
            gap = 3
        t += gap * x[0]
    return t


def unset_at_first(x):
    t = 0.0
    for k in range(3):
        for i in range(3):
            if x[i] > k:
                gap = i
                break
        t += gap * x[0]
    return t


def caught_outside(x):
    try:
        for i in range(3):
            if x[i] < 0:
                raise ValueError
            y = x[i]
            if y > 5:
                break
    except ValueError:
        return y
    return y + 1


FUNCTIONS = [first_gap, left_in_the_middle, gaps_of_rounds, unset_at_first, caught_outside]
POINTS = [[0, 1, 2], [3, 2, 1], [0, 0, 1], [0, 0, 0], [-1, .5, .5], [1, -2, 3], [7, -2, 3], [0, 5, -1]]


def outcome(function, x):
    try:
        return float(function(np.array(x, float)))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_programs_do_as_in_python(function):
    compiled = recto.jit(function)
    source, space = compiled.source("f64[3]"), {}
    exec(source, space)
    for x in POINTS:
        wanted = outcome(function, x)
        assert outcome(compiled, x) == outcome(space[function.__name__], x) == wanted


@pytest.mark.parametrize("function", FUNCTIONS[:3], ids=lambda f: f.__name__)
def test_no_flag_is_carried(function):
    assert "is_set" not in str(recto.jit(function).program("f64[3]"))
