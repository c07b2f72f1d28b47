"""The table of refused constructs (code, message, hint), from which docs/errors.md is generated."""

from __future__ import annotations

import dataclasses
from typing import Any

import gast

from ...core.errors import CompileError


@dataclasses.dataclass(frozen=True)
class Refusal:
    """Something that Python has and the language has not. Message and hint may have holes for names."""

    written: str
    message: str
    hint: str

    def error(self, **names: Any) -> CompileError:
        return CompileError(self.message.format(**names), self.hint.format(**names))


TRY = Refusal("try: … except* E: …", "except* is not supported", "use except")
YIELD_INSIDE = Refusal(
    "f((yield x))", "yield inside an expression is not supported", "assign its value first: sent = yield x"
)
ASYNC = Refusal("async def, await, async for", "async code is not supported", "compile the synchronous part")
CLASS = Refusal(
    "class C(metaclass=M): … in a function",
    "a class in a function has a metaclass or other keywords",
    "define the class outside the function",
)
ALIAS = Refusal("type T = …", "type aliases are not supported", "define the alias outside the function")
TEMPLATE = Refusal('t"…"', "template strings are not supported", "use an f-string")
REFUSED: dict[type, Refusal] = {
    gast.TryStar: TRY,
    gast.Await: ASYNC,
    gast.AsyncFunctionDef: ASYNC,
    gast.AsyncFor: ASYNC,
    gast.AsyncWith: ASYNC,
    gast.TypeAlias: ALIAS,
    gast.TemplateStr: TEMPLATE,
}

OUTSIDE = Refusal(
    "b[k] = v of a global bytearray or array.array",
    "{path} is mutated, but is neither an object of a Python class, nor a list, nor a dict",
    "use a list or a dict, or return the new value",
)
SHARED = Refusal(
    "obj.a = … of an argument obj that has an __eq__",
    "{path} is mutated, but compiled code is shared between equal objects",
    "make its class a dataclass, or define no __eq__",
)
DELETE = Refusal(
    "del a.shape",
    "only names, items of containers and attributes of objects can be deleted",
    "assign None instead",
)
RERAISE = Refusal(
    "raise without an exception",
    "raise without an exception",
    "there is nothing to re-raise here: name the exception",
)
WITH = Refusal(
    "with manager: …",
    "{what} can't be entered in compiled code",
    "`with` takes objects with __enter__ and __exit__ that are written in Python, np.errstate(…), "
    "and what contextlib makes: contextmanager, suppress, nullcontext, closing",
)
REBOUND = Refusal(
    "x += y of an argument, a view or a second name, in code that calls jax",
    "in-place update of an aliased array in code written for JAX, whose arrays are immutable",
    "write x = x + y for a new array, or x[...] += y to change the array in place",
)
IDENTITY = Refusal(
    "x is y of numbers", "`is` between numbers is not supported", "compare with == instead of `is`"
)
FILTERED = Refusal(
    "[(v, x) for v in x if v > 0]",
    "a comprehension with a dynamic condition gives a list of unknown length",
    "use np.where, or a loop that accumulates",
)
HIDDEN_STATE = Refusal(
    "secrets.token_bytes(8), random.SystemRandom()",
    "{name} uses hidden random state",
    "use recto.random with an explicit key, or pass the numbers in",
)
NEW_OBJECT = Refusal(
    "C(…) of a class with a metaclass's __call__, or not written in Python",
    "objects of class {name} can't be made in compiled code",
    "use a class that is written in Python and has no metaclass with a __call__",
)
UNKNOWN = Refusal(
    "open(…), eval(…), os.getcwd() …",
    "{name} is not known to the compiler",
    "call it outside of the compiled function and pass the result in",
)


def refuse(node: Any) -> CompileError:
    """The error for a syntax node that has no rule."""
    refusal = REFUSED.get(type(node))
    return refusal.error() if refusal else CompileError(f"{type(node).__name__} is not supported")


def refused_table() -> str:
    """The table in Markdown."""
    rows = dict.fromkeys(value for value in globals().values() if isinstance(value, Refusal))
    lines = [f"| {code(row.written)} | {name_holes(row.message)} | {name_holes(row.hint)} |" for row in rows]
    return "\n".join(["| code | message | what to do instead |", "|---|---|---|", *lines])


def code(text: str) -> str:
    return f"`{text}`"


def name_holes(text: str) -> str:
    """A message with its holes shown as placeholders."""
    return text.format(name="*name*", path="*name*", what="*what*")
