"""Line layout of printed source: wrap statements at the width, align comments in a column."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

WIDTH = 100
COMMENT_COLUMN = 64  # comments of a block stand in one column, at most here
LONG_HEAD = 60  # of an assignment: longer targets are broken too
TOKEN = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[(\[{]|[)\]}]| """)
OPERATOR = re.compile(r"(?:\*\*|//|<<|>>|[-+*/@%&|^<>]|[=!<>]=|and|or|if|else|for|in|is|not in|is not) ")
QUOTES = "\"'"
KEYWORD = re.compile(r"\s*(?:return|if|elif|while) ")
ASSIGNS = re.compile(r" (?:[-+*/@%&|^]|\*\*|//|<<|>>)?= ")  # a, b[i] =   x +=


class Line(NamedTuple):
    """A line of code, with its indentation, the comment after it, and the place in the user's source it stems from."""

    code: str
    comment: str = ""
    span: Any = None


class Gap(NamedTuple):
    """A space where a line may be broken."""

    position: int
    depth: int  # how many brackets are open
    column: int  # of the innermost of them


def gaps(
    code: str, brackets: Sequence[int] = (), end: int | None = None
) -> tuple[list[Gap], tuple[int, ...]]:
    """The gaps at which code may be broken, given the columns of the brackets open before it; the brackets
    open after it. `end`: no gap behind it is wanted."""
    found, stack = [], list(brackets)
    start = len(code) - len(code.lstrip())
    for token in TOKEN.finditer(code):
        text, at = token.group(), token.start()
        if end is not None and at > end:
            break
        if text in "([{":
            stack.append(at)
        elif text in ")]}":
            stack.pop()
        elif text == " " and at > start:
            between = code[at - 1] == "," or code[at - 1] in QUOTES and code[at + 1] in QUOTES
            if between or OPERATOR.match(code, at + 1):
                found.append(Gap(at, len(stack), stack[-1] if stack else -1))
    return found, tuple(stack)


def wrap(code: str, width: int = WIDTH) -> list[str]:
    """The code in lines no wider than `width`, broken at the outermost brackets that serve; as it is if none do.

    What follows a break stands under the content of its bracket or, where that is too far right, the content of a
    bracket begins a line, a little to the right of the first one.
    """
    if len(code) <= width or code.lstrip().startswith("#"):
        return [code]
    code = _add_brackets(code)
    return list(_break_line(code, (), width) or _hung(code, width) or [code])


Rest = tuple[str, tuple[int, ...]]  # code that is still to be broken, and the brackets open before it


@functools.lru_cache(1024)
def _break_line(code: str, brackets: tuple[int, ...], width: int) -> tuple[str, ...] | None:
    """Depth first: each line as far out as it goes, so that the rest can be broken as well. None if it can't."""
    heads: list[str] = []
    rest, tried, choices = (code, brackets), set[Rest](), list[Iterator[tuple[str, Rest]]]()
    while len(rest[0]) > width:
        choices.append(_first_lines(*rest, width) if rest not in tried else iter(()))
        tried.add(rest)
        chosen = None
        while choices and chosen is None:
            chosen = next(choices[-1], None)
            if chosen is None:
                choices.pop()
                del heads[-1:]
        if chosen is None:
            return None
        head, rest = chosen
        heads.append(head)
    return *heads, rest[0]


def _first_lines(code: str, brackets: tuple[int, ...], width: int) -> Iterator[tuple[str, Rest]]:
    """The first lines that fit, the one that ends furthest out first, and what is left."""
    fitting = [g for g in gaps(code, brackets, width)[0] if g.depth and g.column + 1 < g.position <= width]
    for depth in sorted({g.depth for g in fitting}):
        gap = [g for g in fitting if g.depth == depth][-1]
        head = code[: gap.position]
        yield head, (" " * (gap.column + 1) + code[gap.position + 1 :], gaps(head, brackets)[1])


def _hung(code: str, width: int) -> tuple[str, ...] | None:
    """Broken behind a bracket: the outermost one with which it fits, the last of these."""
    left = len(code) - len(code.lstrip()) + 8
    opened = [(len(gaps(code[: t.end()])[1]), -t.end()) for t in TOKEN.finditer(code) if t.group() in "([{"]
    for _, end in sorted(opened):
        outer = gaps(code[:-end])[1][:-1]
        rest = (
            _break_line(" " * left + code[-end:], (*outer, left - 1), width) if left < -end <= width else None
        )
        if rest:
            return code[:-end], *rest
    return None


def _add_brackets(code: str) -> str:
    """The statement with its value in brackets, where it could be broken at no other place as far out.

    So too its targets, where they alone are long: (a, b) = f(x).
    """
    head = _head_of(code)
    if not head:
        return code
    tail = ":" if code.endswith(":") else ""
    value = code[len(head) : len(code) - len(tail)]
    if len(head) > LONG_HEAD and gaps(head)[0] and head.endswith(" = "):
        left = len(head) - len(head.lstrip())
        head = f"{head[:left]}({head[left : -len(' = ')]}) = "
    return f"{head}({value}){tail}" if any(g.depth == 0 for g in gaps(value)[0]) else f"{head}{value}{tail}"


def _head_of(code: str) -> str:
    """The text before the value of a statement: its keyword, or its targets; nothing, if it is an
    expression."""
    keyword = KEYWORD.match(code)
    if keyword:
        return keyword.group()
    texts = [t.span() for t in TOKEN.finditer(code) if t.group()[0] in QUOTES]
    for found in ASSIGNS.finditer(code):
        at = found.start()
        if (
            not any(first <= at < last for first, last in texts) and not gaps(code[:at])[1]
        ):  # no bracket is open
            return code[: found.end()]
    return ""


def set_lines(lines: Sequence[Line], width: int = WIDTH, all_comments: bool = True) -> list[str]:
    """The text of a block: long lines wrapped, comments aligned; `all_comments`: even where the line gets too wide."""
    return [text for text, _ in placed_lines(lines, width, all_comments)]


def placed_lines(
    lines: Sequence[Line], width: int = WIDTH, all_comments: bool = True
) -> list[tuple[str, Any]]:
    """As `set_lines`: each line of the text with the place in the user's source that it stems from."""
    wrapped = [(wrap(line.code, width), line.comment, line.span) for line in lines]
    ends = [len(parts[-1]) for parts, comment, _ in wrapped if comment]
    column = max((n for n in ends if n <= COMMENT_COLUMN), default=0) + 2
    out: list[tuple[str, Any]] = []
    for parts, comment, span in wrapped:
        out += [(part, span) for part in parts]
        line = f"{parts[-1]:<{column - 2}}  # {comment}"
        if comment and (all_comments or len(line) <= width):
            out[-1] = line, span
    return out
