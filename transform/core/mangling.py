"""Private name mangling (Python's language reference, 6.2.1): in a class C, the identifier __x means _C__x.

>>> print(ast.unparse(mangle_names(ast.parse('''
... class Account:
...     def rest(self, __fee):
...         return self.__total - __fee
... '''))))
class Account:
<BLANKLINE>
    def rest(self, _Account__fee):
        return self._Account__total - _Account__fee
"""

from __future__ import annotations

import ast
import re
import unicodedata

PRIVATE = re.compile(r"\b__\w*(?<!__)\b")
IDENTIFIERS: dict[type, tuple[str, ...]] = {  # the fields of each node that are identifiers, or lists of them
    ast.Name: ("id",),
    ast.Attribute: ("attr",),
    ast.arg: ("arg",),
    ast.alias: ("asname",),
    ast.Global: ("names",),
    ast.Nonlocal: ("names",),
    ast.FunctionDef: ("name",),
    ast.AsyncFunctionDef: ("name",),
    ast.ClassDef: ("name",),
    ast.MatchAs: ("name",),
    ast.MatchStar: ("name",),
    ast.MatchMapping: ("rest",),
}


def mangle_names(tree: ast.Module) -> ast.Module:
    """The tree, whose private names inside classes are replaced in place."""
    _replace(tree, None)
    return tree


def mangle(name: str, cls: str | None) -> str:
    """The identifier that a name stands for inside a class.

    >>> mangle("__x", "_Node"), mangle("__init__", "Node"), mangle("__x", None), mangle("__x", "__")
    ('_Node__x', '__init__', '__x', '__x')
    """
    private = name.startswith("__") and not name.endswith("__") and "." not in name
    return f"_{cls.lstrip('_')}{name}" if private and cls is not None and cls.strip("_") else name


def has_private(text: str) -> bool:
    """Whether a text may contain a name that is replaced.

    >>> has_private("self.__init__(x__y)"), has_private("self.__x")
    (False, True)
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)  # as Python reads identifiers
    return "__" in plain and PRIVATE.search(plain) is not None


def _replace(node: ast.AST, cls: str | None) -> None:
    if cls is not None:
        for field in IDENTIFIERS.get(type(node), ()):
            value = getattr(node, field)
            setattr(
                node,
                field,
                [mangle(v, cls) for v in value]
                if isinstance(value, list)
                else mangle(value, cls)
                if isinstance(value, str)
                else value,
            )
    if isinstance(node, ast.ClassDef):
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            _replace(part, cls)
        for statement in node.body:
            _replace(statement, node.name)
        return
    for child in ast.iter_child_nodes(node):
        _replace(child, cls)
