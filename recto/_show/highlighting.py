"""Syntax highlighting of Python, StableHLO and HLO as HTML, with a class for each kind of token."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from html import escape
from typing import Any

from pygments import lex
from pygments.lexers import PythonLexer
from pygments.token import STANDARD_TYPES, Token

from .stage import Stage


def panel(stage: Stage, kinds: Collection[str]) -> str:
    """A stage with its title; words of these kinds have classes."""
    shown = []
    for k, (row, (_, line)) in enumerate(zip(colour_lines(stage.text, stage.language, kinds), stage.lines)):
        link = f' data-l="{line}"' if line is not None else ""
        shown.append(f'<code data-n="{k + (stage.first or 1)}"{link}>{row or " "}</code>')
    count = f"<small>{len(shown)} lines</small>"
    body = "".join(shown)
    return (
        f'<section data-stage="{stage.name}"><h2>{escape(stage.title)}{count}</h2><pre>{body}</pre></section>'
    )


def colour_lines(text: str, language: str, kinds: Collection[str]) -> list[str]:
    """The lines of a text, as HTML with classes for words of these kinds, as pygments abbreviates them."""
    rows = [""]
    for kind, value in lex(text, PythonLexer(stripnl=False)) if language == "python" else words_of_mlir(text):
        name = next((STANDARD_TYPES[k] for k in ancestors(kind) if STANDARD_TYPES.get(k) in kinds), "")
        for k, part in enumerate(value.split("\n")):
            rows += [""] * bool(k)
            escaped = escape(part, quote=False)
            rows[-1] += f'<span class="r-{name}">{escaped}</span>' if name and part.strip() else escaped
    count = text.count("\n") + 1
    return rows[:count] + [""] * (count - len(rows))


MLIR = re.compile(
    r"(?P<name>[%@][\w#:.-]+)|(?P<type>tensor<[^>]*>|\b[if]\d+\b|[a-z]\w*\[[\d,]*\](?:\{[\d,]*\})?)|"
    r"(?P<operation>\b(?:stablehlo|chlo|func|sdy)\.\w+)|(?P<number>\b\d[\w.+-]*)|"
    r"(?P<word>\b(?:module|return|cond|do|applies|across|init|dims?|dense|ROOT|HloModule|ENTRY)\b)"
)
KINDS = {
    "name": Token.Name.Variable,
    "type": Token.Keyword.Type,
    "operation": Token.Name.Function,
    "number": Token.Number.Integer,
    "word": Token.Keyword,
}


def words_of_mlir(text: str) -> Iterator[tuple[Any, str]]:
    """The words of StableHLO and HLO, with their kinds."""
    last = 0
    for found in MLIR.finditer(text):
        yield Token.Text, text[last : found.start()]
        yield KINDS[found.lastgroup], found[0]
        last = found.end()
    yield Token.Text, text[last:]


def ancestors(kind: object) -> Iterable:
    """A kind of word, then what it is a kind of."""
    while kind is not None:
        yield kind
        kind = kind.parent
