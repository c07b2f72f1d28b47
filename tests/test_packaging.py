"""What is installed: all of it, as `recto.…`, and never mistaken for a user's own modules."""
from __future__ import annotations

import configparser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = {"recto": "recto", "transform": "recto/transform", "runtime": "recto/runtime"}
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
OFFLINE = ["--no-deps", "--no-index", "--no-build-isolation"]
PROBE = """
import pathlib, sys
import numpy as np
import recto, recto.numpy, recto.runtime, recto.transform, recto.transform.primitives
import transform, runtime
assert transform.OWNER == runtime.OWNER == "user"

def f(x):
    return np.sum(x * x)

assert float(recto.jit(f)(np.arange(4.0))) == 14.0
files = {n: m.__file__ for n, m in sys.modules.items() if getattr(m, "__file__", None)}
ours = {n: f for n, f in files.items() if f.startswith(sys.argv[1])}
assert len(set(ours.values())) == len(ours) > 50, [n for n in ours if [*ours.values()].count(ours[n]) > 1] or len(ours)
assert {n.split(".")[0] for n in ours} == {"recto"}
for module in (recto, recto.numpy, recto.runtime, recto.transform):
    print(module.__file__)
"""


def installed_names(pattern: str = "*.py") -> set[str]:
    """Where every module of the tree belongs in an installation. (Links to folders are not followed.)"""
    return {f"{lead}/{p.relative_to(ROOT / part).as_posix()}"
            for part, lead in PARTS.items() for p in (ROOT / part).rglob(pattern)}


def test_every_folder_with_modules_is_a_listed_package():
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    folders = {pathlib.PurePosixPath(n).parent.as_posix().replace("/", ".") for n in installed_names()}
    assert sorted(config["options"]["packages"].split()) == sorted(folders)
    assert {f"{f.replace('.', '/')}/__init__.py" for f in folders} <= installed_names()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> pathlib.Path:
    """A copy of what an installation is made from: building leaves files behind."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in (*PARTS, "docs", "examples", "notebooks"):
        shutil.copytree(ROOT / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "benchmarks").mkdir()
    shutil.copy(ROOT / "benchmarks" / "RESULTS.md", folder / "benchmarks")
    for file in (*ROOT.glob("*.md"), *ROOT.glob("setup.*"), ROOT / "pyproject.toml", ROOT / "LICENSE"):
        shutil.copy(file, folder)
    return folder


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([*PIP, "wheel", *OFFLINE, "--wheel-dir", folder, checkout])
    (found,) = folder.glob("recto-*.whl")
    return found


@pytest.fixture
def environment(tmp_path) -> pathlib.Path:
    """The Python of a new virtual environment, which will see this one's packages but not its Recto."""
    run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"])
    return tmp_path / "venv" / "bin" / "python"


def run(command: list, **options) -> str:
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lend_packages(python: pathlib.Path) -> None:
    """A path file: this environment's packages, without what its own path files add (an editable Recto)."""
    site = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip()
    pathlib.Path(site, "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")


def imported_files(python: pathlib.Path, tree: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """Files of the packages, imported where the user has modules `transform` and `runtime` of their own."""
    folder.mkdir()
    for module in ("transform", "runtime"):
        (folder / f"{module}.py").write_text("OWNER = 'user'\n")
    (folder / "probe.py").write_text(PROBE)
    return [pathlib.Path(line) for line in run([python, "probe.py", tree], cwd=folder).splitlines()]


@pytest.mark.xla
def test_the_wheel_holds_everything_and_works_from_anywhere(wheel, environment, tmp_path):
    modules = [n for n in zipfile.ZipFile(wheel).namelist() if n.endswith((".py", ".pyi")) and ".data/" not in n]
    assert sorted(modules) == sorted(installed_names() | installed_names("*.pyi"))
    run([*PIP, "--python", environment, "install", "--no-deps", "--no-index", wheel])
    lend_packages(environment)
    files = imported_files(environment, tmp_path / "venv", tmp_path / "elsewhere")
    assert len(files) == 4 and all(f.is_relative_to(tmp_path / "venv") for f in files)
    page = run([environment, "-c", PAGE_OF_A_HINT], cwd=tmp_path / "elsewhere").strip()
    assert pathlib.Path(page).is_relative_to(tmp_path / "venv") and pathlib.Path(page).is_file()


PAGE_OF_A_HINT = """
import re
from recto.transform.frontend.outside.other_libraries import instead_of
print(re.search(r"\\S+\\.md", instead_of("scipy.sparse.kron")).group())
"""
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def test_links_of_the_installed_documentation_lead_somewhere(wheel):
    """An installation has README, docs/ and all that they link to in share/doc/recto."""
    archive = zipfile.ZipFile(wheel)
    root = next(n for n in archive.namelist() if n.endswith(".data/data/share/doc/recto/README.md"))[:-len("README.md")]
    inside = [n.removeprefix(root) for n in archive.namelist() if n.startswith(root)]
    known = {*inside, *(str(folder) for n in inside for folder in pathlib.PurePosixPath(n).parents)}
    pages = [n for n in inside if n.endswith(".md")]
    assert len(pages) > 20
    assert [(page, target) for page in pages for target in LINK.findall(archive.read(root + page).decode())
            if os.path.normpath(pathlib.PurePosixPath(page).parent / target) not in known] == []


AT_THE_ROOT = """
import sys
import numpy as np
import recto, recto.cli, recto.numpy
assert float(recto.jit(np.sum)(np.arange(4.0))) == 6.0
files = {n: m.__file__ for n, m in sys.modules.items() if n.split(".")[0] in ("recto", "transform", "runtime")}
assert len(set(files.values())) == len(files) > 50 and {n.split(".")[0] for n in files} == {"recto"}
print(*(sys.modules[f"recto{n}"].__file__ for n in ("", ".numpy", ".runtime", ".transform")), sep="\\n")
"""


@pytest.mark.xla
def test_a_checkout_works_at_its_root_beside_an_ordinary_installation(wheel, checkout, environment, tmp_path):
    """There the checkout itself is imported, each module once; a user's modules of the same names are not."""
    run([*PIP, "--python", environment, "install", "--no-deps", "--no-index", wheel])
    lend_packages(environment)
    for module in ("transform", "runtime"):
        (tmp_path / f"{module}.py").write_text("raise AssertionError('imported ' + __name__)")
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path)}
    found = run([environment, "-c", AT_THE_ROOT], cwd=checkout, env=surroundings).split()
    assert [pathlib.Path(f) for f in found] == [checkout / folder / "__init__.py" for folder in
                                                ("recto", "recto/numpy", "recto/runtime", "recto/transform")]
    assert run([environment, "-m", "recto", "--version"], cwd=checkout, env=surroundings).startswith("recto ")


def test_folders_of_somebody_else_are_not_taken_for_recto(checkout, tmp_path):
    """Recto's own folder copied without the others, beside folders of the same names."""
    shutil.copytree(checkout / "recto", tmp_path / "recto", symlinks=True)
    for module in ("transform", "runtime"):
        (tmp_path / module).mkdir()
        (tmp_path / module / "__init__.py").write_text("raise AssertionError('imported ' + __name__)")
    for part in ("transform", "runtime"):
        (tmp_path / "recto" / part).unlink()
    for setup in (None, "[metadata]\nname = another\n"):
        if setup:
            (tmp_path / "setup.cfg").write_text(setup)
        tried = "import recto; print(len(recto.__path__))"
        assert run([sys.executable, "-S", "-c", tried], cwd=tmp_path).strip() == "1"


@pytest.fixture
def without_links(checkout, tmp_path) -> pathlib.Path:
    """A checkout where git has made files of the two links."""
    shutil.copytree(checkout, tmp_path / "copy", symlinks=True)
    for part in ("transform", "runtime"):
        link = tmp_path / "copy" / "recto" / part
        target = os.readlink(link)
        link.unlink()
        link.write_text(target)
    return tmp_path / "copy"


def test_a_checkout_works_without_symbolic_links(without_links, tmp_path):
    tried = "import recto.cli, recto.transform; print(recto.transform.__file__)"
    found = run([sys.executable, "-c", tried], cwd=without_links, env={**os.environ, "PYTHONPATH": ""}).strip()
    assert pathlib.Path(found) == without_links / "transform" / "__init__.py"
    run([*PIP, "wheel", *OFFLINE, "--wheel-dir", tmp_path, without_links])
    (wheel,) = tmp_path.glob("recto-*.whl")
    modules = {n for n in zipfile.ZipFile(wheel).namelist() if n.endswith(".py") and ".data/" not in n}
    assert modules == installed_names()


@pytest.mark.xla
def test_an_editable_installation_works_from_anywhere(checkout, environment, tmp_path):
    lend_packages(environment)
    run([*PIP, "--python", environment, "install", *OFFLINE, "--ignore-installed", "--editable", checkout])
    files = imported_files(environment, checkout, tmp_path / "elsewhere")
    expected = ["recto", "recto/numpy", "recto/runtime", "recto/transform"]
    assert files == [checkout / folder / "__init__.py" for folder in expected]


# -- what editors and type checkers see --------------------------------------------------------------------------------

USER = """
import recto
import recto.runtime
import recto.transform

reveal_type(recto.Array)
reveal_type(recto.devices)
reveal_type(recto.CompileError)
reveal_type(recto.runtime.devices)
"""
SEEN = {"basedpyright": ("type[Array]", "-> list[Device]", "type[CompileError]", "-> list[Device]"),
        "mypy": ("runtime.arrays.array.Array", "-> list[recto.runtime", "core.errors.CompileError",
                 "-> list[recto.runtime")}


def revealed(tool: str, python: str | pathlib.Path, folder: pathlib.Path) -> list[str]:
    """What a type checker says of a user's file, which it must find nothing wrong with."""
    command = pathlib.Path(sys.executable).with_name(tool)
    if not command.exists():
        pytest.skip(f"{tool} is not installed here")
    (folder / "user.py").write_text(USER)
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "basic"}')
    options = {"basedpyright": ["--pythonpath", python],
               "mypy": ["--config-file=", "--follow-imports=silent", "--cache-dir", folder / "cache",
                        "--python-executable", python]}
    surroundings = {**os.environ, "PYTHONPATH": "", "MYPYPATH": ""}
    said = run([command, *options[tool], "user.py"], cwd=folder, env=surroundings)
    return [line for line in said.splitlines() if "Type of" in line or "Revealed type" in line]


@pytest.fixture
def editable(checkout, environment, tmp_path) -> pathlib.Path:
    """A user's folder: Recto is installed, in place."""
    run([*PIP, "--python", environment, "install", *OFFLINE, "--ignore-installed", "--editable", checkout])
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.fixture
def opened(checkout, tmp_path) -> pathlib.Path:
    """The root of a checkout, which an editor was opened on: Recto is not installed."""
    return pathlib.Path(shutil.copytree(checkout, tmp_path / "copy", symlinks=True))


@pytest.mark.parametrize("folder", ["editable", "opened"])
@pytest.mark.parametrize("tool", SEEN)
def test_type_checkers_know_what_recto_has(tool, folder, environment, request):
    lend_packages(environment)
    said = revealed(tool, environment, request.getfixturevalue(folder))
    assert len(said) == len(SEEN[tool]) and all(part in line for part, line in zip(SEEN[tool], said)), said
