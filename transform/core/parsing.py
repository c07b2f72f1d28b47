"""Parse and compile Python's syntax trees, one thread at a time; walk over them, and over gast's, without gast.

CPython 3.11 counts the depth of a tree that it converts for all threads together: two that do so at once end with
`SystemError: AST constructor recursion depth mismatch` (python/cpython#106905).
"""

from __future__ import annotations

import ast
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
_lock = threading.RLock()
TRIES = 20  # threads that are not ours may parse meanwhile


def parse(text: str, *args: Any, **kwargs: Any) -> Any:
    """ast.parse.

    >>> type(parse("x + 1").body[0]).__name__
    'Expr'
    """
    return _alone(lambda: ast.parse(text, *args, **kwargs))


def compile_tree(
    tree: ast.Module | ast.Expression | str, filename: str, mode: str = "exec", flags: int = 0
) -> types.CodeType:
    """compile() without the future statements of this module."""
    code: types.CodeType = _alone(lambda: compile(tree, filename, mode, flags, dont_inherit=True))
    return code


def _alone(action: Callable[[], T]) -> T:
    for left in reversed(range(TRIES)):
        try:
            with _lock:
                return action()
        except SystemError as error:
            if not left or "recursion depth" not in str(error):
                raise
    raise AssertionError  # the last try returns or raises


def nodes_in(tree: ast.AST) -> Iterator[Any]:
    """The node and all that are inside it, in the order of ast.walk, which takes three times as long.

    >>> tree = ast.parse("f(x)[k] = -y + 1")
    >>> list(nodes_in(tree)) == list(ast.walk(tree))
    True
    """
    pending = [tree]
    for node in pending:
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                pending.append(value)
            elif type(value) is list:
                pending += [item for item in value if isinstance(item, ast.AST)]
