"""Looks for programs that break a law:  cd tests && python -m random_programs exact 0 5000 [--compiled] [--refusals]

Prints what became of them, why programs were refused, and for each kind of failure the smallest program found.
"""
from __future__ import annotations

import argparse
import collections

from .choices import Choices
from .trial import Verdict, programs, smallest, tried


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("profile", choices=("exact", "smooth"))
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--compiled", action="store_true", help="through XLA instead of the NumPy interpreter")
    parser.add_argument("--refusals", action="store_true", help="show a small program for each reason of refusal too")
    options = parser.parse_args()
    found: dict[tuple[str, str], list[int]] = collections.defaultdict(list)

    def see(number: int, verdict: Verdict) -> None:
        found[verdict.like].append(number)
        if not verdict.good:
            print(f"{number}: {verdict.kind}: {verdict.detail.splitlines()[0][:150]}", flush=True)

    programs(options.profile, range(options.first, options.last), options.compiled, see)
    for (kind, why), numbers in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{len(numbers):6} {kind} {why}")
    for (kind, why), numbers in found.items():
        if kind != "obeys" and (kind != "refused" or options.refusals):
            choices = Choices(f"{options.profile} {numbers[0]}")
            tried(choices, options.profile, options.compiled)
            print(f"\n---- {options.profile} {numbers[0]}\n{smallest(choices, options.profile, options.compiled)}")


if __name__ == "__main__":
    main()
