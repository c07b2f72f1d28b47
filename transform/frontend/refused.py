"""What the language refuses: a table (node, phrase, way out), from which docs/language.md is generated."""
from __future__ import annotations

from typing import Any

import gast

from ..errors import CompileError

REFUSED: dict[type, tuple[str, str]] = {
    gast.Try: ("try is not in the language", "check the condition with if, or catch the exception outside the compiled function"),
    gast.Yield: ("generators are not in the language", "return a list, or write the loop out"),
    gast.YieldFrom: ("generators are not in the language", "return a list, or write the loop out"),
    gast.Await: ("async code is not in the language", "compile the synchronous part"),
    gast.AsyncFunctionDef: ("async code is not in the language", "compile the synchronous part"),
    gast.AsyncFor: ("async code is not in the language", "compile the synchronous part"),
    gast.AsyncWith: ("async code is not in the language", "compile the synchronous part"),
    gast.ClassDef: ("a class defined inside a compiled function", "define the class outside the function"),
}


def refuse(node: Any) -> CompileError:
    """The error for a syntax node that has no rule."""
    phrase, hint = REFUSED.get(type(node), (f"{type(node).__name__} is not in the language", None))
    return CompileError(phrase, hint)
