"""Derivatives as they print, and that what prints needs nothing but NumPy.

    python tests/derivatives/test_golden_gradients.py       # writes the goldens anew and shows what has changed
"""
from __future__ import annotations

import copy
import pathlib
import pickle
import runpy
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import recto

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import golden_programs as programs

FOLDER = pathlib.Path(__file__).parent / "golden"
TABLE = programs.table()
ALONE = textwrap.dedent("""
    import pathlib, pickle, sys
    sys.modules["recto"] = None                             # importing it fails
    calls, found = pickle.load(sys.stdin.buffer), {}
    for path, (function, args) in calls.items():
        space = {}
        exec(compile(pathlib.Path(path).read_text(), path, "exec"), space)
        found[path] = space[function](*args)
    assert not any(name.startswith("recto.") or name.startswith("jax") for name in sys.modules)
    pickle.dump(found, sys.stdout.buffer)
""")


def golden(name: str) -> pathlib.Path:
    return FOLDER / f"{name}.py"


def printed(name: str) -> str:
    return TABLE[name].derived.source(*TABLE[name].args).rstrip("\n") + "\n"


@pytest.fixture(scope="module")
def alone() -> dict:
    """What all the goldens give in a process that has NumPy only."""
    calls = {str(golden(name)): (entry.derived.__name__, entry.args) for name, entry in TABLE.items()}
    done = subprocess.run([sys.executable, "-I", "-c", ALONE], input=pickle.dumps(calls), capture_output=True)
    assert not done.returncode, done.stderr.decode()
    return pickle.loads(done.stdout)


def agree(found, wanted, rtol: float, atol: float) -> None:
    found, wanted = programs.leaves(found), programs.leaves(wanted)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=atol)


@pytest.mark.parametrize("name", TABLE)
def test_prints_as_it_did(name):
    assert printed(name) == golden(name).read_text(), f"python {__file__}, and read the diff"


@pytest.mark.parametrize("name", TABLE)
def test_the_file_gives_the_derivative_under_numpy_alone(name, alone):
    derived, args = TABLE[name].derived, copy.deepcopy(TABLE[name].args)
    agree(alone[str(golden(name))], derived(*args), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", TABLE)
def test_the_file_can_be_compiled_again(name, alone):
    space = runpy.run_path(str(golden(name)))
    again = recto.jit(space[TABLE[name].derived.__name__])
    agree(again(*copy.deepcopy(TABLE[name].args)), alone[str(golden(name))], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", TABLE)
def test_the_derivative_is_that_of_finite_differences(name):
    args = copy.deepcopy(TABLE[name].args)
    agree(TABLE[name].derived(*args), TABLE[name].differences(*args), rtol=2e-6, atol=1e-7)


def test_every_golden_is_compared():
    assert {p.stem for p in FOLDER.glob("*.py")} == set(TABLE)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in TABLE:
        golden(name).write_text(printed(name))
    subprocess.run(["git", "diff", "--", FOLDER], check=True)


if __name__ == "__main__":
    main()
