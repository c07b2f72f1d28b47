"""Liveness of names around a loop: which names a loop assigns, and which of them are read outside it.

The body of a loop with a `yield` contains the body of the loop that consumes the generator (see
generators.py).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import gast

from ....core.source import stored_names
from ...interpreter import Frame


def contains(node: Any, kinds: Any) -> bool:
    return any(isinstance(n, kinds) for n in gast.walk(node))


def consumers(frame: Frame, node: Any) -> Iterator[Any]:
    """The consumers whose bodies are read inside a statement of this frame, innermost last."""
    while frame.consumer is not None and yields(node):
        yield frame.consumer
        frame, node = frame.consumer.frame, frame.consumer.node


@functools.lru_cache(4096)
def yields(node: Any) -> bool:
    """Is there a `yield` in a statement?"""
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
    inside = {id(n) for part in (*parts, *loop.body) for n in gast.walk(part)}
    for made in gast.walk(loop):
        if isinstance(made, (gast.FunctionDef, gast.Lambda)):
            inside -= {id(n) for n in gast.walk(made)}
    return frozenset(name for n in gast.walk(function) if id(n) not in inside for name in _read_by(n))


def _read_by(node: Any) -> list[str]:
    """The name that a node reads: x, del x, x += 1."""
    if isinstance(node, gast.AugAssign):
        return [node.target.id] if isinstance(node.target, gast.Name) else []
    return [node.id] if isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Load, gast.Del)) else []
