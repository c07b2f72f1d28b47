"""Sharded checkpoints: a folder of arrays by parts, written by all processes, read on any number of them.

    tree.json            every leaf: its path in the tree, dtype, shape
    parts-<n>.json       what process n wrote: leaf, place in the array, file, CRC
    <leaf>-<start>.npy   one part of an array, as it lay on a device; a part that several hold is written once

The folder is written under another name and renamed when all is there, so a folder of that name is complete.
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import shutil
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from recto import runtime
from recto.runtime import Array, NamedSharding, Sharding, process_count, process_index, pytree

from .._boundary.argument_checks import check_arguments

FORMAT = 1
TIMEOUT = 600.0  # seconds that a process waits for the others to have written


class Part(NamedTuple):
    """A block of an array, and the file that holds it."""

    leaf: int
    start: tuple[int, ...]
    shape: tuple[int, ...]
    file: str
    crc: int


@check_arguments
def save(folder: str | os.PathLike, tree: Any) -> None:
    """Write a tree of arrays into a folder, which must not exist. All processes have to call it, with one file system.

    Each process writes the parts that its devices hold. The folder is there once everything is written.

    Raises:
        FileExistsError: the folder is there already.
        RuntimeError: another process failed.
        TypeError: a leaf that is no array or number.

    >>> import numpy as np, os, recto, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "step-100")
    >>> recto.distributed.save(folder, {"w": np.arange(4.0), "step": 100})
    >>> recto.distributed.load(folder, {"w": None, "step": None})["w"]
    array([0., 1., 2., 3.])
    """
    final = pathlib.Path(folder)
    target = final.with_name(final.name + ".unfinished")
    leaves, _ = pytree.flatten_with_path(tree)
    named = [(pytree.show_path(path), as_array(leaf, pytree.show_path(path))) for path, leaf in leaves]
    _begin(final, target)
    parts = [_write(target, part, k, start) for k, (_, x) in enumerate(named) for start, part in owned(x)]
    (target / f"parts-{process_index()}.json").write_text(json.dumps(parts))
    _wait(final, "written")
    if process_index() == 0:
        listed = [{"path": p, "dtype": str(x.dtype), "shape": list(x.shape)} for p, x in named]
        head = {"format": FORMAT, "processes": process_count(), "leaves": listed}
        (target / "tree.json").write_text(json.dumps(head, indent=1))
        os.replace(target, final)
    _wait(final, "named")


def as_array(leaf: Any, path: str) -> Any:
    if isinstance(leaf, Array):
        return leaf
    value = np.asarray(leaf)
    if not runtime.is_supported(value.dtype):
        raise TypeError(f"{path or 'the tree'} is no array of numbers, but {type(leaf).__name__}")
    return value


_saved: dict[str, int] = {}


def _wait(final: pathlib.Path, what: str) -> None:
    """Until all processes have come so far with this folder."""
    name = f"{final.absolute()}/{what}"
    _saved[name] = _saved.get(name, 0) + 1
    runtime.barrier(f"save/{name}/{_saved[name]}", TIMEOUT)


def _begin(final: pathlib.Path, target: pathlib.Path) -> None:
    """Make the folder for the parts in one process. All of them raise if the final folder is there."""
    if process_index() == 0 and not final.exists():
        shutil.rmtree(target, ignore_errors=True)  # of a run that was ended
        target.mkdir(parents=True)
    _wait(final, "begun")
    if final.exists():
        raise FileExistsError(f"{final} is there already: save into another folder, or remove it")
    if not target.is_dir():
        raise RuntimeError(
            f"process {process_index()} does not see {target}, which process 0 made: all processes have to save "
            "to one file system"
        )


def owned(x: np.ndarray | Array) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """The parts of an array that this process writes, with their places: of devices that hold the same part the first
    one's, and of an array that is no global one process 0's."""
    if not isinstance(x, Array) or not isinstance(x.sharding, NamedSharding):
        if process_index() == 0:
            yield (0,) * x.ndim, np.asarray(x)
        return
    first: dict[tuple[int, ...], Any] = {}
    for device, place in x.sharding.devices_indices_map(x.shape).items():
        first.setdefault(tuple([s.start for s in place]), device)
    for shard in x.addressable_shards:
        start = tuple([s.start for s in shard.index])
        if first[start] == shard.device:
            yield start, np.asarray(shard.data)


def _write(folder: pathlib.Path, value: np.ndarray, leaf: int, start: tuple[int, ...]) -> Part:
    name = "-".join(map(str, (leaf, *start))) + ".npy"
    raw = np.ascontiguousarray(value).reshape(value.shape)
    if raw.dtype.type.__module__ == "ml_dtypes":  # the format .npy knows their bytes only
        raw = raw.view(np.dtype(f"u{raw.dtype.itemsize}"))
    np.save(folder / name, raw)
    return Part(leaf, start, value.shape, name, zlib.crc32(raw.tobytes()))


# -- reading ---------------------------------------------------------------------------------------------------


@check_arguments
def load(folder: str | os.PathLike, like: Any) -> Any:
    """Read a tree of arrays. Each process reads the parts that its devices need, however they were divided when saved.

    Args:
        folder: what `save` wrote.
        like: a tree of the same structure. A leaf says where an array goes: a sharding, or an array, whose sharding is
            taken; None, or another leaf, is read as a NumPy array.

    Raises:
        FileNotFoundError: there is no such folder.
        ValueError: it is damaged, or its tree is not that of `like`.
    """
    source = pathlib.Path(folder)
    head = json.loads((source / "tree.json").read_text())
    if head["format"] != FORMAT:
        raise ValueError(f"{source} was saved in format {head['format']}; this version reads {FORMAT}")
    is_leaf = lambda x: x is None or isinstance(x, Sharding)
    wanted, structure = pytree.flatten_with_path(like, is_leaf=is_leaf)
    paths, known = [pytree.show_path(path) for path, _ in wanted], [leaf["path"] for leaf in head["leaves"]]
    if paths != known:
        raise ValueError(f"the tree that was saved has the leaves {known}, and `like` has {paths}")
    parts = list(_parts(source, head["processes"]))
    leaves = [
        _placed(Stored(source, leaf, [p for p in parts if p.leaf == k]), place)
        for k, (leaf, (_, place)) in enumerate(zip(head["leaves"], wanted))
    ]
    return pytree.unflatten(structure, leaves)


def _parts(source: pathlib.Path, processes: int) -> Iterator[Part]:
    for n in range(processes):
        for leaf, start, shape, file, crc in json.loads((source / f"parts-{n}.json").read_text()):
            yield Part(leaf, tuple(start), tuple(shape), file, crc)


class Stored:
    """An array in a folder. `stored[index]` reads the files that overlap with the index, a tuple of slices."""

    def __init__(self, folder: pathlib.Path, leaf: dict, parts: Sequence[Part]) -> None:
        self.folder, self.parts, self.path = folder, parts, leaf["path"]
        self.shape, self.dtype = tuple(leaf["shape"]), dtype_named(leaf["dtype"])
        covered = sum(math.prod(p.shape) for p in parts)
        if covered != math.prod(self.shape):
            raise ValueError(f"{folder} has {covered} of {math.prod(self.shape)} elements of {self.path}")

    def __getitem__(self, index: tuple[slice, ...]) -> np.ndarray:
        starts = [s.start for s in index]
        out = np.empty([s.stop - s.start for s in index], self.dtype)
        for part in self.parts:
            low = [max(a, b) for a, b in zip(starts, part.start)]
            high = [min(s.stop, b + n) for s, b, n in zip(index, part.start, part.shape)]
            if all(a < b for a, b in zip(low, high)):
                to = tuple([slice(a - s, b - s) for a, b, s in zip(low, high, starts)])
                of = tuple([slice(a - s, b - s) for a, b, s in zip(low, high, part.start)])
                out[to] = self._read(part)[of]
        return out

    def _read(self, part: Part) -> np.ndarray:
        value = np.load(self.folder / part.file)
        if value.shape != part.shape or zlib.crc32(value.tobytes()) != part.crc:
            raise ValueError(f"{self.folder / part.file} is damaged: it is not what was saved")
        return value.view(self.dtype) if value.dtype != self.dtype else value


def dtype_named(name: str) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, name, name))


def _placed(stored: Stored, place: Any) -> Any:
    sharding = place.sharding if isinstance(place, Array) else place
    if isinstance(sharding, NamedSharding):
        return runtime.from_parts(sharding, stored.shape, stored.__getitem__)
    whole = stored[tuple([slice(0, n) for n in stored.shape])]
    return runtime.asarray(whole, sharding) if isinstance(sharding, Sharding) else whole
