"""Called pullbacks write into the cotangents that they are given, where nobody wants the old ones."""
import textwrap

import numpy as np
import pytest

import recto
from recto.transform import numpy_source
from recto.transform.ir.program import check
from recto.transform.reader import read

from .test_numpy_style import agree

HEAD = '''
def g_vjp(x: "f64[4]", t_bar: "f64[]", x_bar: "f64[4]"):
    part = prim.dynamic_slice(x_bar, 1, drop=(0,), sizes=(1,))
    x_1 = prim.dynamic_slice(x, 2, drop=(0,), sizes=(1,))
    mul = prim.mul(t_bar, x_1)
    add = prim.add(part, mul)
    x_bar_1 = prim.update_slice(x_bar, add, 1, drop=(0,), sizes=(1,))
    return x_bar_1


def h_vjp(x: "f64[4]", t_bar: "f64[]", x_bar: "f64[4]"):
    (x_bar_1,) = prim.call(x, t_bar, x_bar, program=g_vjp)
    mul = prim.mul(t_bar, 2.0)
    broadcast = prim.broadcast(mul, axes=(), shape=(4,))
    x_bar_2 = prim.add(x_bar_1, broadcast)
    sin_bar = prim.sin(t_bar)
    return x_bar_2, sin_bar


def f(x: "f64[4]", s: "f64[]", x_bar: "f64[4]", p: "bool[]"):
'''
CASES = {
    "what the function made itself is written in place": ("""
        a_bar = prim.mul(x_bar, x_bar)
        (a_bar_1,) = prim.call(x, s, a_bar, program=g_vjp)
        return a_bar_1
        """, """
        a_bar = x_bar * x_bar
        g_vjp(x, s, a_bar)
        return a_bar
        """),
    "what is the caller's is copied": ("""
        (x_bar_1,) = prim.call(x, s, x_bar, program=g_vjp)
        return x_bar_1
        """, """
        x_bar = x_bar.copy()
        g_vjp(x, s, x_bar)
        return x_bar
        """),
    "what is wanted later is copied": ("""
        a_bar = prim.mul(x_bar, x_bar)
        (b_bar,) = prim.call(x, s, a_bar, program=g_vjp)
        sub = prim.sub(b_bar, a_bar)
        return sub
        """, """
        a_bar = x_bar * x_bar
        x_bar = a_bar.copy()
        g_vjp(x, s, x_bar)
        return x_bar - a_bar
        """),
    "what is read and written by one call is copied": ("""
        a_bar = prim.mul(x_bar, x_bar)
        (b_bar,) = prim.call(a_bar, s, a_bar, program=g_vjp)
        return b_bar
        """, """
        a_bar = x_bar * x_bar
        x_bar = a_bar.copy()
        g_vjp(a_bar, s, x_bar)
        return x_bar
        """),
    "what waits to be read is read before": ("""
        a_bar = prim.mul(x_bar, x_bar)
        part = prim.dynamic_slice(a_bar, 1, drop=(0,), sizes=(1,))
        (a_bar_1,) = prim.call(x, s, a_bar, program=g_vjp)
        add = prim.add(part, s)
        return a_bar_1, add
        """, """
        a_bar = x_bar * x_bar
        part = a_bar[1]
        g_vjp(x, s, a_bar)
        return a_bar, part + s
        """),
    "zeros are made": ("""
        zeros = prim.broadcast(0.0, axes=(), shape=(4,))
        (a_bar,) = prim.call(x, s, zeros, program=g_vjp)
        (a_bar_1,) = prim.call(x, s, a_bar, program=g_vjp)
        return a_bar_1
        """, """
        x_bar = np.zeros_like(x)
        g_vjp(x, s, x_bar)
        g_vjp(x, s, x_bar)
        return x_bar
        """),
    "other results are returned, in the order of the calls": ("""
        a_bar = prim.mul(x_bar, x_bar)
        a_bar_1, s_bar = prim.call(x, s, a_bar, program=h_vjp)
        a_bar_2, s_bar_1 = prim.call(x, s_bar, a_bar_1, program=h_vjp)
        mul = prim.mul(s_bar, s_bar_1)
        return a_bar_2, mul
        """, """
        a_bar = x_bar * x_bar
        s_bar = h_vjp(x, s, a_bar)
        s_bar_1 = h_vjp(x, s_bar, a_bar)
        return a_bar, s_bar * s_bar_1
        """),
    "in a loop and a branch": ("""
        a_bar = prim.mul(x_bar, x_bar)

        def body(i: "i64[]", x: "f64[4]", s: "f64[]", p: "bool[]", a_bar: "f64[4]"):
            def then(x: "f64[4]", s: "f64[]", a_bar: "f64[4]"):
                (a_bar_1,) = prim.call(x, s, a_bar, program=g_vjp)
                return a_bar_1

            def orelse(x: "f64[4]", s: "f64[]", a_bar: "f64[4]"):
                return a_bar

            (a_bar_1,) = prim.cond(p, x, s, a_bar, branches=(then, orelse))
            return a_bar_1

        (a_bar_1,) = prim.fori_loop(0, 3, x, s, p, a_bar, body=body, invariant=3, step=1)
        return a_bar_1
        """, """
        a_bar = x_bar * x_bar
        for _ in range(3):
            if p:
                g_vjp(x, s, a_bar)
        return a_bar
        """),
}


@pytest.mark.parametrize("name", CASES)
def test_the_cotangent_is_written_where_it_lies(name):
    body, wanted = (textwrap.indent(textwrap.dedent(t).strip(), "    ") for t in CASES[name])
    program = check(read(HEAD + body))
    lines = numpy_source(program).split("def f(x, s, x_bar, p):\n")[1].splitlines()
    assert [line for line in lines if line] == wanted.splitlines()
    agree(program)


def rolled(x, y):
    return np.roll(x, 1, axis=0) * y


def set_by_rows(x, a):
    for u in x[::-1]:
        for j, _ in enumerate(u):
            a -= j
        if a[0] > 0:
            u[0] = 1.0
    return x, a


def names_that_meet(u, x):
    return np.sum(rolled(u, x) ** 2)


def two_that_are_written(x, a):
    r, s = set_by_rows(x.copy(), a.copy())
    return np.sum(r**2) + np.sum(s**2)


@pytest.mark.xla
@pytest.mark.parametrize("function", [names_that_meet, two_that_are_written], ids=lambda f: f.__name__)
def test_cotangents_that_live_together_have_names_of_their_own(function):
    x, y = np.arange(6.0).reshape(3, 2) - 2.25, np.arange(6.0).reshape(3, 2) ** 2
    args = (x, y) if function is names_that_meet else (x, np.array([3.25, -0.5, 0.75]))
    gradient, space = recto.grad(function, argnums=(0, 1)), {}
    exec(gradient.source(*args), space)
    for printed, compiled in zip(space[f"grad_{function.__name__}"](*args), gradient(*args), strict=True):
        np.testing.assert_allclose(printed, compiled)


def test_a_pullback_shows_what_it_changes():
    source = numpy_source(check(read(HEAD + "    x_bar_1, s_bar = prim.call(x, s, x_bar, program=h_vjp)\n"
                                            "    return x_bar_1, s_bar")))
    assert textwrap.dedent("""\
        def g_vjp(x, t_bar, x_bar):
            x_bar[1] += t_bar * x[2]


        def h_vjp(x, t_bar, x_bar):
            g_vjp(x, t_bar, x_bar)
            x_bar += t_bar * 2
            return np.sin(t_bar)
        """) in source
