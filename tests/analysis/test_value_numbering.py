"""Value numbering: equal numbers are equal values, and new names change nothing."""
import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import randoms

from passes.equal import is_same
from passes.random_programs import Grower, arguments
from recto.transform.analysis.value_numbering import ValueNumbering
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Program, Var
from recto.transform.reader import read

HEADER = "from recto.transform import primitives as prim\n"


@settings(max_examples=80, deadline=None)
@given(randoms, st.integers(0, 99))
def test_equal_numbers_are_equal_values(random, seed):
    program = Grower(random).program()
    everything = [v for call in program.body for v in call.outputs]
    whole = dataclasses.replace(program, results=tuple(everything))
    groups: dict[int, list] = {}
    with np.errstate(all="ignore"):
        values = evaluate(whole, *arguments(seed))
    for number, value in zip(ValueNumbering().of(whole), values, strict=True):
        groups.setdefault(number, []).append(value)
    for first, *others in groups.values():
        assert all(is_same(first, other) for other in others)


@settings(max_examples=80, deadline=None)
@given(randoms)
def test_names_do_not_matter(random):
    program = Grower(random).program()
    numbering = ValueNumbering()
    assert numbering.of(program) == numbering.of(renamed(program))


def renamed(program: Program) -> Program:
    """The same program, with other names in it and in the programs that it holds."""

    def new(atom):
        return dataclasses.replace(atom, name=f"renamed_{atom.name}") if type(atom) is Var else atom

    def inner(value):
        if isinstance(value, Program):
            return renamed(value)
        return tuple(map(inner, value)) if isinstance(value, tuple) else value

    body = tuple(
        dataclasses.replace(call, outputs=tuple(map(new, call.outputs)), operands=tuple(map(new, call.operands)),
                            params=tuple((name, inner(value)) for name, value in call.params))
        for call in program.body
    )
    results, parameters = tuple(map(new, program.results)), tuple(map(new, program.parameters))
    return Program(f"{program.name}_renamed", parameters, body, results)


@pytest.mark.parametrize("body, equal", [
    ("y = prim.sin(x)\n    z = prim.sin(x)", True),
    ("y = prim.sin(x)\n    z = prim.cos(x)", False),
    ("y = prim.add(x, 1.0)\n    z = prim.add(x, 2.0)", False),
    ("y = prim.add(x, 0.0)\n    z = prim.add(x, -0.0)", False),
    ("y = prim.sub(x, n)\n    z = prim.sub(n, x)", False),
    ("y = prim.integer_pow(x, exponent=2)\n    z = prim.integer_pow(x, exponent=3)", False),
    ("a = prim.mul(x, n)\n    b = prim.mul(x, n)\n    y = prim.exp(a)\n    z = prim.exp(b)", True),
])
def test_values_of_one_call(body, equal):
    y, z = ValueNumbering().of(read(f'{HEADER}def f(x: "f64[]", n: "f64[]"):\n    {body}\n    return y, z\n'))
    assert (y == z) == equal


LOOP = HEADER + '''
def f(x: "f64[]"):
    def body(i: "i64[]", y: "f64[]"):
        y_1 = prim.{first}(y)
        return y_1
    def body_1(j: "i64[]", u: "f64[]"):
        u_1 = prim.{second}(u)
        return u_1
    (y,) = prim.fori_loop(0, 5, x, body=body, invariant=0, step=1)
    (z,) = prim.fori_loop(0, {end}, x, body=body_1, invariant=0, step=1)
    return y, z
'''


@pytest.mark.parametrize("first, second, end, equal", [
    ("sin", "sin", 5, True), ("sin", "cos", 5, False), ("sin", "sin", 6, False)
])
def test_loops(first, second, end, equal):
    y, z = ValueNumbering().of(read(LOOP.format(first=first, second=second, end=end)))
    assert (y == z) == equal


def test_one_numbering_compares_programs():
    numbering = ValueNumbering()
    text = HEADER + 'def f(x: "f64[{n}]"):\n    y = prim.sin(x)\n    return y\n'
    numbers = [numbering.of(read(text.format(n=n))) for n in (3, 3, 4)]
    assert numbers[0] == numbers[1] != numbers[2]  # a parameter of another shape is another value
