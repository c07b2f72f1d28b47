"""Exported programs for all values of sizes that have names: a text with holes, which a call's shapes fill."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any

from recto import runtime
from recto.transform import CompileError
from recto.transform.ir.text_templates import Hole, Template, value_of_sizes

from ..._boundary.tracebacks import boundary
from .exported import Contents, Exported, Leaf, Program, parse_file


class ExportedSizes(Program):
    """A compiled function that needs no source, for arrays of any sizes that fit its signature.

    `at(n=5)` is the program for given sizes, with its StableHLO and its portable artifact. Each combination of sizes is
    compiled once.
    """

    def __init__(self, contents: Contents, template: Template):
        super().__init__(contents)
        self.template = template
        self._made: dict[tuple, Exported] = {}

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes."""
        return self.contents.sizes

    @boundary
    def at(self, **sizes: int) -> Exported:
        """The program for these sizes. Raises ValueError for sizes that it does not hold for."""
        if sizes.keys() != set(self.sizes):
            raise TypeError(f"{self.__name__} has the sizes {', '.join(self.sizes)}")
        key = tuple([sizes[name] for name in self.sizes])
        if key not in self._made:
            self.check(sizes)
            text = self.template.text(sizes)
            self._made[key] = Exported(fix_sizes(self.contents, sizes), runtime.portable(text)[0])
        return self._made[key]

    def check(self, sizes: Mapping[str, int]) -> None:
        given = ", ".join(f"{n} = {v}" for n, v in sizes.items())
        if min(sizes.values()) < self.template.least:
            raise ValueError(
                f"{self.__name__} was exported for sizes from {self.template.least} on, not {given}"
            )
        for condition in self.template.conditions:
            if not value_of_sizes(condition, sizes):
                raise ValueError(f"{self.__name__} was exported for {condition}, not {given}")

    @boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self.bound(args, kwargs)
        sizes: dict[str, int] = {}
        trees = [*zip(self.contents.positional, args)]
        trees += [(tree, kwargs[k]) for k, tree in self.contents.keywords.items()]
        for tree, value in trees:
            for leaf, part in leaves_with_values(tree, value):
                note_sizes(leaf, getattr(part, "shape", ()), sizes)
        if missing := [name for name in self.sizes if name not in sizes]:
            raise TypeError(
                f"the arguments of {self.__name__} do not say {', '.join(missing)}: {self.signature}"
            )
        return self.at(**sizes)(*args, **kwargs)

    def payload(self) -> bytes:
        return json.dumps(self.template).encode()

    @classmethod
    def of_parts(cls, contents: Contents, payload: bytes) -> ExportedSizes:
        texts, holes, conditions, least = json.loads(payload)
        filled = tuple([Hole(*h) for h in holes])
        return cls(contents, Template(tuple(texts), filled, tuple(conditions), least))


def leaves_with_values(tree: Any, value: Any) -> Iterator[tuple[Leaf, Any]]:
    """The leaves of an argument, as far as the value is of the tree's form. (`Exported` refuses other ones.)"""
    match tree:
        case Leaf():
            yield tree, value
        case dict() if isinstance(value, dict):
            for key in tree.keys() & value.keys():
                yield from leaves_with_values(tree[key], value[key])
        case list() | tuple() if isinstance(value, (list, tuple)):
            for part, inner in zip(tree, value):
                yield from leaves_with_values(part, inner)


def note_sizes(leaf: Leaf, shape: tuple[int, ...], sizes: dict[str, int]) -> None:
    """Note the facts about sizes that the shape of an argument implies. (`Exported` compares whole
    shapes.)"""
    if len(shape) == len(leaf.dims):
        for dim, n in zip(leaf.dims, shape):
            if isinstance(dim, str) and dim.isidentifier():
                sizes.setdefault(dim, int(n))


def fix_sizes(contents: Contents, sizes: Mapping[str, int]) -> Contents:
    """The contents with numbers for the sizes."""
    put = lambda tree: with_sizes(tree, sizes)
    return dataclasses.replace(
        contents,
        positional=tuple(map(put, contents.positional)),
        keywords={k: put(v) for k, v in contents.keywords.items()},
        sizes=(),
    )


def with_sizes(tree: Any, sizes: Mapping[str, int]) -> Any:
    match tree:
        case Leaf():
            shape = tuple([d if isinstance(d, int) else value_of_sizes(d, sizes) for d in tree.dims])
            kind = tree.type.update(shape=shape) if tree.dims else tree.type
            return dataclasses.replace(tree, type=kind, dims=())
        case dict():
            return {k: with_sizes(v, sizes) for k, v in tree.items()}
        case list() | tuple():
            items = [with_sizes(v, sizes) for v in tree]
            return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return tree


def with_dims(tree: Any, described: Any) -> Any:
    """A tree of leaves with the sizes that were written for each."""
    match tree:
        case Leaf():
            return dataclasses.replace(tree, dims=tuple(getattr(described, "dims", tree.type.shape)))
        case dict():
            return {k: with_dims(v, described[k]) for k, v in tree.items()}
        case list() | tuple():
            items = [with_dims(v, d) for v, d in zip(tree, described)]
            return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return tree


def refuse_unknown(contents: Contents) -> None:
    """Raise CompileError for a size that no argument says."""
    trees = [*contents.positional, *contents.keywords.values()]
    known = {d for tree in trees for leaf, _ in leaves_with_values(tree, tree) for d in leaf.dims}
    if missing := [name for name in contents.sizes if name not in known]:
        raise CompileError(
            f"no argument has an axis of size {missing[0]}", f"write one, as in f64[{missing[0]}]"
        )


# -- files -----------------------------------------------------------------------------------------------------------


def load(file: str | os.PathLike) -> Exported | ExportedSizes:
    """The function in a file that `recto.export` made. It needs neither the source of the function nor a parser.

    The program is compiled at the first call, or found in the disk cache. Loading a file runs nothing of it; calling
    the function runs its program, which computes on arrays and has no access to anything else.

    Raises:
        ValueError: the file is none of recto.export's, is damaged, or is of another format; both versions are named.
    """
    contents, payload = parse_file(pathlib.Path(file).read_bytes())
    return (ExportedSizes if contents.sizes else Exported).of_parts(contents, payload)
