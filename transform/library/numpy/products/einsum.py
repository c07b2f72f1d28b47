"""einsum and multi_dot: contract pairs of operands, in the cheapest order."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.errors import CompileError
from ....ir.builder import Sym, broadcast_to
from ...core.arrays import Casting, check_casts, describe, iota_like
from ...core.table import implements, prim
from ..joining import common_arrays
from ..shapes import diagonal, permute, reshape_to
from .contraction import LETTERS, contract, drop_labels, same_size, align_labels


def einsum_operand(*operands: Any) -> int:
    """The position of the first operand."""
    return 1 if isinstance(operands[0], str) else 0


def is_einsum_view(*operands: Any, dtype: Any = None, **options: Any) -> bool:
    """Whether einsum sums nothing: transposes and diagonals of one operand are views, which can be written."""
    subscripts, xs = _subscripts(operands)
    if len(xs) != 1 or not isinstance(xs[0], Sym):
        return False
    [labels], output = parse_subscripts(subscripts, [xs[0].ndim], xs)
    return bool(output) and set(labels) == set(output) and dtype in (None, xs[0].dtype)


def einsum_view(base: Any, new: Any, *subscripts: Any, **options: Any) -> Any:
    """The base with a diagonal replaced, where a label is repeated."""
    text, _ = _subscripts((*subscripts, base) if isinstance(subscripts[0], str) else (base, *subscripts))
    [labels], output = parse_subscripts(text, [base.ndim], [base])
    firsts = "".join(dict.fromkeys(labels))
    new = permute(new, [output.index(label) for label in firsts])
    if len(firsts) == base.ndim:
        return new
    first = [labels.index(label) == k for k, label in enumerate(labels)]
    new = reshape_to(new, [n if own else 1 for n, own in zip(base.shape, first)])
    on = [
        prim.eq(_positions_along(base, labels.index(label)), _positions_along(base, k))
        for k, label in enumerate(labels)
        if not first[k]
    ]
    return prim.select(functools.reduce(prim.and_, on), broadcast_to(new, base.shape), base)


def _positions_along(x: Any, axis: int) -> Any:
    """The index along an axis, for every element."""
    sizes = [n if k == axis else 1 for k, n in enumerate(x.shape)]
    return broadcast_to(reshape_to(iota_like(x, x.shape[axis]), sizes), x.shape)


@implements(
    np.einsum,
    static=("optimize", "dtype", "order", "casting"),
    view=einsum_view,
    operand=einsum_operand,
    when=is_einsum_view,
)
def einsum(
    *operands: Any,
    out: Any = None,
    optimize: Any = False,
    dtype: Any = None,
    order: str = "K",
    casting: Casting = "safe",
) -> Any:
    subscripts, values = _subscripts(operands)
    check_casts(values, dtype, casting)
    xs = common_arrays(values, dtype)
    inputs, output = parse_subscripts(subscripts, [x.ndim for x in xs], xs)
    return einsum_labels(xs, inputs, output)


def einsum_labels(xs: Sequence[Any], inputs: Sequence[str], output: str) -> Any:
    """Contract pair after pair, in the cheapest order."""
    sizes = _label_sizes(xs, inputs)
    terms = [_without_repeats(x, labels, sizes) for x, labels in zip(xs, inputs)]
    if len(terms) == 1:
        return _finish(*terms[0], output, sizes)
    for group in _path(terms, output):
        chosen = [terms[k] for k in group]
        terms = [t for k, t in enumerate(terms) if k not in group]
        while len(chosen) > 1:
            (x, xl), (y, yl) = chosen[:2]
            wanted = set(output).union(*(labels for _, labels in terms + chosen[2:]))
            last = not terms and len(chosen) == 2
            kept = output if last else "".join(dict.fromkeys(c for c in xl + yl if c in wanted))
            kept = "".join(c for c in kept if c in xl + yl)
            chosen = [(contract(x, xl, y, yl, kept), kept), *chosen[2:]]
        terms += chosen
    return _finish(*terms[0], output, sizes)


def _finish(x: Any, labels: str, output: str, sizes: dict[str, int]) -> Any:
    x, labels = drop_labels(x, labels, output)
    return align_labels(x, labels, output, sizes)


def _path(terms: list[tuple[Any, str]], output: str) -> list[tuple[int, ...]]:
    if len(terms) == 2:
        return [(0, 1)]
    given = [labels for _, labels in terms]
    subscripts = ",".join(given) + "->" + "".join(c for c in output if c in "".join(given))
    stand_ins = [np.broadcast_to(np.float64(0), x.shape) for x, _ in terms]
    return np.einsum_path(subscripts, *stand_ins, optimize="optimal" if len(terms) < 6 else "greedy")[0][1:]


def _subscripts(operands: tuple) -> tuple[str, list[Any]]:
    """The subscripts as text, and the arrays; also of the form einsum(x, [0, 1], y, [1, 2], [0, 2])."""
    if not operands:
        raise CompileError("einsum needs subscripts and operands", kind=ValueError)
    if isinstance(operands[0], str):
        return operands[0].replace(" ", ""), list(operands[1:])
    pairs, rest = list(zip(operands[0::2], operands[1::2])), operands[len(operands) // 2 * 2 :]
    text = ",".join(_labels_of(labels) for _, labels in pairs)
    return text + ("->" + _labels_of(rest[0]) if rest else ""), [x for x, _ in pairs]


def _labels_of(sublist: Any) -> str:
    return "".join("..." if item is Ellipsis else LETTERS[item] for item in sublist)


def parse_subscripts(text: str, ndims: Sequence[int], xs: Sequence[Any]) -> tuple[list[str], str]:
    """One letter for each axis of each operand, and for each axis of the result; an ellipsis becomes letters too."""
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ndims):
        raise CompileError(
            f"einsum {text!r} has {len(inputs)} operands, {len(ndims)} are given", kind=ValueError
        )
    free = [c for c in LETTERS if c not in text]
    hidden = [n - len(labels.replace("...", "")) for labels, n in zip(inputs, ndims)]
    for labels, extra, x in zip(inputs, hidden, xs):
        named = labels.replace("...", "")
        if extra < 0 or extra and "..." not in labels or named and not named.isalpha():
            raise CompileError(f"einsum subscripts {labels!r} do not fit {describe(x)}", kind=ValueError)
    most = max((e for e, labels in zip(hidden, inputs) if "..." in labels), default=0)
    ellipsis = "".join(free[:most])
    hidden_labels = lambda extra: ellipsis[most - extra :] if extra else ""
    expanded = [labels.replace("...", hidden_labels(extra)) for labels, extra in zip(inputs, hidden)]
    if not arrow:
        letters = sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1)
        return expanded, ellipsis + "".join(letters)
    output = right.replace("...", ellipsis)
    if any(output.count(c) > 1 or not any(c in labels for labels in expanded) for c in output):
        raise CompileError(
            f"einsum output {right!r} has a label twice, or one that no operand has", kind=ValueError
        )
    return expanded, output


def _label_sizes(xs: Sequence[Any], inputs: Sequence[str]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for x, labels in zip(xs, inputs):
        own = dict(zip(labels, x.shape))
        for label, n in zip(labels, x.shape):
            if own[label] != n:
                raise CompileError(
                    f"einsum label {label!r} has sizes {n} and {own[label]}: {describe(x)}", kind=ValueError
                )
            if sizes.setdefault(label, n) != n and 1 not in (n, sizes[label]):
                raise CompileError(
                    f"einsum label {label!r} has sizes {sizes[label]} and {n}: {describe(x)}", kind=ValueError
                )
            sizes[label] = max(sizes[label], n) if n != 0 else 0
    return sizes


def _without_repeats(x: Any, labels: str, sizes: dict[str, int]) -> tuple[Any, str]:
    """Repeated labels become diagonals; axes of size 1 that are to be broadcast are dropped."""
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            i = labels.index(label)
            j = labels.index(label, i + 1)
            x = diagonal(x, 0, i, j)
            labels = labels[:i] + labels[i + 1 : j] + labels[j + 1 :] + label
    small = [k for k, label in enumerate(labels) if x.shape[k] == 1 and sizes[label] != 1]
    x = reshape_to(x, [n for k, n in enumerate(x.shape) if k not in small])
    return x, "".join(c for k, c in enumerate(labels) if k not in small)


@implements(np.einsum_path)
def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: bool = False) -> Any:
    raise CompileError(
        "einsum_path gives text and lists", "np.einsum chooses the order by itself", kind=ValueError
    )


@implements(np.linalg.multi_dot)
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """The chain in the order that takes fewest multiplications."""
    xs = common_arrays(list(arrays))
    if len(xs) < 2:
        raise CompileError("multi_dot needs two arrays or more", kind=ValueError)
    labels, k = [], 0
    for place, x in enumerate(xs):
        if x.ndim > 2 or x.ndim < 2 and 0 < place < len(xs) - 1 or not x.ndim:
            raise CompileError(
                f"multi_dot needs matrices (the ends may be vectors), not {describe(x)}", kind=ValueError
            )
        first = "" if place == 0 and x.ndim == 1 else LETTERS[k]
        last = "" if place == len(xs) - 1 and x.ndim == 1 else LETTERS[k + 1]
        labels.append(first + last)
        k += 1
    for x, y in zip(xs, xs[1:]):
        same_size(x, -1, y, 0, "multi_dot")
    ends = labels[0][:-1] + labels[-1][1:]
    return einsum_labels(xs, labels, ends)
