"""What is refused, where and in which words: the functions in tests/errors, read for their annotated types.

A case is a function with a mark, in a comment on the line that the error names first:

    # E: <start of the message>
    # H: <part of the hint>

`# E: TypeError: <start of the message>` says that the error is a TypeError as well.

The hint may stand on the line below, as may carets under what the error must point at: `#      ^^^^^`. Where
the error is in a helper, the mark is there, and the case names the helper at its call: `# C: helper`.
Parameters without an annotation have a default. Files whose name begins with an underscore hold helpers only.
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
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import recto
from recto.transform import InternalError
from recto.transform.frontend.control import budget
from recto.transform.frontend.state.diagnostics import refused_table
from recto.transform.library.core.table import HOST, make_host
from recto.transform.core.public import NAMED, PREFIX, PUBLIC

FOLDER = pathlib.Path(__file__).parent / "errors"
MARK = re.compile(r"# E: (?P<message>.+?)(?:  # H: (?P<hint>.+))?$")
HINT = re.compile(r"^\s*# H: (.+)$")
CARETS = re.compile(r"^ *# *(?P<carets>\^+)$")
CALL = re.compile(r"# C: (?P<helper>\S+)$")
OURS = ("aliases", "arguments", "branches", "loops", "outside", "static_needed", "syntax")      # legal Python
LITTLE_WORK = 5_000             # for what is unrolled, so that refusing it takes no time here


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
            hint = found["hint"] or "".join(hints)
            return Mark(file, first + k, found["message"], hint, carets[0] if carets else None)
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
    parameters = inspect.signature(function).parameters.values()
    return all(p.annotation is not p.empty or p.default is not p.empty for p in parameters)


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
    with pytest.MonkeyPatch.context() as patch, pytest.raises(recto.CompileError) as caught:
        patch.setattr(budget, "WORK", LITTLE_WORK)
        recto.jit(case.function).program(*case.types)
    return caught.value


# -- laws of every error ---------------------------------------------------------------------------

def test_every_mark_belongs_to_a_case():
    texts = {str(path): path.read_text().split("\n") for path in FOLDER.glob("*.py")}
    marked = {(path, n) for path in texts for n, line in enumerate(texts[path], 1) if MARK.search(line)}
    assert {(c.mark.file, c.mark.line) for c in CASES} == marked
    assert len(CASES) >= 300


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refused_where_marked(case):
    error, mark = refusal(case), case.mark
    assert says(error, mark.message)
    assert mark.hint in (error.hint or "")
    assert (error.spans[0].file, error.spans[0].line) == (mark.file, mark.line)
    places = [(s.file, s.line) for s in error.spans[1:]]
    assert case.call is None or (inspect.getsourcefile(case.function), case.call) in places


def says(error: recto.CompileError, marked: str) -> bool:
    """Is it the marked message, and the exception that is named before it?"""
    named = PREFIX.match(marked)
    kind = NAMED.get(named[1]) if named else None
    if kind is None:
        return error.message.startswith(marked)
    return isinstance(error, next(base for base in kind.__mro__ if base in PUBLIC)) \
        and error.message.startswith(marked[named.end():])


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
    shown = str(error).split("\n")[3::3]
    for span, carets in zip(error.spans, shown):
        source = linecache.getline(span.file, span.line).strip()
        pointed = source[carets.index("^") - 4:len(carets) - 4]
        assert any(begins(segment, pointed) for segment in segments(span.file, span.line))
    if case.mark.carets is not None:
        text = linecache.getline(case.mark.file, case.mark.line)
        lead = len(text) - len(text.lstrip()) - 4
        assert (shown[0].index("^") + lead, len(shown[0]) + lead) == case.mark.carets


def begins(segment: str, pointed: str) -> bool:
    """Is this the text, or if it has several lines, the beginning of it?"""
    return segment == pointed or "\n" in segment and segment.startswith(pointed)


@functools.cache
def segments(file: str, line: int) -> list[str]:
    """The text of every expression, statement and pattern that begins on a line."""
    text = pathlib.Path(file).read_text()
    nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.expr, ast.stmt, ast.pattern))]
    return [ast.get_source_segment(text, n) for n in nodes if n.lineno == line]


@pytest.mark.parametrize("case", [c for c in CASES if c.name.split(".")[0] in OURS], ids=str)
def test_there_is_a_way_out(case):
    error = refusal(case)
    assert error.hint or type(error) is not recto.CompileError or PREFIX.match(error.message)   # Python says as much


# -- the page --------------------------------------------------------------------------------------

def test_the_page_has_the_table():
    page = (FOLDER.parent.parent / "docs" / "errors.md").read_text()
    assert refused_table() in page


def test_the_page_shows_a_real_error(monkeypatch, tmp_path):
    """The first example of the page, byte for byte."""
    page = (FOLDER.parent.parent / "docs" / "errors.md").read_text()
    source, shown = re.findall(r"```(?:python|text)\n(.*?)```", page, re.DOTALL)[:2]
    (tmp_path / "demo.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    exec(compile(source, "demo.py", "exec"), space)
    with pytest.raises(recto.CompileError) as caught:
        recto.jit(space["loss"])(np.zeros((2, 3)), np.zeros(4))
    assert str(caught.value) + "\n" == shown


# -- faults of the compiler ------------------------------------------------------------------------

def faulty(x):
    raise AssertionError("NumPy's part is not called")


def has_a_bug(x):
    raise RuntimeError("the implementation has a bug")


OURS = {"__name__": "recto.transform.library.faulty", "RuntimeError": RuntimeError}
_faulty = types.FunctionType(has_a_bug.__code__, OURS)


def fault_in_a_helper(x):
    return faulty(x) + 1.0


def calls_what_is_faulty(x):
    return 2.0 * fault_in_a_helper(x)


def test_a_fault_of_the_compiler_names_the_line_that_was_read(monkeypatch):
    monkeypatch.setitem(HOST, faulty, make_host(_faulty))
    with pytest.raises(InternalError) as caught:
        recto.jit(calls_what_is_faulty)(np.ones(3))
    error = caught.value
    assert isinstance(error.__context__, RuntimeError)
    assert error.message == "the compiler failed here: RuntimeError: the implementation has a bug"
    assert str(error).split("\n")[2:] == ["    return faulty(x) + 1.0", "           ^^^^^^^^^"]
    assert error.span.function == "fault_in_a_helper"


def test_arguments_that_numpy_refuses_are_the_users_fault():
    def wrong_dtype(x):
        return np.zeros(3, dtype="float63") + x
    with pytest.raises(recto.CompileError, match="^data type 'float63' not understood\n"):
        recto.jit(wrong_dtype)(np.ones(3))


def sum_of_many_terms(count: int) -> Callable:
    """A function from generated source, with one very deep expression."""
    source = f"def many(x):\n    return {' + '.join(['x'] * count)}\n"
    file = f"<many {count}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    space: dict[str, Any] = {}
    exec(compile(source, file, "exec"), space)
    return space["many"]


def test_deep_expressions_are_read():
    assert float(recto.jit(sum_of_many_terms(900))(2.0)) == 1800.0


def doubled(times: int, x):
    if times == 0:
        return x
    return 2.0 * doubled(times - 1, x)


def test_recursion_that_ends_on_static_values_may_be_deep():
    assert float(recto.jit(lambda x: doubled(50, x))(1.0)) == 2.0 ** 50


# -- what the public functions are given -----------------------------------------------------------

def scaled(x, factor=2.0):
    return x * factor


def written_first(a, b):
    a[0] = 1.0
    return b + 1.0


ARRAYS = {
    "matrix": (np.matrix([[1.0]]), "matrix"),
    "objects": (np.array([1, None], dtype=object), "object"),
    "texts": (np.array(["a", "b"]), "<U1"),
    "records": (np.zeros(3, dtype=[("x", float)]), "x"),
    "dates": (np.array(["2020-01-01"], dtype="datetime64[D]"), "datetime64"),
    "long doubles": (np.ones(3, np.longdouble), "float128"),
    "foreign bytes": (np.ones(3, np.dtype(float).newbyteorder()), "byte order"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_that_are_no_plain_numbers_are_refused(name):
    value, part = ARRAYS[name]
    with pytest.raises(TypeError, match=re.escape(part)):
        recto.jit(scaled)(value)


def scaled_by(*arguments: Any, **options: Any) -> Callable[[], Any]:
    """A call of `scaled`; the options of jit begin with an underscore."""
    jit_options = {k[1:]: v for k, v in options.items() if k.startswith("_")}
    named = {k: v for k, v in options.items() if not k.startswith("_")}
    return lambda: recto.jit(scaled, **jit_options)(*arguments, **named)


MISUSES = {
    "no function": (lambda: recto.jit(3), TypeError, "3"),
    "a number that is too large": (scaled_by(2 ** 70), OverflowError, "int64"),
    "static argument out of range": (scaled_by(_static_argnums=2), ValueError, "no argument number 2"),
    "static argument far below": (scaled_by(_static_argnums=-3), ValueError, "no argument number -3"),
    "static argument of no such name": (scaled_by(_static_argnames="axis"), ValueError, "no argument 'axis'"),
    "donated argument out of range": (scaled_by(_donate_argnums=7), ValueError, "no argument number 7"),
    "unknown option": (scaled_by(_statics=1), TypeError, "statics"),
    "static list": (scaled_by(1.0, [2.0], _static_argnums=1), recto.CompileTypeError, "class list does not hash"),
    "static array": (scaled_by(1.0, np.ones(3), _static_argnums=1), recto.CompileTypeError, "array of shape (3,)"),
    "a slice": (scaled_by(1.0, slice(0, 2)), recto.CompileTypeError, "unsupported operands for *"),
    "no argument": (scaled_by(), recto.CompileTypeError, "scaled() missing 1 required positional"),
    "too many arguments": (scaled_by(1.0, 2.0, 3.0), recto.CompileTypeError, "takes from 1 to 2 positional"),
    "unknown keyword": (scaled_by(1.0, z=2.0), recto.CompileTypeError, "got an unexpected keyword argument 'z'"),
    "argument twice": (scaled_by(1.0, x=2.0), recto.CompileTypeError, "got multiple values for argument 'x'"),
    "no such dtype": (lambda: recto.jit(scaled).program("f65[3]"), ValueError, "'f65[3]' is no type"),
    "no such style": (lambda: recto.jit(scaled).source("f64[3]", style="short"), ValueError, "style"),
    "a C function": (lambda: recto.jit(id)(3), recto.CompileError, "id is not known to the compiler"),
    "a text": (scaled_by("abc"), recto.CompileTypeError, "can't multiply sequence by non-int"),
    "none": (scaled_by(None), recto.CompileTypeError, "unsupported operand type(s) for *"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_named(name):
    run, exception, part = MISUSES[name]
    with pytest.raises(exception, match=re.escape(part)):
        run()


def test_a_lambda_without_source_is_refused():
    with pytest.raises(recto.CompileError, match="the source of <lambda> is not available"):
        recto.jit(eval("lambda x: x + 1"))(1.0)


# -- one array under two names ---------------------------------------------------------------------

def overlapping() -> list[tuple]:
    a, b = np.zeros(5), np.zeros(5)
    return [(a, a), (b[:3], b[1:4]), (b[::2], b[2:5])]


@pytest.mark.parametrize("number", range(3))
def test_arguments_that_overlap_are_refused_where_one_is_written(number):
    first, second = overlapping()[number]
    with pytest.raises(recto.CompileError, match="shares memory with another argument"):
        recto.jit(written_first)(first, second)
    assert not first.any()


def test_arguments_side_by_side_in_one_array_are_accepted():
    a = np.zeros(6)
    assert np.array_equal(recto.jit(written_first)(a[:3], a[3:]), np.ones(3))
    assert np.array_equal(recto.jit(written_first)(a[::2], a[1::2]), np.ones(3))
    assert np.array_equal(a, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def test_a_read_only_argument_that_is_written_is_refused():
    with pytest.raises(ValueError, match="read-only"):
        recto.jit(written_first)(np.broadcast_to(1.0, (3,)), np.ones(3))


# -- the outside changes between calls -------------------------------------------------------------

class Settings:
    rate = 0.5

    def __len__(self):
        return 3


def four(settings: Settings) -> int:
    return 4


SETTINGS, STEPS, TABLE, NAMES, LEVEL, WEIGHTS = (None,) * 6         # see the fixture


@pytest.fixture
def outside(monkeypatch):
    """The globals that the functions below read, as they are at first."""
    values = {"SETTINGS": Settings(), "STEPS": [1.0, 2.0], "TABLE": {"a": 1.0}, "NAMES": {"a"}, "LEVEL": 1,
              "WEIGHTS": np.ones(2)}
    for name, value in values.items():
        monkeypatch.setitem(globals(), name, value)
    for name in ("rate", "__len__"):
        monkeypatch.setattr(Settings, name, getattr(Settings, name))


def put(name: str, value: Any) -> Callable[[], None]:
    return lambda: globals().__setitem__(name, value)


READERS: dict[str, tuple[Callable, Callable]] = {
    "a number": (lambda x: x * LEVEL, put("LEVEL", 5)),
    "an array's contents": (lambda x: x * WEIGHTS, lambda: WEIGHTS.__setitem__(0, 7.0)),
    "another array": (lambda x: x * WEIGHTS, put("WEIGHTS", np.zeros(2))),
    "an item of a list": (lambda x: x * STEPS[0], lambda: STEPS.__setitem__(0, 7.0)),
    "the length of a list": (lambda x: x * len(STEPS), lambda: STEPS.append(3.0)),
    "what is in a list": (lambda x: x if 9.0 in STEPS else -x, lambda: STEPS.__setitem__(1, 9.0)),
    "a list as an operand": (lambda x: x + STEPS, lambda: STEPS.__setitem__(0, 11.0)),
    "a list in a comparison": (lambda x: x if STEPS == [1.0, 3.0] else -x, lambda: STEPS.__setitem__(1, 3.0)),
    "an item of a dict": (lambda x: x * TABLE["a"], lambda: TABLE.__setitem__("a", 7.0)),
    "a new key": (lambda x: x * sum(TABLE[k] for k in TABLE), lambda: TABLE.__setitem__("b", 7.0)),
    "another key": (lambda x: x if "a" in TABLE else -x, lambda: TABLE.__setitem__("c", TABLE.pop("a"))),
    "what is in a set": (lambda x: x if "b" in NAMES else -x, lambda: NAMES.add("b")),
    "an attribute": (lambda x: x * SETTINGS.rate, lambda: setattr(SETTINGS, "rate", 0.25)),
    "an attribute of the class": (lambda x: x * Settings.rate, lambda: setattr(Settings, "rate", 0.125)),
    "a new attribute": (lambda x: x if hasattr(SETTINGS, "new") else -x, lambda: setattr(SETTINGS, "new", 1)),
    "the length of an object": (lambda x: x * len(SETTINGS), lambda: setattr(Settings, "__len__", four)),
    "the class of an object": (lambda x: x if isinstance(SETTINGS, Settings) else -x, put("SETTINGS", 3)),
}


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_from_outside_is_never_stale(name, outside):
    function, act = READERS[name]
    compiled, x = recto.jit(function), np.ones(2)
    before = function(x)
    assert np.array_equal(compiled(x), before)
    act()
    assert np.array_equal(compiled(x), function(x)) and not np.array_equal(function(x), before)


def test_an_array_that_overlaps_itself_is_not_written():
    def step(a):
        a += 1.0
    j = recto.jit(step)
    with pytest.raises(recto.CompileError, match="elements that share memory"):
        j(np.lib.stride_tricks.as_strided(np.arange(5.0), (4, 2), (8, 8)))
    apart = np.lib.stride_tricks.as_strided(np.arange(16.0), (4, 2), (32, 8))
    j(apart)
    assert apart[1, 1] == 6.0
