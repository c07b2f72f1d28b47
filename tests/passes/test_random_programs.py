"""Random programs: every pass preserves what they mean, bit by bit; what they become is printed and reads back."""
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import randoms

from lowering.random_programs import PROFILES, random_arguments, random_program
from recto.transform.passes import bounds, dead_code, optimise, simplify
from recto.transform.reader import read
from recto.transform.ir.stages import through

from .equal import assert_equal, size
from .random_programs import Grower, arguments

PASSES = {"simplify": simplify, "dead_code": dead_code, "bounds": bounds, "optimise": optimise}
thorough = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", PASSES)
@thorough
@given(randoms, st.integers(0, 99))
def test_pass_preserves_meaning(name, random, seed):
    program = Grower(random).program()
    assert_equal(program, through(program, [PASSES[name]], checked=True), *arguments(seed))


@thorough
@given(randoms)
def test_no_pass_makes_a_program_longer(random):
    program = optimise(Grower(random).program())
    assert size(optimise(program)) <= size(program)


@settings(max_examples=50, deadline=None)
@given(randoms)
def test_optimised_programs_read_back(random):
    program = optimise(Grower(random).program())
    assert read(str(program)) == program


@pytest.mark.parametrize("profile", PROFILES)
def test_optimised_loops_mean_the_same(profile):
    for seed in range(8):
        program = random_program([(seed, profile)])
        assert_equal(program, optimise(program), *random_arguments([(seed, profile)]))
