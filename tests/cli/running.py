"""The command line in a process of its own."""
from __future__ import annotations

import atexit
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAIN = {"NO_COLOR": "1", "COLUMNS": "160", "PYTHONPATH": str(ROOT)}  # this checkout, whatever is installed
COMMAND = pathlib.Path(sys.executable).parent / "recto"
MODEL = '''"""A model."""
import numpy as np

SCALE = 0.5


def loss(w, b, x, y):
    z = x @ w + b
    return SCALE * np.mean((z - y) ** 2)


def lost():
    return 1


def annotated(x: "f64[n, 3]", c: "f64") -> "f64":
    return c * np.sum(np.sin(x))


def smooth(u, c, steps):
    for _ in range(steps):
        u = u + c * (np.roll(u, 1) - 2 * u + np.roll(u, -1))
    return u


class Model:
    def __init__(self, w):
        self.w = w

    def predict(self, x):
        return np.tanh(x @ self.w)

    def loss(self, x, y):
        return np.mean((self.predict(x) - y) ** 2)
'''
LOSS = "w: f64[784], b: f64, x: f64[n, 784], y: f64[n]"


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def recto(*arguments: Any, cwd: pathlib.Path, stdin: str | None = None, **environment: str) -> Done:
    """Run `recto …` in a folder: in a fork of a process that has imported it, with variables of the environment in a
    new process."""
    texts = list(map(str, arguments))
    if environment or not hasattr(os, "fork"):
        done = subprocess.run([str(COMMAND), *texts], cwd=cwd, text=True, capture_output=True, input=stdin,
                              timeout=120, env={**os.environ, **PLAIN, **environment})
        return Done(done.returncode, done.stdout, done.stderr)
    with tempfile.TemporaryDirectory() as name:
        files = [pathlib.Path(name, stream) for stream in ("in", "out", "err")]
        for file, text in zip(files, (stdin or "", "", "")):
            file.write_text(text)
        code = forked(texts, cwd, files)
        return Done(code, *(file.read_text() for file in files[1:]))


def forked(arguments: list[str], folder: pathlib.Path, files: list[pathlib.Path], **environment: str) -> int:
    """The exit code of a call in a fork of the template. `environment`: what is read when a command runs, not at the
    start of its process."""
    process = template()
    call = {"arguments": arguments, "folder": str(folder), "files": list(map(str, files)), "environment": environment}
    print(json.dumps(call), file=process.stdin, flush=True)
    return int(process.stdout.readline())


@functools.cache
def template() -> subprocess.Popen:
    """The process that forks, until this one ends."""
    process = subprocess.Popen([sys.executable, pathlib.Path(__file__).with_name("template.py")], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **PLAIN})
    atexit.register(process.communicate)
    return process


def fails(code: int, *arguments: Any, cwd: pathlib.Path, stdin: str | None = None) -> str:
    """What a command says that must fail with this code; never a traceback of recto's own."""
    done = recto(*arguments, cwd=cwd, stdin=stdin)
    assert done.code == code, done
    assert "Traceback" not in done.err and done.out == ""
    return done.err


def ran(*arguments: Any, cwd: pathlib.Path, stdin: str | None = None) -> str:
    """The standard output of a command that must succeed."""
    done = recto(*arguments, cwd=cwd, stdin=stdin)
    assert done.code == 0, done.err
    return done.out


def function_in(text: str, name: str) -> Any:
    """A function of an emitted text."""
    space: dict[str, Any] = {"__name__": "emitted"}
    exec(compile(text, "emitted.py", "exec"), space)
    return space[name]
