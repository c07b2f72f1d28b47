"""Batched functions as they print, and that what prints needs nothing but NumPy.

    python tests/batching/test_golden.py        # writes the goldens anew and shows what has changed
"""
from __future__ import annotations

import copy
import pathlib
import pickle
import re
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest

import recto

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from batching.golden_programs import gradients_one_by_one, loss, mlp, table

FOLDER = pathlib.Path(__file__).parent / "golden"
TABLE = table()
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
    return TABLE[name].batched.source(*TABLE[name].args).rstrip("\n") + "\n"


def leaves(value: Any) -> list[np.ndarray]:
    if isinstance(value, (tuple, list)):
        return [x for item in value for x in leaves(item)]
    return [np.asarray(value)]


def agree(found: Any, wanted: Any) -> None:
    for a, b in zip(leaves(found), leaves(wanted), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@pytest.fixture(scope="module")
def alone() -> dict:
    """What all the goldens give in a process that has NumPy only."""
    calls = {str(golden(name)): (entry.batched.__name__, entry.args) for name, entry in TABLE.items()}
    done = subprocess.run([sys.executable, "-I", "-c", ALONE], input=pickle.dumps(calls), capture_output=True)
    assert not done.returncode, done.stderr.decode()
    return pickle.loads(done.stdout)


@pytest.mark.parametrize("name", TABLE)
def test_prints_as_it_did(name):
    assert printed(name) == golden(name).read_text(), f"python {__file__}, and read the diff"


@pytest.mark.parametrize("name", TABLE)
def test_the_file_gives_the_loop_under_numpy_alone(name, alone):
    entry = TABLE[name]
    agree(alone[str(golden(name))], entry.looped(*copy.deepcopy(entry.args)))


@pytest.mark.xla
@pytest.mark.parametrize("name", TABLE)
def test_compiled_it_gives_the_loop(name):
    entry = TABLE[name]
    args = copy.deepcopy(entry.args)
    got = entry.batched(*args)
    agree(args[0] if got is None else got, entry.looped(*copy.deepcopy(entry.args)))


def test_every_golden_is_compared():
    assert {p.stem for p in FOLDER.glob("*.py")} == set(TABLE)


def test_gradients_by_example_have_one_matrix_product_a_layer():
    """One forward, one backward for its weights, and one for what is before it, but for the first layer."""
    params, x, y = mlp()
    gradients = recto.vmap(recto.grad(loss), in_axes=(None, 0, 0))
    source = gradients.source(params, x, y, comments="none")
    products = re.findall(r"@|np\.einsum|np\.matmul", source)
    assert len(products) == 3 * len(params) - 1, source
    assert not re.search(r"\bfor\b|broadcast_to|transpose", source), source
    agree(gradients(params, x, y), gradients_one_by_one(params, x, y))


def test_lanes_are_run_alone_only_where_each_ends_its_own_loop_over_elements():
    for name, entry in TABLE.items():
        n = len(entry.args[1]) if name == "position" else len(entry.args[-1 if name == "mlp_gradients" else 0])
        alone = re.search(rf"\bin (reversed\()?range\({n}\)", printed(name))
        assert bool(alone) is (name == "insertion_sort"), name


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in TABLE:
        golden(name).write_text(printed(name))
    subprocess.run(["git", "diff", "--", FOLDER], check=True)


if __name__ == "__main__":
    main()
