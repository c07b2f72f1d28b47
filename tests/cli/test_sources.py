"""Files: packages, stdin, several functions, and what can be wrong with them."""
from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from .running import COMMAND, MODEL, fails, ran, recto

X = ("--args", "x: f64[n]")


def test_relative_imports(tmp_path):
    package = tmp_path / "project" / "models"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").write_text("")
    (package.parent / "shared.py").write_text("import numpy as np\n\n\ndef square(x):\n    return np.sum(x * x)\n")
    (package / "model.py").write_text("from ..shared import square\nfrom . import names\n\n\n"
                                      "def f(x):\n    return names.HALF * square(x)\n")
    (package / "names.py").write_text("HALF = 0.5\n")
    assert "def grad_f(x):" in ran("grad", package / "model.py:f", *X, cwd=tmp_path)
    assert "def grad_f(x):" in ran("grad", "model.py:f", *X, cwd=package)


def test_relative_imports_without_init_files(tmp_path):
    (tmp_path / "loose").mkdir()
    (tmp_path / "loose" / "a.py").write_text("from .b import half\n\n\ndef f(x):\n    return half(x).sum()\n")
    (tmp_path / "loose" / "b.py").write_text("def half(x):\n    return x / 2\n")
    assert "def grad_f(x):" in ran("grad", "loose/a.py:f", *X, cwd=tmp_path)


def test_neighbours_are_imported_and_names_of_the_library_are_no_trouble(tmp_path):
    (tmp_path / "helper.py").write_text("def twice(x):\n    return 2 * x\n")
    (tmp_path / "random.py").write_text("from helper import twice\n\n\ndef f(x):\n    return twice(x).sum()\n")
    done = subprocess.run([COMMAND, "grad", "random.py:f", *X], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "def grad_f(x):" in done.stdout, done.stderr


@pytest.mark.parametrize("command", [[COMMAND], [sys.executable, "-m", "recto"]], ids=["recto", "python -m recto"])
def test_files_with_names_of_modules_that_the_command_needs(command, tmp_path):
    for name in ("random", "tempfile", "difflib", "copy", "queue", "rich", "sched"):
        (tmp_path / f"{name}.py").write_text("def f(x):\n    return x.sum()\n")
    (tmp_path / "model.py").write_text("from sched import f as inner\n\n\ndef f(x):\n    return inner(2 * x)\n")
    for task in ("grad", "show"):
        for file in ("random.py", "model.py"):
            done = subprocess.run([*command, task, f"{file}:f", *X], cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0 and "def grad_f(x):" in done.stdout, done.stderr


def test_standard_input(tmp_path):
    out = ran("grad", "-:loss", "--args", "w: f64[n], b: f64, x: f64[m, n], y: f64[m]", cwd=tmp_path, stdin=MODEL)
    assert "def grad_loss(w, b, x, y):" in out and "# <stdin>:8" in out
    assert "line 1" in fails(3, "grad", "-:f", *X, cwd=tmp_path, stdin="def f(x:\n    pass\n")


def test_what_a_file_prints_stays_out_of_the_output(tmp_path):
    (tmp_path / "loud.py").write_text("print('hello')\n\n\ndef f(x):\n    return x.sum()\n")
    done = recto("grad", "loud.py:f", *X, cwd=tmp_path)
    assert done.code == 0 and done.out.startswith("# Gradient") and "hello" in done.err


def test_unknown_names_are_told_with_those_that_are_near(folder):
    said = fails(2, "grad", "model.py:los", *X, cwd=folder)
    assert "did you mean" in said and "loss" in said
    assert "Model.predict" in fails(2, "grad", "model.py:Model.predikt", *X, cwd=folder)
    assert "did you mean model.py?" in fails(2, "grad", "modell.py:loss", *X, cwd=folder)
    assert "Model in model.py is no function" in fails(2, "grad", "model.py:Model", *X, cwd=folder)
    assert "which function" in fails(2, "grad", "model.py", *X, cwd=folder)
    assert "did you mean grad?" in fails(2, "gard", "model.py:loss", cwd=folder)


def test_a_file_with_one_function_needs_no_name(tmp_path):
    (tmp_path / "one.py").write_text("def f(x):\n    return x.sum()\n")
    assert "def grad_f(x):" in ran("grad", "one.py", *X, cwd=tmp_path)


@pytest.mark.parametrize("text, said", [
    ("def f(x)\n    return x\n", "line 1"),
    ("import nonsense_that_is_not_there\n", "nonsense_that_is_not_there"),
    ("1 / 0\n", "ZeroDivisionError: division by zero (line 1 of bad.py)"),
    ("raise SystemExit(0)\n", "SystemExit"),
    (b"import numpy\nx = '\xe9'\n", "bad.py, line 2: the byte 0xe9 is not utf-8"),
    (b"# -*- coding: no-such-thing -*-\n", "unknown encoding: no-such-thing"),
    (b"x = 1\0\n", "bad.py: source code string cannot contain null bytes"),
    ("(" * 5000 + ")" * 5000, "bad.py"), ("x = " + "-" * 100_000 + "1", "bad.py"),
])
def test_files_that_cannot_be_imported(text, said, tmp_path):
    (tmp_path / "bad.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    error = fails(3, "grad", "bad.py:f", *X, cwd=tmp_path)
    assert said in error and "line None" not in error
    assert fails(3, "check", "bad.py", cwd=tmp_path) == error


def test_a_file_in_an_encoding_that_it_declares(tmp_path):
    text = "# -*- coding: latin-1 -*-\nNAME = 'é'\n\n\ndef f(x):\n    return x.sum() * len(NAME)\n"
    (tmp_path / "old.py").write_bytes(text.encode("latin-1"))
    assert "def f(x):" in ran("jit", "old.py:f", *X, cwd=tmp_path)


def test_bytes_on_the_standard_input_that_are_no_text(tmp_path):
    done = subprocess.run([COMMAND, "jit", "-:f", *X], input=b"x = '\xe9'", capture_output=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:strict"})
    assert done.returncode == 3 and done.stderr == b"recto: the standard input is not utf-8\n"


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "dir.py").mkdir()
    (tmp_path / "dir.py" / "model.py").write_text("def f(x):\n    return x\n")
    said = fails(2, "grad", "dir.py:f", *X, cwd=tmp_path)
    assert "dir.py is a folder" in said and "model.py" in said and "did you mean" not in said


def test_only_the_top_level_of_a_file_runs(tmp_path):
    """As docs/cli.md and --help say."""
    text = "import pathlib\npathlib.Path('top').touch()\n\n\n" \
        "def f(x: 'f64[3]'):\n    print('run')\n    return x.sum()\n"
    (tmp_path / "traces.py").write_text(text)
    done = recto("check", "traces.py", cwd=tmp_path)
    assert done.out.startswith("f(x: f64[3]) -> f64[]\n") and "run" not in done.out + done.err
    assert (tmp_path / "top").exists()
    for command in ((), ("check",)):
        assert "top level runs" in " ".join(ran(*command, "--help", cwd=tmp_path).split())


def damaged(path, x):
    np.savez(path, x=x)
    content = path.read_bytes()
    return {"truncated": content[:len(content) // 2], "empty": b"", "text": b"x = 1\n", "end": content[:-1],
            "flipped": content[:60] + bytes([content[60] ^ 255]) + content[61:]}


@pytest.mark.parametrize("how", ["truncated", "empty", "text", "end", "flipped"])
def test_arrays_in_a_damaged_file(folder, how):
    path = folder / "given.npz"
    path.write_bytes(damaged(path, np.ones((4, 3)))[how])
    said = fails(3, "grad", "model.py:annotated", "--npz", "given.npz", cwd=folder)
    assert "--npz:" in said and "given.npz" in said and "np.savez" in said


def test_objects_in_a_file_of_arrays_are_not_loaded(folder):
    np.savez(folder / "given.npz", x=np.array([{}], object))
    said = fails(3, "grad", "model.py:annotated", "--npz", "given.npz", cwd=folder)
    assert "the array x in given.npz can't be read: it holds Python objects" in said
    np.save(folder / "one.npy", np.ones((2, 3)))
    assert "no sound .npz" in fails(3, "grad", "model.py:annotated", "--npz", "one.npy", cwd=folder)


@pytest.mark.parametrize("name, style", [
    ("x(): pass\nimport os; os.system('touch ran')\ndef y", "numpy"), ("a\n", "primitive"), ("f(x)", "numpy"),
    ("", "numpy"), ("class", "primitive")])
def test_the_name_of_a_function_is_a_name(folder, name, style):
    said = fails(2, "jit", "model.py:annotated", "--args", "x: f64[2, 3]", "--name", name, "--style", style,
                 "-o", "made.py", cwd=folder)
    assert "can't be the name of a function" in said and not (folder / "made.py").exists()


@pytest.mark.parametrize("args, said", [
    ("x: f64[n", "describes no argument"), ("x: banana[3]", "describes no argument"),
    ("z: f64[3]", "has no argument z"), ("f64[3], f64, f64", "3 arguments are described"),
])
def test_types_that_make_no_sense(args, said, folder):
    assert said in fails(2, "grad", "model.py:annotated", "--args", args, cwd=folder)


def test_what_is_missing_is_told_with_what_to_write(folder):
    assert '--args "w: f64[d], b: f64, x: f64[n, d], y: f64"' in fails(2, "grad", "model.py:loss", cwd=folder)


def test_what_the_compiler_refuses_has_the_users_line(folder):
    (folder / "refused.py").write_text("import numpy as np\n\n\ndef f(x):\n    return np.sum(x + np.ones(3))\n")
    said = fails(1, "grad", "refused.py:f", "--args", "x: f64[4]", cwd=folder)
    assert "shapes differ" in said and "line 5, in f" in said and "^" in said


@pytest.mark.parametrize("chain, said", [
    ("grda", "did you mean grad?"), ("grad(wrt=q)", "has no argument q"), ("grad(foo=1)", "grad has no option foo"),
    ("grad(", "is no transformation"), ("grad(vjp)", "vjp stands inside vmap and jit only"),
])
def test_chains_that_make_no_sense(chain, said, folder):
    assert said in fails(2, "emit", "model.py:annotated", "--transform", chain, cwd=folder)
