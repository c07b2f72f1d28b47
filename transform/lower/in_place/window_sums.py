"""Scatter-to-gather conversion: additions of one value to many windows of an array become one pass over the
array.

    a[1:-1] += u; a[:-2] += u; a[2:] += u     ⇒     p = pad(u, 2);  a = a + p[1:-1] + p[2:] + p[:-2]

So the adjoint of a stencil, which adds to the windows that the stencil reads, is a stencil again.
"""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...ir.program import Atom, Call, Type, Var, const

FEWEST = 3  # windows that get the same value
LEAST = 64  # elements of the array
PART = 4  # a window has more than 1/PART of the array


class WindowAdd(NamedTuple):
    """x with x[window] += u: three calls, at these places."""

    x: Var
    u: Var
    out: Var
    starts: tuple[int, ...]
    places: tuple[int, int, int]


def gather_windows(calls: Sequence[Call], results: Sequence[Atom], add: Any) -> list[Call]:
    """The calls with such sums made at once. `add(primitive, operands, type, like, **params)` makes a call."""
    links = found_links(calls, results)
    if len(links) < FEWEST:
        return list(calls)
    gone: set[int] = set()
    instead: dict[int, list[Call]] = {}
    for chain in chains(links):
        counts = collections.Counter(link.u for link in chain)
        many = [u for u, n in counts.items() if n >= FEWEST]
        if many:
            gone.update(k for link in chain for k in link.places)
            instead[chain[-1].places[-1]] = emit_chain(chain, many, calls, add)
    return [c for k, call in enumerate(calls) for c in instead.get(k, () if k in gone else (call,))]


def found_links(calls: Sequence[Call], results: Sequence[Atom]) -> dict[Var, WindowAdd]:
    """Every x[window] += u whose x is used for nothing else, by x."""
    if sum(call.primitive.name == "put_slice" for call in calls) < FEWEST:
        return {}
    uses = collections.Counter[Atom](a for call in calls for a in call.operands if isinstance(a, Var))
    uses.update(a for a in results if isinstance(a, Var))
    made = {v: k for k, call in enumerate(calls) for v in call.outputs}
    links = {}
    for k, call in enumerate(calls):
        link = link_of(calls, made, uses, k) if call.primitive.name == "put_slice" else None
        if link is not None:
            links[link.x] = link
    return links


def link_of(
    calls: Sequence[Call], made: dict[Var, int], uses: collections.Counter[Atom], k: int
) -> WindowAdd | None:
    call = calls[k]
    x, total = call.operands
    if (
        not isinstance(x, Var)
        or not isinstance(total, Var)
        or uses[x] != 2
        or uses[total] != 1
        or total not in made
    ):
        return None
    if (
        any(s != 1 for s in call.param("strides"))
        or total.type.size * PART <= x.type.size
        or x.type.size < LEAST
    ):
        return None
    sum_at = made[total]
    for old, u in pairs(calls[sum_at]):
        at = made.get(old) if isinstance(old, Var) else None
        if at is None or uses[old] != 1 or not isinstance(u, Var) or u.type.ndim != x.type.ndim:
            continue
        read = calls[at]
        if read.primitive.name == "slice_" and read.operands == (x,) and read.params == call.params:
            return WindowAdd(x, u, call.outputs[0], call.param("starts"), (at, sum_at, k))
    return None


def pairs(call: Call) -> list[tuple[Atom, Atom]]:
    """The operands of an addition, in both orders."""
    if call.primitive.name != "add":
        return []
    a, b = call.operands
    return [(a, b), (b, a)]


def chains(links: dict[Var, WindowAdd]) -> list[list[WindowAdd]]:
    """Links that follow each other."""
    outs = {link.out for link in links.values()}
    found = []
    for x, link in links.items():
        if x not in outs:
            chain = [link]
            while chain[-1].out in links:
                chain.append(links[chain[-1].out])
            found.append(chain)
    return found


def emit_chain(chain: list[WindowAdd], many: list[Var], calls: Sequence[Call], add: Any) -> list[Call]:
    """The calls for a chain: windows of padded values are added to the whole array, in the order of the chain."""
    made: list[Call] = []
    x: Var = chain[0].x
    padded = {u: pad(u, [link.starts for link in chain if link.u == u], x.type, made, add) for u in many}
    for link in chain:
        if link.u in padded:
            wide, margin = padded[link.u]
            starts = tuple(m - s for m, s in zip(margin, link.starts))
            limits = tuple(s + n for s, n in zip(starts, x.type.shape))
            term = add(
                made,
                "slice_",
                (wide,),
                x.type,
                link.u,
                starts=starts,
                limits=limits,
                strides=(1,) * len(starts),
                drop=(),
            )
            x = add(made, "add", (x, term), x.type, link.out)
        else:
            read, _, put = (calls[k] for k in link.places)
            window = add(made, "slice_", (x,), read.outputs[0].type, link.u, **dict(read.params))
            window = add(made, "add", (window, link.u), window.type, link.u)
            x = add(made, "put_slice", (x, window), x.type, link.out, **dict(put.params))
    span = calls[chain[-1].places[-1]].span
    outputs = [c.outputs for c in made[:-1]] + [(chain[-1].out,)]
    return [Call(out, c.primitive, c.operands, c.params, span) for out, c in zip(outputs, made)]


def pad(
    u: Var, starts: Sequence[tuple[int, ...]], whole: Type, made: list[Call], add: Any
) -> tuple[Var, tuple[int, ...]]:
    """u with zeros around, so much that every shift of it by `starts` covers an array of the type `whole`; and how much
    comes before."""
    low = tuple(map(max, zip(*starts)))
    least = tuple(map(min, zip(*starts)))
    shape = tuple(n + a - b for n, a, b in zip(whole.shape, low, least))
    limits = tuple(a + n for a, n in zip(low, u.type.shape))
    kind = Type(u.type.dtype, shape)
    zero = add(made, "broadcast", (const(np.zeros((), u.type.dtype)[()]),), kind, u, shape=shape, axes=())
    wide = add(
        made, "put_slice", (zero, u), kind, u, starts=low, limits=limits, strides=(1,) * len(low), drop=()
    )
    return wide, low
