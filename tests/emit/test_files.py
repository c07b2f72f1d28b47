"""Emitted files of functions of tests/programs: they run on NumPy alone and give what the transform gives; what they
print is clean; sizes stand in them only where the code depends on them; they can be read and transformed again."""
from __future__ import annotations

import copy
import functools
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

import recto
from recto import transform
from recto._show.emit import Plan
from recto._convention.epilogue import result_of

from .functions import ALL, NUMBERS, Call, arguments, calls, chains
from .running import Planned, agree, in_memory, passed, planned, run_isolated

SIZED = re.compile(r"#   The sizes? [\d, ]+ (is|are) in\s(#\s+)?the text")


class Texts(NamedTuple):
    """A chain's files for both targets."""
    chain: str
    numpy: str
    recto: str


@functools.cache
def emitted(module: str, name: str) -> list[Texts]:
    """Files for every chain."""
    call = calls(module, name)[0]
    plans = [(chain, Plan.of(call.function, chain, arguments(call, chain))) for chain in chains(module, name)]
    return [Texts(chain, plan.text("numpy"), plan.text("recto")) for chain, plan in plans]


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_files_need_numpy_alone_and_give_what_the_transform_gives(module, name, tmp_path):
    """Also for other sizes than those that they were emitted for."""
    rows = []
    for number, texts in enumerate(emitted(module, name)):
        path = tmp_path / f"{name}_{number}.py"
        path.write_text(texts.numpy)
        examples = calls(module, name)
        for call in examples[:1] if SIZED.search(texts.numpy) else same_rank(examples):
            made = planned(call, texts.chain)
            rows.append((texts.chain, made, (str(path), made.name, passed(made, texts.numpy))))
    results, loaded = run_isolated(tmp_path, [row for *_, row in rows])
    assert loaded == []
    for (chain, made, _), result in zip(rows, results, strict=True):
        agree(result, together(in_memory(made)), chain)


def together(values: list) -> object:
    """The result, then what mutated arguments hold."""
    first, *new = values
    if not new:
        return first
    return (first, *new) if first is not None else tuple(new) if len(new) > 1 else new[0]


def same_rank(every: list[Call]) -> list[Call]:
    """The examples whose arguments differ from the first one's in sizes only."""
    kinds = lambda call: {n: [(np.ndim(x), np.asarray(x).dtype, np.ndim(x) and 1 in np.shape(x))
                              for x in recto.tree.leaves(v)] for n, v in call.arguments.items()}
    static = lambda call: {n: v for n, v in call.arguments.items() if isinstance(v, (str, int)) or callable(v)}
    alike = lambda call: all(of(call) == of(every[0]) for of in (kinds, static, equal_sizes))
    return [c for c in every if alike(c) and not without_result(c)]


def equal_sizes(call: Call) -> list[int]:
    """Which sizes are the same: for each, where it stands first."""
    arrays = [x for v in call.arguments.values() for x in recto.tree.leaves(v) if isinstance(x, np.ndarray)]
    sizes = [n for x in arrays for n in x.shape]
    return list(map(sizes.index, sizes))


def without_result(call: Call) -> bool:
    return any(np.size(x) == 0 for v in call.arguments.values() for x in recto.tree.leaves(v)) or raises(call)


def raises(call: Call) -> bool:
    """Does the user's function raise, which tests/test_programs.py is about?"""
    try:
        with np.errstate(all="ignore"):
            call.function(**copy.deepcopy(call.arguments))
    except Exception:
        return True
    return False


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_files_for_recto_are_read_again_and_give_the_same(module, name, tmp_path):
    for texts in emitted(module, name):
        made = planned(calls(module, name)[0], texts.chain)
        assert "import recto\n" in texts.recto and f"@recto.jit\ndef {made.name}(" in texts.recto
        agree(read_again(texts.recto, tmp_path / "made.py", made), together(in_memory(made)), texts.chain)


def read_again(text: str, path: pathlib.Path, made: Planned) -> object:
    """What a file's function gives, read by recto."""
    entered, reading = function_of(text, path, made.name)._reading(tuple(passed(made, text)), {})
    with np.errstate(all="ignore"):
        results = transform.evaluate(transform.optimise(reading.program), *entered.leaves)
    return result_of(reading, results)


def function_of(text: str, path: pathlib.Path, name: str):
    path.write_text(text)
    space: dict = {"__name__": "emitted"}
    import linecache
    linecache.checkcache(str(path))
    exec(compile(text, str(path), "exec"), space)
    return space[name]


@pytest.mark.parametrize("module, name", [f for f in ALL if f in NUMBERS], ids=lambda v: v)
def test_the_derivative_of_an_emitted_derivative_is_the_second(module, name, tmp_path):
    call = calls(module, name)[0]
    (first,) = [t for t in emitted(module, name) if t.chain.startswith("grad")]
    wrt = first.chain.removeprefix("grad")
    function = function_of(first.numpy, tmp_path / "first.py", f"grad_{name}")
    taken = function.__code__.co_varnames[:function.__code__.co_argcount]
    again = planned(Call(function, {n: v for n, v in call.arguments.items() if n in taken}), f"jacfwd{wrt}")
    agree(together(in_memory(again)), together(in_memory(planned(call, f"hessian{wrt}"))), name)


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_files_are_clean(module, name, tmp_path):
    """By flake8 as it comes (79 columns, no unused names, continuation lines in order), but for users' own names."""
    for number, texts in enumerate(emitted(module, name)):
        (tmp_path / f"numpy_{number}.py").write_text(texts.numpy)
        (tmp_path / f"recto_{number}.py").write_text(texts.recto)
    flake8 = [sys.executable, "-m", "flake8", "--isolated", "-j1", "--extend-ignore=E741"]
    done = subprocess.run([*flake8, str(tmp_path)], text=True, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("module, name", [("layers", "mlp"), ("stencils", "heat_2d"), ("finance", "black_scholes")])
def test_the_same_input_gives_the_same_bytes(module, name):
    call = calls(module, name)[0]
    for texts in emitted(module, name)[:3]:
        assert recto.emit(call.function, texts.chain, arguments(call, texts.chain)) == texts.numpy


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_the_function_itself_holds_no_sizes(module, name):
    assert not SIZED.search(emitted(module, name)[0].numpy)
