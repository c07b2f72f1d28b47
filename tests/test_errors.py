"""What is refused, where and in which words: the functions in tests/errors, read for the types they are annotated with.

A case is a function with a mark, in a comment on the line that the error names first:

    # E: <start of the message>
    # H: <part of the hint>

The hint may stand on the line below, as may carets under what the error must point at: `#      ^^^^^`. Where the error is in a
helper, the mark is there, and the case names the helper at its call: `# C: helper`. Parameters without an annotation have a
default. Files whose name begins with an underscore hold helpers only.
"""
from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import inspect
import linecache
import pathlib
import re
import types
from typing import Any, Callable, Iterator

import numpy as np
import pytest

import recto
from recto.transform import InternalError

from recto.transform.library import implements

FOLDER = pathlib.Path(__file__).parent / "errors"
MARK = re.compile(r"# E: (?P<message>.+?)(?:  # H: (?P<hint>.+))?$")
HINT = re.compile(r"^\s*# H: (.+)$")
CARETS = re.compile(r"^ *# *(?P<carets>\^+)$")
CALL = re.compile(r"# C: (?P<helper>\S+)$")
PYTHONS_WORDS = re.compile(r"^\w+(Error|Iteration): ")         # Python and NumPy themselves say as much


@dataclasses.dataclass(frozen=True)
class Mark:
    """What a function's comments say about its error."""
    file: str
    line: int
    message: str
    hint: str
    carets: tuple[int, int] | None


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    function: Callable
    mark: Mark
    call: int | None            # the line that calls the helper in which the error is

    @property
    def types(self) -> list:
        parameters = inspect.signature(self.function).parameters.values()
        return [p.annotation for p in parameters if p.annotation is not p.empty]

    def __str__(self) -> str:
        return self.name


def source_of(function: Callable) -> tuple[str, int, list[str]]:
    lines, first = inspect.getsourcelines(function)
    return inspect.getsourcefile(function), first, [line.rstrip("\n") for line in lines]


def mark_of(function: Callable) -> Mark | None:
    file, first, lines = source_of(function)
    for k, line in enumerate(lines):
        if found := MARK.search(line):
            below = lines[k + 1:k + 3]
            hints = [h[1] for h in map(HINT.match, below) if h]
            carets = [c.span("carets") for c in map(CARETS.match, below) if c]
            return Mark(file, first + k, found["message"], found["hint"] or "".join(hints), carets[0] if carets else None)
    return None


def call_of(function: Callable, module: types.ModuleType) -> tuple[Mark, int] | None:
    """The mark of the helper that the function names, and the line where it does."""
    _, first, lines = source_of(function)
    for k, line in enumerate(lines):
        if found := CALL.search(line):
            return mark_of(functools.reduce(getattr, found["helper"].split("."), module)), first + k
    return None


def is_case(function: Any, module: types.ModuleType) -> bool:
    """Can it be read by itself? (A helper's parameters have neither annotations nor defaults.)"""
    if not isinstance(function, types.FunctionType) or function.__module__ != module.__name__:
        return False
    return all(p.annotation is not p.empty or p.default is not p.empty for p in inspect.signature(function).parameters.values())


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("[!_]*.py")):
        module = importlib.import_module(f"errors.{path.stem}")
        for name, function in vars(module).items():
            if is_case(function, module):
                mark, call = call_of(function, module) or (mark_of(function), None)
                if mark is not None:
                    yield Case(f"{path.stem}.{name}", function, mark, call)


CASES = list(cases())


@functools.cache
def refusal(case: Case) -> recto.CompileError:
    with pytest.raises(recto.CompileError) as caught:
        recto.jit(case.function).program(*case.types)
    return caught.value


# -- laws of every error ---------------------------------------------------------------------------------------

def test_every_file_has_cases():
    assert {c.name.split(".")[0] for c in CASES} == {p.stem for p in FOLDER.glob("[!_]*.py")}
    assert len(CASES) >= 80


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refused_where_marked(case):
    error, mark = refusal(case), case.mark
    assert error.message.startswith(mark.message)
    assert mark.hint in (error.hint or "")
    assert (error.spans[0].file, error.spans[0].line) == (mark.file, mark.line)
    places = [(s.file, s.line) for s in error.spans[1:]]
    assert case.call is None or (inspect.getsourcefile(case.function), case.call) in places


@pytest.mark.parametrize("case", CASES, ids=str)
def test_error_reads_message_places_hint(case):
    error = refusal(case)
    message, *rest = str(error).split("\n")
    assert message == error.message
    for span in error.spans:
        source = linecache.getline(span.file, span.line).strip()
        place, shown, carets, *rest = rest
        assert place == f'  File "{span.file}", line {span.line}, in {span.function}'
        assert shown == f"    {source}"
        assert re.fullmatch(r"    ( *)(\^+)", carets) and len(carets) <= len(shown)
    assert rest == ([f"  hint: {error.hint}"] if error.hint else [])
    assert " at 0x" not in str(error)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_carets_are_under_a_whole_expression_or_statement(case):
    error = refusal(case)
    for span, carets in zip(error.spans, str(error).split("\n")[3::3]):
        source = linecache.getline(span.file, span.line).strip()
        pointed = source[carets.index("^") - 4:len(carets) - 4]
        assert any(segment == pointed or segment.startswith(pointed + "\n") or "\n" in segment and segment.startswith(pointed)
                   for segment in segments(span.file, span.line))
    if case.mark.carets is not None:
        lead = len(linecache.getline(case.mark.file, case.mark.line)) - len(linecache.getline(case.mark.file, case.mark.line).lstrip())
        carets = str(error).split("\n")[3]
        assert (carets.index("^") - 4 + lead, len(carets) - 4 + lead) == case.mark.carets


@functools.cache
def segments(file: str, line: int) -> list[str]:
    """The text of every expression and statement that begins on a line."""
    text = pathlib.Path(file).read_text()
    nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.expr, ast.stmt)) and n.lineno == line]
    return [ast.get_source_segment(text, n) for n in nodes]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_there_is_a_way_out(case):
    error = refusal(case)
    assert error.hint or PYTHONS_WORDS.match(error.message)
