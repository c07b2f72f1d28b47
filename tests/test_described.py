"""What compiled functions, programs and settings say of themselves; the line that is shown while compiling."""
from __future__ import annotations

import inspect
import io
import time

import numpy as np
import pytest

import recto
from recto._boundary import progress


def loss(w: np.ndarray, b: float = 1.0) -> float:
    """The loss."""
    return np.sum(w * b)


@recto.custom_jvp
def cube(x):
    return x**3


@pytest.mark.parametrize("function, text", [
    (recto.jit(cube), "<recto.jit of cube(x)>"),
    (recto.jit(loss), "<recto.jit of loss(w, b=1.0)>"),
    (recto.grad(loss), "<recto.grad of loss(w, b=1.0)>"),
    (recto.jit(recto.grad(loss)), "<recto.grad of loss(w, b=1.0)>"),
    (recto.vmap(recto.grad(loss)), "<recto.vmap of recto.grad of loss(w, b=1.0)>"),
    (recto.hessian(loss), "<recto.hessian of loss(w, b=1.0)>"),
    (recto.grad(recto.jit(loss)), "<recto.grad of recto.jit of loss(w, b=1.0)>"),
    (recto.jit(np.sin), "<recto.jit of sin>"),
])
def test_functions_say_how_they_were_made(function, text):
    assert repr(function) == text


def test_help_shows_the_users_signature_and_words():
    g = recto.grad(loss)
    assert inspect.signature(g) == inspect.signature(loss)
    first, made, users = inspect.getdoc(g).split("\n\n")
    assert first.startswith("Gradient of loss (test_described.py:") and first.endswith("with respect to w.")
    assert made == "Made by recto.grad; .source(…) prints it." and users == "The loss."
    assert recto.jit(loss).__doc__ == "The loss."


def test_programs_and_settings_read_as_text():
    class Printer:
        def text(self, words):
            self.words = words

    program, printer = recto.jit(loss).program("f64[3]", "f64"), Printer()
    program._repr_pretty_(printer, False)
    assert printer.words == str(program) and "prim.reduce_sum" in printer.words
    assert repr(recto.config) == "<recto.config: enable_x64=True, disable_jit=False, checks=()>"
    explained = recto.jit(loss).explain("f64[3]", "f64")
    assert repr(explained) == str(explained) and explained._repr_html_().startswith("<style>")


def test_a_plain_dtype_is_the_type_of_a_number():
    g = recto.grad(loss)
    assert "w: float64[5], b: float64" in g.source("f64[5]", "f64")
    assert g.source("f64[n]", "f32") == g.source("f64[n]", "f32[]")
    assert str(g.program("f64[5]", "i64")) == str(g.program("f64[5]", "i64[]"))

    @recto.jit
    def chosen(x, kind):
        return x if kind == "f64" else x + 1

    assert chosen.source(1.0, "double").count("x + 1") == 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_long_compilation_says_so_on_a_terminal(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    monkeypatch.setattr(progress, "EVERY", 0.02)
    monkeypatch.setattr("sys.stderr", terminal)
    with progress.compiling("grad_loss"):
        time.sleep(0.2)
    said = terminal.getvalue()
    assert said.startswith("\rrecto: compiling grad_loss … ") and said.count("\r") > 2
    assert said.endswith(" s\n") and "\rrecto: compiled grad_loss in " in said


def test_nothing_is_said_of_short_ones_or_where_nobody_looks(monkeypatch):
    terminal, file = Terminal(), io.StringIO()
    monkeypatch.setattr("sys.stderr", terminal)
    with progress.compiling("f"):
        pass
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr("sys.stderr", file)
    with progress.compiling("f"):
        time.sleep(0.05)
    assert terminal.getvalue() == file.getvalue() == ""


@pytest.mark.xla
def test_compiling_says_so(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", terminal)
    recto.jit(lambda x: np.sin(x) ** 3 + 1.25)(np.arange(3.0))
    assert "compiled <lambda> in" in terminal.getvalue()


def test_cells_of_notebooks_are_called_by_their_number():
    from IPython.core.interactiveshell import InteractiveShell
    shell = InteractiveShell.instance()
    shell.run_cell("import numpy as np, recto", store_history=True)
    number = shell.execution_count
    shell.run_cell("def f(x):\n    y = np.sin(x)\n    return np.sum(y * x)\n", store_history=True)
    text = shell.run_cell("recto.grad(f).source('f64[3]')").result
    assert text.startswith(f"# gradient of f (In[{number}]:1) with respect to x\n")
    assert f"# In[{number}]:2" in text and f"In[{number}]:2" in repr(text.source_map)
    assert f"(In[{number}]:1)" in recto.emit(shell.user_ns["f"], "grad", "x: f64[n]").splitlines()[0]
