"""No module imports itself, however far around; imports stand at the top, but for those that save time at the start."""
import ast
import importlib
import inspect
import re
import subprocess
import sys

import pytest

from recto import transform

from imports import ROOT, by_text, circles, cycles, going_up, late, rooms, without_reason

# What a process may never need, and what is loaded where it is first asked for: (module, what it imports) -> reason.
LATE = {
    ("recto", "recto.transform.core.spelling"): "for errors only",
    ("recto._api.jit", "recto._show.all_sizes"): "a process that compiles does not print",
    ("recto._cache.records", "recto.transform.core.source"): "a process that finds its entries does not read source",
    ("recto._show.page.html_page", "recto._show.page.highlighting"): "pygments, for pages only",
    ("recto._show.stages", "recto.runtime"): "programs are shown without XLA",
    ("recto.cli.explaining", "recto.runtime"): "the help of all commands is shown without XLA",
    ("recto.cli.machine", "recto.runtime"): "the help of all commands is shown without XLA",
    ("recto.transform.pipeline", "recto.transform.lower"): "a process that prints does not compile",
    ("recto.transform.pipeline", "recto.transform.printing"): "a process that compiles does not print",
}
# The same by names in tables: module -> reason.
BY_TEXT = {
    "recto": "its names are imported when they are first used",
    "recto.transform": "its names are imported when they are first used",
    "recto.cli.main": "a command loads what it needs",
    "recto._convention.tree_classes": "arrays of the runtime are known without loading it",
    "recto.runtime.arrays.host_functions": "recto.numpy, the functions of arrays, is loaded when one is asked for it",
    "recto.transform.library.core.reading": "what is known of SciPy is loaded when a function of SciPy's is met",
    "recto.transform.library.core.synonyms": "what is known of JAX is loaded when a function of JAX's is met",
}

# Floors from the ground: a module imports from its own floor and from those below.
COMPILER = (("core",), ("ir",), ("analysis", "primitives"), ("library", "passes"), ("inspection", "lower", "printing"),
            ("reader",), ("frontend", "pipeline"), ("emit",))
FRONT_END = (("definite_assignment", "outside"), ("state",),
             ("array_texts", "decisions", "dispatch", "frame", "generator_functions", "interpreter", "model_operations",
              "python_errors", "regular_expressions", "sized_functions"), ("bounded",), ("lists",), ("models",),
             ("expressions",), ("assignment", "recursion"), ("calls", "control"), ("transforms",),
             ("arguments", "error_context", "results", "stores"), ("entry",))
PRIMITIVES = (("_names", "_rules"), ("lowering",), ("elementwise",), ("data_movement",), ("reductions",),
              ("extreme_index",), ("convolution", "linear_algebra", "sorting"), ("control",))
RUNTIME = (("_xla", "frames", "settings"), ("host",), ("device",), ("arrays", "compilation"), ("dispatch",),
           ("transfer",))
FACADE = (("_boundary",), ("_convention", "debug"), ("_cache", "_show"), ("_dispatch",), ("_api",),
          ("checkpoint_policies", "distributed", "numpy", "random", "sharding", "tree", "tree_util"), ("_parallel",),
          ("image", "jax", "lax", "nn", "ops", "optim", "scipy", "testing", "torch"),
          ("_jax", "stax"), ("_equinox",), ("cli",), ("__main__",))
ROOMS = 16                                          # modules in a folder, at most, but for these
CROWDED: dict[str, int] = {}


@pytest.mark.parametrize("name, most", [("core.errors", 8), ("core.dtypes", 8), ("ir.program", 12)])
def test_a_part_of_the_compiler_loads_little_else(name, most):
    """The package's own names are imported when they are used: an error needs no front end."""
    code = f"import sys, recto.transform.{name}; print(*(m for m in sys.modules if m.split('.')[0] == 'recto'))"
    loaded = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stdout.split()
    assert len(loaded) <= most, loaded


@pytest.mark.parametrize("name", transform.__all__)
def test_type_checkers_know_the_names_that_are_imported_late(name):
    source = ast.parse((ROOT / "transform" / "__init__.py").read_text())
    imported = {alias.asname or alias.name for node in ast.walk(source) if isinstance(node, ast.ImportFrom)
                for alias in node.names}
    defined = {node.name for node in source.body if isinstance(node, ast.FunctionDef)} | {"RECORDS"}
    assert name in imported | defined and hasattr(transform, name)


def test_late_imports_are_few_and_have_a_reason():
    assert late() == set(LATE) and len(LATE) < 10
    assert without_reason() == []


def test_no_module_is_imported_by_a_text_but_for_start_up_time():
    assert by_text() == set(BY_TEXT)


def test_no_module_imports_itself():
    """Late imports count too; and the three parts together."""
    assert circles() == []


@pytest.mark.parametrize("package, floors", [("recto.transform", COMPILER), ("recto.transform.frontend", FRONT_END),
                                             ("recto.transform.primitives", PRIMITIVES), ("recto.runtime", RUNTIME),
                                             ("recto", FACADE)])
def test_imports_go_down(package, floors):
    assert going_up(package, floors) == []


def test_folders_are_not_crowded():
    found = rooms()
    assert {folder: n for folder, n in found.items() if n > CROWDED.get(folder, ROOMS)} == {}
    assert {folder: n for folder, n in CROWDED.items() if found[folder] < n} == {}


# -- that these tests can fail -----------------------------------------------------------------------------------------

def tree(root, files: dict[str, str]):
    """A tree of files with these texts, modules of Python."""
    for name, text in files.items():
        path = root / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_an_import_that_goes_up_is_found(tmp_path):
    root = tree(tmp_path, {"transform/core/types": "def f():\n    from ..passes import fold\n",
                           "transform/passes/fold": "", "transform/lower/text": "from ..core import types\n"})
    up = ["recto.transform.core.types imports recto.transform.passes.fold"]
    assert going_up("recto.transform", COMPILER, root) == up


def test_the_facade_imports_the_compiler_anywhere(tmp_path):
    root = tree(tmp_path, {"recto/low/a": "from recto.transform import ir\nfrom ..high import b\n",
                           "recto/high/b": "", "transform/ir": ""})
    assert going_up("recto", (("low",), ("high",)), root) == ["recto.low.a imports recto.high.b"]


def test_a_circle_through_two_parts_and_a_function_is_found(tmp_path):
    root = tree(tmp_path, {"recto/jit": "from recto.runtime import call\n", "recto/grad": "from . import jit\n",
                           "runtime/call": "def f():\n    import recto.jit\n"})
    assert circles(root) == [["recto.jit", "recto.runtime.call"]]


def test_a_circle_through_the_package_of_a_module_is_found(tmp_path):
    root = tree(tmp_path, {"recto/outer": "from .host import steps\n", "recto/host/__init__": "from . import whole\n",
                           "recto/host/steps": "", "recto/host/whole": "from .. import outer\n"})
    assert circles(root) == [["recto.host", "recto.host.whole", "recto.outer"]]


def test_modules_of_a_folder_are_counted(tmp_path):
    root = tree(tmp_path, dict.fromkeys(["recto/a/__init__", "recto/a/one", "recto/a/two", "recto/three"], ""))
    assert rooms(root) == {"recto": 1, "recto/a": 2}


def test_late_imports_are_found(tmp_path):
    root = tree(tmp_path, {"recto/a": "", "recto/b": "from . import a\ndef f():\n    from . import a, c\n",
                           "recto/c": ""})
    assert late(root) == {("recto.b", "recto.c")}


@pytest.mark.parametrize("text, missing", [
    ("    import numpy", True), ("    import numpy  # long", False), ("    # takes long\n    import numpy", False),
    ("    import numpy  # long\n    import scipy", False), ("    import scipy\n    import numpy  # long", True)])
def test_a_late_import_without_a_reason_is_found(tmp_path, text, missing):
    root = tree(tmp_path, {"recto/a": f"def f():\n{text}\n"})
    assert without_reason(root) == ["recto.a:2"] * missing


@pytest.mark.parametrize("text", [
    'importlib.import_module("recto.transform.frontend.entry")', "__import__('recto.jit')",
    'importlib.import_module(f".{name}", __name__)', 'sys.modules.get("recto.runtime")',
    'import_module(f"{transform.__name__}.primitives")', 'HOME = "recto.jit"\nimport_module(HOME)',
    'HOMES = {"jit": "recto.jit"}\nimport_module(HOMES[name])'])
def test_an_import_by_a_text_is_found(tmp_path, text):
    root = tree(tmp_path, {"recto/a": text, "recto/b": "import_module(users)\nimport_module('scipy.special')\n"})
    assert by_text(root) == {"recto.a"}


def test_a_cycle_is_found():
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "e2"), ("e2", "d")]
    assert cycles(edges) == [["a", "b", "c"]]


# -- what goes by names ------------------------------------------------------------------------------------------------

def test_operations_are_entered():
    """Each method that type checkers find in the interpreter is there once the front end is loaded."""
    importlib.import_module("recto.transform.frontend.entry")
    interpreter = importlib.import_module("recto.transform.frontend.interpreter")
    (cls,) = [n for n in ast.parse(inspect.getsource(interpreter)).body if getattr(n, "name", "") == "Interpreter"]
    declared = [alias.name for n in ast.walk(cls) if isinstance(n, ast.ImportFrom) for alias in n.names]
    assert len(declared) > 40 and [n for n in declared if not hasattr(interpreter.Interpreter, n)] == []


def test_contributing_names_what_is_there():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = {part.rstrip("/") for part in re.findall(r"`((?:transform|runtime|recto|tests|docs)/[\w./-]*)`", text)}
    assert len(named) >= 70 and sorted(p for p in named if not (ROOT / p).exists() and "*" not in p) == []
    files = {path.name for part in ("transform", "runtime", "recto") for path in (ROOT / part).rglob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", text)) <= files
