"""Maxima, minima, products, searches and places of extremes of computed slices, as loops over the slices alone."""

import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.ir.program import Program, check, walk
from recto.transform.lower import restrict_to_slices

SIZE = 700
NUMBERS = {
    "max": np.max, "min": np.min, "prod": lambda part: np.prod(1.0 + part / 100), "argmax": np.argmax,
    "argmin": np.argmin, "any": lambda part: np.any(part > 2.0), "all": lambda part: np.all(part < 2.0),
    "not any": lambda part: not np.any(part == 1.0), "where": lambda part: np.argmax(part == 1.0),
    "first false": lambda part: np.argmin(part < 1.0),
}
VALUES = {
    "normal": lambda rng: rng.normal(size=SIZE),
    "few": lambda rng: rng.integers(-3, 4, SIZE).astype(float),
    "with NaN": lambda rng: np.where(rng.random(SIZE) < 0.01, np.nan, rng.normal(size=SIZE)),
    "infinite": lambda rng: rng.choice([-np.inf, np.inf], SIZE, p=[0.99, 0.01]),
    "integers": lambda rng: rng.integers(-5, 6, SIZE),
    "limits": lambda rng: rng.choice([-2**63, 2**63 - 1], SIZE),
    "single": lambda rng: rng.normal(size=SIZE).astype(np.float32),
    "unsigned": lambda rng: rng.integers(0, 4, SIZE).astype(np.uint32),
}


def over_slices(fold):
    def folded(x, starts, ends):
        out = np.zeros(len(starts))
        for j in range(len(starts)):
            out[j] = fold(x[starts[j] : ends[j]])
        return out

    return folded


def bounds(rng):
    starts = rng.integers(0, SIZE - 1, 40)
    ends = np.minimum(starts + 1 + rng.integers(0, rng.choice([3, 50, SIZE]), 40), SIZE)
    return np.append(starts, [0, 0, SIZE - 1]), np.append(ends, [SIZE, 1, SIZE])


def results(program: Program, operands: list) -> tuple:
    with np.errstate(all="ignore"):
        return evaluate(program, *[np.array(x) for x in operands])


def largest_made(program: Program) -> int:
    """The elements of the largest array that a round of the loop makes."""
    (loop,) = [call for call in program.body if call.primitive.name in ("fori_loop", "while_loop")]
    made = [v.type.size for c in walk(loop.param("body")) for v in c.outputs if c.primitive.kind != "control"]
    return max(made)


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("fold", NUMBERS)
def test_folds_of_slices_read_no_more_than_these(fold, values):
    rng = np.random.default_rng(len(fold) + 10 * len(values))
    x, (starts, ends) = VALUES[values](rng), bounds(rng)
    program = recto.jit(over_slices(NUMBERS[fold])).program(x, starts, ends)
    new = check(restrict_to_slices(program))
    assert largest_made(program) >= SIZE > largest_made(new)
    for y, z in zip(results(program, [x, starts, ends]), results(new, [x, starts, ends]), strict=True):
        np.testing.assert_allclose(z, y, rtol=1e-5 if x.dtype == np.float32 else 1e-12)


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("fold", NUMBERS)
@pytest.mark.xla
def test_compiled_folds_are_those_of_numpy(fold, values):
    rng = np.random.default_rng(1 + len(fold) + 10 * len(values))
    x, (starts, ends) = VALUES[values](rng), bounds(rng)
    function = over_slices(NUMBERS[fold])
    with np.errstate(all="ignore"):
        expected = function(x, starts, ends)
    found = recto.jit(function)(x, starts, ends)
    np.testing.assert_allclose(found, expected, rtol=1e-5 if x.dtype == np.float32 else 1e-12)


def counted_and_found(keys):
    counts = {}
    for k in range(len(keys)):
        counts[keys[k]] = counts.get(keys[k], 0) + 1
    return counts


def test_a_key_is_looked_for_once_among_the_keys_so_far():
    """In a round no array of as many elements as there is room for keys is made, and there is one search."""
    keys = np.random.default_rng(0).integers(0, 50, 3000)
    program = restrict_to_slices(recto.jit(counted_and_found).program(keys))
    (loop,) = [call for call in program.body if call.primitive.name == "fori_loop"]
    searches = [call for call in walk(loop.param("body")) if call.primitive.name == "while_loop"]
    made = [call for call in walk(loop.param("body")) if call.outputs and call.outputs[0].type.size == 3000]
    assert len(searches) == 1
    assert {call.primitive.name for call in made} <= {"update_slice", "cond"}
