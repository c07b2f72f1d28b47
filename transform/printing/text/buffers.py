"""Alias analysis of printed text: which names share memory, so which arrays may be written in place.

A `Buffer` stands for the memory of one array. Names are bound to the buffers that their arrays may use; views share
those of what they look into; results of arithmetic have new ones. Only buffers made by the function itself are owned.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ...ir.program import Type
from .trees import names
from .values import Value

VIEWS = {
    "reshape",
    "transpose",
    "view",
    "moveaxis",
    "broadcast_to",
    "swapaxes",
    "ravel",
    "squeeze",
    "expand_dims",
    "real",
    "imag",
    "flip",
    "asarray",
    "diag",
}
UNWRITTEN = {"broadcast_to", "diag"}  # views that can't be written
VIEW_ATTRIBUTES = {"T", "real", "imag", "flat"}


class Buffer:
    """The memory of one array; `owned`: made by the function that is printed."""

    __slots__ = ("owned",)

    def __init__(self, owned: bool = True):
        self.owned = owned


Buffers = frozenset[Buffer]
NOTHING: Buffers = frozenset()
READ_ONLY = Buffer(owned=False)  # of what np.broadcast_to and np.diag give


class Summary(NamedTuple):
    """The summary of a function: the arguments that its results may share memory with, and whether they are
    the caller's to write.

    They are not where two of them share memory, or where one is read-only.

    taken     the arguments that it writes into
    inside    which of its results are there after the call, and not returned: {result: argument}
    """

    arguments: frozenset[int]
    owned: bool
    taken: frozenset[int] = frozenset()
    inside: Mapping[int, int] = MappingProxyType({})


def is_diag(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "diag"


class Storage:
    """The present binding of each name of a function: the buffers that it may use, and its type."""

    def __init__(self, summaries: dict[str, "Summary"]):
        self.buffers: dict[str, Buffers] = {}
        self.types: dict[str, Type] = {}
        self.summaries = summaries  # of the functions defined so far

    def bind(self, name: str, buffers: Buffers, type: Type | None) -> None:
        self.buffers[name] = buffers
        if type is None:
            self.types.pop(name, None)
        else:
            self.types[name] = type

    def snapshot(self) -> tuple[dict[Any, Any], dict[Any, Any]]:
        return dict(self.buffers), dict(self.types)

    def restore(self, state: tuple[dict[Any, Any], dict[Any, Any]]) -> None:
        self.buffers, self.types = map(dict, state)

    def merge(self, state: tuple[dict[Any, Any], dict[Any, Any]]) -> None:
        """After two branches: a name may be bound as in either."""
        buffers, types = state
        for name, found in buffers.items():
            self.buffers[name] = self.buffers.get(name, NOTHING) | found
        self.types = {n: t for n, t in self.types.items() if types.get(n) == t}

    def of_names(self, found: Iterable[str]) -> Buffers:
        return NOTHING.union(*(self.buffers.get(n, NOTHING) for n in found))

    def read_by(self, node: ast.AST) -> Buffers:
        """The buffers that an expression reads."""
        return self.of_names(names(node))

    def shared_with(self, v: Value) -> Buffers:
        """The buffers that the array of an expression may lie in: none if it is new."""
        if v.type.ndim == 2 and is_diag(v.node):  # a matrix of a vector
            return NOTHING
        return self._shared(v.node) if v.type.shape else self._same_object(v.node)

    def _same_object(self, node: ast.AST) -> Buffers:
        """As `shared_with`, of a scalar: a parameter may be an array without axes; results are numbers."""
        match node:
            case ast.Name():
                return self.buffers.get(node.id, NOTHING)
            case ast.IfExp():
                return self._same_object(node.body) | self._same_object(node.orelse)
            case ast.Call(func=ast.Name(id="max" | "min")):
                return NOTHING.union(*map(self._same_object, node.args))
            case ast.Call(func=ast.Name(id=helper)) if helper in self.summaries:
                return NOTHING.union(
                    *(self._same_object(node.args[k]) for k in self.summaries[helper].arguments)
                )
        return NOTHING

    def _shared(self, node: ast.AST) -> Buffers:
        match node:
            case ast.Name():
                return self.buffers.get(node.id, NOTHING)
            case ast.Attribute(attr=attr) if attr in VIEW_ATTRIBUTES:
                return self._shared(node.value)
            case ast.Subscript():
                return self._shared(node.value) if self._is_basic(node.slice) else NOTHING
            case ast.IfExp():
                return self._shared(node.body) | self._shared(node.orelse)
            case ast.Call(func=ast.Attribute(value=receiver, attr=attr)) if attr in VIEWS:
                first = (
                    node.args[:1] if isinstance(receiver, ast.Name) and receiver.id == "np" else [receiver]
                )
                return NOTHING.union(*map(self._shared, first), {READ_ONLY} if attr in UNWRITTEN else ())
            case ast.Call(func=ast.Name(id=helper)) if helper in self.summaries:
                found = self.summaries[helper]
                arguments = (self._shared(node.args[k]) for k in found.arguments)
                return NOTHING.union(*arguments, () if found.owned else {READ_ONLY})
        return NOTHING

    def _is_basic(self, index: ast.AST) -> bool:
        """Whether an index gives a view: no arrays among its items, so far as is known."""
        items = index.elts if isinstance(index, ast.Tuple) else [index]
        return not any(map(self._is_array, items))

    def _is_array(self, item: ast.AST) -> bool:
        """Whether an item of an index is certainly an array: it reads one, and does no more than arithmetic with it."""
        if isinstance(item, ast.Slice) or any(
            isinstance(n, (ast.Call, ast.Subscript)) for n in ast.walk(item)
        ):
            return False
        return any(self.types[n].shape for n in names(item) if n in self.types)
