"""Descriptions of compiled functions for `repr`, `help` and `g?`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .source import title, undecorate


def made_by(function: Any) -> list[str]:
    """The transformations, the outermost first: ["recto.vmap", "recto.grad"]; of a plain function ["recto.jit"]."""
    found = []
    inner = getattr(function, "__wrapped__", None)
    while inner is not None:
        if hasattr(inner, "prefix"):
            name = (inner.prefix or inner.rule).rstrip("_")
            if inner.prefix or found[-1:] != ["recto.hessian"]:
                found.append(f"recto.{name}")
        elif hasattr(inner, "__recto_function__") and not hasattr(inner.__wrapped__, "prefix"):
            found.append("recto.jit")
        inner = getattr(inner, "__wrapped__", None)
    return found or ["recto.jit"]


def called(function: Callable[..., Any]) -> str:
    """loss(w, b=1.0), without annotations."""
    user = undecorate(function)
    if not inspect.isroutine(user):
        return getattr(user, "__name__", type(user).__name__)
    try:
        given = inspect.signature(user)
    except (TypeError, ValueError):
        return getattr(user, "__name__", "f")
    plain = [p.replace(annotation=p.empty) for p in given.parameters.values()]
    name = getattr(user, "__name__", "f")
    return f"{name}{given.replace(parameters=plain, return_annotation=given.empty)}"


def describe_function(function: Any) -> str:
    """<recto.grad of loss(w, b=1.0)>"""
    return f"<{' of '.join(made_by(function))} of {called(function)}>"


def document_function(function: Any) -> str | None:
    """The text on how a transformed function was made, then its author's docstring of the function."""
    user = inspect.getdoc(undecorate(function))
    steps = made_by(function)
    if steps == ["recto.jit"]:
        return user
    what = title(function) or f"{' of '.join(steps)} of {called(function)}"
    said = f"{what[:1].upper()}{what[1:]}.\n\nMade by {' of '.join(steps)}; .source(…) prints it."
    return f"{said}\n\n{user}" if user else said
