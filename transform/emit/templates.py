"""StableHLO texts for several sizes => one text with expressions of the sizes in it.

    tensor<101x3xf64>  and  tensor<194x3xf64>  =>  tensor<⟨n⟩x3xf64>

Texts of one program differ in numbers alone: in sizes, in other integers, and in floats, which are written by their
bits (1 / n for a mean). A number that changes is an expression of the sizes (`fits`), exactly, or there is no template.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.decisions import Decision
from ..core.errors import CompileError
from ..ir.program import Program
from ..ir.text_templates import FLOATS, Hole, Template, float_text, value_of_sizes
from ..printing.text.unparse import text as unparsed
from .conditions import conditions
from .fits import EXPONENTS, Rows, integers, placeholder, monomials, scaled_power, without_brackets
from .outline import LARGE, LITTLE, TINY, outline
from .sizes import PRIMES, assignments
from .unify import Differs, unify_trees

# A quoted text, the bits of a float, a size in a type, another integer.
TOKEN = re.compile(r'("[^"]*"|0x[0-9A-F]+|(?<=[<x])\d+(?=x)|(?<![\w%#@.$])-?\d+(?![\w.]))')


SMALLER = (LITTLE, TINY, (2, 3, 4, 6, 9, 8), (1, 2, 3, 4, 5, 6))  # sizes that are tried


class Sized(NamedTuple):
    """A program for some sizes and its text, and what the reading compared to get there."""

    program: Program
    text: str
    decisions: Sequence[Decision]


def template(build: Callable[[Mapping[str, int]], Sized], names: Sequence[str]) -> Template:
    """One text for all values of the sizes with these names.

    Raises:
        CompileError: the program depends on a size in another way than through numbers.
    """
    assigned = [dict(zip(names, values)) for values in assignments(len(names))]
    rows = {placeholder(s): tuple(sizes[s] for sizes in assigned) for s in names}
    samples = [build(sizes) for sizes in assigned]
    try:
        found = unified_text([s.text for s in samples], rows)
        held = [without_brackets(c) for c, _ in conditions([s.decisions for s in samples], rows)]
        found = found._replace(conditions=tuple(dict.fromkeys(held)))
        agrees = lambda sizes: holds_for(found, build, sizes, samples, rows)
        return found._replace(least=least_size(agrees, names))
    except Differs as error:
        raise CompileError(
            f"{', '.join(names)}: the program depends on the sizes in more than its numbers"
            + f" ({error})" * bool(str(error)),
            "export it for each size, with numbers",
        ) from None


def unified_text(samples: Sequence[str], rows: Rows) -> Template:
    """Raises Differs if the texts differ in anything but numbers that are expressions of the sizes."""
    split = [TOKEN.split(text) for text in samples]
    if len(set(map(len, split))) > 1:
        raise Differs("it has other operations")
    texts, holes = [""], []
    for parts in zip(*split):
        if len(set(parts)) == 1:
            texts[-1] += parts[0]
            continue
        holes.append(hole(parts, rows))
        texts.append("")
    return Template(tuple(texts), tuple(holes))


def hole(parts: tuple[str, ...], rows: Rows) -> Hole:
    found = None
    if all(re.fullmatch(r"-?\d+", p) for p in parts):
        node = next(integers(rows, tuple(map(int, parts))), None)
        found = None if node is None else Hole(without_brackets(unparsed(node)), 0)
    elif len(set(map(len, parts))) == 1 and parts[0].startswith("0x") and len(parts[0]) in FLOATS:
        found = next(float_holes(parts, rows), None)
    if found is None:
        raise Differs(" and ".join(p if len(p) < 30 else f"{p[:26]} …" for p in parts[:2]))
    return found


def float_holes(parts: tuple[str, ...], rows: Rows) -> Iterator[Hole]:
    """Expressions whose values have exactly these bits."""
    digits = len(parts[0])
    bits, kind, precision = FLOATS[digits]
    values = [float(np.asarray(int(p, 16), bits).view(kind)) for p in parts]
    samples = [{without_brackets(n): row[k] for n, row in rows.items()} for k in range(len(parts))]
    nodes: list[ast.expr] = []
    if all(v.is_integer() for v in values):
        nodes += integers(rows, tuple(map(int, values)))
    for (node, row), power in itertools.product(monomials(rows), EXPONENTS):
        if row[0] and np.isfinite(values[0]):
            nodes.append(scaled_power(float(f"{values[0] / row[0] ** power:.{precision}g}"), node, power))
    for node in nodes:
        expression = without_brackets(unparsed(node))
        if all(float_text(value_of_sizes(expression, s), digits) == p for s, p in zip(samples, parts)):
            yield Hole(expression, digits)


def least_size(agrees: Callable[[Mapping[str, int]], bool], names: Sequence[str]) -> int:
    """From which size on the template holds, as far as is tried: 1, 2, 5, 23, or the sizes of the samples. Raises
    Differs if it does not for large sizes.
    """
    if len(names) > min(map(len, (LARGE, *SMALLER))):
        raise Differs("there are too many of them")
    if not agrees(dict(zip(names, LARGE))):
        raise Differs("it has another form for large ones")
    least = min(PRIMES)
    for values in SMALLER:
        if not agrees(dict(zip(names, values))):
            break
        least = min(values)
    return least


def holds_for(
    found: Template, build: Callable[..., Any], sizes: Mapping[str, int], samples: Sequence[Sized], rows: Rows
) -> bool:
    """Whether the program for these sizes is that of the samples, but for numbers that are expressions of the
    sizes. (Its text may differ: the lowering has several forms for one program.) True where the conditions
    leave the sizes out.
    """
    if not all(value_of_sizes(c, sizes) for c in found.conditions):
        return True
    try:
        other = build(sizes)
        if other.text != found.text(sizes):
            longer = {n: (*row, sizes[without_brackets(n)]) for n, row in rows.items()}
            unify_trees([outline(s.program) for s in (*samples, other)], longer)
    except (CompileError, Differs):
        return False
    return True
