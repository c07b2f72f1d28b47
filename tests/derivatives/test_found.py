"""Programs on which a derivative was wrong, or its printed source, or the compiler failed: found by random programs,
reduced. All laws of `random_programs.derivatives` hold for them, to order 2, printed as well."""
from __future__ import annotations

import numpy as np
import pytest

from random_programs.derivatives import Looked, derivatives_obey
from random_programs.laws import reading_of, load

A, THREE, FOUR = np.arange(12.0).reshape(3, 4) / 7, np.array([0.3, -1.2, 2.1]), np.array([1.3, 0.4, -0.7, 2.6])

FOUND = {
    "the tangent was doubled twice in print": ('''
import numpy as np
def f(s, x):
    x *= x
    for i in range(1, 4):
        x[:] -= s
''', (1.5, THREE)),
    "what a branch left under two names was multiplied in place, in print": ('''
import numpy as np
def f(a, s, k):
    if k > 0:
        for i in reversed(range(3)):
            a[i] = s
        a *= s
''', (FOUR, -2.7, 2)),
    "a loop reads from an array that is a constant": ('''
import numpy as np
def f(a, A, t):
    for z in np.arange(2.0):
        t += np.tanh(abs(z) * t)
        A[2, 1:] += np.tanh(a[:-1] * 5.0)
    return t
''', (FOUR, A, 0.4)),
    "a loop reads a row of a constant matrix, in steps that an argument says": ('''
import numpy as np
def f(a, d):
    B = np.arange(12.0).reshape(3, 4)
    for i in range(0, 4, 1 + d[0] % 2):
        a[2] -= np.tanh(B[1][-1 - i] * a[0])
''', (FOUR, np.array([-1, -3, -2, 1]))),
    "printing took exponential time": ('''
import numpy as np
def f(a, b, m):
    z = b[m % 4]
    c1 = 0
    while True:
        c1 += 1
        z = 0.5 * (z - 0.5 * a[0])
        a[0] = (a[0] - 0.5 * a[0]) / (1.5 + abs(a[0] - 0.5 * a[0]))
        if min(m, -1) <= 3:
            z = z / (1.5 + abs(z))
        if z < -2.37 or c1 > 6:
            break
    return np.maximum(b, z), a
''', (FOUR, FOUR + 0.1, 2)),
    "a carried list of linked arrays lost one": ('''
import numpy as np
def f(b, A, d, m):
    s = 0.5
    for a, u in zip(A, np.zeros(2)):
        if m in (1, 2):
            s = s * a[1]
            break
        if d[1] < m:
            a[...] += np.tanh(s * b)
        for c in (b, a):
            s += np.tanh(c[0])
    return s
''', (FOUR, A, np.array([1, -2, -3, -2]), 3)),
}


@pytest.mark.parametrize("what", FOUND)
def test_laws_hold(what):
    source, arguments = FOUND[what]
    looked = derivatives_obey(source, arguments, order=2, printed=True, every=True)
    assert isinstance(looked, Looked) and looked.transposed == 3 and not looked.unsure, looked


def test_an_object_made_in_a_loop_and_again_behind_it():
    """It was refused: "box does not keep its type in this loop"."""
    source = '''
import numpy as np
class Box:
    def __init__(self, value, data):
        self.value = value
        self.data = data
def f(k, s, a):
    for i in range(k):
        for j in range(1, 3):
            box = Box(s * i, a * j)
            s = s + np.sin(box.data[j] * box.value)
    box = Box(s, a)
    return box.value * box.data
'''
    looked = derivatives_obey(source, (3, 0.7, FOUR), order=2, printed=True, every=True)
    assert isinstance(looked, Looked) and looked.transposed == 3 and looked.differences == 3, looked
    reading, _ = reading_of(load(source)["f"], (3, 0.7, FOUR))
    assert reading.errors == []
