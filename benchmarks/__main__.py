"""python -m benchmarks [topic …]: measure, print, and write to `benchmarks/RESULTS.md`."""
from __future__ import annotations

import argparse
import importlib
import os

from .report import section, update

TOPICS = {"training": "Training steps, and their starts", "kernels": "Kernels in the manner of PolyBench",
          "dispatch": "A call of a compiled function", "mutation": "Loops that write arrays",
          "loops": "Loops that write arrays, as Programs", "gradients": "Gradients",
          "windows": "Slices whose bounds are computed", "batching": "Batches",
          "programs": "Whole programs", "compiling": "First calls that took more than five seconds",
          "trips": "Compile time and trip count",
          "reading": "From source to StableHLO", "start": "A second process with a warm disk cache"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("topics", nargs="*", help=f"of {', '.join(TOPICS)}; all by default")
    for topic in parser.parse_args().topics or TOPICS:
        before = os.getloadavg()
        found = importlib.import_module(f"benchmarks.{topic}").report()
        text, records = found if isinstance(found, tuple) else (found, [])
        print(f"{TOPICS[topic]}\n\n{text}\n", flush=True)
        update(TOPICS[topic], section(TOPICS[topic], text, before), list(TOPICS.values()), records)


if __name__ == "__main__":
    main()
