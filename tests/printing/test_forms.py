"""What single things look like in the NumPy style: program body => function body. All of them are run as well."""
import textwrap

import pytest

from recto.transform.reader import read
from recto.transform import numpy_source
from recto.transform.printing import Signature
from recto.transform.printing.text.templates import NAMED, print_as
from recto.transform.ir.program import check

from .programs import PROGRAMS
from .test_numpy_style import agree

HEAD = '''
def f(x: "f64[3,4]", v: "f64[4]", s: "f64[]", c: "f64[] weak", n: "i64[]", p: "bool[]", h: "f32[4]", k: "i32[4]"):
'''
CASES = {
    "broadcasting is left to NumPy": ("""
        broadcast = prim.broadcast(v, axes=(1,), shape=(3, 4))
        add = prim.add(x, broadcast)
        broadcast_1 = prim.broadcast(s, axes=(), shape=(3, 4))
        mul = prim.mul(add, broadcast_1)
        return mul
        """, """
        return (x + v) * s
        """),
    "axes that NumPy would not align are inserted": ("""
        total = prim.reduce_sum(x, axes=(1,))
        broadcast = prim.broadcast(total, axes=(0,), shape=(3, 4))
        sub = prim.sub(x, broadcast)
        return sub, total
        """, """
        total = np.sum(x, axis=1)
        return x - total[:, None], total
        """),
    "keepdims": ("""
        reduce_max = prim.reduce_max(x, axes=(1,))
        reshape = prim.reshape(reduce_max, shape=(3, 1))
        reshape_1 = prim.reshape(reshape, shape=(3,))
        broadcast = prim.broadcast(reshape_1, axes=(0,), shape=(3, 4))
        sub = prim.sub(x, broadcast)
        exp = prim.exp(sub)
        return exp
        """, """
        return np.exp(x - np.max(x, axis=1, keepdims=True))
        """),
    "mean": ("""
        reduce_sum = prim.reduce_sum(x, axes=(0, 1))
        div = prim.div(reduce_sum, 12.0)
        reduce_sum_1 = prim.reduce_sum(x, axes=(0,))
        div_1 = prim.div(reduce_sum_1, prim.const(3.0, "f64[4]"))
        return div, div_1
        """, """
        return np.mean(x), np.mean(x, axis=0)
        """),
    "casts that NumPy does are left to it": ("""
        cast = prim.cast(h, dtype=prim.f64)
        add = prim.add(cast, v)
        cast_n = prim.cast(n, dtype=prim.f64)
        broadcast = prim.broadcast(cast_n, axes=(), shape=(4,))
        mul = prim.mul(add, broadcast)
        return mul
        """, """
        return (h + v) * n
        """),
    "casts that NumPy would not do stay": ("""
        cast = prim.cast(h, dtype=prim.f64)
        sin = prim.sin(cast)
        cast_1 = prim.cast(k, dtype=prim.f64)
        mul = prim.mul(sin, cast_1)
        return mul
        """, """
        return np.sin(h.astype(np.float64)) * k
        """),
    "numbers take the dtype of their neighbours": ("""
        mul = prim.mul(prim.const(2.0, "f32[4]"), h)
        add = prim.add(mul, prim.const(0.1, "f32[4]"))
        maximum = prim.maximum(add, prim.const(0.0, "f32[4]"))
        return maximum
        """, """
        return np.maximum(2 * h + 0.1, 0)
        """),
    "Python numbers promote as they do in Python": ("""
        cast = prim.cast(c, dtype=prim.f32)
        broadcast = prim.broadcast(cast, axes=(), shape=(4,))
        mul = prim.mul(h, broadcast)
        return mul
        """, """
        return h * c
        """),
    "minus and plus": ("""
        neg = prim.neg(v)
        add = prim.add(v, neg)
        mul = prim.mul(prim.const(-1.0, "f64[4]"), add)
        neg_1 = prim.neg(v)
        sub = prim.sub(mul, neg_1)
        return sub
        """, """
        return -1 * (v - v) + v
        """),
    "scalar truth values": ("""
        lt = prim.lt(s, 1.0)
        not_ = prim.not_(p)
        and_ = prim.and_(lt, not_)
        or_ = prim.or_(and_, p)
        return or_
        """, """
        return s < 1 and not p or p
        """),
    "zeros are like what they belong to": ("""
        v_bar = prim.broadcast(0.0, axes=(), shape=(4,))
        put_slice = prim.put_slice(v_bar, 1.0, starts=(0,), limits=(1,), strides=(1,), drop=(0,))
        return put_slice, prim.const(0.0, "f32[2]"), prim.const(2.5, "f64[2,3]")
        """, """
        v_bar = np.zeros_like(v)
        v_bar[0] = 1
        return v_bar, np.zeros(2, dtype=np.float32), np.full((2, 3), 2.5)
        """),
    "an argument is copied before it is written": ("""
        y = prim.update_slice(v, s, n, drop=(0,), sizes=(1,))
        total = prim.reduce_sum(v, axes=(0,))
        return y, total
        """, """
        y = v.copy()
        y[n] = s
        total = np.sum(v)
        return y, total
        """),
    "what reads the old array is computed first": ("""
        a = prim.sin(v)
        part = prim.slice_(a, starts=(0,), limits=(2,), strides=(1,), drop=())
        t = prim.mul(part, part)
        a_1 = prim.update_slice(a, s, 1, drop=(0,), sizes=(1,))
        return a_1, t
        """, """
        a = np.sin(v)
        part = a[:2]
        t = part * part
        a[1] = s
        return a, t
        """),
    "what saves the old array does so first": ("""
        a = prim.sin(v)
        saved = prim.broadcast(0.0, axes=(), shape=(3, 4))
        def then(a: "f64[4]", s: "f64[]"):
            a_1 = prim.update_slice(a, s, 1, drop=(0,), sizes=(1,))
            return a_1
        def orelse(a: "f64[4]", s: "f64[]"):
            a_1 = prim.update_slice(a, s, 2, drop=(0,), sizes=(1,))
            return a_1
        (a_1,) = prim.cond(p, a, s, branches=(then, orelse))
        saved_1 = prim.update_slice(saved, a, n, 0, drop=(0,), sizes=(1, 4))
        return a_1, saved_1
        """, """
        a = np.sin(v)
        saved = np.zeros_like(x)
        saved[n] = a
        if p:
            a[1] = s
        else:
            a[2] = s
        return a, saved
        """),
    "a view that is still wanted is copied": ("""
        a = prim.sin(v)
        part = prim.slice_(a, starts=(0,), limits=(2,), strides=(1,), drop=())
        a_1 = prim.update_slice(a, s, 1, drop=(0,), sizes=(1,))
        sin_part = prim.sin(part)
        add_part = prim.add(part, sin_part)
        return a_1, add_part
        """, """
        a = np.sin(v)
        part = a[:2].copy()
        a[1] = s
        return a, part + np.sin(part)
        """),
    "the last reads of the old array come before the write": ("""
        a = prim.sin(v)
        a_1 = prim.update_slice(a, s, n, drop=(0,), sizes=(1,))
        t = prim.dynamic_slice(a, n, drop=(0,), sizes=(1,))
        mul = prim.mul(t, t)
        a_2 = prim.update_slice(a_1, mul, 0, drop=(0,), sizes=(1,))
        return a_2
        """, """
        a = np.sin(v)
        t = a[n]
        a[n] = s
        a[0] = t * t
        return a
        """),
    "counting down": ("""
        def body(i: "i64[]", s: "f64[]"):
            cast = prim.cast(i, dtype=prim.f64)
            s_1 = prim.add(s, cast)
            return s_1
        (s_1,) = prim.fori_loop(n, -1, 0.0, body=body, invariant=0, step=-1)
        return s_1
        """, """
        s = 0.0
        for i in reversed(range(n + 1)):
            s += i
        return s
        """),
    "over the elements of an array": ("""
        def body(i: "i64[]", x: "f64[3,4]", s: "f64[]"):
            row = prim.dynamic_slice(x, i, 0, drop=(0,), sizes=(1, 4))
            reduce_max = prim.reduce_max(row, axes=(0,))
            s_1 = prim.mul(s, reduce_max)
            return s_1
        (s_1,) = prim.fori_loop(0, 3, x, s, body=body, invariant=1, step=1)
        return s_1
        """, """
        for row in x:
            s = s * np.max(row)
        return s
        """),
    "values that trade places": ("""
        def body(i: "i64[]", a: "f64[4]", b: "f64[4]"):
            return b, a
        a, b = prim.fori_loop(0, n, v, v, body=body, invariant=0, step=1)
        add = prim.add(a, b)
        return add
        """, """
        a = v
        b = v
        for _ in range(n):
            a, b = b, a
        return a + b
        """),
    "an integer that may outgrow 64 bits is NumPy's": ("""
        def body(i: "i64[]", state: "i64[]"):
            mul = prim.mul(state, 6364136223846793005)
            state_1 = prim.add(mul, 1442695040888963407)
            return state_1
        (state,) = prim.fori_loop(0, 5, 1, body=body, invariant=0, step=1)
        return state
        """, """
        state = np.int64(1)
        for _ in range(5):
            state = state * 6364136223846793005 + 1442695040888963407
        return state
        """),
    "a test that needs statements": ("""
        def test(v: "f64[4]", s: "f64[]"):
            sin_v = prim.sin(v)
            limit = prim.reduce_sum(sin_v, axes=(0,))
            add = prim.add(limit, s)
            mul = prim.mul(limit, add)
            lt = prim.lt(mul, -100.0)
            return lt
        def body(v: "f64[4]", s: "f64[]"):
            s_1 = prim.add(s, 1.0)
            return s_1
        (s_1,) = prim.while_loop(v, s, body=body, invariant=1, test=test)
        return s_1
        """, """
        while True:
            limit = np.sum(np.sin(v))
            if not limit * (limit + s) < -100:
                break
            s = s + 1
        return s
        """),
    "if without else, and a chain of elif": ("""
        def then(s: "f64[]", c: "f64[] weak"):
            s_1 = prim.mul(s, s)
            return s_1
        def orelse(s: "f64[]", c: "f64[] weak"):
            lt = prim.lt(s, 2.0)
            def then(s: "f64[]"):
                sin_s = prim.sin(s)
                s_1 = prim.add(s, sin_s)
                return s_1
            def orelse(s: "f64[]"):
                return s
            (s_1,) = prim.cond(lt, s, branches=(then, orelse))
            return s_1
        (s_1,) = prim.cond(p, s, c, branches=(then, orelse))
        return s_1
        """, """
        if p:
            s = s * s
        elif s < 2:
            s = s + np.sin(s)
        return s
        """),
    "a small choice": ("""
        def then(s: "f64[]"):
            sin_s = prim.sin(s)
            return sin_s
        def orelse(s: "f64[]"):
            return 0.0
        (y,) = prim.cond(p, s, branches=(then, orelse))
        mul = prim.mul(y, 3.0)
        return mul
        """, """
        y = np.sin(s) if p else 0.0
        return y * 3
        """),
    "max and min": ("""
        gt = prim.gt(s, 0.5)
        select = prim.select(gt, s, 0.5)
        lt = prim.lt(2.0, select)
        select_1 = prim.select(lt, 2.0, select)
        return select_1
        """, """
        return min(max(0.5, s), 2.0)
        """),
    "an index that counts from the end": ("""
        lt = prim.lt(n, 0)
        add = prim.add(n, 4)
        select = prim.select(lt, add, n)
        y = prim.dynamic_slice(v, select, drop=(0,), sizes=(1,))
        ge = prim.ge(select, 0)
        le = prim.le(select, 3)
        and_ = prim.and_(ge, le)
        select_1 = prim.select(and_, s, y)
        z = prim.update_slice(v, select_1, select, drop=(0,), sizes=(1,))
        return z
        """, """
        z = v.copy()
        z[n] = s
        return z
        """),
    "windows": ("""
        part = prim.dynamic_slice(x, 1, n, drop=(0,), sizes=(1, 2))
        add_n = prim.add(n, 1)
        part_1 = prim.dynamic_slice(x, 0, add_n, drop=(), sizes=(3, 1))
        reduce_sum = prim.reduce_sum(part_1, axes=(0, 1))
        return part, reduce_sum
        """, """
        return x[1, n:n + 2], np.sum(x[:, n + 1:n + 2])
        """),
    "sums into places that may coincide, and into places that don't": ("""
        a = prim.scatter_add(v, prim.const(1.0, "f64[2]"), prim.const([1, 1], "i64[2]"), axes=(0,))
        b = prim.scatter_add(a, prim.const(-2.0, "f64[2]"), prim.const([3, 1], "i64[2]"), axes=(0,))
        return b
        """, """
        a = v.copy()
        np.add.at(a, np.ones(2, dtype=np.int64), 1)
        a[np.array([3, 1])] -= 2
        return a
        """),
    "scalars side by side": ("""
        sin = prim.sin(s)
        reshape = prim.reshape(sin, shape=(1,))
        reshape_1 = prim.reshape(s, shape=(1,))
        y = prim.concatenate(reshape, prim.const([0.5], "f64[1]"), reshape_1, axis=0)
        return y
        """, """
        y = np.array([np.sin(s), 0.5, s])
        return y
        """),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_printed_as_a_person_would(name):
    body, wanted = (textwrap.indent(textwrap.dedent(t).strip(), "    ") for t in CASES[name])
    program = check(read(HEAD + body))
    source = numpy_source(program)
    assert source.split("k):\n")[1] == wanted
    agree(program)


def test_arguments_and_results_are_grouped():
    program = read('''
def loss(w: "f64[3,2]", b: "f64[2]", x: "f64[3]", m: "f64[]"):
    dot = prim.dot(x, w, contract=((0,), (0,)), batch=((), ()))
    y = prim.add(dot, b)
    return y, m, w
''')
    signature = Signature((("params", [(0, 1)]), ("x", 2), ("state", {"m": 3})), {"y": 0, "rest": (1,)})
    assert numpy_source(program, "the layer", signature) == textwrap.dedent('''\
        # the layer
        #   params: [(float64[3, 2], float64[2])], x: float64[3], state: {"m": float64}
        import numpy as np


        def loss(params, x, state):
            ((w, b),) = params
            m = state["m"]
            y = x @ w + b
            return {"y": y, "rest": (m,)}''')


def test_lines_of_the_user_are_told_where_they_change():
    source = numpy_source(PROGRAMS[2]())
    assert "    s = 0.0\n    for i in range(5):     # model.py:3\n" in source
    assert "        s += np.sin(x[i])  # model.py:4\n" in source


def test_a_called_program_may_have_its_own_form():
    program = read('''
def logsumexp(x: "f64[3]"):
    exp = prim.exp(x)
    total = prim.reduce_sum(exp, axes=(0,))
    log = prim.log(total)
    return log


def f(x: "f64[3]"):
    (y,) = prim.call(x, program=logsumexp)
    return y
''')
    print_as("logsumexp", "special.logsumexp(_0)")
    try:
        source = numpy_source(program)
        agree(program)
    finally:
        NAMED.pop("logsumexp")
    assert source.endswith("from scipy import special\n\n\ndef f(x):\n    y = special.logsumexp(x)\n    return y")


def test_functions_with_the_same_text_are_one():
    program = read('''
def g(x: "f64[3]"):
    y = prim.sin(x)
    return y


@prim.named("g")
def g_1(x: "f64[4]"):
    y = prim.sin(x)
    return y


@prim.named("g")
def g_2(x: "f64[4]"):
    y = prim.cos(x)
    return y


def f(x: "f64[3]", y: "f64[4]"):
    (a,) = prim.call(x, program=g)
    (b,) = prim.call(y, program=g_1)
    (c,) = prim.call(b, program=g_2)
    return a, c
''')
    heads = [line for line in numpy_source(program).split("\n") if line.startswith("def")]
    assert heads == ["def g(x):", "def g_1(x):", "def f(x, y):"]
