"""Functions that are in no file: python -c, the prompt, a text on the standard input, a zip, a notebook."""
import os
import pathlib
import pty
import subprocess
import sys
import zipapp

import pytest

ROOT = pathlib.Path(__file__).parent.parent
FUNCTIONS = """\
import dataclasses
import numpy as np
from recto import transform

def scaled(x):
    if x > 0:
        x = x * 2
    return x - 1

@dataclasses.dataclass
class Box:
    side: float
    def __eq__(self, other):            # the user's own, not a method that dataclass makes
        return self.side + 1 == other.side

def same(x):
    return 1.0 if Box(x) == Box(x + 1) else 0.0

def branches(x):
    return {"a": x} if x > 0 else [x]

"""
USE = """\
f64 = transform.Type(np.dtype(float), ())
read = lambda f: transform.optimise(transform.read(f, [transform.Argument(f64, array=True, name="x")], {}).program)
print(*[transform.evaluate(read(f), 3.0)[0] for f in (scaled, same, lambda x: x + 1)])
try: print(read(branches))
except transform.CompileError as error: print(error)

"""
EXEC = """exec('def g(x):\\n    return x')
read(g)
"""
ANSWER = "5.0 1.0 4.0"
MESSAGE = ["is a dict of 1 item on one path and a list of 1 item", 'return {"a": x} if x > 0 else [x]', "^^^"]


def run(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    return subprocess.run([sys.executable, *arguments], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options).stdout


def is_right(output):
    return ANSWER in output and all(part in output for part in MESSAGE)


def test_command_line():
    output = run("-c", FUNCTIONS + USE + EXEC)
    assert is_right(output), output
    assert "the source of g is not available (<string>)" in output and "linecache.cache[name] = " in output


def test_file_on_standard_input(tmp_path):
    (tmp_path / "text").write_text(FUNCTIONS + USE)
    with (tmp_path / "text").open() as text:
        output = run("-", stdin=text)
    assert is_right(output), output


def test_pipe_on_standard_input_is_refused():
    output = run("-", input=FUNCTIONS + "from recto import transform\ntransform.read(scaled, [], {})\n")
    assert "the source of scaled is not available (<stdin>)" in output and "hint: " in output


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the prompt of Python 3.13 keeps its source itself")
def test_prompt(tmp_path):
    """Typed on a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-q"], env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
                          start_new_session=True) as process:
        os.close(theirs)
        typed = FUNCTIONS + USE + "exit()\n"
        os.write(ours, typed.encode())
        output = read_all(ours)
        process.wait(20)
    assert is_right(output), output


def read_all(terminal):
    parts = []
    try:
        while part := os.read(terminal, 1 << 16):
            parts.append(part.decode())
    except OSError:                         # the other end is closed
        pass
    return "".join(parts)


def test_zip(tmp_path):
    folder = tmp_path / "application"
    folder.mkdir()
    (folder / "functions.py").write_text(FUNCTIONS)
    (folder / "__main__.py").write_text("from functions import *\n" + USE)
    zipapp.create_archive(folder)
    output = run(str(tmp_path / "application.pyz"))
    assert is_right(output), output


def test_cell_of_a_notebook():
    """Its file has a name that nobody knows: comments and messages call it as IPython does."""
    pytest.importorskip("IPython")
    cells = [FUNCTIONS, USE + "print(transform.numpy_source(read(scaled)))\n"]
    output = run("-c", "from IPython.core.interactiveshell import InteractiveShell\n"
                 f"for cell in {cells!r}: InteractiveShell.instance().run_cell(cell, store_history=True)\n")
    assert is_right(output) and "# In[1]:6" in output and "  Cell In[1], line 20, in branches" in output, output
