"""Emitted files of functions of tests/programs: they run on NumPy alone and give what the transform gives; what they
print is clean; sizes stand in them only where the code depends on them; they can be read and transformed again."""
from __future__ import annotations

import copy
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import recto
from recto import transform
from recto._emit import Plan

from .functions import ALL, NUMBERS, Call, arguments, calls, chains
from .running import agree, in_memory, passed, planned, run_isolated

FIXED = {("branches", "huber"): (), ("matrix_functions", "expm"): ()}
SIZED = re.compile(r"#   The text holds the sizes")


def emitted(folder: pathlib.Path, module: str, name: str, target: str = "numpy") -> dict[str, pathlib.Path]:
    """A file for every chain."""
    found = {}
    for number, chain in enumerate(chains(module, name)):
        call = calls(module, name)[0]
        found[chain] = folder / f"{name}_{number}.py"
        found[chain].write_text(recto.emit(call.function, chain, arguments(call, chain), target=target))
    return found


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_files_need_numpy_alone_and_give_what_the_transform_gives(module, name, tmp_path):
    files, rows = emitted(tmp_path, module, name), []
    for chain, path in files.items():
        general = not SIZED.search(path.read_text())
        for call in same_rank(calls(module, name)) if general else calls(module, name)[:1]:
            made = planned(call, chain)
            rows.append((chain, made, (str(path), made.name, passed(made, path.read_text()))))
    results, loaded = run_isolated(tmp_path, [row for *_, row in rows])
    assert loaded == []
    for (chain, made, _), result in zip(rows, results, strict=True):
        agree([result], in_memory(made) if len(in_memory(made)) == 1 else [tuple_of(in_memory(made))], chain)


def tuple_of(values: list) -> tuple:
    """The result, then what mutated arguments hold."""
    first, *new = values
    return (first, *new) if first is not None else tuple(new)


def same_rank(every: list[Call]) -> list[Call]:
    """The examples whose arguments differ from the first one's in sizes only."""
    kinds = lambda call: {n: [(np.ndim(x), np.asarray(x).dtype, np.ndim(x) and 1 in np.shape(x))
                              for x in recto.tree.leaves(v)] for n, v in call.arguments.items()}
    static = lambda call: {n: v for n, v in call.arguments.items() if isinstance(v, (str, int)) or callable(v)}
    return [c for c in every if kinds(c) == kinds(every[0]) and static(c) == static(every[0]) and not without_result(c)]


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
    for chain, path in emitted(tmp_path, module, name, "recto").items():
        text, made = path.read_text(), planned(calls(module, name)[0], chain)
        assert "import recto\n" in text and f"@recto.jit\ndef {made.name}(" in text
        agree(read_again(text, path, made), in_memory(made), chain)


def read_again(text: str, path: pathlib.Path, made) -> list:
    """What a file's function gives, read by recto."""
    function = function_of(path, made.name)
    values = passed(made, text)
    entered, reading = function._reading(tuple(values), {})
    with np.errstate(all="ignore"):
        results = transform.evaluate(transform.optimise(reading.program), *entered.leaves)
    from recto._finish import rebuild
    value = rebuild(reading.structure, results)
    want = in_memory(made)
    if len(want) == 1:
        return [value]
    return list(value) if want[0] is not None else [None, *(value if isinstance(value, tuple) else (value,))]


def function_of(path: pathlib.Path, name: str):
    space: dict = {"__name__": "emitted"}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space[name]


@pytest.mark.parametrize("module, name", NUMBERS, ids=lambda v: v)
def test_the_derivative_of_an_emitted_derivative_is_the_second(module, name, tmp_path):
    call = calls(module, name)[0]
    wrt = next(iter(c for c in chains(module, name) if c.startswith("grad"))).removeprefix("grad")
    path = tmp_path / "first.py"
    path.write_text(recto.emit(call.function, f"grad{wrt}", call.arguments))
    made = planned(call, f"hessian{wrt}")
    first = function_of(path, f"grad_{name}")
    values = {n: v for n, v in call.arguments.items() if n in first.__code__.co_varnames[:first.__code__.co_argcount]}
    again = planned(Call(first, values), f"jacfwd{wrt}")
    agree(in_memory(again), in_memory(made), name)


@pytest.mark.parametrize("target", ["numpy", "recto"])
def test_files_are_clean(target, tmp_path):
    """By flake8 as it comes: 79 columns, no unused names, continuation lines in order."""
    for module, name in ALL:
        emitted(tmp_path, module, name, target)
    ignored = "E741"            # a user's variable may be called l
    done = subprocess.run([sys.executable, "-m", "flake8", "--isolated", f"--extend-ignore={ignored}", str(tmp_path)],
                          text=True, capture_output=True)
    assert done.stdout == "" and done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module, name", ALL, ids=lambda v: v)
def test_the_same_input_gives_the_same_bytes(module, name):
    call = calls(module, name)[0]
    for chain in list(chains(module, name))[:2]:
        texts = {Plan.of(call.function, chain, arguments(call, chain)).text() for _ in range(2)}
        assert len(texts) == 1


def test_most_files_hold_no_sizes(tmp_path):
    """Of the 25 and more functions, the plain ones at least; the header of the others names the sizes."""
    texts = {(m, n): p.read_text() for m, n in ALL for c, p in emitted(tmp_path, m, n).items() if c == "jit"}
    assert [key for key, text in texts.items() if SIZED.search(text)] == []
