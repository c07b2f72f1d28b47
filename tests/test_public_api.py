"""Type checkers see every name that users find, and the example that they check runs."""
import ast
import pathlib

import pytest

import public_api
import recto


def seen_by_type_checkers() -> set[str]:
    """The names that recto imports where only type checkers look."""
    tree = ast.parse(pathlib.Path(recto.__file__).read_text())
    (block,) = [n for n in tree.body if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test)]
    return {alias.asname for n in block.body if isinstance(n, ast.ImportFrom) for alias in n.names if alias.asname}


def test_type_checkers_see_all_names():
    assert seen_by_type_checkers() == {*recto._HOME, *recto._MODULES}


@pytest.mark.xla
def test_the_example_runs(capsys):
    public_api.main()
    assert capsys.readouterr().out
