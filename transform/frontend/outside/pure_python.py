"""The Python text of standard-library functions that run as C: heapq, bisect, operator.

    heapq.heappush(heap, item)      ⇒       def heappush(heap, item): heap.append(item); _siftdown(heap, 0, …)

Such a module ends in `from _heapq import *`. Here it is run without that, and its functions are read like a user's.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import types
from typing import Any

ACCELERATED = {"_heapq": "heapq", "_bisect": "bisect", "_operator": "operator"}


@functools.cache
def without_accelerator(name: str) -> types.ModuleType:
    """A module of the standard library, run without what it imports from C."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    tree.body = [node for node in tree.body if not imports_accelerator(node)]
    module = types.ModuleType(f"recto.python.{name}")
    module.__file__ = spec.origin
    exec(compile(tree, spec.origin, "exec"), vars(module))
    return module


def imports_accelerator(node: ast.AST) -> bool:
    """try: from _heapq import * …"""
    return isinstance(node, ast.Try) and any(
        isinstance(n, ast.ImportFrom) and n.module in ACCELERATED for n in node.body
    )


def in_python(function: Any) -> Any:
    """The Python version of a C function or class; None if there is none.

    >>> in_python(len), in_python(importlib.import_module("heapq").heappush).__name__
    (None, 'heappush')
    """
    home = ACCELERATED.get(getattr(function, "__module__", None) or "")
    home = home or ("operator" if getattr(function, "__module__", None) == "operator" else None)
    if home is None or not isinstance(function, (types.BuiltinFunctionType, type)):
        return None
    return getattr(without_accelerator(home), function.__name__, None)
