"""Liveness of names around a loop: which names a loop assigns, and which of them are read outside it.

The body of a loop with a `yield` contains the body of the loop that consumes the generator (see
generators.py).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import gast

from ....core.parsing import nodes_in
from ....core.source import stored_names
from ...frame import Frame


@functools.lru_cache(4096)
def contains(node: Any, kinds: Any) -> bool:
    return any(isinstance(n, kinds) for n in nodes_in(node))


def consumers(frame: Frame, node: Any) -> Iterator[Any]:
    """The consumers whose bodies are read inside a statement of this frame, innermost last."""
    while frame.consumer is not None and yields(node):
        yield frame.consumer
        frame, node = frame.consumer.frame, frame.consumer.node


def yields(node: Any) -> bool:
    """Whether there is a `yield` in a statement."""
    return contains(node, (gast.Yield, gast.YieldFrom))


def names_stored(frame: Frame, loop: Any) -> frozenset[str]:
    """Names assigned in the body of a loop."""
    return stored_names(tuple(loop.body)).union(*[stored_names((c.node,)) for c in consumers(frame, loop)])


def names_read_behind(frame: Frame, loop: Any, owner: Any) -> frozenset[str] | None:
    """Names assigned in a loop of a frame whose values in the frame `owner` may be read outside it; None for any."""
    if owner is frame:
        return names_outside(frame.node, loop)
    found = [names_outside(c.frame.node, c.node) for c in consumers(frame, loop) if c.frame is owner]
    return frozenset().union(*found) if found else None


@functools.lru_cache(1024)
def names_outside(function: Any, loop: Any) -> frozenset[str]:
    """Names that a function reads outside a loop: also in its `else`, and in functions made inside and called behind
    it."""
    if function is None:
        return frozenset()
    parts = (
        [loop.test]
        if isinstance(loop, gast.While)
        else loop.items
        if isinstance(loop, gast.With)
        else [loop.target, loop.iter]
    )
    reads = reads_of(function)
    inside = {place for part in (*parts, *loop.body) for place in reads.inside(part)}
    inside -= {place for made in reads.made_in(loop) for place in reads.inside(made)}
    return frozenset([name for k, name in enumerate(reads.names) if k not in inside])


class Reads(NamedTuple):
    """The names that a function reads, in one order; by the ids of its nodes, which of them are inside a node, and
    which of the functions that are made in it."""

    names: list[str]
    functions: list[Any]
    spans: dict[int, tuple[range, range]]

    def inside(self, node: Any) -> range:
        return self.spans[id(node)][0] if id(node) in self.spans else range(0)

    def made_in(self, node: Any) -> list[Any]:
        return [self.functions[k] for k in self.spans[id(node)][1]] if id(node) in self.spans else []


@functools.lru_cache(256)
def reads_of(function: Any) -> Reads:
    found = Reads([], [], {})
    _note_reads(function, found)
    return found


def _note_reads(node: Any, found: Reads) -> None:
    read, made = len(found.names), len(found.functions)
    found.names.extend(_read_by(node))
    if isinstance(node, (gast.FunctionDef, gast.Lambda)):
        found.functions.append(node)
    for child in gast.iter_child_nodes(node):
        _note_reads(child, found)
    found.spans[id(node)] = range(read, len(found.names)), range(made, len(found.functions))


def _read_by(node: Any) -> list[str]:
    """The name that a node reads: x, del x, x += 1."""
    if isinstance(node, gast.AugAssign):
        return [node.target.id] if isinstance(node.target, gast.Name) else []
    return [node.id] if isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Load, gast.Del)) else []
