"""`.source` for named sizes: one text for all sizes, as in emitted files."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from recto import transform
from recto.transform import CompileError, Instance
from recto.transform.core.parsing import parse
from recto.transform.emit import Sample, general, lines_for_all_sizes, printed
from recto.transform.printing import COMMENTS

from .._convention.arguments import BEGUN, TYPE
from .._convention.tree_classes import attribute_names, is_tree_class
from .argument_spec import leaves, over_items, put_sizes, text_value
from .source import Source, readable, title, undecorate, written_signature


@contextlib.contextmanager
def any_size() -> Iterator[None]:
    """Inside, the compiler chooses nothing by how large arrays are."""
    before, transform.settings.any_size = transform.settings.any_size, True
    try:
        yield
    finally:
        transform.settings.any_size = before


def source_text(function: Any, args: tuple, kwargs: dict, style: str, comments: str = "statements") -> str:
    """The text of `.source`, for arguments of these types, or for all values of named sizes.

    Raises:
        CompileError: the code depends on a size that has a name.

    >>> import numpy as np, recto
    >>> def spread(x):
    ...     return np.mean((x - np.mean(x)) ** 2)
    >>> header, function = recto.grad(spread).source("f64[n]").split("\\n\\n\\n")
    >>> print(function)
    def grad_spread(x):
        t_bar = 1 / x.shape[0] * (2 * (x - np.mean(x)))...
        return t_bar - np.mean(t_bar)
    """
    if style not in ("numpy", "primitive"):
        raise ValueError(f"style is 'numpy' or 'primitive', not {style!r}")
    if comments not in COMMENTS:
        raise ValueError(f"comments is one of {', '.join(map(repr, COMMENTS))}, not {comments!r}")
    trees = describe_with_leaves(list(args)), {k: describe_with_leaves(v) for k, v in kwargs.items()}
    names = size_names(trees)
    if names and style == "primitive":
        raise CompileError(f"the primitive style has every size in it: give a number for {', '.join(names)}")
    if names:
        return for_all_sizes(function, trees, names, comments)
    entered, reading = function._reading(args, kwargs)
    reading, program = transform.optimise_reading(reading)
    if style == "primitive":
        return transform.primitive_source(program)
    return readable(function, program, entered, reading, comments)


def for_all_sizes(function: Any, trees: tuple[list, dict], names: list[str], comments: str) -> Source:
    """One text for all values of the sizes that have names."""

    def sample(sizes: Mapping[str, int]) -> Sample:
        given, named = put_sizes(trees, sizes)
        entered, reading = function._reading(tuple(given), named)
        reading, program = transform.optimise_reading(reading)
        program, grouped = written_signature(function, program, entered, reading)
        return Sample(
            program, reading.decisions, reading.captures, lambda width=None: printed(program, grouped, width)
        )

    with any_size():
        found = general(sample, dict.fromkeys(names))
    return Source.of(lines_for_all_sizes(found, title(function), comments), undecorate(function))


def describe_with_leaves(value: Any) -> Any:
    """An argument with a `Leaf` for every type string whose sizes have names."""
    if isinstance(value, str):
        return text_value(value, {}, "size") if BEGUN.match(value) and not TYPE.match(value) else value
    if is_tree_class(value):
        fields = {f: describe_with_leaves(getattr(value, f)) for f in attribute_names(value)}
        return Instance(type(value), fields) if size_names(fields) else value
    return over_items(value, describe_with_leaves)


def size_names(tree: Any) -> list[str]:
    """The names of sizes, in the order in which they occur."""
    dims = [d for leaf in leaves(tree) for d in leaf.dims if isinstance(d, str)]
    return list(dict.fromkeys(n.id for d in dims for n in ast.walk(parse(d)) if isinstance(n, ast.Name)))
