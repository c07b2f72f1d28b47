"""Spelling of names and values in error messages: suggestions for misspelt names, and descriptions of values."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any


def close(wanted: str, known: Iterable[str], count: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that are most like the one that was written, best first.

    >>> close("tahn", ["sin", "tanh", "tan"])
    ['tanh']
    """
    import difflib  # rarely needed: a process that only calls compiled functions does without

    names = [name for name in known if not name.startswith("_") or wanted.startswith("_")]
    plain = {name.lower(): name for name in reversed(list(names))}
    found = difflib.get_close_matches(wanted.lower(), list(plain), max(count, 3), cutoff)
    # letters exchanged: the likeliest slip
    found.sort(key=lambda name: sorted(name) != sorted(wanted.lower()))
    return [plain[name] for name in found[:count]]


def did_you_mean(wanted: str, known: Iterable[str], count: int = 1, cutoff: float = 0.6) -> str:
    """The question, or nothing where no name is like it.

    >>> did_you_mean("sinn", dir(__import__("numpy")))
    'did you mean sin?'
    """
    found = close(wanted, known, count, cutoff)
    return f"did you mean {' or '.join(found)}?" if found else ""


def no_attribute(module: str, name: str, known: Iterable[str]) -> AttributeError:
    """The error of a module that does not have a name."""
    meant = did_you_mean(name, known) if not name.startswith("__") else ""
    # `name=` and `obj=` keep Python from asking a second time when it prints the error
    return AttributeError(
        f"module {module!r} has no attribute {name!r}{meant and ': ' + meant}", name=name, obj=None
    )


def names_of(obj: Any) -> list[str]:
    """The result of `dir`, or nothing if a user's `__dir__` fails."""
    try:
        return [name for name in dir(obj) if isinstance(name, str)]
    except Exception:
        return []


PLAIN = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis))
CONTAINERS: dict[type, tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), dict: ("{", "}")}
NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)
LONGEST = 60


def plain_text(value: Any) -> str:
    """A value in an error: Python's own text for numbers, texts and containers of them, for other things their class.

    The user's `__repr__` is not called: it may take its time, fail, or have many lines.

    >>> plain_text([1, "a", object()])
    "[1, 'a', an object]"
    """
    if type(value) in PLAIN:
        text = repr(value)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    if type(value) in CONTAINERS:
        before, after = CONTAINERS[type(value)]
        items = (
            [f"{plain_text(k)}: {plain_text(v)}" for k, v in value.items()]
            if isinstance(value, dict)
            else [plain_text(v) for v in value]
        )
        one = "," * (type(value) is tuple and len(items) == 1)
        text = f"{before}{', '.join(items)}{one}{after}"
        return text if len(text) <= LONGEST else with_article(type(value).__name__)
    return describe_callable(value) if isinstance(value, NAMED) else with_article(type(value).__name__)


def describe_callable(value: Any) -> str:
    """The name of a function, class or module; any other object is called by its class."""
    return value.__name__ if isinstance(value, NAMED) else type(value).__name__


def with_article(word: str) -> str:
    """
    >>> with_article("Array")
    'an Array'
    """
    return f"{'an' if word[:1] in 'aeiouAEIOU' or word.startswith('nd') else 'a'} {word}"
