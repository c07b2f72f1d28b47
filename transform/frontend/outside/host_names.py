"""Names of host functions in printed source: NumPy's and SciPy's by their public names, Recto's own
that stand in for SciPy's with their definitions, others by their name alone.
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import inspect
import sys
import textwrap
import types
from collections.abc import Callable
from typing import Any

from ...core.parsing import parse

PUBLIC = {"np": "numpy", "special": "scipy.special"}  # as printed source imports them
OWN = __name__.partition(".")[0] + ".scipy."  # functions of Recto that compute what SciPy does
LIBRARIES = ("numpy", "scipy")


def written_name(function: Any) -> str:
    """The name of a function in printed source."""
    name = getattr(function, "__name__", "")
    if not name.isidentifier():
        return "callback"
    for short, module in PUBLIC.items():
        if getattr(sys.modules.get(module), name, None) is function:
            return f"{short}.{name}"
    if is_own(function) and not stands_alone(function.__code__, function.__globals__):
        return f"{function.__module__}.{name}"
    return name


def definition_of(function: Any) -> str:
    """The definition that printed source needs to call this function: nothing for those that are not
    Recto's."""
    function = inspect.unwrap(function)
    if not is_own(function) or not stands_alone(function.__code__, function.__globals__):
        return ""
    return _definition(function)


def is_own(function: Any) -> bool:
    return (
        isinstance(function, types.FunctionType)
        and function.__module__.startswith(OWN)
        and function.__name__.isidentifier()
    )


def stands_alone(code: types.CodeType, around: dict[str, Any]) -> bool:
    """Whether a function reads nothing from around it but libraries."""
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    read = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    found = all(is_library(around[n]) for n in read & around.keys())
    return found and not code.co_freevars and all(stands_alone(c, around) for c in inner)


def is_library(value: Any) -> bool:
    return isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] in LIBRARIES


@functools.cache
def _definition(function: Callable[..., Any]) -> str:
    """The def without its decorators, annotations and docstring, and with SciPy's modules under their full names."""
    tree = parse(textwrap.dedent(inspect.getsource(function))).body[0]
    tree.decorator_list, tree.returns = [], None
    if ast.get_docstring(tree):
        del tree.body[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.Name) and not hasattr(builtins, node.id) and node.id in function.__globals__:
            node.id = full_name(function.__globals__[node.id].__name__)
    return ast.unparse(tree)


def full_name(module: str) -> str:
    return next((short for short, name in PUBLIC.items() if name == module), module)
