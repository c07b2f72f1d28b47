"""What is told of classes: users tell the facade of theirs, modules that stand for a library tell of its classes."""

from collections.abc import Callable
from typing import Any

STRUCTURE: dict[type, frozenset[str]] = {}          # of classes that are trees: the attributes that are no children
ORIGINALS: dict[type, Callable[..., Any]] = {}      # makes what an object stands for outside, from its attributes
