"""The public modules, and the names that each offers: for the web site, and for the checks of types."""

from __future__ import annotations

import ast
import importlib
import pathlib
import types
from collections.abc import Iterator

import recto


def modules() -> list[str]:
    """All public modules below `recto`, from its table of names downwards."""
    return [found for name in recto._MODULES for found in below(f"recto.{name}")]


def below(name: str) -> Iterator[str]:
    """A module and the public ones inside it. (Distributions are offered in another folder than they are in.)"""
    module = importlib.import_module(name)
    yield name
    for inner in offered(module):
        value = getattr(module, inner)
        if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{name}."):
            yield from below(f"{name}.{inner}")


def offered(module: types.ModuleType) -> list[str]:
    """`__all__`; else what the module's stub declares, or what the module defines. A stub is written for one
    version of NumPy: names that another one lacks are not offered.
    """
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    stub = pathlib.Path(module.__file__ or "").with_suffix(".pyi")
    names = sorted(declared(stub) if stub.is_file() else own(module))
    return [name for name in names if not name.startswith("_") and hasattr(module, name)]


def declared(stub: pathlib.Path) -> set[str]:
    """The functions that a stub declares, and the modules of the same package that it imports."""
    body = ast.parse(stub.read_text()).body
    inside = [n for n in body if isinstance(n, ast.ImportFrom) and n.level and not n.module]
    functions = {n.name for n in body if isinstance(n, ast.FunctionDef)}
    return functions | {alias.name for n in inside for alias in n.names}


def own(module: types.ModuleType) -> set[str]:
    return {
        name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__
    }
