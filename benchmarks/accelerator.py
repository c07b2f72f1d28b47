"""Programs on one accelerator: Recto's NumPy code and JAX's own, in two processes that are measured in turns.

    python -m benchmarks.accelerator --platform gpu --json benchmarks/accelerator.json --minutes 4
    python -m benchmarks.accelerator --platform cpu                          # small sizes, to try the programs
    python -m benchmarks.accelerator --show benchmarks/accelerator.json      # the table of a file

`--missing` runs what a file lacks, `--only` parts of names; the other rows of the file stay.

The programs are in `accelerator_kernels.py`, JAX's in `accelerator_jax.py`, sizes in `accelerator_programs.py`. An
error, a crash or a program without an answer is recorded and does not end the run. The file is written after
each program.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import pathlib
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import numpy as np

from . import report
from .accelerator_programs import WORK, Work
from .harness import ROOT, environment

SIDES = ("recto", "jax")
SAMPLES, LEAST, BUDGET = 13, 3, 1.0         # samples of a side, at least, and s for all of them but these
ANSWER, START = 75.0, 60.0                  # s for an answer, and for the start of a process
HEADS = ["program", "size", "dtype", "recto ms", "jax ms", "jax / recto", "queued", "first call, recto s",
         "first call, jax s", "difference"]


class Failure(Exception):
    """What a side says, or that it says nothing."""


class Side:
    """A process of `accelerator_worker`, started again after it ended."""

    def __init__(self, name: str, platform: str, dump: pathlib.Path | None = None) -> None:
        self.name, self.platform, self.dump = name, platform, dump
        self.start()

    def start(self) -> None:
        more = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
        if self.name == "recto":
            more["RECTO_PLATFORM"] = self.platform
        if self.name == "jax":
            more["JAX_PLATFORMS"] = "cuda,cpu" if self.platform == "gpu" else self.platform
        if self.dump:
            more["XLA_FLAGS"] = f"--xla_dump_to={(self.dump / self.name).absolute()} --xla_dump_hlo_as_text"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.accelerator_worker", self.name, self.platform],
            cwd=ROOT, env=environment(**more), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def read(process: subprocess.Popen, lines: queue.Queue[str]) -> None:
        for line in process.stdout or ():
            lines.put(line)
        lines.put("")           # the end

    def ask(self, seconds: float, *words: str) -> Any:
        """The answer to a command. Raises Failure with the error there, or if there is no answer."""
        line = ""
        try:
            assert self.process.stdin
            self.process.stdin.write("\t".join(words) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=max(1.0, seconds))
        except OSError:
            pass
        except queue.Empty:
            self.again()
            raise Failure(f"no answer to {words[0]} in {seconds:.0f} s") from None
        if not line:
            code = self.process.wait()
            self.again()
            raise Failure(f"the process ended in {words[0]} with code {code}")
        found = json.loads(line)
        if "error" in found:
            print(found["traceback"], file=sys.stderr, flush=True)
            raise Failure(found["error"])
        return found["answer"]

    def again(self) -> None:
        self.end()
        self.start()

    def end(self) -> None:
        self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):    # a driver may keep it
            self.process.wait(10)


# -- one program ---------------------------------------------------------------------------------------------

def difference(files: list[str]) -> float:
    """The largest difference of an array of two results, relative to the largest number in it."""
    with np.load(files[0]) as ours, np.load(files[1]) as theirs:
        if sorted(ours) != sorted(theirs) or any(ours[k].shape != theirs[k].shape for k in ours):
            return float("inf")
        pairs = [(np.asarray(ours[k], float), np.asarray(theirs[k], float)) for k in ours]
    apart = [float(np.max(np.abs(a - b)) / max(float(np.max(np.abs(b))), 1e-30)) for a, b in pairs if a.size]
    return max((d if np.isfinite(d) else float("inf") for d in apart), default=0.0)


def first_calls(sides: list[Side], title: str, row: dict, end: float) -> list[Side]:
    """Compile on each side and compare the results; the sides that work."""
    working, files = [], []
    with tempfile.TemporaryDirectory() as folder:
        for side in sides:
            try:
                found = side.ask(min(ANSWER, end - time.monotonic()), "first", title, folder)
            except Failure as failure:
                row[side.name] = {"error": str(failure)}
                continue
            row[side.name] = {"first": found["seconds"], "samples": [], "queued": []}
            working.append(side)
            files.append(found["file"])
        if len(files) == 2:
            row["difference"] = difference(files)
            row["agrees"] = row["difference"] <= WORK[title].tolerance
    return working


def sampled(sides: list[Side], title: str, row: dict, end: float) -> None:
    """Samples of the sides in turns, each side with the same number, after one that does not count."""
    spent = 0.0
    for turn in range(-1, SAMPLES):
        if turn >= LEAST and (spent > BUDGET * len(sides) or time.monotonic() > end):
            return
        for side in sides[::1 if turn % 2 else -1]:
            start = time.monotonic()
            try:
                waited, queued = side.ask(min(ANSWER, end + 3.0 - time.monotonic()), "sample", title)
            except Failure as failure:
                row[side.name]["error"] = str(failure)
                return
            spent += time.monotonic() - start
            if turn >= 0:
                row[side.name]["samples"].append(waited)
                row[side.name]["queued"].append(queued)


def measured(sides: list[Side], title: str, end: float) -> dict:
    work = WORK[title]
    row: dict = {"size": shown_size(work, sides[0].platform), "dtype": work.dtype, "tolerance": work.tolerance}
    sampled(first_calls(sides, title, row, end), title, row, end)
    return row


def shown_size(work: Work, platform: str) -> str:
    return " × ".join(f"{n:,}" for n in (work.gpu if platform == "gpu" else work.cpu))


# -- the table -----------------------------------------------------------------------------------------------

def median(row: dict, side: str, kind: str = "samples") -> float | None:
    found = row.get(side, {}).get(kind)
    return statistics.median(found) if found else None


def ratio(row: dict, kind: str = "samples") -> float | None:
    """JAX's time by Recto's; None if a side has none, or if they computed different things."""
    ours, theirs = median(row, "recto", kind), median(row, "jax", kind)
    return theirs / ours if ours and theirs and row.get("agrees") else None


def number(value: float | None, form: str, scale: float = 1.0) -> str:
    return "–" if value is None else format(value * scale, form)


def shown_row(title: str, row: dict) -> list[str]:
    apart = row.get("difference")
    told = number(apart, ".0e") + ("" if row.get("agrees", True) else f" **> {row['tolerance']:g}**")
    return [title, row.get("size", "–"), row.get("dtype", "–"), number(median(row, "recto"), ".3g", 1e3),
            number(median(row, "jax"), ".3g", 1e3), number(ratio(row), ".2f"), number(ratio(row, "queued"), ".2f"),
            *(number(row.get(side, {}).get("first"), ".2f") for side in SIDES), told]


def means(rows: dict[str, dict]) -> str:
    """Geometric means."""
    waited = [r for row in rows.values() if (r := ratio(row))]
    queued = [r for row in rows.values() if (r := ratio(row, "queued"))]
    if not waited:
        return "No program ran on both sides."
    least = sum(r < report.LEAST for r in waited)
    return f"Geometric mean of {len(waited)} programs, jax / recto: {report.mean(waited):.2f}; queued " \
        f"{report.mean(queued):.2f}; below {report.LEAST:g}: {least}."


def failures(rows: dict[str, dict]) -> str:
    lines = [f"* {title}, {side}: {row[side]['error']}" for title, row in rows.items() for side in SIDES
             if "error" in row.get(side, {})]
    lines += [f"* {title}: left out, {row['left out']}" for title, row in rows.items() if "left out" in row]
    return "\n".join(lines)


def shown(found: dict) -> str:
    """The page of a result file."""
    rows = {title: row for title, row in found["rows"].items() if "left out" not in row}
    versions = "; ".join(f"{name} {side['version']}" for name, side in found["sides"].items() if "version" in side)
    devices = ", ".join(sorted({side["device"] for side in found["sides"].values() if "device" in side}))
    parts = [f"{found['platform']}: {devices}; {versions}; {found['machine']}.",
             report.table(HEADS, [shown_row(*item) for item in rows.items()]), means(rows), failures(found["rows"])]
    return "\n\n".join(part for part in parts if part) + "\n"


# -- the run -------------------------------------------------------------------------------------------------

def hello(side: Side, end: float) -> dict:
    try:
        return side.ask(min(START, end - time.monotonic()), "hello")
    except Failure as failure:
        return {"error": str(failure)}


def known_rows(file: pathlib.Path | None) -> dict:
    return json.loads(file.read_text())["rows"] if file and file.exists() else {}


def run(given: argparse.Namespace) -> dict:
    platform, file, end = given.platform, given.json, time.monotonic() + 60.0 * given.minutes - 8.0
    sides = [Side(name, platform, given.dump) for name in SIDES]
    rows, titles = chosen(given)
    found: dict = {"platform": platform, "machine": report.machine(), "sides": {}, "rows": rows}
    try:
        found["sides"] = {side.name: hello(side, end) for side in sides}
        print(json.dumps(found["sides"]), flush=True)
        for title in titles:
            left = end - time.monotonic()
            found["rows"][title] = measured(sides, title, end) if left > 8.0 else {"left out": "the time was up"}
            print(f"{left:4.0f} s left | " + " | ".join(shown_row(title, found["rows"][title])), flush=True)
            write(file, found)
    finally:
        write(file, found)
        for side in sides:
            side.end()
        prune(given.dump)
    return found


def chosen(given: argparse.Namespace) -> tuple[dict, list[str]]:
    """The rows that stay as they are in the file, and the programs to run."""
    rows = known_rows(given.json) if given.only or given.missing else {}
    titles = [title for title in WORK if not given.only or any(part in title for part in given.only)]
    return rows, [title for title in titles if not given.missing or ratio(rows.get(title, {})) is None]


def prune(dump: pathlib.Path | None) -> None:
    """Leave the optimised HLO alone."""
    for path in dump.rglob("*") if dump else ():
        if path.is_file() and not path.name.endswith("after_optimizations.txt"):
            path.unlink()


def write(file: pathlib.Path | None, found: dict) -> None:
    if file:
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accelerator")
    parser.add_argument("--platform", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--json", type=pathlib.Path, help="the file for the results")
    parser.add_argument("--minutes", type=float, default=4.0, help="of the whole run")
    parser.add_argument("--only", nargs="*", default=[], help="parts of names of programs; other rows of the file stay")
    parser.add_argument("--missing", action="store_true", help="run what the file has no ratio of")
    parser.add_argument("--dump", type=pathlib.Path, help="a folder for the optimised HLO of both sides")
    parser.add_argument("--show", type=pathlib.Path, help="print the table of a file, and run nothing")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    if given.show:
        print(shown(json.loads(given.show.read_text())))
        return
    print("\n" + shown(run(given)), flush=True)


if __name__ == "__main__":
    main()
