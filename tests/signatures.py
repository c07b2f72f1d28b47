"""What type checkers know of each public function of Recto: its parameters, or nothing.

    python tests/signatures.py          # a table by module; fails if a signature has got lost (`make lint`)
"""
from __future__ import annotations

import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import public_names     # noqa: E402

CHECKER = pathlib.Path(sys.executable).with_name("basedpyright")
SHOWN = re.compile(r'Type of ".*?" is "(.*)"$', re.DOTALL)
LOST = re.compile(r"(Any|Unknown)$|\(\.\.\.\)|\(\*args: (Any|Unknown), \*\*kwargs: (Any|Unknown)\)|\w+\[\.\.\.")
# NumPy has no signature of them either.
UNKNOWN = {"recto.numpy.fromstring", "recto.numpy.printoptions"}


class Seen(NamedTuple):
    """A public name, and the type that pyright shows for it; its error, if there is no such name for pyright."""
    module: str
    name: str
    type: str

    @property
    def is_lost(self) -> bool:
        return bool(LOST.match(self.type)) and f"{self.module}.{self.name}" not in UNKNOWN


def functions() -> Iterator[tuple[str, str]]:
    """All public names that can be called, with their modules."""
    for module in ["recto", *public_names.modules()]:
        found = importlib.import_module(module)
        for name in public_names.offered(found):
            if callable(getattr(found, name)):
                yield module, name


def seen() -> list[Seen]:
    """What pyright shows for each, in a user's file at the root of the tree."""
    asked = list(functions())
    modules = dict.fromkeys(module for module, _ in asked)
    lines = [f"import {module}" for module in modules if sys.modules[module].__name__ == module]     # files
    start = len(lines)
    lines += [f"reveal_type({module}.{name})" for module, name in asked]
    settings = {"typeCheckingMode": "basic", "include": ["user.py"], "extraPaths": [str(ROOT)]}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "user.py").write_text("\n".join(lines) + "\n")
        (folder / "pyrightconfig.json").write_text(json.dumps(settings))
        command = [CHECKER, "--pythonpath", sys.executable, "--outputjson", "--project", folder]
        done = subprocess.run(command, capture_output=True, text=True)
    types = {}
    for found in json.loads(done.stdout)["generalDiagnostics"]:
        shown = SHOWN.match(found["message"])
        line = found["range"]["start"]["line"]
        types[line] = shown[1] if shown and types.get(line, "Unknown") == "Unknown" else "Unknown"
    return [Seen(module, name, types.get(start + k, "Unknown")) for k, (module, name) in enumerate(asked)]


def main() -> int:
    found = seen()
    lost = [one for one in found if one.is_lost]
    all_of, lost_of = Counter(one.module for one in found), Counter(one.module for one in lost)
    for module, count in all_of.items():
        print(f"{module:32}{count - lost_of[module]:5} of {count}")
    for one in lost:
        print(f"{one.module}.{one.name}: {one.type}")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main())
