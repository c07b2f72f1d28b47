"""Golden output: golden/<name>/program.txt (primitive style) => numpy.txt. `UPDATE_GOLDEN=1` rewrites them."""
import os
import pathlib

import numpy as np
import pytest

from recto.transform.ir.evaluate import evaluate
from recto.transform import numpy_source, primitive_source
from recto.transform.reader import read

from .programs import arguments

FOLDER = pathlib.Path(__file__).parent / "golden"
NAMES = sorted(p.name for p in FOLDER.iterdir())


def golden(name: str, file: str) -> pathlib.Path:
    return FOLDER / name / file


@pytest.mark.parametrize("name", NAMES)
def test_numpy_style_is_golden(name):
    source = numpy_source(read(golden(name, "program.txt").read_text())) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        golden(name, "numpy.txt").write_text(source)
    assert source == golden(name, "numpy.txt").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_primitive_style_is_golden(name):
    source = golden(name, "program.txt").read_text()
    again = primitive_source(read(source)) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        golden(name, "program.txt").write_text(again)
    assert again == source


@pytest.mark.parametrize("name", NAMES)
def test_goldens_run(name):
    program = read(golden(name, "program.txt").read_text())
    space: dict = {}
    exec(golden(name, "numpy.txt").read_text(), space)
    args = arguments(program)
    results = space[program.name](*args)
    for got, want in zip(results if isinstance(results, tuple) else (results,), evaluate(program, *args), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)
