"""Lines of source as a person sets them: wrapped at the width, comments in a column."""
from __future__ import annotations

import re
from typing import NamedTuple, Sequence

WIDTH = 100
COMMENT_COLUMN = 64         # comments of a block stand in one column, at most here
TOKEN = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[(\[{]|[)\]}]| """)
OPERATOR = re.compile(r"(?:\*\*|//|<<|>>|[-+*/@%&|^<>]|[=!<>]=|and|or|if|else|for|in|is|not in|is not) ")
QUOTES = "\"'"
STATEMENT = re.compile(r"(?P<head>\s*(?:return |if |elif |while |(?:[^=(\[]|\[[^=]*?\]|\([^=]*?\))*? [^\s\w(]?[^\s\w(]?= ))(?P<value>.*?)"
                       r"(?P<tail>:?)")


class Line(NamedTuple):
    """A line of code, with its indentation, and the comment after it."""
    code: str
    comment: str = ""


class Gap(NamedTuple):
    """A place where a line may be broken: before the space at `position`, `depth` brackets deep."""
    position: int
    depth: int
    column: int          # of the innermost open bracket
    operator: bool


def gaps(code: str, brackets: Sequence[int]) -> tuple[list[Gap], list[int]]:
    """Where the code may be broken, given the columns of the brackets that are open before it; the brackets after it."""
    found, stack = [], list(brackets)
    for token in TOKEN.finditer(code):
        text, at = token.group(), token.start()
        if text in "([{":
            stack.append(at)
        elif text in ")]}":
            stack.pop()
        elif text == " " and code[:at].strip():
            operator = bool(OPERATOR.match(code, at + 1)) or code[at - 1] in QUOTES and code[at + 1] in QUOTES
            if operator or code[at - 1] == ",":
                found.append(Gap(at, len(stack), stack[-1] if stack else -1, operator))
    return found, stack


def wrap(code: str, width: int = WIDTH) -> list[str]:
    """The code in lines no wider than `width`, broken at the outermost brackets that serve."""
    if len(code) <= width:
        return [code]
    lines, brackets = [], []
    rest = _bracketed(code)
    while len(rest) > width:
        places, _ = gaps(rest, brackets)
        gap = _best(places, rest, width)
        if gap is None:
            break
        lines.append(rest[:gap.position])
        _, brackets = gaps(rest[:gap.position], brackets)
        rest = " " * (gap.column + 1) + rest[gap.position + 1:]
    return [*lines, rest]


def _best(places: list[Gap], code: str, width: int) -> Gap | None:
    """The last gap of the outermost depth that fits, or the first one of all."""
    usable = [g for g in places if g.depth and g.column + 1 < g.position]
    fitting = [g for g in usable if g.position <= width]
    if fitting:
        depth = min(g.depth for g in fitting)
        return [g for g in fitting if g.depth == depth][-1]
    return usable[0] if usable else None


def _bracketed(code: str) -> str:
    """The statement with its value in brackets, where it could be broken at no other place as far out."""
    found = STATEMENT.fullmatch(code)
    if not found or not any(g.depth == 0 for g in gaps(found["value"], ())[0]):
        return code
    return f"{found['head']}({found['value']}){found['tail']}"


def set_lines(lines: Sequence[Line], width: int = WIDTH, all_comments: bool = True) -> list[str]:
    """The text of a block: long lines wrapped, comments aligned; `all_comments`: even if the line gets wider than `width`."""
    wrapped = [(wrap(line.code, width), line.comment) for line in lines]
    ends = [len(parts[-1]) for parts, comment in wrapped if comment]
    column = max((n for n in ends if n <= COMMENT_COLUMN), default=0) + 2
    out = []
    for parts, comment in wrapped:
        out += parts
        if comment and (all_comments or max(len(parts[-1]), column - 2) + 4 + len(comment) <= width):
            out[-1] = f"{parts[-1]:<{column - 2}}  # {comment}"
    return out
