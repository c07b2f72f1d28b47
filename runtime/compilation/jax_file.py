"""Write files that `jax.export.deserialize` reads: a StableHLO artifact with trees and types, in FlatBuffers.

The schema is JAX's `serialization.fbs`, version 3, which JAX 0.9 to 0.11 read. A file is one table; tables and vectors
refer to others that are written behind them.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._xla import Aval

KINDS = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 bfloat16 int4 "
    "uint4 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz"
).split()
SCHEMA, CALLING_CONVENTION, JAX = 3, 10, "0.10.2"


class Reference(NamedTuple):
    """A reference to data that are written behind it; `write` appends them and gives their position."""

    write: Callable[[bytearray], int]


class Scalar(NamedTuple):
    """A number in a table, by its code in `struct`."""

    code: str
    value: Any


Slots = Mapping[int, Reference | Scalar]


def width(slot: Reference | Scalar) -> int:
    return 4 if isinstance(slot, Reference) else struct.calcsize(slot.code)


def table(slots: Slots) -> Reference:
    """A table with values in these slots of its schema."""
    return Reference(lambda out: _write_table(out, slots))


def _write_table(out: bytearray, slots: Slots) -> int:
    count, places, size = max(slots, default=-1) + 1, {}, 4
    for number, slot in sorted(slots.items(), key=lambda item: -width(item[1])):
        size += -size % width(slot)
        places[number] = size
        size += width(slot)
    out += bytes(-(len(out) + 4 + 2 * count) % 4)
    offsets = len(out)
    out += struct.pack(f"<HH{count}H", 4 + 2 * count, size, *(places.get(k, 0) for k in range(count)))
    start = len(out)
    out += struct.pack("<i", start - offsets) + bytes(size - 4)
    for number, slot in slots.items():
        place = start + places[number]
        if isinstance(slot, Scalar):
            struct.pack_into("<" + slot.code, out, place, slot.value)
        else:
            struct.pack_into("<I", out, place, slot.write(out) - place)
    return start


def _write_vector(out: bytearray, count: int, payload: bytes) -> int:
    out += bytes(-len(out) % 4)
    start = len(out)
    out += struct.pack("<I", count) + payload
    return start


def raw(content: bytes) -> Reference:
    return Reference(lambda out: _write_vector(out, len(content), content))


def string(text: str) -> Reference:
    content = text.encode()
    return Reference(lambda out: _write_vector(out, len(content), content + b"\0"))


def numbers(code: str, values: Sequence[int]) -> Reference:
    return Reference(
        lambda out: _write_vector(out, len(values), struct.pack(f"<{len(values)}{code}", *values))
    )


def references(items: Sequence[Reference]) -> Reference:
    def write(out: bytearray) -> int:
        start = _write_vector(out, len(items), bytes(4 * len(items)))
        for k, item in enumerate(items):
            place = start + 4 + 4 * k
            struct.pack_into("<I", out, place, item.write(out) - place)
        return start

    return Reference(write)


# -- trees and types -----------------------------------------------------------------------------------------------


def tree(value: Any) -> Reference:
    """Lists, tuples and dicts (of texts) of leaves; None is a tree without leaves."""
    if value is None:
        return table({0: Scalar("b", 1)})
    if type(value) in (tuple, list):
        items = {1: references([tree(v) for v in value])} if value else {}
        return table({0: Scalar("b", 2 if type(value) is tuple else 3), **items})
    if type(value) is dict:
        keys = sorted(value)
        named = {1: references([tree(value[k]) for k in keys]), 2: references(list(map(string, keys)))}
        return table({0: Scalar("b", 4), **(named if value else {})})
    return table({0: Scalar("b", 0)})


def aval(a: Aval) -> Reference:
    """Raises ValueError for a dtype that the schema has not."""
    if (kind := np.dtype(a.dtype).name) not in KINDS:
        raise ValueError(f"files of JAX have no dtype {kind}")
    shape = references([string(str(n)) for n in a.shape])
    return table({0: Scalar("b", 0), 1: shape, 2: Scalar("b", KINDS.index(kind)), 3: Scalar("b", 1)})


def jax_file(
    name: str,
    artifact: bytes,
    parameters: Sequence[Aval],
    results: Sequence[Aval],
    arguments: tuple[tuple[Any, ...], dict[Any, Any]],
    result: Any,
) -> bytes:
    """A program for the CPU as a file of `jax.export`.

    Args:
        arguments: (positional, keywords) as trees of leaves; the parameters are these leaves in order.
        result: the tree of the results.
    """
    given, found = len(parameters), len(results)
    types, whole = [*parameters, *results], table({})
    root = table(
        {
            0: Scalar("H", SCHEMA),
            1: string(name),
            2: tree(arguments),
            3: references(list(map(aval, parameters))),
            4: tree(result),
            5: references(list(map(aval, results))),
            7: references([whole] * given),
            8: references([whole] * found),
            9: references([string("cpu")]),
            **{k: references([]) for k in (10, 11, 12, 20, 21)},
            13: raw(artifact),
            14: Scalar("H", CALLING_CONVENTION),
            15: numbers("H", range(given)),
            16: Scalar("?", False),
            18: Scalar("I", 1),
            19: references(list(map(aval, types))),
            22: numbers("I", range(given)),
            23: numbers("I", range(given, given + found)),
            24: numbers("I", [0] * given),
            25: numbers("I", [0] * found),
            26: string(JAX),
        }
    )
    out = bytearray(4)
    struct.pack_into("<I", out, 0, root.write(out))
    return bytes(out)
