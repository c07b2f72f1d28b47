"""Exit codes: what they tell of an iteration is so, on random loops that are left in several ways."""
import dataclasses

import numpy as np
from hypothesis import HealthCheck, given, settings
from strategies import multiples, randoms

from recto.transform import primitives as prim
from recto.transform.analysis.def_use import makers
from recto.transform.analysis.loop_exits import codes, conjuncts, final, exit_facts, values
from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.loop_builder import append_cond
from recto.transform.ir.program import Const, Type, Var, walk
from recto.transform.reader import read

F64, I64 = np.dtype(float), np.dtype(np.int64)
ROUNDS = 4
thorough = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


class Loops:
    """Random loops with an exit code: chosen by comparisons, in branches; some are renumbered as behind `continue`."""

    def __init__(self, random):
        self.random = random

    def program(self):
        """def f(x): a loop that is left when its code, the first carry, is not 0."""
        b = Builder()
        x = b.parameter(Type(F64), "x")
        body = self.body()
        t = Builder()
        left, i, _ = (t.parameter(p.type, p.name) for p in body.parameters)
        parts = [left == 0, i < ROUNDS]
        self.random.shuffle(parts)
        test = t.finish([parts[0] & parts[1]], "test")
        zero = b.lift(np.asarray(0, I64))
        return b.finish(prim.while_loop(zero, zero, x, body=body, test=test, invariant=0), "f")

    def body(self):
        b = Builder()
        left, i, x = b.parameter(Type(I64), "left"), b.parameter(Type(I64), "i"), b.parameter(Type(F64), "x")
        y = x * 1.5 + self.random.choice((-1.0, 0.25))
        code = self.code(b, left, y, 0)
        if self.random.random() < 0.3:
            code = prim.select(code == 2, np.asarray(0, I64), code)
        return b.finish([code, i + 1, y], "body")

    def code(self, b, left, y, depth):
        """A value of the code: a number, the one before, or a choice."""
        kinds = ("choice", "branch") if not depth else ("number", "number", "choice", "branch")
        kind = self.random.choice(kinds if depth < 3 else ("number",))
        if kind == "number":
            number = self.random.choice((0, 0, 1, 2, 3, 4))
            return b.lift(np.asarray(number, I64)) if number or self.random.random() < 0.5 else b.lift(left)
        asked = y > self.random.choice((-1.0, 0.5, 2.0, 4.0))
        if kind == "choice":
            return prim.select(asked, *(self.code(b, left, y, depth + 1) for _ in range(2)))
        side = lambda inner: [self.code(inner, left, inner.lift(y), depth + 1)]
        return append_cond(b, asked, side, side)[0]


def rounds(loop, x):
    """The values of all truth values and carries behind each iteration, by running the body alone."""
    body, test = loop.param("body"), loop.param("test")
    truths = [v for call in body.body for v in call.outputs if v.type.dtype == bool]
    whole = dataclasses.replace(body, results=(*body.results, *truths))
    carry = [np.asarray(0), np.asarray(0), np.asarray(x)]
    while evaluate(test, *carry)[0]:
        *carry, = evaluate(whole, *carry)
        yield carry[0], dict(zip([v.name for v in truths], carry[3:]))
        carry = carry[:3]


@thorough
@given(randoms, multiples(0.25, -12, 12))
def test_what_a_code_tells_is_so(random, x):
    program = Loops(random).program()
    loop = next(c for c in walk(program) if c.primitive.name == "while_loop")
    assert list(codes(loop.param("test"), loop.operands)) == [0]
    facts = exit_facts(loop.param("body"), 0)
    for code, truths in rounds(loop, x):
        for name, (number, holds) in facts.items():
            assert bool(truths[name]) == ((int(code) == number) == holds)


@thorough
@given(randoms, multiples(0.25, -12, 12))
def test_a_loop_ends_with_one_of_its_codes(random, x):
    program = Loops(random).program()
    made, left = makers(program.body), program.results[0]
    loop = made[left.name]
    found = final(left, loop, made)
    if found is not None:
        assert int(evaluate(program, x)[0]) in found and values(left, made) == found


def body_of(text):
    return read("from recto.transform import primitives as prim\n" + text)


def test_codes_are_carries_that_begin_and_stay_at_zero():
    test = body_of('''
def test(left: "i64[]", k: "i64[]", more: "i64[]"):
    a = prim.eq(left, 0)
    b = prim.lt(k, 5)
    c = prim.eq(more, 1)
    d = prim.and_(b, a)
    e = prim.and_(d, c)
    return e
''')
    start = [Const(np.asarray(n), Type(I64)) for n in (0, 0, 0)]
    assert list(codes(test, start)) == [0] and len(conjuncts(test)) == 3
    assert not codes(test, [Const(np.asarray(1), Type(I64)), *start[1:]])
    assert not codes(test, [Var("n", Type(I64)), *start[1:]])


def test_one_code_of_two_causes_tells_neither():
    body = body_of('''
def body(left: "i64[]", x: "f64[]"):
    small = prim.lt(x, 0.0)
    large = prim.gt(x, 9.0)
    first = prim.select(large, 1, 0)
    left_1 = prim.select(small, 1, first)
    return left_1, x
''')
    assert not exit_facts(body, 0)


def test_codes_of_continue_are_over_behind_the_iteration():
    body = body_of('''
def body(left: "i64[]", x: "f64[]"):
    small = prim.lt(x, 0.0)
    inner = prim.select(small, 2, 3)
    over = prim.eq(inner, 2)
    left_1 = prim.select(over, 0, inner)
    return left_1, x
''')
    assert exit_facts(body, 0) == {"small": (0, True)}
