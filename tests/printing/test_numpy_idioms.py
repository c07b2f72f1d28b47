"""What programs say in several calls and NumPy in one: program body => function body. All of them are run as well."""
import textwrap

import numpy as np
import pytest

import recto

from recto.transform import numpy_source
from recto.transform.ir.program import check
from recto.transform.reader import read

from .test_forms import HEAD
from .test_numpy_style import agree

CASES = {
    "an element is set once, not to 0 first": ("""
        a = prim.sin(v)
        old = prim.dynamic_slice(a, n, drop=(0,), sizes=(1,))
        a_1 = prim.update_slice(a, 0.0, n, drop=(0,), sizes=(1,))
        mul = prim.mul(old, s)
        sub = prim.sub(n, 1)
        part = prim.dynamic_slice(a_1, sub, drop=(0,), sizes=(1,))
        add = prim.add(part, mul)
        a_2 = prim.update_slice(a_1, add, sub, drop=(0,), sizes=(1,))
        part_1 = prim.dynamic_slice(a_2, n, drop=(0,), sizes=(1,))
        add_1 = prim.add(part_1, mul)
        a_3 = prim.update_slice(a_2, add_1, n, drop=(0,), sizes=(1,))
        return a_3
        """, """
        a = np.sin(v)
        t = a[n] * s
        a[n - 1] += t
        a[n] = t
        return a
        """),
    "what is left of an element stays there": ("""
        a = prim.sin(v)
        old = prim.dynamic_slice(a, n, drop=(0,), sizes=(1,))
        a_1 = prim.update_slice(a, 0.0, n, drop=(0,), sizes=(1,))
        mul = prim.mul(old, s)
        sub = prim.sub(n, 1)
        part = prim.dynamic_slice(a_1, sub, drop=(0,), sizes=(1,))
        add = prim.add(part, mul)
        a_2 = prim.update_slice(a_1, add, sub, drop=(0,), sizes=(1,))
        sub_1 = prim.sub(old, mul)
        part_1 = prim.dynamic_slice(a_2, n, drop=(0,), sizes=(1,))
        add_1 = prim.add(part_1, sub_1)
        a_3 = prim.update_slice(a_2, add_1, n, drop=(0,), sizes=(1,))
        return a_3
        """, """
        a = np.sin(v)
        t = a[n] * s
        a[n - 1] += t
        a[n] -= t
        return a
        """),
    "an element that may be the one set to 0 comes after": ("""
        a = prim.sin(v)
        a_1 = prim.update_slice(a, 0.0, n, drop=(0,), sizes=(1,))
        m = prim.cast(p, dtype=prim.i64)
        part = prim.dynamic_slice(a_1, m, drop=(0,), sizes=(1,))
        add = prim.add(part, s)
        a_2 = prim.update_slice(a_1, add, m, drop=(0,), sizes=(1,))
        part_1 = prim.dynamic_slice(a_2, n, drop=(0,), sizes=(1,))
        add_1 = prim.add(part_1, s)
        a_3 = prim.update_slice(a_2, add_1, n, drop=(0,), sizes=(1,))
        return a_3
        """, """
        a = np.sin(v)
        a[n] = 0
        m = np.int64(p)
        a[m] += s
        a[n] += s
        return a
        """),
    "triangles": ("""
        iota = prim.iota(axis=0, dtype=prim.i64, shape=(3,))
        rows = prim.broadcast(iota, axes=(0,), shape=(3, 4))
        iota_1 = prim.iota(axis=0, dtype=prim.i64, shape=(4,))
        columns = prim.broadcast(iota_1, axes=(1,), shape=(3, 4))
        lower = prim.gt(rows, columns)
        zeros = prim.broadcast(0.0, axes=(), shape=(3, 4))
        ones = prim.broadcast(1.0, axes=(), shape=(3, 4))
        select = prim.select(lower, x, zeros)
        select_1 = prim.select(lower, zeros, x)
        select_2 = prim.select(lower, ones, zeros)
        return select, select_1, select_2
        """, """
        return np.tril(x, -1), np.triu(x), np.tri(3, 4, k=-1)
        """),
    "diagonals": ("""
        mul = prim.mul(x, prim.const([[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 2.0]], "f64[3,4]"))
        return mul
        """, """
        return x * (2 * np.eye(3, 4, k=1))
        """),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_printed_as_a_person_would(name):
    body, wanted = (textwrap.indent(textwrap.dedent(t).strip(), "    ") for t in CASES[name])
    program = check(read(HEAD + body))
    assert numpy_source(program).split("k):\n")[1] == wanted
    agree(program)


class Held:
    def __init__(self, a):
        self.a = a


HELD = Held(0.5)


def reads_an_attribute_called_as_an_argument(a, b):
    return HELD.a * b + a[0] * a[1]


def test_an_attribute_from_outside_is_not_called_as_an_argument():
    HELD.a = np.array([0.5, 1.5])
    text = recto.jit(reads_an_attribute_called_as_an_argument).source((2.0, np.ones(2)), 3.0)
    space = {}
    exec(compile(text, "printed", "exec"), space)
    found = space["reads_an_attribute_called_as_an_argument"](HELD.a, (2.0, np.ones(2)), 3.0)
    assert np.array_equal(found, reads_an_attribute_called_as_an_argument((2.0, np.ones(2)), 3.0))
