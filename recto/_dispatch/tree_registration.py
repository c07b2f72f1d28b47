"""Register the dataclasses among a call's arguments as trees with jaxlib."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import threading
import types
from collections.abc import Iterable
from typing import Any

from recto.runtime import pytree

from recto.transform.core.hosted.handles import is_handled
from recto.transform.core.registered import is_generated
from recto.transform.core.sparsity import is_sparse
from recto.transform.library.plain.composite import Parts as Composite

from .._convention.composites import Disassembled
from .._convention.listed import Listed
from .._convention.stores import LEAVES
from .._convention.tree_classes import (
    Parts,
    attributes_of,
    circle,
    flatten_handled,
    flatten_sparse,
    guess_children,
    holds_anything,
    instances,
    is_registered,
    note_parts,
    put_together,
    unflatten_handled,
    unflatten_sparse,
)

OWN = ("recto.runtime", "recto.transform", "recto._")
_registering = threading.Lock()
pytree.register_class(
    Listed, lambda node: ((node.array,), node.kinds), lambda kinds, parts: Listed(parts[0], kinds)
)


def flatten_apart(value: Disassembled) -> tuple[tuple, tuple]:
    cls, children, fixed = value.parts
    return tuple(children.values()), (cls, tuple(children), tuple(fixed.items()))


def unflatten_apart(data: tuple, children: Iterable) -> Disassembled:
    cls, names, fixed = data
    return Disassembled(Composite(cls, dict(zip(names, children)), dict(fixed)))


pytree.register_class(Disassembled, flatten_apart, unflatten_apart)


def register_all(values: list) -> bool:
    """Register the dataclasses among these values (and inside them) as trees. True if any was new."""
    with _registering:
        return any([register(value) for value in instances(values)])


def register_dataclasses(values: list) -> None:
    """The same for dataclasses of the user's alone, before they are taken for leaves."""
    with _registering:
        for value in instances(values):
            if dataclasses.is_dataclass(value) and not type(value).__module__.startswith(OWN):
                register(value)


def register(value: Any) -> bool:
    cls = type(value)
    if is_registered(cls):
        return False
    if is_sparse(value):
        with contextlib.suppress(ValueError):
            pytree.register_class(cls, flatten_sparse, functools.partial(unflatten_sparse, cls))
        note_parts(cls, Parts(("data",)))
        return True
    if is_handled(value):
        with contextlib.suppress(ValueError):
            pytree.register_class(cls, flatten_handled, unflatten_handled)
        note_parts(cls, Parts(("handle",)))
        return True
    found = guess_children(value)
    with contextlib.suppress(ValueError):  # jaxlib's registry has it
        own = isinstance(cls.__init__, types.FunctionType) and is_generated(cls.__init__)
        whole = own and sorted(found.children) == sorted(f.name for f in dataclasses.fields(cls) if f.init)
        check = check_no_circle if holds_anything(cls) else None
        if whole and check is None:
            pytree.register_dataclass(cls, found.children)
        else:
            make = (lambda parts: cls(**parts)) if whole else functools.partial(put_together, cls)
            pytree.register_attributes(cls, found.children, found.structure, make, check)
    note_parts(cls, found)
    return True


def check_no_circle(value: Any) -> None:
    """Raises CompileError if an object holds itself."""
    pending, seen = [value], set()
    while pending:
        for part in parts_of(pending.pop()):
            if type(part) in LEAVES:
                continue
            if part is value:
                raise circle(value)
            if id(part) not in seen and (isinstance(part, (list, tuple, dict)) or is_registered(type(part))):
                seen.add(id(part))
                pending.append(part)


def parts_of(value: Any) -> Iterable:
    """The items of a container, or the children of an object."""
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, (list, tuple)):
        return value
    return [getattr(value, name) for name in attributes_of(value).children]
