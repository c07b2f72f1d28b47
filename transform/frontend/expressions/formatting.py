"""Text formatting with dynamic values: str.format, the operator %, str(…), concatenation. The result is a
DynamicText.

"iter {}: {:.2f}".format(k, x)      "iter %d: %.2f" % (k, x)        =>      f"iter {k}: {x:.2f}"
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.errors import CompileError, must_be_known
from ...ir.builder import Sym
from ..dispatch import ITEM, LENGTH, TRUTH
from ..interpreter import Interpreter, operation
from ..python_errors import is_index, name_in_errors, python_class, type_error
from ..lists.text_forms import Assembled, TextsNow
from ..state.texts import REPEATED, ChosenText, PickedText
from ..state.values import NEVER, Array, DynamicText, describe
from .containers import METHODS
from .effects import as_it_is_now, as_text_value, holds_texts, text_parts

# %(name)-08.3f: https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting
PRINTF = re.compile(
    r"%(?:\((?P<name>[^)]*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?[hlL]?"
    r"(?P<type>.?)",
    re.DOTALL,
)
TYPES = {"i": "d", "u": "d"}


@operation
def format_text(interp: Interpreter, text: str, args: tuple, kwargs: dict) -> Any:
    """text.format(*args, **kwargs)"""
    numbered = {first == "" for first in first_names(text) if first == "" or first.isdigit()}
    if len(numbered) > 1:
        raise CompileError(
            "cannot switch between automatic field numbering and manual field specification",
            "number all fields, or none",
            kind=ValueError,
        )
    return as_text_value([*parse_fields(interp, text, args, kwargs, itertools.count())])


def first_names(text: str) -> Iterator[str]:
    """The leading names of replacement fields: a name, a number, or nothing."""
    for _, field, spec, _ in string.Formatter().parse(text):
        if field is not None:
            yield re.split(r"[.\[]", field)[0]
            yield from first_names(spec or "")


def parse_fields(
    interp: Interpreter, text: str, args: tuple, kwargs: dict, numbers: Iterator[int]
) -> Iterator[Any]:
    """The parts of a text with replacement fields; those without a name or number are counted."""
    for literal, field, spec, conversion in string.Formatter().parse(text):
        yield literal
        if field is None:
            continue
        value = field_value(interp, field, args, kwargs, numbers)
        inner = as_text_value([*parse_fields(interp, spec or "", args, kwargs, numbers)])
        yield from text_parts(interp, value, interp.static(inner, "a format specification"), conversion or "")


def field_value(interp: Interpreter, field: str, args: tuple, kwargs: dict, numbers: Iterator[int]) -> Any:
    """The value of a replacement field: {}, {0}, {name}, {0.real}, {rows[0]}."""
    first, *rest = re.findall(r"^[^.\[]*|\.\w+|\[[^]]*\]", field)
    try:
        value = (
            args[int(first) if first else next(numbers)] if not first or first.isdigit() else kwargs[first]
        )
    except IndexError:
        raise CompileError(
            "IndexError: Replacement index out of range for positional args tuple", "give a value for each {}"
        ) from None
    except KeyError:
        raise CompileError(f"KeyError: {first!r}", "name the value: format(name=…)") from None
    for step in rest:
        key = step[1:-1]
        value = (
            interp.get_attribute(value, step[1:])
            if step[0] == "."
            else interp.get_item(value, int(key) if key.isdigit() else key)
        )
    return interp.read(value)


@operation
def percent_text(interp: Interpreter, text: str, given: Any) -> Any:
    """text % given"""
    values = iter(given if isinstance(given, tuple) else (given,))
    parts: list[Any] = []
    end = 0
    for found in PRINTF.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found["type"] == "%":
            parts.append("%")
            continue
        width, precision = (
            interp.static(next_value(values), "a width") if found[n] == "*" else found[n]
            for n in ("width", "precision")
        )
        value = interp.get_item(given, found["name"]) if found["name"] is not None else next_value(values)
        parts += conversion_field(interp, interp.read(value), found["type"], found["flags"], width, precision)
    left = next(values, None)
    if left is not None and not isinstance(given, dict):
        raise CompileError(
            "TypeError: not all arguments converted during string formatting", "write a % for each"
        )
    return as_text_value([*parts, text[end:]])


def next_value(values: Iterator[Any]) -> Any:
    for value in values:
        return value
    raise CompileError("TypeError: not enough arguments for format string", "give a value for each %")


def conversion_field(
    interp: Interpreter, value: Any, kind: str, flags: str, width: Any, precision: Any
) -> list[Any]:
    """One conversion of %, as a field of an f-string has it."""
    size = "" if width is None else str(width)
    places = "" if precision is None else f".{precision or 0}"
    if kind in "rsa" and kind:
        side = "<" if "-" in flags else ">"
        return text_parts(interp, value, (side + size if size else "") + places, kind)
    if kind not in tuple("diouxXeEfFgG"):
        raise CompileError(f"the conversion %{kind} of a dynamic value", "use an f-string")
    check_is_number(value, kind)
    value = whole_number(interp, value, kind)
    if kind in "diuoxX" and places:
        raise CompileError(f"the precision of %{places}{kind}", "use an f-string")
    sign = "+" if "+" in flags else " " if " " in flags else ""
    side = "<" if "-" in flags else ""
    zeros = "0" if "0" in flags and "-" not in flags else ""
    return text_parts(
        interp, value, side + sign + "#" * ("#" in flags) + zeros + size + places, "", TYPES.get(kind, kind)
    )


def check_is_number(value: Any, kind: str) -> None:
    """Raises CompileError, as the TypeError that it is, for a container where a conversion takes a number."""
    cls = python_class(value)
    if cls in (list, tuple, dict, set, frozenset):
        wanted = "an integer" if kind in tuple("oxX") else "a real number"
        expected = (
            "must be real number" if kind in tuple("eEfFgG") else f"%{kind} format: {wanted} is required"
        )
        text = f"{expected}, not {cls.__name__}"
        raise type_error(text, text, "format its items, or its text: %s")


def whole_number(interp: Interpreter, value: Any, kind: str) -> Any:
    """The number as a conversion to an integer takes it: %d takes its whole part, %x and %o only integers."""
    if kind not in tuple("diuoxX") or not isinstance(value, (Sym, Array)):
        return value
    if kind in tuple("diu") and (value.size == 1 or not isinstance(value, Array)):
        return value if value.dtype.kind in "iu" else interp.call(int, [value], {})
    if kind in tuple("oxX") and is_index(value):
        return interp.call(int, [value], {}) if value.dtype.kind == "b" else value
    cls = python_class(value)
    wanted = "an integer" if kind in tuple("oxX") else "a real number"
    said = None if cls is None else f"%{kind} format: {wanted} is required, not {name_in_errors(cls)}"
    raise type_error(f"%{kind} takes integers, not {describe(value)}", said, "format its whole part: int(…)")


@operation
def concatenate_texts(interp: Interpreter, x: Any, y: Any) -> Any:
    """x + y of texts."""
    for other in (x, y):
        if not isinstance(other, (str, DynamicText)):
            raise CompileError(
                f"can only concatenate str (not {describe(other)}) to str",
                "f-strings take any value",
                kind=TypeError,
            )
    if isinstance(y, str) and is_choice_of_texts(x):
        return with_each_text(x, lambda text: text + y)
    if isinstance(x, str) and is_choice_of_texts(y):
        return with_each_text(y, lambda text: x + text)
    return as_text_value([*parts_of(x), *parts_of(y)])


@operation
def repeated_text(interp: Interpreter, text: Any, times: int | Sym) -> Any:
    """text * times, as a number that is known or that data decide."""
    if isinstance(times, Sym) and type(text) is str:
        return as_text_value([(times, "", f"{REPEATED}{text}")])
    if isinstance(times, Sym):
        return as_text_value([(Assembled("repeated", (text, times)), "", "")])
    if is_choice_of_texts(text):
        return with_each_text(text, lambda known: known * times)
    return as_text_value(parts_of(text) * times)


def is_choice_of_texts(text: Any) -> bool:
    """Whether it is one of several texts that are known."""
    if not isinstance(text, ChosenText):
        return type(text) is str
    return is_choice_of_texts(text.then) and is_choice_of_texts(text.orelse)


def with_each_text(text: Any, change: Callable[[str], str]) -> Any:
    """The text that data choose with each that it may be changed."""
    if isinstance(text, PickedText):
        return PickedText(text.number, tuple([change(t) for t in text.texts]))
    if isinstance(text, ChosenText):
        parts = [with_each_text(part, change) for part in (text.then, text.orelse)]
        return ChosenText(text.flag, *parts, text.sources)
    return change(text)


def parts_of(text: Any) -> list[Any]:
    return text.parts if isinstance(text, DynamicText) else [text]


@operation
def text_of_dynamic(interp: Interpreter, value: Any, conversion: str = "s") -> Any:
    """str(value) or repr(value)"""
    return as_text_value(text_parts(interp, value, "", conversion))


def justify_text(side: str) -> Any:
    """ljust and rjust of a text with dynamic values: what a format specification does."""

    def method(interp: Interpreter, text: DynamicText, width: Any, fill: str = " ") -> Any:
        return as_text_value(text_parts(interp, text, f"{fill}{side}{interp.static(width, 'a width')}", "s"))

    return method


def fill_with_zeros(interp: Interpreter, text: DynamicText, width: Any) -> Any:
    """str(k).zfill(width) of an integer, zeros stand behind its sign; and of a text among known ones."""
    if isinstance(text, (ChosenText, PickedText)):
        filled = lambda t: (
            t.zfill(interp.static(width, "a width"))
            if isinstance(t, str)
            else fill_with_zeros(interp, t, width)
        )
        return with_each_text(text, filled)
    value, spec, _ = text.parts[0] if len(text.parts) == 1 else (None, "", "")
    if not isinstance(value, Sym) or value.dtype.kind not in "iu" or spec:
        raise CompileError(
            "str.zfill of a dynamic value that is no integer", 'use a format specification: f"{x:08.3f}"'
        )
    return as_text_value(text_parts(interp, value, f"0{max(0, interp.static(width, 'a width'))}", ""))


METHODS[DynamicText] = {"ljust": justify_text("<"), "rjust": justify_text(">"), "zfill": fill_with_zeros}


@operation
def for_either(interp: Interpreter, text: ChosenText, run: Callable) -> Any:
    """The result of a function of a text, for each candidate of a chosen text."""
    if text.sources:
        raise must_be_known("a text", "one of two", text.sources)
    then, orelse = (lambda: run_on(interp, run, text.then)), (lambda: run_on(interp, run, text.orelse))
    told = interp.known_choice(text.flag)
    if told is not None:
        return then() if told else orelse()
    return interp.fork(interp.sym(text.flag), then, orelse)


RAISED_OF_NONE = {"TypeError": TypeError, "AttributeError": AttributeError}


def run_on(interp: Interpreter, run: Callable, text: Any) -> Any:
    """run(text); for None in the place of a text what it raises is raised where it is None."""
    try:
        return run(text)
    except CompileError as error:
        name, _, message = str(error.message).partition(": ")
        kind = RAISED_OF_NONE.get(name)
        if text is not None or kind is None:
            raise
        interp.fail_if(interp.builder.lift(np.asarray(True)), kind, (message,))
        return NEVER


@operation
def for_each_text(interp: Interpreter, args: list, kwargs: dict, run: Callable) -> Any:
    """run(args, kwargs) for whichever texts they are; NotImplemented, if none depends on data."""
    given = {**dict(enumerate(args)), **kwargs}
    key = next((k for k, v in given.items() if type(v) is ChosenText), None)
    if key is None:
        return NotImplemented
    put = lambda text: run(
        [text if k == key else v for k, v in enumerate(args)],
        {k: text if k == key else v for k, v in kwargs.items()},
    )
    return for_either(interp, given[key], put)


@TRUTH.of(ChosenText)
def truth_of_either(interp: Interpreter, value: ChosenText) -> Any:
    return for_either(interp, value, lambda text: TRUTH(interp, text))


@LENGTH.of(ChosenText)
def length_of_either(interp: Interpreter, value: ChosenText) -> Any:
    return for_either(interp, value, lambda text: LENGTH(interp, text))


@ITEM.of(ChosenText)
def item_of_either(interp: Interpreter, value: ChosenText, index: Any) -> Any:
    return for_either(interp, value, lambda text: ITEM(interp, text, index))


@operation
def joined_list(interp: Interpreter, separator: str, items: Any, source: Iterator) -> Any:
    """separator.join(items), of which a computed number are there; `source`: an iterator over them."""
    listed = items if holds_texts(items) else interp.call(list, [source], {})
    if not holds_texts(listed) and isinstance(interp.length_of(listed), int):
        return interp.joined_text(separator, [interp.read(v) for v in interp.known_items(listed, "join")])
    if not holds_texts(listed):
        raise CompileError(
            f"sequence item 0: expected str instance, {describe(listed)} holds none",
            "join takes texts: str(v)",
            kind=TypeError,
        )
    joined = as_it_is_now(interp, listed)._replace(separator=separator, count=interp.length_of(listed))
    return DynamicText([(joined, "", "")])


@operation
def joined_text(interp: Interpreter, separator: str, items: list) -> Any:
    """separator.join(items), some of which have dynamic values."""
    parts: list[Any] = []
    for k, item in enumerate(items):
        if not isinstance(item, (str, DynamicText)):
            raise CompileError(
                f"sequence item {k}: expected str instance, {describe(item)} found",
                "join takes texts: str(v)",
                kind=TypeError,
            )
        parts += [separator] * bool(k) + parts_of(item)
    return as_text_value(parts)


@TRUTH.of(DynamicText)
def truth_of_text(interp: Interpreter, value: DynamicText) -> Any:
    """Whether a part of it shows something."""
    found: Any = False
    for part in value.parts:
        shown = shows_something(interp, part)
        if shown is True:
            return True
        found = shown if found is False else interp.wrap(interp.sym(found) | interp.sym(shown))
    return found


def shows_something(interp: Interpreter, part: Any) -> Any:
    """Whether a part of a text is not empty."""
    if isinstance(part, str):
        return bool(part)
    shown, spec, conversion = part
    if conversion[:1] == REPEATED:
        return interp.compare("Gt", shown, 0)
    if isinstance(shown, Sym) or conversion in ("r", "a"):
        return True
    if isinstance(shown, ChosenText) and not spec:
        return truth_of_either(interp, shown)
    if isinstance(shown, TextsNow) and shown.count is not None and not spec:
        if all(any(p if isinstance(p, str) else p[2][:1] != REPEATED for p in form) for form in shown.forms):
            return interp.compare("Gt", shown.count, 0)
    raise CompileError(
        "the truth value of a text with dynamic values is not known while compiling",
        "test the values themselves",
    )
