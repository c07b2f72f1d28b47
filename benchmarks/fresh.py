"""Functions that no cache has seen: modules made again from their text, each time with other constants."""
from __future__ import annotations

import importlib.util
import itertools
import pathlib
import tempfile
from collections.abc import Callable

SOURCES = pathlib.Path(__file__).with_name("sources")
MARK = "1.2345"         # a number in every text: its further digits are counted up
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="recto-bench-"))
NUMBERS = itertools.count()


def source(name: str) -> str:
    return (SOURCES / f"{name}.py").read_text()


def for_jax(text: str) -> str:
    return text.replace("import numpy as np", "import jax.numpy as np")


def function(text: str, number: int | None = None) -> Callable:
    """The function f of a new module with this text; a number fixes its constants."""
    k = next(NUMBERS)
    name = f"fresh_{k}"
    path = FOLDER / f"{name}.py"
    path.write_text(text.replace(MARK, f"{MARK}{k if number is None else number:06d}1"))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f
