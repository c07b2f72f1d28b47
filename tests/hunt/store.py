"""What has been done so far, in a folder that git ignores: counts, refusals and failures, by seed."""
from __future__ import annotations

import collections
import json
import os
import pathlib
import re
from typing import Any

FOLDER = pathlib.Path(__file__).parent.parent.parent / ".hunt"


class Store:
    """The record of one seed. Workers write their own files; reading adds them up."""

    def __init__(self, seed: int, folder: pathlib.Path = FOLDER):
        self.seed, self.folder = seed, folder / str(seed)
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, worker: int, kind: str) -> pathlib.Path:
        return self.folder / f"{kind}-{worker}.json"

    def load(self, worker: int) -> dict[str, Any]:
        """What a worker has done: the next program's number, counts, and details."""
        try:
            return json.loads(self.path(worker, "state").read_text())
        except (OSError, ValueError):
            return {"next": 0, "counts": {}, "refused": {}, "explained": {}, "mismatches": []}

    def save(self, worker: int, state: dict[str, Any]) -> None:
        path = self.path(worker, "state")
        path.with_suffix(".new").write_text(json.dumps(state, indent=1))
        os.replace(path.with_suffix(".new"), path)

    def keep_failure(self, name: str, text: str) -> pathlib.Path:
        """Write the smallest program that breaks a law, as a test."""
        path = self.folder / f"test_{re.sub(r'[^a-z0-9_]', '_', name)}.py"
        path.write_text(text)
        return path

    def total(self) -> dict[str, Any]:
        """All workers together."""
        found: dict[str, Any] = {"counts": collections.Counter(), "refused": collections.Counter(),
                                 "explained": collections.Counter(), "mismatches": []}
        for path in sorted(self.folder.glob("state-*.json")):
            state = json.loads(path.read_text())
            for part in ("counts", "refused", "explained"):
                found[part].update(state[part])
            found["mismatches"] += state["mismatches"]
        return found
