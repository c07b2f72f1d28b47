"""Diagnostics: `CompileError`, and the source spans that errors, comments and MLIR locations share."""

from __future__ import annotations

import io
import tokenize
import types
from collections.abc import Mapping
from typing import Any, NamedTuple

from .sources import cell_of, line_of


class Span(NamedTuple):
    """A place in the user's source: 1-based line, 0-based columns."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str

    @property
    def place(self) -> tuple[str, str]:
        """The function, which a name alone does not tell."""
        return self.file, self.function

    def __str__(self) -> str:
        # it stands in comments: it must not end them
        name = cell_of(self.file) or self.file.rsplit("/", 1)[-1]
        return f"{name if name.isprintable() else ascii(name)[1:-1]}:{self.line}"

    def excerpt(self) -> str:
        """The place as Python prints it in a traceback, with a caret under the expression."""
        cell = cell_of(self.file)
        place = f"Cell {cell}" if cell else f'File "{self.file}"'
        head = f"  {place}, line {self.line}, in {self.function}"
        text = line_of(self.file, self.line, self.function).rstrip("\n")
        if not text.strip():
            return head
        lead, start = len(text) - len(text.lstrip()), characters(text, self.column)
        end = characters(text, self.end_column) if self.end_line == self.line else end_of_code(text)
        carets = " " * (start - lead) + "^" * max(1, end - start)
        return f"{head}\n    {text.strip()}\n    {carets}"


NOWHERE = Span("", 0, 0, 0, 0, "")


class DerivedSpan(Span):
    """The place of what is computed for a derivative of what stands there."""

    __slots__ = ()


class ModularSpan(Span):
    """A place where integers are meant to wrap around: a hash."""

    __slots__ = ()


def derived_span(span: Span | None) -> Span | None:
    """The place of what is computed for a derivative."""
    return DerivedSpan(*span) if span else None


def span_of(node: Any, file: str, function: str) -> Span:
    """The place of a node of a syntax tree."""
    return Span(
        file, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0, function
    )


def characters(text: str, column: int) -> int:
    """A column of a syntax tree, which counts bytes of UTF-8, as a number of characters."""
    return len(text.encode()[:column].decode(errors="ignore"))


def end_of_code(text: str) -> int:
    """The end of a line's code: before its comment."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                return len(text[: token.start[1]].rstrip())
    except (tokenize.TokenError, SyntaxError):  # the line goes on
        pass
    return len(text)


class CompileError(Exception):
    """The user's program is outside the language, or its types do not match.

    A rule raises it with a message and a hint and knows nothing of places; whoever holds the place adds it with
    `at` (the innermost place comes first, the callers' after it). `grows`: a list would have several
    lengths; `lacks_bound`: it is only unknown how many items it may have; `instead`: what is said where no guess will
    do; `site`: where that list is made, as far as it is known; `lists`: where the lists are made that are of unlike
    lengths; `dicts`: those that could be read with computed keys, as `Places.unsure` has them; `heaps`: the findings
    with which lists that are rows of others lie in heaps. `unlike`: the value of several kinds that is read;
    `evaluated`: what has been evaluated around, by the ids of nodes; `place`: the argument that must be known;
    `kind`: what Python or NumPy would raise, where the message does not begin with it.

    Users see an error of one of the classes in `public`, which derive from this one.
    """

    grows = False
    aliases = False
    shared = False  # it is about a container that may be another one, which was written
    chooses = False  # do data decide which items a list would have?
    lacks_bound = False
    instead: "CompileError | None" = None
    raised: Exception | None = None  # what Python itself raised
    numpys: Exception | None = None  # what NumPy raises for arrays of these types, if a handler catches it
    kind: type[Exception] | None = None
    catchable = True  # by a handler of the user's, as what Python raises
    site: Any = None
    unlike: Any = None
    evaluated: Mapping[Any, Any] = types.MappingProxyType({})
    place: int | str | None = None
    lists: tuple[Any, ...] = ()
    dicts: Mapping[Any, Any] = types.MappingProxyType({})
    heaps: Mapping[Any, Any] = types.MappingProxyType({})

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        span: Span | None = None,
        kind: type[Exception] | None = None,
    ):
        super().__init__(message)
        self.message, self.hint = message, hint
        if kind is not None:
            self.kind = kind
        self.spans: list[Span] = [span] if span else []
        self.origin: Span | None = None  # where the cause lies, for errors that have no better place

    def at(self, span: Span | None) -> "CompileError":
        """The same error, placed in the source unless a nested call of the same function placed it already."""
        if span and span.file and (not self.spans or self.spans[-1].place != span.place):
            self.spans.append(span)
        return self

    @property
    def span(self) -> Span | None:
        return self.spans[0] if self.spans else None

    def __str__(self) -> str:
        parts = [self.message, *(s.excerpt() for s in self.spans)]
        return "\n".join(parts + ([f"  hint: {self.hint}"] if self.hint else []))


class NeedsStatic(CompileError):
    """A dynamic value stands where a static one is needed.

    `sources` are the scalars it was computed from (arguments of the function, loop indices) that could be made static
    instead; None if some of it is array data, which can't.
    """

    def __init__(self, message: str, sources: frozenset[Any] | None = None, hint: str | None = None):
        super().__init__(message, hint)
        self.sources = sources


class NeedsArrays(Exception):
    """Lists of numbers among the arguments, at these places, are read as arrays: they had better be passed as such."""

    def __init__(self, places: frozenset[Any]):
        super().__init__(places)
        self.places = places


class NoRows(CompileError):
    """Objects from outside can't be rows of arrays."""


# Among the places of arguments that have been tried to be read otherwise: keys of dicts that come from containers among
# the arguments are data.
KEYS_ARE_DATA = ("keys",)


class NeedsSlots(Exception):
    """Lists of objects among the arguments, at these places, had better stand in slots as a whole: their objects are
    rows of arrays."""

    def __init__(self, places: frozenset[Any]):
        super().__init__(places)
        self.places = places


EXACT = "exact "  # begins the keys of integers that have to be known, for which there is no room
LOCAL = "local "  # begins the keys of sizes that can't be computed before the call
SAYINGS = ("said", "count")  # the register with the number of what a call has printed, or said otherwise
STREAM = "stream"  # begins the names of registers that hold the handles of generators of random numbers


class AtMost(int):
    """A size that is not more than that."""


class NeedsSize(Exception):
    """Data decide the size of an array, which must be computed before the function can be read.

    key         names the size among those of the function
    reading     of a function that computes it from the same arguments
    error       the refusal, where that can't be done
    """

    def __init__(self, key: str, reading: Any, error: CompileError):
        super().__init__(key)
        self.key, self.reading, self.error = key, reading, error


class AnotherSize(BaseException):
    """A call of a compiled function has an array of another size than the program is for. It is compiled for that one
    too: no `except` of the user's catches this.

    streams     the handles of the generators of random numbers that the call may have used
    said        how many things the call had printed, or said otherwise
    beside      the keys of lists that have as much room as the one that is full, and so would be the next ones
    """

    def __init__(self, key: str, size: str):
        super().__init__(f"the program is for an array of another size: here it is {size}")
        self.key, self.size = key, int(size)
        self.streams: list[int] = []
        self.said = 0
        self.beside: frozenset[str] = frozenset()


def must_be_known(what: str, given: str, sources: frozenset[Any] | None) -> NeedsStatic:
    """The error where something has to be known while compiling, but is computed from `sources`."""
    hint = "mark the argument as static (static_argnames), or compute it from shapes and constants"
    if not sources:
        hint = "mark a scalar argument as static (static_argnames); what arrays hold can't be: use shapes and constants"
    return NeedsStatic(f"{what} must be known while compiling; here it is {given}", sources, hint)


class RaisesWhenReached(CompileError):
    """A statement that raises whenever it is reached, such as a static index out of bounds.

    In a branch or a loop it may never be reached: there it becomes that exception at run time.
    """

    def __init__(self, message: str, exception: type, hint: str | None = None):
        super().__init__(message, hint, kind=exception)
        self.exception = exception


class NeverReached(CompileError):
    """An operation on what no path has that gets here: all have failed before."""

    def __init__(self) -> None:
        super().__init__("this is never reached")


class InternalError(AssertionError):
    """A bug in the compiler: the message names what failed, and the user's line."""

    def __init__(self, message: str, span: Span | None = None):
        super().__init__(message)
        self.message, self.span = message, span

    def __str__(self) -> str:
        return f"{self.message}\n{self.span.excerpt()}" if self.span else self.message


def is_missing(error: CompileError) -> bool:
    """Whether it is Python's AttributeError."""
    raised = error.kind or type(error.raised)
    return issubclass(raised, AttributeError) or str(error.message).startswith("AttributeError")
