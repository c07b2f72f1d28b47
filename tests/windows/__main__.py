"""Looks for programs that break a law:  cd tests && python -m windows 0 500 [--compiled] [--smooth]"""
from __future__ import annotations

import argparse
import collections
from random import Random

import corpus

from .laws import obeys
from .programs import arguments, program


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--smooth", action="store_true")
    options = parser.parse_args()
    counts: collections.Counter = collections.Counter()
    for number in range(options.first, options.last):
        random = Random(number)
        source, given = program(random, options.smooth), arguments(random)
        try:
            verdict = obeys(source, given, corpus.compiled_runner() if options.compiled else corpus.run_interpreted)
        except Exception as error:
            verdict = f"{type(error).__name__} {' '.join(str(error).split())[:90]}"
            if not counts[verdict]:
                print(f"---- {number}: {type(error).__name__} {str(error)[:700]}\n{source}", flush=True)
        counts[verdict] += 1
    for verdict, count in counts.most_common():
        print(f"{count:6} {verdict}")


if __name__ == "__main__":
    main()
