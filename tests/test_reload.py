"""The text that is compiled is the function's: after a reload, after a save between import and first call, when code is
replaced, in modules that import hooks rewrite."""
import importlib
import importlib.abc
import importlib.util
import itertools
import os
import sys
import time

import numpy as np
import pytest

import recto
from recto import CompileError
from recto.transform.core import source

NUMBERS = itertools.count()


@pytest.fixture
def module(tmp_path, monkeypatch):
    """write(text): puts text into the file of a module and gives the module, as it was imported first."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    name, saves = f"edited_{next(NUMBERS)}", itertools.count(1)

    def write(text):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        stamp = time.time_ns() + next(saves) * 10 ** 9           # each save has a time of its own
        os.utime(path, ns=(stamp, stamp))
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield write
    sys.modules.pop(name, None)


def test_reloaded_function_is_read_anew(module):
    m = module("def f(x):\n    return 2 * x\n")
    old = m.f
    assert recto.jit(m.f)(1.0) == 2.0
    importlib.reload(module("# moved\ndef f(x):\n    return 50 * x\n"))
    assert m.f(1.0) == recto.jit(m.f)(1.0) == 50.0
    np.testing.assert_array_equal(recto.jit(m.f)(np.ones(2)), [50.0, 50.0])
    np.testing.assert_array_equal(recto.jit(old)(np.ones(3)), [2.0, 2.0, 2.0])


def test_reloaded_helper_is_read_anew(module):
    m = module("def h(x):\n    return 2 * x\ndef f(x):\n    return h(x)\n")
    compiled, gradient = recto.jit(m.f), recto.grad(m.f)
    assert compiled(1.0) == gradient(1.0) == 2.0
    importlib.reload(module("def h(x):\n    return 50 * x\ndef f(x):\n    return h(x)\n"))
    assert compiled(1.0) == gradient(1.0) == recto.grad(m.f)(1.0) == 50.0


def test_save_before_the_first_call(module):
    m = module("def f(x):\n    return 2 * x\ndef g(x):\n    return 4 * x\n")
    noted = recto.jit(m.f)                                      # its text is kept from here on
    module("def f(x):\n    return 50 * x\ndef g(x):\n    return 40 * x\n")
    assert noted(1.0) == m.f(1.0) == 2.0
    assert recto.jit(m.g)(1.0) == m.g(1.0) == 4.0


def test_save_before_anything_is_known_of_the_file(module):
    m = module("def f(x):\n    return 3 * x\n")
    module("def f(x):\n    return 51 * x\n")
    with pytest.raises(CompileError, match="the file has changed since it was imported") as caught:
        recto.jit(m.f)(1.0)
    assert "importlib.reload" in caught.value.hint
    importlib.reload(m)
    assert recto.jit(m.f)(1.0) == 51.0


def test_function_that_has_only_moved(module):
    m = module("def f(x):\n    return 5 * x\n")
    module("import os\n\n\ndef f(x):\n    # five times\n    return (5 *\n            x)\n")
    assert recto.jit(m.f)(1.0) == 5.0


@pytest.mark.parametrize("edit", ["x - 7", "7 + x", "x + 7.0", "x + 7 + 0 * x", "y + 7"])
def test_edits_of_all_kinds_are_seen(module, edit):
    m = module("y = 1\ndef f(x):\n    return x + 7\n")
    module(f"y = 1\ndef f(x):\n    return {edit}\n")
    with pytest.raises(CompileError, match="the file has changed"):
        recto.jit(m.f)(1.0)


def test_statement_that_leaves_a_loop_is_seen(module):
    text = "def f(x):\n    for i in range(3):\n        x = x + i\n{}x = x * 11\n    return x\n"
    m = module(text.format("        "))
    module(text.format("    "))
    with pytest.raises(CompileError, match="the file has changed"):
        recto.jit(m.f)(1.0)


# -- IPython ---------------------------------------------------------------------------------------------------------

AUTORELOADED = """\
class Model:
    def run(self, x):
        return helper(x) + self.part(x)

    def part(self, x):
        return {part} * x


def helper(x):
    '''With a docstring, a comment and a layout of its own.'''
    total = 0 * x
    for i in range(3):
        if i > 1:
            total = total + {factor} * x        # here
    return total


def f(x):
    return helper(x)
"""


@pytest.mark.usefixtures("few_objects")
@pytest.mark.parametrize("mode", ["2", "complete"])
def test_autoreload(module, mode, monkeypatch):
    """The functions of a module are given new code, compiled one by one, or with the module."""
    autoreload = pytest.importorskip("IPython.extensions.autoreload")
    m = module(AUTORELOADED.format(part=1, factor=2))
    reloader = autoreload.ModuleReloader()
    if mode == "complete":
        reloader.deduper_reloader.enabled = False
    monkeypatch.setattr(reloader, "enabled", True)
    reloader.check_all = True
    reloader.check(True)
    model = m.Model()
    handles = recto.jit(m.f), recto.grad(m.f), recto.jit(lambda x: m.f(x))
    methods = recto.jit(model.run), recto.jit(lambda x: model.run(x))
    for part, factor in [(1, 2), (1, 50), (3, 60), (3, 60), (-2, 70)]:
        module("\n" * factor + AUTORELOADED.format(part=part, factor=factor))
        reloader.check(True)
        assert m.f(1.0) == factor and model.run(1.0) == factor + part
        assert [float(h(1.0)) for h in handles] == [factor] * 3
        assert [float(h(1.0)) for h in methods] == [factor + part] * 2
        np.testing.assert_array_equal(recto.jit(m.f)(np.ones(part + 3)), np.full(part + 3, factor))


# -- import hooks ----------------------------------------------------------------------------------------------------

def checked(x):
    assert x.ndim == 1, "a vector is needed"
    return 2.0 * x


def test_functions_that_pytest_has_rewritten():
    np.testing.assert_array_equal(recto.jit(checked)(np.ones(2)), [2.0, 2.0])
    assert not source.is_exact(checked)


class Hook(importlib.abc.SourceLoader):
    """Compiles something else than the text."""
    def __init__(self, path, compiled):
        self.path, self.compiled = path, compiled

    def get_filename(self, name):
        return self.path

    def get_data(self, path):
        return self.compiled.encode()


@pytest.mark.parametrize("text, compiled, fits", [
    ("def f(x):\n    return 2 * x\n", "def f(x):\n    print; return 2 * x\n", True),
    ("def f(x):\n    return 50 * x\n", "def f(x):\n    print; return 2 * x\n", False)])
def test_code_of_import_hooks_must_contain_what_the_text_says(tmp_path, text, compiled, fits):
    path = tmp_path / "hooked.py"
    path.write_text(text)
    loader = Hook(str(path), compiled)
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader("hooked", loader))
    loader.exec_module(made)
    if fits:
        assert recto.jit(made.f)(1.0) == 2.0
    else:
        with pytest.raises(CompileError, match="the file has changed"):
            recto.jit(made.f)(1.0)


def test_lambdas_of_a_line_are_told_apart():
    functions = [lambda x: x + 1.0, lambda x: x + 2.0, lambda x: (lambda y: y * x)(3.0)]
    assert [float(recto.jit(f)(1.0)) for f in functions] == [2.0, 3.0, 3.0]
