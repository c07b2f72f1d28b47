"""Type checkers see every name that users find, and the example that they check runs."""
import ast
import importlib
import pathlib
import sys

import pytest

import public_api
import recto
import signatures
from test_architecture import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import generate
import stubs


def seen_by_type_checkers() -> set[str]:
    """The names that recto imports where only type checkers look."""
    tree = ast.parse(pathlib.Path(recto.__file__).read_text())
    (block,) = [n for n in tree.body if isinstance(n, ast.If) and getattr(n.test, "id", "") == "TYPE_CHECKING"]
    return {alias.asname for n in block.body if isinstance(n, ast.ImportFrom) for alias in n.names if alias.asname}


def test_type_checkers_see_all_names():
    assert seen_by_type_checkers() == {*recto._HOME, *recto._MODULES}


def test_all_lists_what_is_found():
    assert recto.__all__ == sorted({*recto._HOME, *recto._MODULES})
    assert set(dir(recto)) >= set(recto.__all__)


@pytest.mark.xla
def test_the_example_runs(capsys):
    public_api.main()
    assert capsys.readouterr().out


@pytest.mark.skipif(not signatures.CHECKER.exists(), reason="basedpyright is not installed here")
def test_every_public_function_has_a_signature():
    found = signatures.seen()
    assert len(found) > 1000 and [one for one in found if one.is_lost] == []


@pytest.mark.parametrize("shown, lost", [
    ("Any", True), ("(...) -> Unknown", True), ("Function[..., Any]", True),
    ("(*args: Any, **kwargs: Any) -> Array", True),
    ("(x: Any) -> Any", False), ("Function[(x: Any), Array]", False), ("type[Any]", False),
    ("(function: (...) -> Any) -> Any", False)])
def test_a_lost_signature_is_found(shown, lost):
    assert signatures.Seen("recto", "f", shown).is_lost == lost


# -- stubs -------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("path", stubs.STUBS)
def test_stubs_are_up_to_date(path):
    text = (ROOT / path).read_text()
    if not text.startswith(stubs.HEAD.format(**generate.installed())):
        pytest.skip("the stub is of other versions of NumPy and SciPy")
    assert text == stubs.stub(path), "run `make docs`"


@pytest.mark.parametrize("path", stubs.STUBS)
def test_what_stubs_declare_is_there(path):
    module = importlib.import_module("recto." + stubs.STUBS[path][0])
    declared = {n.name for n in ast.parse((ROOT / path).read_text()).body if isinstance(n, ast.FunctionDef)}
    assert declared and [name for name in declared if not callable(getattr(module, name))] == []


def test_every_module_that_finds_its_names_has_a_stub():
    finding = [p for p in sorted((ROOT / "recto").rglob("*.py")) if "= _mirror(globals()" in p.read_text()]
    assert [p.with_suffix(".pyi").relative_to(ROOT).as_posix() for p in finding] == sorted(stubs.STUBS)
