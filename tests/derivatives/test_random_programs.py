"""Random programs with branches and loops of all kinds: reverse mode is the transpose of forward mode, to order 2."""
import random
import re

import numpy as np
import pytest
from passes.random_programs import Grower

from .laws import derivatives_hold

PROGRAMS, SHARES = 400, 8


def operand(rng, t):
    """Of the type, near 0."""
    match t.dtype.kind:
        case "b":
            return rng.random(t.shape) < 0.5
        case "i" | "u":
            return rng.integers(0, 5, size=t.shape).astype(t.dtype)
        case "c":
            return np.asarray(rng.normal(size=t.shape) + 1j * rng.normal(size=t.shape), t.dtype)
        case _:
            return np.asarray(rng.normal(size=t.shape), t.dtype)


def law(seed):
    program, rng = Grower(random.Random(seed)).program(), np.random.default_rng(seed)
    operands = [operand(rng, p.type) for p in program.parameters]
    try:
        return derivatives_hold(program, operands, [True] * len(operands), 2, narrow=True, differences=False), program
    except AssertionError as error:                     # poles, where 0 times infinity is NaN in one mode only
        if re.search(r"\b(nan|inf)\b", str(error)):
            return 0, program
        raise AssertionError(f"seed {seed}: {error}\n{program}") from None


@pytest.mark.parametrize("share", range(SHARES))
def test_vjp_is_the_transpose_of_jvp(share):
    with np.errstate(all="ignore"):
        made = [law(seed)[0] for seed in range(share, PROGRAMS, SHARES)]
    assert sum(bool(n) for n in made) > len(made) // 3
