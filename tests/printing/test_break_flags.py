"""Flags are threaded to where loops are left, loops count, unread stores go, and what statements do stays the same."""
import ast
import itertools
import textwrap

import numpy as np
import pytest

import recto
from recto.transform.printing.cleanup.break_flags import without_break_flags
from recto.transform.printing.cleanup.counted_loops import with_counted_loops
from recto.transform.printing.cleanup.dead_stores import without_dead_stores
from recto.transform.printing.cleanup.known_flags import with_known_flags

REWRITTEN = [
    ("""
    left = 0
    for i in range(n):
        if x[i] > 0:
            left = 1
            break
    if left == 1:
        return i
    return -1
    """, """
    for i in range(n):
        if x[i] > 0:
            return i
    return -1
    """),
    ("""
    left = 0
    for i in range(n):
        inner = 0
        for j in range(n):
            if x[j] > y[i]:
                inner = 1
                break
        if inner != 0:
            left = 1
            break
    if left == 1:
        return i, j
    return -1, -1
    """, """
    for i in range(n):
        for j in range(n):
            if x[j] > y[i]:
                return i, j
    return -1, -1
    """),
    ("""
    for i in range(n):
        inner = 0
        for j in range(n):
            if x[j] > y[i]:
                inner = 1
                break
        if inner != 0:
            break
    return i, j
    """, """
    for i in range(n):
        for j in range(n):
            if x[j] > y[i]:
                break
        else:
            continue
        break
    return i, j
    """),
    ("""
    left = 0
    for i in range(n):
        if x[i] > 0:
            left = 1
            break
    if left == 0:
        i = n
    return i
    """, """
    for i in range(n):
        if x[i] > 0:
            break
    else:
        i = n
    return i
    """),
    ("""
    left = 0
    while n > 0:
        n = n - 1
        if x[n] > 0:
            left = 2
            break
        if x[n] < -3:
            left = 1
            break
    if left == 1:
        raise ValueError('low')
    if left == 2:
        return n
    return -1
    """, """
    while n > 0:
        n = n - 1
        if x[n] > 0:
            return n
        if x[n] < -3:
            raise ValueError('low')
    return -1
    """),
    ("""
    left = 0
    i = 0
    for i in range(n):
        if x[i] > 0:
            left = 1
            break
    if left == 1:
        i = i + 10
    return i
    """, """
    i = 0
    for i in range(n):
        if x[i] > 0:
            i = i + 10
            break
    return i
    """),
    ("""
    left = 1
    for i in range(n):
        if x[i] > 0:
            left = 1
            break
    if left == 1:
        return i
    return -1
    """, """
    for i in range(n):
        if x[i] > 0:
            break
    return i
    """),
    ("""
    error = 0
    left = 0
    v = 0
    while error == 0 and left == 0 and v < 3:
        if x[v] > 1:
            left = 2
        else:
            left = 0
            y = y + x
        left = 0 if left == 2 else left
        v += 1
    if error == 1:
        raise ValueError('none')
    return y
    """, """
    for v in range(3):
        if not x[v] > 1:
            y = y + x
    return y
    """),
    ("""
    if x[0] > 1:
        left = 2
    else:
        left = 0
        y = y * 2
    if left == 0 or left == 2:
        y = y + x
    if left == 2 and left != 0:
        y = y * x
    return y
    """, """
    if x[0] > 1:
        left = 2
    else:
        left = 0
        y = y * 2
    y = y + x
    if left == 2:
        y = y * x
    return y
    """),
    ("""
    error = 0
    for i in range(n):
        if x[i] > 1:
            if error == 1:
                y = y * 2
        if np.sum(x) > i:
            if error == 1:
                y = y * 3
        y = y + x
    return y
    """, """
    for i in range(n):
        if np.sum(x) > i:
            pass
        y = y + x
    return y
    """),
    ("""
    v = 1
    while v < n:
        if x[v] > 1:
            break
        y = y * x[v]
        v += 1
    return y
    """, """
    for v in range(1, n):
        if x[v] > 1:
            break
        y = y * x[v]
    return y
    """),
    ("""
    z = 0.0
    y = np.zeros(3)
    for i in range(3):
        y = x * i
        z = y[0]
    return z
    """, """
    for i in range(3):
        y = x * i
        z = y[0]
    return z
    """),
    ("""
    new = 0.0
    while True:
        new = x[0] / 2
        if new < 1:
            break
        x = x / 2
    return new if True else None
    """, """
    while True:
        new = x[0] / 2
        if new < 1:
            break
        x = x / 2
    return new
    """),
]
KEPT = [
    """
    left = 0
    for i in range(n):
        if x[i] > 0:
            left = 1
            break
    n = 2
    if left == 1:
        return i
    return -n
    """, """
    left = 0
    for i in range(n):
        if x[i] > 0:
            left = 1
        if x[i] > 1:
            left = 0
            break
    if left == 1:
        return i
    return -1
    """, """
    z = 0.0
    for i in range(n):
        z = x[i]
    return z
    """, """
    z = 0.0
    while x[0] < 2:
        z = z + 1
        x = x + z
    return z
    """, """
    v = 0
    while v < n:
        y = y * x[v]
        v += 1
    return y * v
    """, """
    v = 0
    while v < n:
        n = n - 1
        v += 1
    return n
    """, """
    left = 0
    for i in range(n):
        if left == 1:
            y = y + x
        left = 1 - left
    return y
    """, """
    i = 0
    z = 0.0
    while x[i] < 0.5:
        if x[i] < -2:
            break
        z = 1.0
        i = i + 1
    return z
    """, """
    def inner(a):
        return a + z
    z = 0.0
    y = inner(y)
    z = 1.0
    return inner(y)
    """,
]


def rewritten(text):
    tree = ast.parse(textwrap.dedent(text))
    found = without_break_flags(with_known_flags(tree.body))
    found = without_dead_stores(with_counted_loops(found, frozenset("n")))
    return ast.unparse(ast.fix_missing_locations(ast.Module(found, [])))


def outcomes(text):
    """What the statements return or raise, for small arrays."""
    space = {"np": np}
    body = textwrap.indent(textwrap.dedent(text).strip(), "    ")
    exec(f"def f(x, y, n):\n{body}", space)
    for x, y, n in itertools.product(itertools.product((-4.0, 0.2, 1.5), repeat=3), ([0.0, 1.0, 2.0],), (0, 1, 3)):
        try:
            yield str(space["f"](np.array(x), np.array(y), n))
        except (ValueError, UnboundLocalError, IndexError) as error:
            yield type(error).__name__


@pytest.mark.parametrize("before, after", REWRITTEN)
def test_what_is_printed(before, after):
    assert rewritten(before) == ast.unparse(ast.parse(textwrap.dedent(after)))
    assert list(outcomes(before)) == list(outcomes(after))


@pytest.mark.parametrize("text", KEPT)
def test_what_has_another_meaning_is_kept(text):
    assert rewritten(text) == ast.unparse(ast.parse(textwrap.dedent(text)))


def first_pair(A, v):
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            if A[i, j] == v:
                break
        else:
            continue
        break
    else:
        return -1, -1
    return i, j


def rows_until(A, v):
    total = 0.0
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            if A[i, j] > v:
                break
            total += A[i, j]
        else:
            continue
        total += 10 * i
        break
    return total


@pytest.mark.parametrize("function, wanted", [
    (first_pair, """
def first_pair(A, v):
    for i in range(2):
        for j in range(3):
            if A[i, j] == v:
                return i, j
    return -1, -1
"""), (rows_until, """
def rows_until(A, v):
    total = 0.0
    for i in range(2):
        for j in range(3):
            if A[i, j] > v:
                break
            total += A[i, j]
        else:
            continue
        total += 10 * i
        break
    return total
""")])
def test_nested_loops_are_left_as_they_were_written(function, wanted):
    text = recto.jit(function).source("f64[2,3]", "f64", comments="none")
    assert wanted.strip() in text
    space = {}
    exec(text, space)
    for v in range(-1, 7):
        A = np.arange(6.0).reshape(2, 3)
        assert space[function.__name__](A, v) == function(A, v)
