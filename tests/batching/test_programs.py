"""Every function of the corpus, batched, is a loop over the lanes: with its first argument batched, all, the last one.

The lanes are the other examples of the function, as far as they have the same program, and examples moved at random: so
lanes take different branches and numbers of rounds.
"""
import contextlib
import io
import signal
from collections.abc import Iterator, Sequence

import corpus
import numpy as np
import pytest

from recto import transform
from recto.transform.passes.vectorize.batch import batch
from recto.transform.passes.vectorize.lanes import has_lanes

from .laws import batch_is_a_loop, lane_of, some_masks

N = 3
PRINTING = {"printed_before_it_raises", "print_progress", "print_mixed", "print_in_branch"}     # refused, as others
ALONE, TOGETHER = 0.4, 10       # seconds for a lane, which may have been moved into a loop without end; for the batch


class GaveUp(BaseException):  # no handler of the compiler for what user code raises may take it
    pass


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    def stop(*_):
        raise GaveUp(f"no end after {seconds} seconds")
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def operands_of(made: corpus.Read) -> list[np.ndarray]:
    return [np.array(x, p.type.dtype) for x, p in zip(made.operands, made.program.parameters, strict=True)]


def moved(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """The operand a little different."""
    match x.dtype.kind:
        case "b":
            return x ^ (rng.random(x.shape) < 0.3)
        case "i" | "u":
            return np.where(rng.random(x.shape) < 0.7, x, np.abs(x) // 2 + rng.integers(0, 3, x.shape)).astype(x.dtype)
        case "c":
            return np.asarray(x * (1 + 0.3 * rng.normal(size=x.shape) + 0.1j * rng.normal(size=x.shape)), x.dtype)
        case _:
            return np.asarray(x * (1 + 0.3 * rng.normal(size=x.shape)) + 0.05 * rng.normal(size=x.shape), x.dtype)


def lanes_for(examples: list[corpus.Case]) -> tuple[transform.Program, list[list[np.ndarray]]]:
    """The program of the first example, and operands for N lanes."""
    first, *others = map(corpus.read, examples[:N])
    lanes = [operands_of(first), *(operands_of(o) for o in others if o.program == first.program)]
    rng = np.random.default_rng(0)
    return first.program, lanes + [[moved(rng, x) for x in lanes[0]] for _ in range(N - len(lanes))]


def ends(program: transform.Program, operands: Sequence[np.ndarray]) -> bool:
    try:
        with limited(ALONE):
            transform.evaluate(program, *operands)
        return True
    except GaveUp:
        return False


def holds_for(examples: list[corpus.Case]) -> int:
    """How many results agree."""
    program, lanes = lanes_for(examples)
    count = 0
    for mask in some_masks(len(program.parameters)):
        fine = [lanes[0], *(lane if ends(program, lane_of(mask, [lanes[0], lane], 1)) else lanes[0]
                            for lane in lanes[1:])]
        with limited(TOGETHER):
            count += batch_is_a_loop(program, mask, fine, f"{mask}, ")
    return count


def outcome(examples: list[corpus.Case]) -> int | str:
    """How many results agree; or why not."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            return holds_for(examples)
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


@pytest.mark.parametrize("module", corpus.module_names())
def test_batch_is_a_loop(module):
    found = {name: outcome(cases) for name, cases in corpus.sample(module, "batch", 6).items()}
    refused = {name for name, what in found.items() if isinstance(what, str)
               and ("host_call can't" in what or "a host call that only some members" in what)}
    calls = corpus.functions(module)
    prints = lambda name: any(corpus.observe(case, corpus.run_python).printed for case in calls[name])
    assert refused == set(filter(prints, refused)) and PRINTING & set(found) <= refused
    faults = [f"{name}: {what}" for name, what in found.items() if isinstance(what, str) and name not in refused]
    assert not faults, "\n".join(faults)


def test_lanes_go_different_ways():
    """In a part of the corpus: most functions with branches or loops on values are batched in lanes."""
    programs = [lanes_for(cases)[0] for name in ("while_loops", "branches", "break_continue", "rootfinding")
                for cases in corpus.functions(name).values()]
    in_lanes = [has_lanes(batch(p, [True] * len(p.parameters), N)[0]) for p in programs]
    assert len(programs) >= 40 and sum(in_lanes) >= 0.6 * len(programs)
