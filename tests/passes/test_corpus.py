"""The corpus of user functions: optimised programs mean the same, bit by bit, and are shorter."""
import pytest

import corpus
from recto.transform.passes import optimise

from .equal import assert_equal, size

FEW = 30            # calls, of which none may be superfluous


def readings(module):
    """Of one function in two, for its first call."""
    for cases in corpus.sample(module, "passes").values():
        for case in cases[:None if corpus.EVERYTHING else 1]:
            made = corpus.read(case.copy())
            yield made.reading.program, made.operands


optimised = corpus.of_last_program(optimise)


@pytest.mark.parametrize("module", corpus.module_names())
def test_optimised_programs_mean_the_same(module):
    before = after = 0
    for program, operands in readings(module):
        short = optimised(program)
        assert_equal(program, short, *operands)
        before, after = before + size(program), after + size(short)
    assert after < before or after == before < FEW


@pytest.mark.parametrize("module", ["while_loops", "layers", "graphs", "recursion", "strings_static"])
def test_same_input_same_text(module):
    for (program, _), (again, _) in zip(readings(module), readings(module)):
        assert str(optimise(program)) == str(optimise(again))


@pytest.mark.parametrize("module", ["branches", "sorting", "image", "stencils", "break_continue"])
def test_optimising_twice_gives_hardly_more(module):
    once = [optimise(program) for program, _ in readings(module)]
    assert sum(map(size, map(optimise, once))) > 0.99 * sum(map(size, once))
