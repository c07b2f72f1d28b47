"""Regular expressions: the functions of `re` and the methods of patterns on texts that are known while compiling.

m = re.match(r"layer(\\d+)", "layer3")        ⇒       m = <re.Match object>, int(m.group(1)) is 3
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..core.errors import CompileError, NeedsStatic
from .interpreter import Interpreter
from .state.values import DynamicText, External, compute

FUNCTIONS = (
    "compile",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
    "subn",
)
NO_TEXT = "look through it on the host, in a function with @recto.host(result=…)"


def is_of_expression(function: Any) -> bool:
    """Whether it is a method of a pattern or of a match."""
    return isinstance(getattr(function, "__self__", None), (re.Pattern, re.Match))


def call_expression(interp: Interpreter, function: Any, args: list, kwargs: dict, name: str = "") -> Any:
    """A function of `re`, or a method of a pattern or a match, computed now."""
    name = name or f"{type(function.__self__).__name__}.{function.__name__}"
    args, kwargs = [interp.settled(a) for a in args], {k: interp.settled(v) for k, v in kwargs.items()}
    for text in (*args, *kwargs.values()):
        if isinstance(text, DynamicText):
            message = f"{name} of a text that depends on data"
            raise (
                NeedsStatic(message, text.sources, NO_TEXT)
                if text.sources
                else CompileError(message, NO_TEXT)
            )
    if function.__name__ in ("sub", "subn"):
        own = isinstance(getattr(function, "__self__", None), re.Pattern)
        return substitute(interp, name, *([function.__self__] if own else []), *args, **kwargs)
    known = [interp.static_argument(a, name) for a in args]
    named = {k: interp.static_argument(v, name) for k, v in kwargs.items()}
    result = compute(lambda: function(*known, **named))
    if function.__name__ == "finditer":
        return interp.iterator_over(interp.wrap(list(result)))
    return interp.wrap(result)


def substitute(
    interp: Interpreter, name: str, pattern: Any, repl: Any, string: Any, count: Any = 0, flags: Any = 0
) -> Any:
    """re.sub and re.subn: what stands in place of a match may be computed by a function of the user's."""
    pattern, string, count, flags = [interp.static_argument(v, name) for v in (pattern, string, count, flags)]
    compiled = compute(re.compile, pattern, flags)
    parts, place, found = [], 0, 0
    if isinstance(repl.unread if isinstance(repl, External) else repl, str):
        text, found = compute(compiled.subn, interp.static_argument(repl, name), string, count)
    else:
        for match in compiled.finditer(string):
            if count and found == count:
                break
            parts += [string[place : match.start()], interp.call_back(repl, [match])]
            place, found = match.end(), found + 1
        text = interp.joined_text("", [*parts, string[place:]])
    return (text, found) if name.endswith("subn") else text


def function_of(name: str) -> Callable:
    function = getattr(re, name)
    return lambda interp, *args, **kwargs: call_expression(interp, function, list(args), kwargs, f"re.{name}")


REGULAR_EXPRESSIONS = {getattr(re, name): function_of(name) for name in FUNCTIONS}
