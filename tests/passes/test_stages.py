"""Running stages: the program is checked after each, and a fault names the stage and the user's line."""
import doctest
import functools
import importlib
import pathlib

import numpy as np
import pytest

from recto.transform import passes
from recto.transform.ir import stages
from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder
from recto.transform.core.errors import CompileError, InternalError, Span
from recto.transform.ir.program import Call, Program, Type, Var
from recto.transform.ir.stages import through

F64 = Type(np.dtype(float))
MODULES = sorted(p.stem for p in pathlib.Path(passes.__file__).parent.glob("*.py") if p.stem != "__init__")


def square_of_sine() -> Program:
    b = Builder()
    x = b.parameter(F64, "x")
    b.site.span = Span("/home/u/model.py", 7, 4, 7, 20, "f")
    y = prim.sin(x)
    return b.finish([y * y], "f")


def confuse(program: Program) -> Program:
    """Gives the wrong type to the last call."""
    *rest, call = program.body
    wrong = Var(call.outputs[0].name, Type(np.dtype(np.int64)))
    body = (*rest, Call((wrong,), call.primitive, call.operands))
    return Program(program.name, program.parameters, body, program.results)


def crash(program: Program) -> Program:
    for call in program.body:
        call.param("nonsense")
    return program


def refuse(program: Program) -> Program:
    raise CompileError("not this one")


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_run(module):
    importlib.import_module(f"recto.transform.passes.{module}")
    found = doctest.testmod(vars(importlib.import_module("sys"))["modules"][f"recto.transform.passes.{module}"])
    assert not found.failed


def test_what_a_stage_leaves_is_checked(monkeypatch):
    for checked, variable in (True, False), (False, True):
        monkeypatch.setattr(stages, "CHECKED", variable)
        with pytest.raises(InternalError, match="stage confuse: InternalError: program f in the call of mul"):
            through(square_of_sine(), [confuse], checked=checked)


def test_stages_are_checked_in_the_tests():
    assert stages.CHECKED


def test_a_fault_names_the_stage_and_the_line_of_the_user():
    with pytest.raises(InternalError, match="stage crash: KeyError: 'nonsense'\n.*model.py\", line 7, in f"):
        through(square_of_sine(), [passes.simplify, crash])


def test_a_fault_of_the_user_is_left_as_it_is():
    with pytest.raises(CompileError, match="not this one"):
        through(square_of_sine(), [refuse])


def test_stages_are_shown():
    shown = []
    with stages.showing(lambda name, program: shown.append((name, program))):
        last = through(square_of_sine(), [passes.simplify, functools.partial(passes.dead_code)])
    through(square_of_sine(), [passes.simplify])
    assert [name for name, _ in shown] == ["simplify", "dead_code"] and shown[-1][1] is last
