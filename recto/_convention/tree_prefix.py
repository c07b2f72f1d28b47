"""Tree prefixes (in_axes, out_shardings …): find the entry for each leaf of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from recto.transform import Argument, CompileError, Instance, Out
from recto.transform.core.spelling import plain_text


def spread_prefix(prefix: Any, tree: Any, what: str) -> Iterator[tuple[Argument | Out, Any]]:
    """(leaf, what stands for it) for every array or number in a tree of abstract arguments, or of results.

    Raises CompileError if the prefix has not the structure of the tree.
    """
    if isinstance(tree, (Argument, Out)):
        if is_container(prefix):
            raise CompileError(f"{what} has the container {plain_text(prefix)} in the place of an array")
        yield tree, prefix
        return
    items = items_of(tree)
    if not is_container(prefix):
        parts = dict.fromkeys(items, prefix)
    else:
        parts = prefix if isinstance(prefix, dict) else dict(enumerate(prefix))
        if set(parts) != set(items):
            described = "results" if what.startswith("out") else "arguments"
            raise CompileError(f"{what} {plain_text(prefix)} does not match the structure of the {described}")
    for key, item in items.items():
        yield from spread_prefix(parts[key], item, what)


def is_container(prefix: Any) -> bool:
    return type(prefix) in (list, tuple, dict) or hasattr(prefix, "_fields")


def items_of(tree: Any) -> dict:
    """The items of a container, in the order of parameters; nothing for static values."""
    match tree:
        case dict():
            return {k: tree[k] for k in parameters_of(tree)}
        case list() | tuple():
            return dict(enumerate(tree))
        case Instance():
            return tree.attributes
    return {}


def parameters_of(tree: dict) -> list:
    """The keys of a dict in the order of parameters. Those of a result may be of several types: any order will do."""
    try:
        return sorted(tree) if type(tree) is dict else list(tree)
    except TypeError:
        return list(tree)


def replace_leaves(tree: Any, change: Callable[[Argument], Argument]) -> Any:
    """The abstract arguments with every leaf changed."""
    match tree:
        case Argument():
            return change(tree)
        case dict():
            return {k: replace_leaves(v, change) for k, v in tree.items()}
        case list() | tuple():
            items = [replace_leaves(v, change) for v in tree]
            return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
        case Instance():
            return Instance(tree.cls, {k: replace_leaves(v, change) for k, v in tree.attributes.items()})
    return tree
