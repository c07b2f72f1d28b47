"""The NumPy style: it computes what the program computes, and it reads well."""
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from recto.transform.ir.evaluate import evaluate
from recto.transform import numpy_source
from recto.transform.ir.program import Program
from recto.transform.reader import read

from .programs import PROGRAMS, arguments
from .random_programs import programs

TOLERANCE = {"f": 1e-9, "c": 1e-9}


def run(source: str, name: str, args: list) -> tuple:
    space: dict = {}
    exec(source, space)
    results = space[name](*args)
    return results if isinstance(results, tuple) else (results,)


def agree(program: Program, seed: int = 0) -> None:
    """Printed source and interpreter give the same, and the source leaves its arguments alone."""
    args = arguments(program, seed)
    source = numpy_source(program)
    kept = [np.copy(a) for a in args]
    with np.errstate(all="ignore"):
        got = run(source, program.name, args)
        want = evaluate(program, *args)
    for a, b in zip(got, want, strict=True):
        a = np.asarray(a)
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        tight = 1e-5 if b.dtype == np.float32 else 1e-9
        np.testing.assert_allclose(a, b, rtol=tight, atol=tight)
    for a, b in zip(args, kept):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda m: m.__name__)
def test_source_computes_the_same(make):
    agree(make())


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda m: m.__name__)
def test_lines_are_not_wide(make):
    assert max(map(len, numpy_source(make()).split("\n"))) <= 100


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_compute_the_same(program):
    agree(program)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_read_back_the_same(program):
    assert read(str(program)) == program


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_same_program_same_bytes(program):
    assert numpy_source(program) == numpy_source(read(str(program)))
