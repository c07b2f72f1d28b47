"""python -m hunt: random programs against the laws, for so many minutes."""
from __future__ import annotations

import argparse
import os
import time

from .generator import program
from .freshness import CHANGES
from .laws import SMOOTH, VALUES
from .record import record
from .runner import Plan, again, is_smooth, run
from .store import Store


def main() -> None:
    parser = argparse.ArgumentParser(prog="hunt", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--laws", default=",".join([*VALUES, *SMOOTH, *CHANGES]), help="names, separated by commas")
    parser.add_argument("--workers", type=int, default=2, choices=(1, 2))
    parser.add_argument("--record", action="store_true", help="add a row to docs/reliability.md")
    parser.add_argument("--again", action="store_true", help="hold what broke a law of this seed to all laws, and stop")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a program and stop")
    given = parser.parse_args()
    os.environ["RECTO_CACHE"] = "0"         # else the law of optimised code finds what another law compiled
    if given.show is not None:
        found = program(given.seed, given.show, is_smooth(given.show))
        print(found.source, *(f"# f{call}" for call in found.calls), sep="\n")
        return
    if given.again:
        numbers, broken = set(), 0
        for number, verdict in again(given.seed):
            numbers.add(number)
            if verdict.verdict == "mismatch":
                broken += 1
                print(number, verdict, flush=True)
        print(f"{len(numbers)} programs, {broken} laws broken", flush=True)
        return
    laws = tuple(law.strip() for law in given.laws.split(","))
    run(Plan(given.seed, laws, time.monotonic() + 60 * given.minutes), given.workers)
    total = Store(given.seed).total()
    report(total)
    if given.record:
        record(given.seed, total)


def report(total: dict) -> None:
    for part in ("counts", "explained", "refused"):
        print(f"\n{part}")
        for name, count in total[part].most_common(40):
            print(f"{count:8} {name}")
    print(f"\nmismatches: {len(total['mismatches'])}")


if __name__ == "__main__":
    main()
