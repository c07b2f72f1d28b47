"""Def-use chains and constants, on random programs and by example."""
import doctest
import importlib
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import randoms

from passes.random_programs import Grower
from recto.transform import analysis
from recto.transform.analysis.constants import constant, everywhere, is_zero, uniform
from recto.transform.analysis.def_use import DefUse, behind, chains_of, in_order, maker, makers
from recto.transform.ir.program import Call, Const, Type, Var
from recto.transform.reader import read

MODULES = sorted(p.stem for p in pathlib.Path(analysis.__file__).parent.glob("*.py") if p.stem != "__init__")
SPREAD = read("""
from recto.transform import primitives as prim
def f(x: "f64[3]", n: "i64[]"):
    minus = prim.broadcast(-0.0, shape=(3,), axes=())
    twice = prim.broadcast(minus, shape=(2, 3), axes=(1,))
    spread = prim.broadcast(x, shape=(2, 3), axes=(1,))
    y = prim.add(twice, spread)
    return y, spread, y
""")


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module):
    found = doctest.testmod(importlib.import_module(f"recto.transform.analysis.{module}"))
    assert not found.failed


@settings(max_examples=60, deadline=None)
@given(randoms)
def test_chains_agree_with_the_calls(random):
    program = Grower(random).program()
    chains = chains_of(program)
    for k, call in enumerate(program.body):
        for v in call.outputs:
            assert chains.made[v.name] is call and chains.place[v.name] == k
    found = [(name, use) for name, uses in chains.uses.items() for use in uses]
    for name, use in found:
        atom = program.results[use.number] if use.call is None else use.call.operands[use.number]
        assert atom.name == name
    atoms = [*program.results, *(o for call in program.body for o in call.operands)]
    assert len(found) == sum(isinstance(a, Var) for a in atoms)


@settings(max_examples=60, deadline=None)
@given(randoms)
def test_calls_are_put_in_order(random):
    program = Grower(random).program()
    assert in_order(program.body) == list(program.body)
    mixed = random.sample(program.body, len(program.body))
    given, made = {p.name for p in program.parameters}, in_order(mixed)
    assert sorted(map(id, made)) == sorted(map(id, mixed))
    for call in made:
        assert all(o.name in given for o in call.operands if isinstance(o, Var))
        given |= {v.name for v in call.outputs}


def test_makers_by_primitive():
    made, (y, spread, _) = makers(SPREAD.body), SPREAD.results
    assert maker(y, made).primitive.name == "add" and maker(y, made, "add", "sub") is maker(y, made)
    assert maker(y, made, "broadcast") is None and maker(SPREAD.parameters[0], made) is None
    assert behind(spread, made, "broadcast") == SPREAD.parameters[0] and behind(y, made, "broadcast") == y


def test_uses_of_results():
    chains, (y, spread, _) = chains_of(SPREAD), SPREAD.results
    assert not chains.only_returned(y) and len(chains.uses[y.name]) == 2
    assert not chains.used_once(spread) and chains.used_once(SPREAD.parameters[0])
    assert not chains.used_once(SPREAD.parameters[1])
    assert DefUse(SPREAD.body, SPREAD.results[:1]).only_returned(y)


def of(*values, dtype=float):
    return Const(np.array(values, dtype), Type(np.dtype(dtype), (len(values),)))


def test_constants_through_broadcasts():
    made = makers(SPREAD.body)
    twice = SPREAD.body[1].outputs[0]
    assert np.signbit(constant(twice, made).value) and uniform(twice, made) == 0
    assert constant(SPREAD.results[1], made) is None and uniform(SPREAD.results[1], made) is None
    assert is_zero(twice, made) and is_zero(twice, made, signs=(-1,)) and not is_zero(twice, made, signs=(1,))
    assert not everywhere(twice, 0, made)


@pytest.mark.parametrize("atom, number, zero, positive, negative", [
    (of(0.0, 0.0), 0.0, True, True, False),
    (of(-0.0, -0.0), 0.0, True, False, True),
    (of(0.0, -0.0), 0.0, True, False, False),
    (of(1.0, 2.0), None, False, False, False),
    (of(np.nan, np.nan), None, False, False, False),
    (of(), None, True, True, True),
    (of(0, 0, dtype=int), 0, True, True, False),
    (of(3, 3, dtype=np.uint8), 3, False, False, False),
    (of(False, dtype=bool), False, True, True, False),
], ids=str)
def test_constants(atom, number, zero, positive, negative):
    assert uniform(atom, {}) == number and (uniform(atom, {}) is None) == (number is None)
    assert is_zero(atom, {}) == zero
    assert is_zero(atom, {}, signs=(1,)) == positive
    assert is_zero(atom, {}, signs=(-1,)) == negative


def test_a_call_that_makes_nothing_is_of_no_use():
    assert makers([Call((), SPREAD.body[0].primitive, ())]) == {}
