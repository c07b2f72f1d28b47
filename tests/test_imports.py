"""No module imports itself, however far around; imports stand at the top, but for those that save time at the start."""
import ast
import importlib
import inspect
import re
from collections import Counter

import pytest

from imports import PARTS, ROOT, cycles, imports, modules

# What a process may never need, and what is loaded where it is first asked for: (module, what it imports) -> reason.
LATE = {
    ("recto.transform.pipeline", "recto.transform.lower"): "a process that prints does not compile",
    ("recto.transform.pipeline", "recto.transform.printing"): "a process that compiles does not print",
    ("recto", "recto.transform.core.spelling"): "for errors only",
    ("recto._cache.records", "recto.transform.core.source"): "for entries that were not found",
    ("recto._api.jit", "recto._show.source"): "a process that compiles does not print",
    ("recto._show.source", "recto._show.html_page"): "in notebooks only",
    ("recto._show.stages", "recto.runtime"): "programs are shown without XLA",
    ("recto.cli", "recto"): "a command loads what it needs",
}


# Floors from the ground: a module imports from its own floor and from those below.
COMPILER = (("core",), ("ir",), ("analysis", "primitives"), ("library", "passes"), ("lower", "printing"), ("reader",),
            ("frontend", "pipeline"), ("emit",))
FRONT_END = (("state",), ("dispatch", "interpreter"), ("bounded",), ("expressions",), ("calls", "control"),
             ("transforms",), ("error_context",), ("entry",))
PRIMITIVES = (("_names", "_rules"), ("lowering",), ("elementwise",), ("data_movement",), ("reductions",),
              ("convolution", "linear_algebra", "sorting"), ("control",))
RUNTIME = (("_xla", "frames", "settings"), ("host",), ("device",), ("arrays", "compilation"), ("dispatch",),
           ("transfer",))
FACADE = (("_boundary",), ("_convention", "debug"), ("_cache", "_show"), ("_dispatch",), ("_api",),
          ("numpy", "random", "sharding", "tree"), ("lax", "nn", "optim", "scipy", "testing"), ("stax",),
          ("cli",), ("__main__",))
ROOMS = 16                                          # modules in a folder, at most, but for these
CROWDED = {"transform/frontend/state": 18, "transform/library/numpy": 18}


def floor_of(module: str, root: str, floors: tuple[tuple[str, ...], ...]) -> int:
    part = module.removeprefix(root + ".").split(".")[0]
    return next(k for k, floor in enumerate(floors) if part in floor)


def own(module: str, root: str) -> bool:
    """Is a module inside a package? The compiler and the runtime are not inside the facade."""
    apart = root == "recto" and module.startswith(("recto.transform", "recto.runtime"))
    return module.startswith(root + ".") and not apart


def covers(row: tuple[str, str], source: str, target: str) -> bool:
    """A row is of one module, or of all of a folder, and of what a package holds."""
    (module, package), folder = row, "recto.cli"
    return (source == module or module == folder and source.startswith(folder + ".")) and \
        (target == package or target.startswith(package + "."))


def test_imports_are_at_the_top():
    late = [f"{x.source}:{x.line} imports {x.target}" for x in imports() if x.deferred
            and not any(covers(row, x.source, x.target) for row in LATE)]
    assert late == []


def test_late_imports_are_as_said():
    assert [row for row in LATE if not any(x.deferred and covers(row, x.source, x.target) for x in imports())] == []


@pytest.mark.parametrize("part", PARTS)
def test_no_module_imports_itself(part):
    """Late imports count too."""
    own = {name for name, path in modules().items() if part in path.parts}
    edges = [(x.source, x.target) for x in imports() if {x.source, x.target} <= own]
    assert cycles(edges) == []


@pytest.mark.parametrize("root, floors", [("recto.transform", COMPILER), ("recto.transform.frontend", FRONT_END),
                                          ("recto.transform.primitives", PRIMITIVES), ("recto.runtime", RUNTIME),
                                          ("recto", FACADE)])
def test_imports_go_down(root, floors):
    """Of the facade: those of its own, for it imports the compiler and the runtime anywhere."""
    inside = [x for x in imports() if own(x.source, root) and own(x.target, root)]
    up = [f"{x.source}:{x.line} imports {x.target}" for x in inside
          if floor_of(x.source, root, floors) < floor_of(x.target, root, floors)]
    assert inside and up == []


def test_folders_are_not_crowded():
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules().values()
                     if path.name != "__init__.py")
    assert {folder: n for folder, n in counts.items() if n > CROWDED.get(folder, ROOMS)} == {}


def test_a_cycle_is_found():
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "e2"), ("e2", "d")]
    assert cycles(edges) == [["a", "b", "c"]]


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
    assert len(named) >= 30 and sorted(p for p in named if not (ROOT / p).exists() and "*" not in p) == []
