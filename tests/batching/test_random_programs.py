"""Random programs with branches and loops of all kinds: a batch is a loop over its lanes, and batching commutes with
both derivatives and with itself."""
from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from strategies import seeds
from passes.random_programs import Grower

from derivatives.test_random_programs import operand
from recto.transform import CompileError, check, evaluate, optimise
from recto.transform.core.dtypes import is_inexact
from recto.transform.passes.vectorize.batch import batch
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.vectorize.lanes import expand_lanes, has_lanes
from recto.transform.passes.autodiff.vjp import vjp
from recto.transform.ir.program import Program

from random_programs.laws import load, operands as operands_of, reading_of
from random_programs.programs import case
from random_programs.trial import PROFILES

from .laws import agree, batch_is_a_loop, some_masks, stacked, whole

N, M = 3, 2
many = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


def grown(seed: int) -> tuple[Program, list[list[np.ndarray]], tuple[bool, ...]]:
    """A program, operands for N lanes, and which of them are batched: at least one."""
    pick, rng = random.Random(seed), np.random.default_rng(seed)
    for _ in range(6):                              # rather one whose lanes go different ways
        program = Grower(pick).program()
        mask = [pick.random() < 0.5 for _ in program.parameters]
        mask[pick.randrange(len(mask))] = True
        if has_lanes(batch(program, mask, N)[0]):
            break
    return program, [[operand(rng, p.type) for p in program.parameters] for _ in range(N)], tuple(mask)


def run(program: Program, operands: Sequence[Any]) -> tuple:
    return evaluate(check(expand_lanes(check(program))), *operands)


def axis_first(t: Any) -> Any:
    return t.update(shape=(N, *t.shape))


def spread_out(has: Sequence[bool], given: Sequence[Any], types: Sequence[Any]) -> list[np.ndarray]:
    """Tangents or cotangents for all, zeros where there are none."""
    rest = iter(given)
    return [next(rest) if h else np.zeros(t.shape, t.dtype) for h, t in zip(has, types, strict=True)]


@many
@given(seeds)
def test_batch_is_a_loop(seed):
    program, lanes, mask = grown(seed)
    with np.errstate(all="ignore"):
        assert batch_is_a_loop(program, mask, lanes, in_lanes=True) == len(program.results)


@many
@given(seeds)
def test_batch_and_jvp_commute(seed):
    program, lanes, mask = grown(seed)
    active = [is_inexact(p.type.dtype) for p in program.parameters]
    rng, operands = np.random.default_rng(seed), stacked(mask, lanes)
    dots = [operand(rng, p.type if not m else axis_first(p.type))
            for p, m, a in zip(program.parameters, mask, active) if a]
    moving = [m for m, a in zip(mask, active) if a]
    pushed, has = jvp(program, active)
    first, found = batch(pushed, [*mask, *moving], N)
    second, has_too = jvp(batch(program, mask, N, (True,) * len(program.results))[0], active)
    with np.errstate(all="ignore"):
        a, c = (run(p, [*operands, *dots]) for p in (first, second))
    a = [whole(x, m, N) for x, m in zip(a, found, strict=True)]
    types = [axis_first(t) for t in program.result_types]
    count = len(types)
    for k, (x, y) in enumerate(zip([*a[:count], *spread_out(has, a[count:], types)],
                                   [*c[:count], *spread_out(has_too, c[count:], types)], strict=True)):
        agree(x, y, f"result {k} of {count} and as many tangents")


@many
@given(seeds)
def test_batch_and_vjp_commute(seed):
    """Cotangents of unbatched operands are sums over the lanes."""
    program, lanes, mask = grown(seed)
    active = [is_inexact(p.type.dtype) for p in program.parameters]
    rng, operands = np.random.default_rng(seed), stacked(mask, lanes)
    bars = [operand(rng, axis_first(t)) for t in program.result_types]
    pulled, takes = vjp(program, active)
    given = [bar for bar, take in zip(bars, takes) if take]
    first, found = batch(pulled, [*mask, *[True] * len(given)], N)
    second, takes_too = vjp(batch(program, mask, N, (True,) * len(program.results))[0], active)
    with np.errstate(all="ignore"):
        a = run(first, [*operands, *given])[len(takes):]
        c = run(second, [*operands, *(bar for bar, take in zip(bars, takes_too) if take)])[len(takes):]
        a = [whole(x, m, N) for x, m in zip(a, found[len(takes):], strict=True)]
        moving = [m for m, is_active in zip(mask, active) if is_active]
        a = [x if m else x.sum(axis=0, dtype=x.dtype) for x, m in zip(a, moving, strict=True)]
    for k, (x, y) in enumerate(zip(a, c, strict=True)):
        agree(x, y, f"cotangent {k}", scale=1e3)    # some programs round to single precision on the way


@pytest.mark.parametrize("profile", PROFILES)
@many
@given(seeds)
def test_batch_of_a_source_program_is_a_loop(profile, seed):
    """The arguments that a program comes with are its lanes."""
    written = case(random.Random(seed), PROFILES[profile][0])
    try:
        readings = [reading_of(load(written.source)["f"], arguments) for arguments in written.arguments]
    except CompileError:                            # refused, as tests/random_programs checks
        return
    (reading, dynamic), *_ = readings
    program = optimise(reading.program)
    same = [a for a, (other, _) in zip(written.arguments, readings) if optimise(other.program) == program]
    lanes = [operands_of(reading, dynamic, copy.deepcopy(a)) for a in same]
    count = len(program.parameters)
    with np.errstate(all="ignore"):
        for mask in some_masks(count):
            batch_is_a_loop(program, mask, lanes)


@many
@given(seeds)
def test_nested_batches_commute(seed):
    program, lanes, inner = grown(seed)
    pick, rng = random.Random(seed + 1), np.random.default_rng(seed + 1)
    outer = [pick.random() < 0.5 for _ in inner]
    operands = [operand(rng, p.type.update(shape=(*(M,) * o, *(N,) * i, *p.type.shape)))
                for p, o, i in zip(program.parameters, outer, inner)]
    every = (True,) * len(program.results)
    one = batch(batch(program, inner, N, every)[0], outer, M, every)[0]
    other = batch(batch(program, outer, M, every)[0], inner, N, every)[0]
    turned = [x.swapaxes(0, 1) if o and i else x for x, o, i in zip(operands, outer, inner)]
    with np.errstate(all="ignore"):
        a, c = run(one, operands), run(other, turned)
    for k, (x, y) in enumerate(zip(a, c, strict=True)):
        agree(x, y.swapaxes(0, 1), f"result {k}")
