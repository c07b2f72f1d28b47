"""Register the dataclasses among a call's arguments as trees with jaxlib."""
from __future__ import annotations

import contextlib
import dataclasses
import functools
import threading
from typing import Any

from recto.runtime import pytree

from .._convention.tree_classes import guessed, instances, is_registered, note_parts, put_together

_registering = threading.Lock()


def register_all(values: list) -> bool:
    """Register the dataclasses among these values (and inside them) as trees. True if any was new."""
    with _registering:
        return any([register(value) for value in instances(values)])


def register(value: Any) -> bool:
    cls = type(value)
    if is_registered(cls):
        return False
    found = guessed(value)
    with contextlib.suppress(ValueError):       # jaxlib's registry has it
        if sorted(found.children) == sorted(f.name for f in dataclasses.fields(cls) if f.init):
            pytree.register_dataclass(cls, found.children)
        else:
            pytree.register_attributes(cls, found.children, found.structure, functools.partial(put_together, cls))
    note_parts(cls, found)
    return True
