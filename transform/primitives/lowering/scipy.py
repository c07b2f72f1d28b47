"""Lazy imports of SciPy's modules (an import takes longer than all of Recto's own modules)."""

from __future__ import annotations

import importlib
from typing import Any


class Module:
    """Stands for a module: `special.erf` is a function that imports it when called."""

    def __init__(self, name: str):
        self.name = name

    def __getattr__(self, name: str) -> Any:
        def function(*args: Any, **kwargs: Any) -> Any:
            return getattr(importlib.import_module(self.name), name)(*args, **kwargs)

        function.__name__ = name
        return function


special, sparse, sparse_linalg = map(Module, ("scipy.special", "scipy.sparse", "scipy.sparse.linalg"))
