"""Blocks of random statements, and the table of what statements there are."""
from __future__ import annotations

from collections.abc import Callable

from .writer import Writer

DEEPEST = 3
SIMPLE: list[tuple[int, Callable]] = []         # (weight, writer of a statement); filled by `simple`
COMPOUND: list[tuple[int, Callable]] = []  # those that hold blocks; they say whether every path through them leaves


def simple(weight: int) -> Callable:
    """Enters the writer of a plain statement into the table."""
    def enter(write: Callable) -> Callable:
        SIMPLE.append((weight, write))
        return write
    return enter


def compound(weight: int) -> Callable:
    def enter(write: Callable) -> Callable:
        COMPOUND.append((weight, write))
        return write
    return enter


def block(w: Writer, most: int = 3, more: int = 55) -> bool:
    """One to `most` statements; True if the block leaves on every path."""
    for k in range(most):
        if not w.chance(more) and k:
            break
        if statement(w):
            return True
    return False


def statement(w: Writer) -> bool:
    w.fuel -= 1
    deep = w.depth >= DEEPEST or w.fuel < 0
    return bool(w.weighted(SIMPLE if deep else SIMPLE + COMPOUND)(w))


def assigned(w: Writer, name: str, kind: str, text: str) -> None:
    """name = text"""
    w.put(f"{name} = {text}")
    w.assign(name, kind, text)
