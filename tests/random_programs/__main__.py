"""Looks for programs that break a law:  cd tests && python -m random_programs exact 0 50 [--compiled] [--refusals]

Tries the blocks with these numbers, of 100 programs each; prints what became of them, why programs were refused, and
for each kind of failure the smallest program that hypothesis finds.
"""
from __future__ import annotations

import argparse
import collections
from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from strategies import randoms

from .trial import Verdict, tried

BLOCK = 100
SETTINGS = settings(max_examples=BLOCK, deadline=None, database=None, suppress_health_check=list(HealthCheck))
ONLY_LOOKING = settings(SETTINGS, phases=[Phase.generate])


class Found(Exception):
    """A program of the kind that is looked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("profile", choices=("exact", "smooth"))
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--compiled", action="store_true", help="through XLA instead of the NumPy interpreter")
    parser.add_argument("--refusals", action="store_true", help="show a small program for each reason of refusal too")
    options = parser.parse_args()
    attempt = lambda random: tried(random, options.profile, options.compiled)
    counts: collections.Counter = collections.Counter()
    for block in range(options.first, options.last):
        verdicts: list[Verdict] = []
        look(block, lambda random: verdicts.append(attempt(random)), ONLY_LOOKING)
        for verdict in verdicts:
            if verdict.like not in counts and (not verdict.good or options.refusals and verdict.kind == "refused"):
                print(f"\n---- {options.profile} {block}\n{smallest(block, attempt, verdict)}", flush=True)
            counts[verdict.like] += 1
    for (kind, why), number in counts.most_common():
        print(f"{number:6} {kind} {why}")


def look(block: int, see: Callable[[Random], None], how: settings) -> None:
    """Shows the programs of a block; shrinks one at which `see` raises."""
    seed(block)(how(given(randoms)(see)))()


def smallest(block: int, attempt: Callable[[Random], Verdict], like: Verdict) -> Verdict:
    """A small program with the same kind of verdict, from the same block."""
    best = like

    def find(random: Random) -> None:
        nonlocal best
        verdict = attempt(random)
        if verdict.like == like.like:
            best = verdict
            raise Found
    try:
        look(block, find, SETTINGS)
    except Found:
        pass
    return best


if __name__ == "__main__":
    main()
