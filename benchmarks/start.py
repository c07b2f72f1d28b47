"""Seconds from the start of a script to its first result, when an earlier process has filled the disk cache."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import time

from .harness import Times, environment
from .report import Record, ratio, table, verdict

ROUNDS = 12
TARGET = 1.0
SCRIPTS = pathlib.Path(__file__).with_name("scripts")
WORK = {"a small function": "small", "loss of an MLP": "mlp", "insertion sort": "loop"}


def caches(folder: str) -> dict[str, str]:
    return environment(RECTO_CACHE="1", RECTO_CACHE_DIR=f"{folder}/recto", JAX_COMPILATION_CACHE_DIR=f"{folder}/jax",
                       JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS="0", JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES="-1")


def run(script: str, env: dict[str, str]) -> tuple[float, float]:
    """Seconds until the script has printed its result, and the result."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, str(SCRIPTS / script)], stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout
    line = process.stdout.readline()
    seconds = time.perf_counter() - start
    process.communicate()
    return seconds, float(line)


def measure(name: str, rounds: int = ROUNDS) -> tuple[dict[str, float], dict[str, Times]]:
    """Seconds with empty caches by side, and the samples with full ones."""
    times = {"recto": Times(), "jax": Times()}
    with tempfile.TemporaryDirectory() as folder:
        env = caches(folder)
        cold = {side: run(f"{name}_{side}.py", env) for side in times}
        assert abs(cold["recto"][1] - cold["jax"][1]) < 1e-9, cold
        for _ in range(rounds):
            for side, kept in times.items():
                kept.samples.append(run(f"{name}_{side}.py", env)[0])
    return {side: seconds for side, (seconds, _) in cold.items()}, times


def report() -> tuple[str, list[Record]]:
    rows, records = [], []
    for title, name in WORK.items():
        cold, times = measure(name)
        ours, theirs = times["recto"], times["jax"]
        rows.append([title, f"{ours.best:.2f}", f"{theirs.best:.2f}", verdict(ours.best / theirs.best, TARGET),
                     ratio(ours.median, theirs.median), f"{cold['recto']:.2f}", f"{cold['jax']:.2f}"])
        records.append(Record(title, "jax", theirs.best / ours.best))
    heads = ["script", "recto", "jax", f"ratio, best (target {TARGET:g})", "ratio, median", "recto, cold", "jax, cold"]
    return "Seconds from the start of the process to the result, imports included; the caches are full but for the " \
        "last two columns (first process, once).\n\n" + table(heads, rows), records
