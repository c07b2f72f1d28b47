"""python -m foreign FOLDER: run other people's programs against plain Python, and write docs/foreign.md."""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

os.environ.update(RECTO_CACHE="0", MPLBACKEND="Agg", NUMBA_DISABLE_PERFORMANCE_WARNINGS="1",
                  NUMBA_NUM_THREADS="1", NUMBA_THREADING_LAYER="workqueue")

REPOSITORIES = ("filterpy", "QuantEcon.py", "numpy-ml", "ML-From-Scratch", "pmocz", "from-python-to-numpy", "autograd",
                "CFDPython", "numpy-100")


def main() -> None:
    parser = argparse.ArgumentParser(prog="foreign", description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="has the repositories, each in a folder of its own")
    parser.add_argument("--only", default="", help="a regular expression: run the checks whose names it matches")
    parser.add_argument("--laws", default="jit,grad")
    parser.add_argument("--again", default="", metavar="MESSAGES", help="leave out what is right, and what was refused "
                        "with a message that this regular expression matches")
    parser.add_argument("--repository", help="run those of one repository, in this process")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table of all results")
    given = parser.parse_args()
    folder = given.folder.resolve()
    results = folder / "results"
    results.mkdir(exist_ok=True)
    if given.repository:
        one_repository(given, folder, results / f"{given.repository}.json")
        return
    for repository in REPOSITORIES:
        if (folder / repository).is_dir():
            subprocess.run([sys.executable, "-W", "ignore", "-m", "foreign", str(folder), "--repository", repository,
                            "--only", given.only, "--laws", given.laws, "--again", given.again], check=False)
        else:
            print(f"{repository}: there is no such folder in {folder}")
    if given.write:
        from .report import page
        given.write.write_text(page([json.loads(path.read_text()) for path in sorted(results.glob("*.json"))]))


def one_repository(given, folder: pathlib.Path, results: pathlib.Path) -> None:
    from .running import run
    pattern, again = re.compile(given.only), re.compile(given.again)
    found = json.loads(results.read_text()) if results.exists() else {}

    def chosen(key: str) -> bool:
        known = found.get(key, {"verdict": "", "message": ""})
        settled = known["verdict"] == "right" or known["verdict"] == "refused" and again.search(known["message"])
        return bool(pattern.search(key)) and not (given.again and settled)

    def report(record: dict) -> None:
        key = f"{record['repository']}: {record['name']} [{record['law']}]"
        found[key] = record
        results.write_text(json.dumps(found, indent=1, ensure_ascii=False))
        print(f"{record['verdict']:8} {record['seconds']:5} {key} {record['message'][:230]}", flush=True)
    keys = run(given.repository, folder, chosen, given.laws.split(","), report)
    results.write_text(json.dumps({key: found[key] for key in keys if key in found}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
