"""Trees of containers: tuples, lists, dicts, namedtuples, None, and registered classes, with arrays and numbers as
leaves."""

from recto.runtime.pytree import (
    flatten,
    flatten_with_path,
    leaves,
    map,
    register_class,
    register_dataclass,
    structure,
    unflatten,
)

__all__ = [
    "flatten",
    "flatten_with_path",
    "leaves",
    "map",
    "register_class",
    "register_dataclass",
    "structure",
    "unflatten",
]
