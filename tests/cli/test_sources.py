"""Files: packages, stdin, several functions, and what can be wrong with them."""
from __future__ import annotations

import pytest

from .running import MODEL, fails, ran, recto

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
    assert "def grad_f(x):" in ran("grad", "random.py:f", *X, cwd=tmp_path)


def test_standard_input(tmp_path):
    out = ran("grad", "-:loss", "--args", "w: f64[n], b: f64, x: f64[m, n], y: f64[m]", cwd=tmp_path, stdin=MODEL)
    assert "def grad_loss(w, b, x, y):" in out and "# <stdin>:8" in out
    assert "line 1" in fails(3, "grad", "-:f", *X, cwd=tmp_path, stdin="def f(x:\n    pass\n")


def test_what_a_file_prints_stays_out_of_the_output(tmp_path):
    (tmp_path / "loud.py").write_text("print('hello')\n\n\ndef f(x):\n    return x.sum()\n")
    done = recto("grad", "loud.py:f", *X, cwd=tmp_path)
    assert done.code == 0 and done.out.startswith("# Reverse-mode") and "hello" in done.err


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
])
def test_files_that_cannot_be_imported(text, said, tmp_path):
    (tmp_path / "bad.py").write_text(text)
    assert said in fails(3, "grad", "bad.py:f", *X, cwd=tmp_path)


@pytest.mark.parametrize("args, said", [
    ("x: f64[n", "describes no argument"), ("x: banana[3]", "describes no argument"),
    ("z: f64[3]", "has no argument z"), ("f64[3], f64, f64", "3 arguments are described"),
])
def test_types_that_make_no_sense(args, said, folder):
    assert said in fails(2, "grad", "model.py:annotated", "--args", args, cwd=folder)


def test_what_is_missing_is_told_with_what_to_write(folder):
    assert '--args "w: f64[n], b: f64[n], x: f64[n], y: f64[n]"' in fails(2, "grad", "model.py:loss", cwd=folder)


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
