"""Running passes: the program is checked after each, and a fault names the pass and the user's line."""
import doctest
import importlib
import pathlib

import numpy as np
import pytest

from recto.transform import passes
from recto.transform import primitives as prim
from recto.transform.build import Builder
from recto.transform.errors import CompileError, InternalError, Span
from recto.transform.program import Call, Program, Type, Var

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


def test_what_a_pass_leaves_is_checked():
    with pytest.raises(InternalError, match="pass confuse: InternalError: program f in the call of mul"):
        passes.run(square_of_sine(), confuse)


def test_a_fault_names_the_pass_and_the_line_of_the_user():
    with pytest.raises(InternalError, match="pass crash: KeyError: 'nonsense'\n.*model.py\", line 7, in f"):
        passes.run(square_of_sine(), passes.simplify, crash)


def test_a_fault_of_the_user_is_left_as_it_is():
    with pytest.raises(CompileError, match="not this one"):
        passes.run(square_of_sine(), refuse)


def test_stages_are_shown():
    shown = []
    passes.run(square_of_sine(), passes.simplify, passes.dead_code, show=shown.append)
    assert [text.splitlines()[0] for text in shown] == ["# === simplify ===", "# === dead_code ==="]


def test_dump_writes_numbered_files(tmp_path):
    folder = tmp_path / "stages"
    passes.dump(str(folder), 1, "program", "x = 1\n")
    passes.dump(str(folder), 9, "stablehlo.mlir", "module {}\n")
    written = {p.name: p.read_text() for p in folder.iterdir()}
    assert written == {"1-program.py": "x = 1\n", "9-stablehlo.mlir": "module {}\n"}
