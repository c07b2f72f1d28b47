"""Text templates with holes for dynamic values, which the host fills in: printed lines and exception
messages.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.hosted.containers import MAKERS
from ...ir.builder import TABLE, Sym
from ...ir.callee import HOLE, Callee
from ...library.plain.composite import put_together
from ...library.plain.structured import RecArray, Record
from .values import (
    DynamicText,
)


@dataclasses.dataclass
class ArrayTexts:
    """Texts that show arrays (array_texts.py). options: how many calls have set how NumPy prints arrays; made: parts of
    such texts, by id, each with that number then; raised: that number where an exception takes one, and the place."""

    options: int = 0
    made: dict[int, tuple[tuple, int]] = dataclasses.field(default_factory=dict)
    raised: list[tuple[int, Any]] = dataclasses.field(default_factory=list)


REPEATED = "*"


@dataclasses.dataclass(frozen=True)
class Hole:
    """A dynamic value inside a text: which of the values passed along, its format specification, and its conversion,
    which is that of an f-string, or REPEATED and the text that is repeated so often.

    cuts: the parts of axes that count: (axis, lo, hi) or (axis, mask), each a number or a hole; listed: "list" or
    "tuple" for each of the first axes that is no array's; given: a truth value, where the value may be None; array: an
    array without axes, and no number; python: the class of one of Python's numbers, which printed source may hold as
    NumPy's, whose repr is another.
    """

    number: int
    spec: str = ""
    conversion: str = ""
    weak: bool = False
    cuts: tuple[tuple, ...] = ()
    listed: tuple[str, ...] = ()
    given: Hole | None = None
    array: bool = False
    python: str = dataclasses.field(default="", repr=False, compare=False)

    @property
    def name(self) -> str:
        return f"_{self.number + 1}"

    def value(self, values: tuple) -> Any:
        if self.given is not None and not self.given.value(values):
            return None
        value = np.asarray(values[self.number])
        for axis, *bounds in self.cuts:
            ends = [b.value(values) if isinstance(b, Hole) else b for b in bounds]
            value = value[(slice(None),) * axis + (slice(*ends) if len(ends) > 1 else ends[0],)]
        if self.listed:
            return as_lists(value.tolist() if self.weak else value, self.listed)
        return value.item() if self.weak else value if self.array else value[()]

    def fill(self, values: tuple) -> str:
        return format_value(self.value(values), self.spec, self.conversion)

    def source(self) -> str:
        """The hole as an f-string has it."""
        return field(self.expression(self.conversion in ("r", "a")), self.spec, self.conversion)

    def term(self) -> str:
        """The text by itself, of what is repeated."""
        text = f"{self.conversion[1:]!r} * {self.expression()}"
        return f"format({text}, {self.spec!r})" if self.spec else text

    def expression(self, represented: bool = False) -> str:
        """The value as source; `represented`: its repr is shown."""
        cuts = "".join(
            f"[{':, ' * axis}{':'.join(source_of(b) for b in bounds)}]" for axis, *bounds in self.cuts
        )
        text = f"{self.name}{cuts}"
        if self.listed:
            text = listed_source(f"{text}.tolist()" if self.weak else text, self.listed, self.weak)
        elif represented and self.array:
            text = f"np.asarray({text})"
        elif represented and self.python:
            text = f"{self.python}({text})"
        return text if self.given is None else f"({text} if {self.given.expression()} else None)"


def as_lists(items: Any, kinds: tuple[str, ...]) -> Any:
    """The items of an array, whose first axes are lists or tuples."""
    kind, *inner = kinds
    made = [as_lists(item, tuple(inner)) for item in items] if inner else items
    return tuple(made) if kind == "tuple" else [*made]


def listed_source(text: str, kinds: tuple[str, ...], made: bool = False) -> str:
    """The same as source. `made`: all of it is lists already."""
    kind, *inner = kinds
    if made and "tuple" not in kinds:
        return text
    if inner and not (made and "tuple" not in inner):
        items = f"[{listed_source('row', tuple(inner), made)} for row in {text}]"
        return f"tuple({items})" if kind == "tuple" else items
    return f"tuple({text})" if kind == "tuple" else f"[*{text}]"


class Inner(Hole):
    """A dynamic value inside a text of a list: which of the values of each item."""

    @property
    def name(self) -> str:
        return f"value_{self.number + 1}"


@dataclasses.dataclass(frozen=True)
class Words:
    """The texts of a list of computed length inside a text, as a list or joined: of each, which of the templates it is,
    and the values inside."""

    numbers: Hole | None
    pool: tuple[Any, ...]
    inside: tuple[Hole, ...]
    separator: str | None = None

    def value(self, values: tuple) -> Any:
        inside = [hole.value(values) for hole in self.inside]
        numbers = itertools.repeat(0) if self.numbers is None else self.numbers.value(values)
        rows = zip(*inside) if inside else itertools.repeat(())
        texts = [fill_template(self.pool[int(number)], row) for number, row in zip(numbers, rows)]
        return texts if self.separator is None else self.separator.join(texts)

    def expression(self) -> str:
        names = ["number"] * (self.numbers is not None) + [f"value_{k + 1}" for k in range(len(self.inside))]
        lists = [hole.expression() for hole in (self.numbers, *self.inside) if hole is not None]
        source = f"zip({', '.join(lists)})" if len(lists) > 1 else lists[0]
        texts = ", ".join(map(source_of, self.pool))
        texts = texts if self.numbers is None else f"({texts}{',' * (len(self.pool) == 1)})[number]"
        text = f"[{texts} for {', '.join(names)} in {source}]"
        return text if self.separator is None else f"{self.separator!r}.join({text})"


@dataclasses.dataclass(frozen=True)
class Made:
    """A container inside a text, which the host makes of its parts (core/hosted/containers.py)."""

    how: str
    parts: tuple[Any, ...]

    def value(self, values: tuple) -> Any:
        return MAKERS[self.how].function(*[fill_template(part, values) for part in self.parts])

    def expression(self) -> str:
        maker = MAKERS[self.how]
        return maker.written.format(maker.between.join(map(part_source, self.parts)))


def part_source(item: Any) -> str:
    """The source of a value, where `source_of` may give that of its text."""
    if type(item) is dict:
        return f"{{{', '.join(f'{k!r}: {part_source(v)}' for k, v in item.items())}}}"
    if type(item) in (list, tuple):
        before, after = brackets(item)
        return f"{before}{', '.join(map(part_source, item))}{after}"
    if isinstance(item, float) and not np.isfinite(item):
        return "np.nan" if item != item else "np.inf" if item > 0 else "-np.inf"
    return item.expression(True) if isinstance(item, Hole) else source_of(item)


CONVERTED = {"r": "repr", "a": "ascii"}


@dataclasses.dataclass(frozen=True)
class Shown:
    """The text of a container or of a text, with a format specification, inside a text."""

    item: Any
    spec: str = ""
    conversion: str = ""

    def fill(self, values: tuple) -> str:
        return format_value(fill_template(self.item, values), self.spec, self.conversion)

    def source(self) -> str:
        return field(source_of(self.item), self.spec, self.conversion)

    def term(self) -> str:
        """The text by itself, and not as a field of an f-string."""
        text = source_of(self.item)
        if self.conversion or not self.spec and not is_text(self.item):
            text = f"{CONVERTED.get(self.conversion, 'str')}({text})"
        return f"format({text}, {self.spec!r})" if self.spec else text


def is_text(item: Words | Made) -> bool:
    """Whether it is a text, and no container."""
    return MAKERS[item.how].is_text if isinstance(item, Made) else item.separator is not None


@dataclasses.dataclass(frozen=True)
class Either:
    """One of two texts, as a truth value says."""

    flag: Hole
    then: Any
    orelse: Any

    def value(self, values: tuple) -> str:
        return fill_template(self.then if self.flag.value(values) else self.orelse, values)

    def expression(self) -> str:
        return f"({part_source(self.then)} if {self.flag.expression()} else {part_source(self.orelse)})"


class ChosenText(DynamicText):
    """The abstract value of one of two texts, depending on a dynamic condition. `sources`: what would have to be known
    to know which; while they can be, only print, f-strings and calls of the host take it as it is."""

    __slots__ = ("flag", "orelse", "then")
    returned = True

    def __repr__(self) -> str:
        return "a text that depends on data"

    def __init__(self, flag: Any, then: Any, orelse: Any, sources: frozenset | None = None):
        super().__init__([])
        self.parts, self.sources = [(self, "", "")], sources
        self.flag, self.then, self.orelse = flag, then, orelse


class PickedText(ChosenText):
    """The abstract value of one of several texts, by a number that a loop carries."""

    __slots__ = ("number", "texts")

    def __init__(self, number: Sym, texts: tuple[Any, ...]):
        *others, last = texts
        flag = TABLE["eq"](number, np.asarray(len(others), number.dtype))
        super().__init__(flag, last, PickedText(number, tuple(others)) if len(others) > 1 else others[0])
        self.number, self.texts = number, texts


def may_read(text: Any, other: str) -> bool:
    """Whether a text may be this one, as far as the parts of it tell that are known."""
    if not isinstance(text, DynamicText):
        return bool(text == other)
    pattern = "".join(re.escape(part) if isinstance(part, str) else ".*" for part in text.parts)
    return re.fullmatch(pattern, other, re.DOTALL) is not None


@dataclasses.dataclass(frozen=True)
class Composite:
    """A structured array inside a text: the class that stands for it, its attributes that are known, and templates of
    the others."""

    cls: type
    fixed: tuple[tuple[str, Any], ...]
    parts: tuple[tuple[str, Any], ...]
    spec: str = ""
    conversion: str = ""

    def value(self, values: tuple) -> Any:
        return put_together(self.cls, {k: fill_template(v, values) for k, v in self.parts} | dict(self.fixed))

    def fill(self, values: tuple) -> str:
        return format_value(self.value(values), self.spec, self.conversion)

    def source(self) -> str:
        return field(self.expression(), self.spec, self.conversion)

    def expression(self) -> str:
        if "recto_mask" in dict(self.parts):
            return self.masked()
        fields = ", ".join(source_of(v) for v in dict(self.parts)["recto_fields"].values())
        whole = f"np.rec.fromarrays([{fields}], dtype={dict(self.fixed)['recto_dtype'].descr})"
        return (
            f"{whole}[()]"
            if self.cls is Record
            else whole
            if self.cls is RecArray
            else f"{whole}.view(np.ndarray)"
        )

    def masked(self) -> str:
        """A masked array; an element, which has no axes, is a number or np.ma.masked."""
        data, mask, fill = [dict(self.parts)[k] for k in ("recto_data", "recto_mask", "recto_fill")]
        options = [f"{k}={source_of(v)}" for k, v in (("mask", mask), ("fill_value", fill)) if v is not None]
        return f"np.ma.array({', '.join([source_of(data), *options])})" + "[()]" * hasattr(
            self.cls, "recto_element"
        )


class Verbatim(str):
    """A text that Python shows without quotation marks inside a container: that of an object."""

    __slots__ = ()
    __repr__ = str.__str__


def format_value(value: Any, spec: str, conversion: str) -> str:
    if conversion[:1] == REPEATED:
        value = conversion[1:] * value
    elif conversion:
        value = {"r": repr, "s": str, "a": ascii}[conversion](value)
    return format(value, spec)


def field(expression: str, spec: str, conversion: str) -> str:
    """A replacement field of an f-string."""
    space = " " * expression.startswith("{")
    return f"{{{space}{expression}{'!' * bool(conversion)}{conversion}{':' * bool(spec)}{spec}}}"


@dataclasses.dataclass(frozen=True)
class Text:
    """A text with holes for dynamic values, filled in on the host."""

    parts: tuple[str | Hole | Shown | Composite, ...]

    def fill(self, values: tuple) -> str:
        return "".join(p if isinstance(p, str) else p.fill(values) for p in self.parts)


@dataclasses.dataclass(frozen=True)
class Message(Callee):
    """The text of one print call: the callee of a host_call."""

    items: tuple
    sep: str = " "
    end: str = "\n"
    flush: bool = False
    file: Any = None
    file_name: str = ""
    results = ()
    says = True

    @property
    def portable(self) -> bool:  # type: ignore[override]
        return self.file is None

    def __call__(self, values: tuple) -> tuple:
        print(self.fill(values), end="", flush=self.flush, file=self.file)
        return ()

    def fill(self, values: tuple) -> str:
        return self.sep.join(_shown(item, values) for item in self.items) + self.end

    def __str__(self) -> str:
        return repr(self.sep.join(i if isinstance(i, str) else "{}" for i in self.items))

    def source(self) -> str:
        """The call of print as source; the values are _1 _2 …"""
        options = [
            f"{k}={v!r}" for k, v, usual in (("sep", self.sep, " "), ("end", self.end, "\n")) if v != usual
        ]
        options += [f"file={self.file_name}"] * bool(self.file_name) + ["flush=True"] * self.flush
        return f"print({', '.join([*map(source_of, self.items), *options])})"


def source_of(item: Any) -> str:
    """An item of a message as source; the dynamic values are _1 _2 …"""
    if isinstance(item, Text) and any(map(is_of_words, item.parts)):
        return sum_of_texts(item)
    if isinstance(item, Text):
        return "f" + repr("".join(double_braces(p) if isinstance(p, str) else p.source() for p in item.parts))
    if isinstance(item, (Hole, Composite, Either, Words, Made)):
        return item.expression()
    if is_spelled(item) and isinstance(item, (list, tuple)):
        before, after = brackets(item)
        parts = [v.expression(True) if isinstance(v, Hole) else source_of(v) for v in item]
        return f"{before}{', '.join(parts)}{after}"
    if isinstance(item, range):
        return repr(item)
    if isinstance(item, np.dtype):
        return f"np.dtype({str(item)!r})"
    if isinstance(item, type) and item in SPELLED:
        return SPELLED[item]
    return repr(item) if is_spelled(item) else "f" + repr(template(item))  # it holds texts


def is_of_words(part: Any) -> bool:
    """Whether a part of a text is made of lists, which may hold texts, or a text repeated. (In an f-string it
    could have no backslash and no quotation marks before Python 3.12.)"""
    if isinstance(part, Hole):
        return part.conversion[:1] == REPEATED
    return isinstance(part, Shown) and isinstance(part.item, (Words, Made))


def sum_of_texts(text: Text) -> str:
    """A text as a sum of those of its parts."""
    terms = []
    for words, parts in itertools.groupby(text.parts, is_of_words):
        plain = tuple(parts)
        known = all(isinstance(part, str) for part in plain)
        terms += (
            [part.term() for part in plain]
            if words
            else [repr("".join(plain)) if known else source_of(Text(plain))]
        )
    return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"


SPELLED = {cls: cls.__name__ for cls in (bool, int, float, complex)} | {
    cls: f"np.{cls.__name__}" for cls in np.sctypeDict.values()
}


def is_spelled(item: Any) -> bool:
    """Whether the text of a value is an expression with that value. Not that of a class, a function, inf."""
    if isinstance(item, (list, tuple)):
        return not hasattr(item, "_fields") and all(map(is_spelled, item))
    if isinstance(item, (float, complex, np.number)):
        return bool(np.isfinite(item))
    return item is None or isinstance(
        item, (Text, Hole, Composite, Either, Words, Made, bool, int, str, bytes, np.bool_)
    )


def as_text(item: Any) -> Any:
    """An item of a message as text, unless it is spelled in source as it is in text."""
    if is_spelled(item) or not is_plain(item):
        return item
    if not isinstance(item, CONTAINERS):
        return str(item)
    parts: list[Any] = [""]
    for piece in pieces(item):
        if isinstance(piece, str) and isinstance(parts[-1], str):
            parts[-1] += piece
        else:
            parts.append(piece)
    return Text(tuple(parts)) if len(parts) > 1 else parts[0]


CONTAINERS = (list, tuple, dict)


def is_plain(item: Any) -> bool:
    """Whether Python writes a container as `pieces` does, and its dynamic values are no texts."""
    if not isinstance(item, CONTAINERS):
        return not isinstance(item, (Text, Either, Words, Made))
    items = item.values() if isinstance(item, dict) else item
    known = type(item) in CONTAINERS or hasattr(item, "_fields") and type(item).__bases__ == (tuple,)
    return known and all(map(is_plain, items))


def pieces(item: Any) -> Iterator[str | Hole | Shown | Text | Composite]:
    """The text of an item of a container, as Python writes it."""
    if isinstance(item, (Hole, Composite)):
        yield dataclasses.replace(item, conversion="r")
    elif isinstance(item, (Text, Shown)):
        yield item
    elif isinstance(item, (Either, Words, Made)):
        yield Shown(item, conversion="r")
    elif not isinstance(item, CONTAINERS):
        yield repr(item)
    else:
        before, after = brackets(item)
        heads = (
            [f"{k!r}: " for k in item]
            if isinstance(item, dict)
            else [f"{name}=" for name in getattr(item, "_fields", ())] or [""] * len(item)
        )
        yield before
        for k, value in enumerate(item.values() if isinstance(item, dict) else item):
            yield ", " * (k > 0) + heads[k]
            yield from pieces(value)
        yield after


def brackets(item: Any) -> tuple[str, str]:
    if isinstance(item, dict):
        return "{", "}"
    if hasattr(item, "_fields"):
        return f"{type(item).__name__}(", ")"
    return ("[", "]") if isinstance(item, list) else ("(", "," * (len(item) == 1) + ")")


def template(item: Any) -> str:
    """The text of an item of a container, as part of an f-string."""
    if isinstance(item, (Text, Either, Words, Made)):
        return f"{{{source_of(item)}!r}}"
    if isinstance(item, (Hole, Shown, Composite)):
        return item.source()
    return "".join(double_braces(p) if isinstance(p, str) else template(p) for p in pieces(item))


def double_braces(text: str) -> str:
    """A text as part of an f-string."""
    return text.replace("{", "{{").replace("}", "}}")


def _shown(item: Any, values: tuple) -> str:
    return str(fill_template(item, values))


def fill_template(item: Any, values: tuple) -> Any:
    """A template with the values put in."""
    if isinstance(item, Text):
        return item.fill(values)
    if isinstance(item, (Hole, Composite, Either, Words, Made)):
        return item.value(values)
    if isinstance(item, Shown):
        return Verbatim(item.fill(values))
    if isinstance(item, (list, tuple)):
        items = [fill_template(i, values) for i in item]
        return type(item)(*items) if hasattr(item, "_fields") else type(item)(items)
    if isinstance(item, dict):
        return {k: fill_template(v, values) for k, v in item.items()}
    return item


@dataclasses.dataclass(frozen=True)
class Payload:
    """Arguments of an exception: templates, and the registers that hold their dynamic values. The last of them are
    passed by these names."""

    templates: tuple
    registers: tuple
    names: tuple[str, ...] = ()

    def raised(self, kind: type[BaseException], values: dict) -> BaseException:
        """The exception with these values of the registers."""
        held = tuple(values[r] for r in self.registers)
        return made_with(kind, tuple(fill_template(t, held) for t in self.templates), self.names)


def made_with(kind: type[BaseException], arguments: tuple, names: tuple[str, ...]) -> BaseException:
    """An exception, the last of whose arguments are passed by names."""
    first = len(arguments) - len(names)
    return kind(*arguments[:first], **dict(zip(names, arguments[first:])))


@dataclasses.dataclass(frozen=True, eq=False)
class Raising(Callee):
    """The exception that a block which runs in the backward sweep raises, if the first value, a code, is this
    number.

    arguments   templates, whose values are the others
    span        where the user raises it
    """

    kind: type
    arguments: tuple
    number: int
    span: Any
    names: tuple[str, ...] = ()
    results = ()
    portable = True

    def __call__(self, values: tuple) -> tuple:
        if int(values[0]) == self.number:
            given = tuple(fill_template(t, values[1:]) for t in self.arguments)
            error = made_with(self.kind, given, self.names)
            if self.span is not None:
                error.add_note(self.span.excerpt())
            raise error
        return ()

    def source(self) -> str:
        """The code is _1, the other values are _2 _3 …"""
        arguments = [HOLE.sub(lambda hole: f"_{int(hole[1]) + 1}", source_of(t)) for t in self.arguments]
        first = len(arguments) - len(self.names)
        arguments[first:] = [f"{name}={text}" for name, text in zip(self.names, arguments[first:])]
        return f"if _1 == {self.number}:\n    raise {self.kind.__name__}({', '.join(arguments)})"
