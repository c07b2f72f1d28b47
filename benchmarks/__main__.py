"""python -m benchmarks [topic …]: measure, print, and write to `benchmarks/results.md`."""
from __future__ import annotations

import argparse
import importlib
import os

from .report import section, update

TOPICS = {"dispatch": "A call of a compiled function", "mutation": "Loops that write arrays",
          "loops": "Loops that write arrays, as Programs", "gradients": "Gradients",
          "windows": "Slices whose bounds are computed", "batching": "Batches",
          "trips": "Compile time and trip count",
          "reading": "From source to StableHLO", "start": "A second process with a warm disk cache"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("topics", nargs="*", help=f"of {', '.join(TOPICS)}; all by default")
    for topic in parser.parse_args().topics or TOPICS:
        before = os.getloadavg()
        text = importlib.import_module(f"benchmarks.{topic}").report()
        print(f"{TOPICS[topic]}\n\n{text}\n", flush=True)
        update(TOPICS[topic], section(TOPICS[topic], text, before), list(TOPICS.values()))


if __name__ == "__main__":
    main()
