"""Every function of the corpus keeps the law of derivatives to second order, in all combinations of the modes.

The operands are moved a little at random: examples like to stand on kinks. A scalar so small that it must be a
tolerance is not differentiated with respect to.
"""
import contextlib
import io
import signal

import corpus
import numpy as np
import pytest

import recto
from recto.transform import Program

from .laws import derivatives_hold

SECONDS = 60                # a limit for loops that never end
NOT_DIFFERENCES = {         # what the loop computes follows the branches that it took, its limit does not
    "bisect_checked": "halves a bracket: the root it finds moves with the ends of the bracket, in pieces of 1e-12",
    "bisection": "as bisect_checked",
    "bracket_roots": "as bisect_checked",
    "internal_rate": "as bisect_checked",
}
NAN = {"silhouette": "the distance of a point to itself: sqrt at 0, times 0"}


def is_narrow(program):
    """Does it compute in less than double precision anywhere?"""
    atoms = [*program.parameters, *(atom for call in program.body for atom in (*call.operands, *call.outputs))]
    if any(np.dtype(a.type.dtype).name in ("float32", "float16", "bfloat16", "complex64") for a in atoms):
        return True
    return any(is_narrow(inner) for call in program.body for inner in programs_in(call))


def programs_in(call):
    for _, value in call.params:
        yield from (v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, Program))


def smallest(cases):
    """The example with the fewest numbers, read: of those that are finite, if there are any."""
    return corpus.read(min(cases, key=lambda case: (has_infinities(case), sum(map(np.size, numbers_of(case))))))


def numbers_of(case):
    return [x for x in recto.tree.leaves((case.args, case.kwargs)) if isinstance(x, corpus.NUMBERS)]


def has_infinities(case):
    return not all(np.all(np.isfinite(x)) for x in numbers_of(case) if np.asarray(x).dtype.kind in "fc")


def moved(rng, x, active):
    return x + 0.01 * rng.normal(size=x.shape) * (np.abs(x) + 0.1) if active else x


def compares(cases, order=2):
    """The law for the smallest example of a function: how many programs it held for."""
    made, rng = smallest(cases), np.random.default_rng(1)
    program, name = made.program, cases[0].function.__name__
    operands = [np.asarray(x, p.type.dtype) for x, p in zip(made.operands, program.parameters)]
    active = [x.dtype == np.float64 and not (x.ndim == 0 and 0 < abs(x) < 0.01) for x in operands]
    operands = [moved(rng, x, a) for x, a in zip(operands, active)]
    return derivatives_hold(program, operands, active, order, narrow=is_narrow(program),
                            differences=name not in NOT_DIFFERENCES)


@contextlib.contextmanager
def limited(seconds, what):
    def stop(*_):
        raise TimeoutError(f"{what}: no end after {seconds} seconds")
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("module", corpus.module_names())
def test_derivatives_of_second_order(module):
    faults = []
    for name, cases in corpus.sample(module, "second order", 8).items():
        try:
            with limited(SECONDS, name), contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                compares(cases)
        except Exception as error:
            if not (name in NAN and "nan" in str(error)):
                faults.append(f"{name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
    assert not faults, "\n".join(faults)


def test_most_of_the_corpus_is_differentiable():
    """Counts the comparisons in a part of it, so that the law can't become empty without notice."""
    made = [compares(cases, 1) for name in ("ode", "stencils", "finance") for cases in corpus.functions(name).values()]
    assert len(made) >= 30 and sum(bool(n) for n in made) >= 0.8 * len(made)
