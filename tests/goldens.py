"""Golden files: texts kept as the compiler printed them, to be read by people when they change.

    make golden         # writes all of them anew and shows what has changed
"""
from __future__ import annotations

import importlib
import pathlib
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

HERE = pathlib.Path(__file__).parent
# Each has GOLDENS, the files that it compares.
MODULES = ("test_golden", "batching.test_golden", "derivatives.test_golden_gradients", "platforms.test_cuda",
           "printing.test_goldens")
ALONE = textwrap.dedent("""
    import pathlib, pickle, sys
    sys.modules["recto"] = None                             # importing it fails
    calls, found = pickle.load(sys.stdin.buffer), {}
    for name, (path, function, args) in calls.items():
        space = {}
        exec(compile(pathlib.Path(path).read_text(), path, "exec"), space)
        found[name] = space[function](*args)
    assert not any(name.startswith("recto.") or name.startswith("jax") for name in sys.modules)
    pickle.dump(found, sys.stdout.buffer)
""")


class Goldens:
    """The golden files of a folder: {path in it: what prints the text}."""

    def __init__(self, folder: pathlib.Path, texts: Mapping[str, Callable[[], str]]):
        self.folder, self.texts = folder, texts

    def check(self, file: str) -> None:
        kept = (self.folder / file).read_text()
        assert self.printed(file) == kept, "make golden, and read the diff"

    def printed(self, file: str) -> str:
        return self.texts[file]().rstrip("\n") + "\n"

    def check_that_all_are_compared(self) -> None:
        files = {p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()}
        assert {f for f in files if "__pycache__" not in f} == set(self.texts)

    def write(self) -> None:
        for file in self.texts:
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / file).write_text(self.printed(file))
        subprocess.run(["git", "--no-pager", "diff", "--", self.folder], check=True)


def under_numpy_alone(calls: Mapping[str, tuple[pathlib.Path, str, tuple]]) -> dict[str, Any]:
    """{name: result} of calls {name: (file, function in it, arguments)}, in a process that has NumPy but no Recto."""
    given = pickle.dumps({name: (str(path), *call) for name, (path, *call) in calls.items()})
    done = subprocess.run([sys.executable, "-I", "-c", ALONE], input=given, capture_output=True)
    assert not done.returncode, done.stderr.decode()
    return pickle.loads(done.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    for module in MODULES:
        importlib.import_module(module).GOLDENS.write()
