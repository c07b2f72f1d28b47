"""Sizes behind random numbers: a call that turns out to need another size is made again, with the same numbers."""
from __future__ import annotations

import random
import time

import numpy as np
import pytest

import corpus
import recto

from .test_draws import MAKERS, leaves, state_of

pytestmark = pytest.mark.xla


def accepted(rng, n):
    """Rejection sampling until enough numbers are found; how many rounds that takes is a random number."""
    kept, tries = [], 0
    while len(kept) < n:
        x = rng.random()
        tries += 1
        if x * x > rng.random():
            kept.append(x)
    return kept, tries


def first_passage(rng, n):
    """The path of a random walk until it leaves an interval."""
    path, x = [0.0], 0.0
    while abs(x) < n:
        x += rng.random() - 0.5
        path.append(x)
    return np.array(path), max(path)


def occupation(rng, n):
    """How often each place is hit: the length of the result is a random number."""
    places = np.array([int(n * rng.random()) for _ in range(40)])
    return np.bincount(places), np.zeros(places.max() + 1)


def darts(rng, n):
    points, missed = [], 0
    while missed < n:
        p = (rng.random(), rng.random())
        if all((p[0] - q[0])**2 + (p[1] - q[1])**2 > 0.002 for q in points):
            points.append(p)
            missed = 0
        else:
            missed += 1
    return points


PROGRAMS = [(accepted, 200), (accepted, 3), (first_passage, 4.0), (occupation, 60), (occupation, 5), (darts, 9)]
KINDS = ["Generator", "RandomState", "Random"]
# each program with one kind in turn
TRIED = [pytest.param(program, n, kind, id=f"{program.__name__}-{n}-{kind}") for k, (program, n) in enumerate(PROGRAMS)
         for kind in (KINDS if corpus.EVERYTHING else [KINDS[k % 3]])]


def agrees(found, wanted):
    found, wanted = leaves(found), leaves(wanted)
    for a, b in zip(found, wanted, strict=True):
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("program, n, kind", TRIED)
def test_the_numbers_and_the_state_are_pythons(program, n, kind):
    make = MAKERS.get(kind, lambda: random.Random(8))
    compiled, ours, theirs = recto.jit(program, static_argnums=1), make(), make()
    for _ in range(3):
        agrees(compiled(ours, n), program(theirs, n))
        assert state_of(ours) == state_of(theirs)


def test_generators_from_outside_and_several():
    class Walk:
        def __init__(self, seed):
            self.rng, self.steps = np.random.default_rng(seed), []

        def run(self, limit):
            x = 0.0
            while abs(x) < limit:
                x += self.rng.normal() * np.random.rand()
                self.steps.append(x)
            return len(self.steps)
    ours, theirs = Walk(3), Walk(3)
    run = recto.jit(Walk.run, static_argnums=1)
    np.random.seed(4)
    wanted = [Walk.run(theirs, limit) for limit in (2.0, 9.0, 9.0)], np.random.rand()
    np.random.seed(4)
    found = [int(run(ours, limit)) for limit in (2.0, 9.0, 9.0)], np.random.rand()
    assert found == wanted and np.allclose(ours.steps, theirs.steps)
    assert state_of(ours.rng) == state_of(theirs.rng)


def test_a_generator_that_the_function_makes():
    def walk(seed, limit):
        rng, x, path = np.random.default_rng(seed), 0.0, []
        while abs(x) < limit:
            x += rng.normal()
            path.append(x)
        return path
    agrees(recto.jit(walk)(5, 12.0), walk(5, 12.0))


def test_an_exception_leaves_the_state_that_python_leaves():
    def until(rng, limit):
        drawn = []
        while True:
            drawn.append(rng.random())
            if sum(drawn) > limit:
                raise ValueError(f"{len(drawn)} numbers")
    ours, theirs = np.random.default_rng(2), np.random.default_rng(2)
    with pytest.raises(ValueError) as wanted:
        until(theirs, 70.0)
    with pytest.raises(ValueError, match=str(wanted.value)):
        recto.jit(until)(ours, 70.0)
    assert state_of(ours) == state_of(theirs)


def test_what_is_printed_is_not_printed_again(capsys):
    def told(rng, limit):
        drawn = []
        while sum(drawn) < limit:
            drawn.append(rng.random())
            print(len(drawn))
        return drawn

    def begun(rng, limit):
        print("begin")
        return np.bincount(np.array([int(limit * rng.random()) for _ in range(9)]))
    for function, limits in ((told, (3.0, 60.0)), (begun, (3.0, 200.0))):
        compiled, mine, theirs = recto.jit(function), np.random.default_rng(1), np.random.default_rng(1)
        for limit in limits:
            found, said = compiled(mine, limit), capsys.readouterr().out
            assert np.array_equal(found, function(theirs, limit)) and said == capsys.readouterr().out
        assert mine.bit_generator.state == theirs.bit_generator.state


def test_what_is_measured_can_not_be_taken_back():
    @recto.jit
    def timed(rng, limit):
        begun, drawn = time.perf_counter(), []
        while sum(drawn) < limit:
            drawn.append(rng.random())
        return drawn, begun
    with pytest.raises(recto.CompileError, match="grows after a call on the host(.|\n)*recto.bound"):
        timed(np.random.default_rng(1), 3.0)


def test_what_is_printed_behind_is_printed_once(capsys):
    @recto.jit
    def told(rng, limit):
        drawn = []
        while sum(drawn) < limit:
            drawn.append(rng.random())
        print(len(drawn))
        return drawn
    rng = np.random.default_rng(1)
    assert len(told(rng, 60.0)) == int(capsys.readouterr().out) > 64
