"""Lower-bound analysis of integers, needed because a negative slice end means "from the end" in NumPy."""

from __future__ import annotations

from ...analysis.affine import Affine
from ...ir.program import Program
from ...passes.simplify.value_ranges import RangeAnalysis, full_of

Least = dict[str, float]


def least_noted(program: Program, least: Least) -> Program:
    """The program as it is; what its integers surely are at least, here and in the programs it holds, is noted."""
    _, _, whole = RangeAnalysis(differences=True).program(
        program, tuple(full_of(p.type) for p in program.parameters)
    )
    waiting = [whole]
    while waiting:
        region = waiting.pop()
        waiting += region.held
        for name, (lo, _) in region.known.items():
            least[name] = min(lo, least.get(name, lo))
    return program


def surely_positive(form: Affine, least: Least) -> bool:
    """Whether a sum of integers is at least 1."""
    if any(n < 0 or name not in least for name, n in form.terms):
        return False
    return sum(n * least[name] for name, n in form.terms) + form.const >= 1
