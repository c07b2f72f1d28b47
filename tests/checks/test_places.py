"""Whatever goes wrong is raised with its line, wherever it happens, and nowhere else."""
import inspect

import numpy as np
import pytest

import corpus
from recto.debug import checks

from .rows import ELSEWHERE, PLACES, ROWS, X

COMPILED = ("straight", "in_a_while", "in_a_batch_of_gradients")


def marked_line(function):
    lines, first = inspect.getsourcelines(function)
    return next(first + k for k, line in enumerate(lines) if line.endswith("# fault\n"))


def turns(places, count):
    """For each function some of the places, one after the other: pairs of names and places. With RECTO_EVERY=1 all."""
    count = len(places) if corpus.EVERYTHING else count
    return [pytest.param(name, place, id=f"{name}-{place.__name__}") for k, name in enumerate(ROWS)
            for place in [places[(k + j * (len(places) // count)) % len(places)] for j in range(count)]]


def interpreted(function, k):
    with checks(), np.errstate(all="ignore"):
        return corpus.run_interpreted(corpus.Case(function, (X.copy(), k)))


def compiled(function, k):
    run = corpus.compiled_runner()
    with checks():
        return run(corpus.Case(function, (X.copy(), k)))


def raises(run, name, place):
    function, exception = ROWS[name]
    with pytest.raises(exception) as error:
        run(place(function), 5)
    assert f"line {marked_line(function)}, in {name}" in error.value.__notes__[0]
    assert "^" in error.value.__notes__[0]


@pytest.mark.parametrize("name, place", turns(PLACES, 4))
def test_a_fault_is_raised_at_its_line(name, place):
    raises(interpreted, name, place)


@pytest.mark.parametrize("place", [p for p in PLACES if p.__name__ in COMPILED], ids=lambda p: p.__name__)
@pytest.mark.parametrize("name", ["read", "write", "root", "product", "quotient"])
def test_compiled_code_raises_it_too_xla(name, place):
    raises(compiled, name, place)


@pytest.mark.parametrize("name, place", turns(PLACES, 3))
def test_without_a_fault_the_result_is_the_same(name, place):
    function, _ = ROWS[name]
    case = corpus.Case(place(function), (X.copy(), 4))
    np.testing.assert_allclose(interpreted(case.function, 4), corpus.run_interpreted(case), rtol=1e-13)


@pytest.mark.parametrize("name, place", turns(ELSEWHERE, 3))
def test_what_python_does_not_come_to_is_no_fault(name, place):
    function, _ = ROWS[name]
    case = corpus.Case(place(function), (X.copy(), 5))
    np.testing.assert_allclose(interpreted(case.function, 5), corpus.run_interpreted(case), rtol=1e-13)
