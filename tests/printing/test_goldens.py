"""Golden output: golden/<name>/program.txt (primitive style, written by hand) => numpy.txt."""
import pathlib
from functools import partial

import numpy as np
import pytest

from goldens import Goldens
from recto.transform import numpy_source, primitive_source
from recto.transform.ir.evaluate import evaluate
from recto.transform.reader import read

from .programs import arguments

FOLDER = pathlib.Path(__file__).parent / "golden"
NAMES = sorted(p.name for p in FOLDER.iterdir())
STYLES = {"program.txt": primitive_source, "numpy.txt": numpy_source}


def golden(name: str, file: str) -> str:
    return (FOLDER / name / file).read_text()


def printed(name: str, style: str) -> str:
    return STYLES[style](read(golden(name, "program.txt")))


GOLDENS = Goldens(FOLDER, {f"{name}/{style}": partial(printed, name, style) for name in NAMES for style in STYLES})


@pytest.mark.parametrize("file", GOLDENS.texts)
def test_prints_as_it_did(file):
    GOLDENS.check(file)


def test_every_golden_is_compared():
    GOLDENS.check_that_all_are_compared()


@pytest.mark.parametrize("name", NAMES)
def test_goldens_run(name):
    program = read(golden(name, "program.txt"))
    space: dict = {}
    exec(golden(name, "numpy.txt"), space)
    args = arguments(program)
    results = space[program.name](*args)
    for got, want in zip(results if isinstance(results, tuple) else (results,), evaluate(program, *args), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)
