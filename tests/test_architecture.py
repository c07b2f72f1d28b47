"""Who imports whom, how large things are, and that there is one copy of everything. (Layers, cycles and late imports:
test_imports.py.)
"""
from __future__ import annotations

import ast
import configparser
import functools
import importlib
import pathlib
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ("transform", "runtime", "recto")
FOLDERS = (*PARTS, "tests", "benchmarks", "examples", "notebooks", "docs")
MODULE_LINES, TABLE_LINES, FUNCTION_LINES, WIDTH = 600, 700, 70, 120       # as ruff format lays them out
TABLES = re.compile(r"transform/(primitives|library)/|tests/(programs|errors)/|/(\w*rows\w*|scalars)\.py$")
EXAMPLES = re.compile(r"tests/(programs|errors)/")      # ordinary functions: the material, not the code
GOLDEN = ROOT / "tests" / "golden"               # printed by the compiler
FORBIDDEN_NAMES = {"utils", "util", "helpers", "common", "misc", "manager", "context"}


def sources(*folders: str) -> list[pathlib.Path]:
    found = (p for folder in folders for p in (ROOT / folder).rglob("*.py"))
    return sorted(p for p in found if not p.is_relative_to(GOLDEN))


def name(path: pathlib.Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: pathlib.Path) -> ast.Module:
    return ast.parse(path.read_text(), name(path))


class Found(NamedTuple):
    """What a file imports: line, absolute name or relative tail, and number of leading dots; its star imports by line;
    its functions by line and name, with their lengths."""
    imports: list[tuple[int, str, int]]
    stars: list[int]
    functions: list[tuple[str, int]]


@functools.cache
def found_in(path: pathlib.Path) -> Found:
    found = Found([], [], [])
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found.imports.extend((node.lineno, alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.imports.append((node.lineno, node.module or "", node.level))
            found.stars.extend(node.lineno for alias in node.names if alias.name == "*")
        elif isinstance(node, ast.FunctionDef):
            found.functions.append((f"{name(path)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1))
    return found


def imports(path: pathlib.Path) -> list[tuple[int, str, int]]:
    return found_in(path).imports


def imported(part: str) -> Iterator[tuple[str, str]]:
    """Place and absolute name of everything that a part imports, relative imports resolved."""
    for path in sources(part):
        package = [*(["recto"] if part != "recto" else []), *path.relative_to(ROOT).parent.parts]
        for line, target, level in imports(path):
            lead = package[:len(package) - level + 1] if level else []
            yield f"{name(path)}:{line}", ".".join([*lead, *filter(None, [target])])


def inside(target: str, *packages: str) -> bool:
    """Is a name one of these packages, or in one?"""
    return any(target == p or target.startswith(p + ".") for p in packages)


def reaching(part: str, *packages: str) -> list[str]:
    """Where a part imports one of these packages or a module in them."""
    return [f"{place} imports {target}" for place, target in imported(part) if inside(target, *packages)]


# -- who imports whom ------------------------------------------------------------------------------

def test_the_compiler_knows_no_runtime():
    facade = [f for f in reaching("transform", "recto") if not re.search(r"imports recto\.transform\b", f)]
    assert facade + reaching("transform", "jaxlib", "jax") == []


def test_the_runtime_knows_no_compiler():
    facade = [f for f in reaching("runtime", "recto") if not re.search(r"imports recto\.runtime\b", f)]
    assert facade + reaching("runtime", "gast", "astunparse", "jax") == []


def test_only_the_runtime_knows_jaxlib():
    assert reaching("recto", "jaxlib", "jax", "gast", "astunparse") == []


def test_every_dependency_is_imported():
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    required = re.findall(r"^\w+", config["options"]["install_requires"], re.MULTILINE)
    assert required and [name for name in required if not any(reaching(part, name) for part in PARTS)] == []


@pytest.mark.parametrize("part", PARTS)
def test_inside_a_folder_imports_are_relative_and_across_folders_absolute(part):
    own = "recto" if part == "recto" else f"recto.{part}"
    others = ["recto", *(f"recto.{p}" for p in PARTS if p != "recto")] if part == "recto" else []
    faults = []
    for path in sources(part):
        depth = len(path.relative_to(ROOT / part).parts)
        for line, target, level in imports(path):
            across = target == "recto" or inside(target, *others[1:])
            if level > depth or not level and inside(target, own) and not (others and across):
                faults.append(f"{name(path)}:{line} {'.' * level}{target}")
    assert faults == []


def test_every_package_that_is_imported_is_required():
    """Or it is the optional one, for native loops."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    named = config["options"]["install_requires"] + config["options.extras_require"]["native"]
    required = {re.split(r"[=<>]", r)[0] for r in named.split()}
    found = {target.split(".")[0] for part in PARTS for _, target in imported(part)}
    assert found - set(sys.stdlib_module_names) - {"recto"} <= required


PROBE = """
import sys, types
sys.modules.pop("jax", None)
import numpy as np, recto, recto.numpy, model
assert float(recto.jit(model.f)(np.arange(3.0))) == 3.0
assert recto.jit(model.f).explain(np.arange(3.0))
print(*sorted({m.split(".")[0] for m in sys.modules} & {"jax", "transform", "runtime"}))
"""


@pytest.mark.xla
def test_a_compiled_call_imports_no_jax_and_no_second_copy(tmp_path):
    """Even where modules of these names could be imported."""
    for module in ("jax", "transform", "runtime"):
        (tmp_path / f"{module}.py").write_text("raise AssertionError('imported ' + __name__)")
    (tmp_path / "model.py").write_text("import numpy as np\n\ndef f(x):\n    return np.sum(x)\n")
    (tmp_path / "probe.py").write_text(PROBE)
    done = subprocess.run([sys.executable, "probe.py"], cwd=tmp_path, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def module_names() -> list[str]:
    """All modules of Recto, as they are imported."""
    paths = [p.relative_to(ROOT).with_suffix("").parts for p in sources(*PARTS)]
    names = [".".join(p if p[0] == "recto" else ("recto", *p)).removesuffix(".__init__") for p in paths]
    return [n for n in names if not n.endswith("__main__")]


def test_no_module_is_loaded_twice():
    for module in module_names():
        importlib.import_module(module)
    files = {n: pathlib.Path(m.__file__) for n, m in sys.modules.items() if getattr(m, "__file__", None)}
    ours = {n: f for n, f in files.items() if any(f.is_relative_to(ROOT / part) for part in PARTS)}
    objects = {id(sys.modules[n]) for n in ours}            # one may have two names: recto.scipy.stats.norm
    assert len(set(ours.values())) == len(objects) > 50
    assert [n for n in ours if not inside(n, "recto")] == []


# -- sizes and habits ------------------------------------------------------------------------------

def test_modules_are_short():
    lengths = {name(p): len(p.read_text().splitlines()) for p in sources(*FOLDERS)}
    allowed = {n: TABLE_LINES if TABLES.search(n) else MODULE_LINES for n in lengths}
    assert {n: k for n, k in lengths.items() if k > allowed[n]} == {}
    assert statistics.median(k for n, k in lengths.items() if n.startswith(PARTS)) <= 150


def test_functions_are_short():
    lengths = [f for p in sources(*FOLDERS) if not EXAMPLES.search(name(p)) for f in found_in(p).functions]
    assert [(n, k) for n, k in lengths if k > FUNCTION_LINES] == []
    counts = sorted(k for _, k in lengths)
    assert counts[len(counts) // 2] <= 6
    assert counts[len(counts) * 95 // 100] <= 25


def test_lines_are_not_wide():
    assert [f"{name(p)}:{k} {len(line)}" for p in sources(*FOLDERS)
            for k, line in enumerate(p.read_text().splitlines(), 1) if len(line) > WIDTH] == []


def test_no_star_imports_and_no_catch_all_modules():
    assert [f"{name(p)}:{line}" for p in sources(*FOLDERS) for line in found_in(p).stars] == []
    assert [name(p) for p in sources(*PARTS) if p.stem.strip("_") in FORBIDDEN_NAMES] == []


def test_no_file_names_a_place_on_somebodys_machine():
    kept = [ROOT / n for n in ("Makefile", "README.md", "setup.cfg", "setup.py", "pyproject.toml", ".ci/run")]
    kept += [p for folder in FOLDERS for kind in ("py", "md", "ipynb") for p in (ROOT / folder).rglob(f"*.{kind}")]
    place = re.compile(r"(?<![\w.])/(?:work|root|tmp|Users)/|/home/(?!(?:u|user|someone)/)\w")
    found = {name(p): place.findall(p.read_text()) for p in kept if p != pathlib.Path(__file__)}
    assert {n: places for n, places in found.items() if places} == {}


# Where the tests of a folder are, if not in the folder of this name in tests/: their subject has another name there.
TESTED_IN = {
    "emit": ("emit", "cli"), "lower": ("lowering", "platforms"), "passes/autodiff": ("derivatives",),
    "passes/checking": ("checks",), "passes/simplify": ("passes",), "passes/vectorize": ("batching",),
    "library/random": ("random_keys",), "library/lax": ("lax",), "library/plain": ("library", "host"),
    "frontend/transforms": ("derivatives", "batching", "random_keys"), "inspection": ("test_explain.py",),
    "core": ("test_source.py", "boundary"), "ir": ("analysis", "passes"),
}


def test_each_folder_of_the_compiler_has_tests():
    """tests/ mirrors transform/: a folder, or what is said above."""
    folders = [p.parent.relative_to(ROOT / "transform").as_posix() for p in (ROOT / "transform").rglob("__init__.py")]
    untested = []
    for folder in sorted({"/".join(f.split("/")[:2]) for f in folders} - {"."}):
        around = folder.split("/")[0]
        places = TESTED_IN.get(folder, TESTED_IN.get(around, (folder, around))[:2])
        if not any((ROOT / "tests" / place).exists() for place in places):
            untested.append(folder)
    assert untested == []
    assert [p for places in TESTED_IN.values() for p in places if not (ROOT / "tests" / p).exists()] == []
    assert [p.name for p in (ROOT / "transform" / "frontend").iterdir() if (p / "__init__.py").exists()
            and not (ROOT / "tests" / "frontend" / p.name).exists() and f"frontend/{p.name}" not in TESTED_IN] == []


# -- docstrings ------------------------------------------------------------------------------------

REWRITING = ("transform/passes", "transform/lower/slices", "transform/lower/in_place", "transform/printing/structure",
             "transform/printing/tapes", "transform/printing/cleanup")
NO_EXAMPLE = {"transform/passes/simplify/naming.py": "new names for variables; no program is changed"}


def module_docstring(path: pathlib.Path) -> str:
    return ast.get_docstring(tree(path)) or ""


def test_modules_that_rewrite_programs_show_before_and_after():
    """Or say that they are an analysis, or a table that the passes read."""
    says = re.compile(r"⇒|=>|\banalys[ie]s\b|\btable\b", re.IGNORECASE)
    modules = [p for p in sources(*REWRITING) if p.stem != "__init__"]
    silent = [name(p) for p in modules if not says.search(module_docstring(p))]
    assert silent == list(NO_EXAMPLE)


QUESTION = re.compile(r"(What|Where|Which|How|By|Of)\s|.*\?\s*$", re.DOTALL)


def test_docstrings_begin_with_a_noun_or_a_verb():
    """No relative clauses, no questions: a question about a value is "Whether …"."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    found = [(name(p), node, ast.get_docstring(node)) for p in sources(*PARTS)
             for node in ast.walk(tree(p)) if isinstance(node, documented)]
    assert [(n, getattr(node, "name", "")) for n, node, words in found if words and QUESTION.match(words)] == []
