"""Check that a record of the disk cache has the form that `records.keep` writes.

Its guards and the types of captured arrays are tested elsewhere, and the executable by `runtime.check`. This is about
the rest: a record that was damaged or forged is ignored, and does not fail where it is used.
"""

from __future__ import annotations

import collections
from typing import Any

from recto import runtime
from recto.transform import Path, outs

from .._convention.arguments import at, is_array, is_tree_class
from .._convention.epilogue import Epilogue
from .fingerprints import of_library
from .object_paths import ARGUMENTS

PARTS = {
    "captures": (list, Path),
    "used": (tuple, Path),
    "static": (frozenset, (int, str)),
    "frozen": (frozenset, tuple),
    "parameters": (tuple, runtime.Aval),
    "results": (tuple, runtime.Aval),
    "donated": (tuple, int),
    "same": (tuple, int),
}
NODES = (
    tuple,
    list,
    dict,
    type(None),
    collections.OrderedDict,
    collections.defaultdict,
    runtime.pytree.Constant,
)


def is_sound(record: Any, known: dict[Any, Any]) -> bool:
    """Whether the parts of a record are of the right classes, and the numbers in them in range. May raise
    anything for one that is not sound."""
    for name, (kind, item) in PARTS.items():
        if type(getattr(record, name)) is not kind or not all(
            isinstance(v, item) for v in getattr(record, name)
        ):
            return False
    for place in (*((p,) for p in record.static), *record.frozen):
        hash(argument(known, place))
    if tuple(record.captures) != record.used or record.count != len(record.results):
        return False
    if isinstance(record.structure, Epilogue):
        return fits_call(record.structure, record, known)
    return not record.executable or is_structure(record.structure)


def is_structure(described: Any) -> bool:
    """A tree as `pytree.describe` gives it: of built-in containers, and of classes that are not recto's own, such as
    the one whose nodes are calls."""
    if described is None or described == "*":
        return True
    kind, _, children = described
    return (kind in NODES or isinstance(kind, type) and not of_library(kind)) and all(
        map(is_structure, children)
    )


def fits_call(epilogue: Epilogue, record: Any, known: dict[Any, Any]) -> bool:
    """Whether the work behind a call can be done: the results, and the arrays that are written, are there."""
    targets = [argument(known, place) for place in epilogue.places]
    return (
        all(0 <= k < record.count for k in (*outs([epilogue.structure, *epilogue.heaps]), *epilogue.contents))
        and len(targets) == len(epilogue.contents)
        and all(map(is_array, targets))
        and epilogue.captures == record.captures
    )


def argument(known: dict[Any, Any], place: tuple) -> Any:
    """The argument, or the part of one, at a place. Raises LookupError where there is none."""
    for number, key in enumerate(place):
        owner = at(*known[ARGUMENTS], place[:number]) if number else None
        if is_tree_class(owner) and key not in owner.__dataclass_fields__:
            raise LookupError(key)
    return at(*known[ARGUMENTS], place)
