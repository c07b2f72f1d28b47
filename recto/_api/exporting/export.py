"""`export`: a compiled function as a file that needs no source."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.transform import Argument, CompileError, Instance, Lowered, Reading
from recto.transform.core.keys import sorted_keys
from recto.transform.core.spelling import plain_text
from recto.transform.emit import Sized, template, with_names

from ..._boundary.tracebacks import boundary
from ..._cache.encoding import Unwritable, encode_value
from ..._convention.epilogue import Epilogue
from ..._dispatch.device_placement import arrange
from ..._dispatch.options import Options
from ..._show.all_sizes import any_size, describe_with_leaves, size_names
from ..._show.argument_spec import put_sizes
from .exported import Contents, Exported, Leaf, refer_to
from .exported_sizes import ExportedSizes, refuse_unknown, with_dims
from ..jit import Function, jit_of


@boundary
def export(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Exported | ExportedSizes:
    """A function compiled for arguments of these types, as a program that is saved and runs without its source.

    The program is a portable artifact of StableHLO. Static arguments, and arrays that the function reads from outside,
    are part of it, with the values that they have now.

    Args:
        function: a function, or a compiled one: recto.grad(f), recto.vmap(f).
        args, kwargs: arguments, or strings such as "f64[3,4]" for arrays. Sizes may have names, "f64[n,d]": then there
            is one file for all their values.

    Raises:
        CompileError: the function is outside the language, calls back into Python, prints, changes objects of the
            caller's other than arrays, runs on several devices, takes or returns objects of classes that a file
            cannot hold, or depends on a size with a name in more than its numbers.

    >>> import numpy as np, os, recto, tempfile
    >>> energy = lambda x: np.sum(x ** 2)
    >>> file = os.path.join(tempfile.mkdtemp(), "slope.recto")
    >>> recto.export(recto.grad(energy), "f64[3]").save(file)
    >>> recto.load(file)(np.arange(3.0))
    Array([0., 2., 4.], dtype=float64)
    """
    if not callable(function):
        raise TypeError(f"export needs a function, not {type(function).__name__}")
    if not isinstance(function, Function):
        function = jit_of(function, Options())
    trees = describe_with_leaves(list(args)), {k: describe_with_leaves(v) for k, v in kwargs.items()}
    if names := size_names(trees):
        return for_all_sizes(function, trees, tuple(names))
    contents, lowered, *_ = lower(function, args, kwargs)
    return Exported(contents, runtime.portable(lowered.text)[0])


def lower(
    function: Function, args: tuple, kwargs: dict
) -> tuple[Contents, Lowered, Reading, transform.Program]:
    """The content of a file: the text, the reading, and the program."""
    arranged, reading = function._arranged(args, kwargs, arrange)
    reading, program = transform.optimise_reading(reading)
    placed = arranged.placed(reading, program)
    lowered = transform.lowered(program)
    refuse(reading, lowered, placed)
    entered = arranged.entered
    positional = tuple([tree(v, f"argument {k}") for k, v in enumerate(entered.args)])
    keywords = {k: tree(entered.kwargs[k], f"argument {k}") for k in sorted(entered.kwargs)}
    epilogue = Epilogue(dataclasses.replace(reading, captures=[]))
    constants = tuple([np.array(transform.fetch(path)) for path in reading.captures])
    version = runtime.stablehlo_version()
    names = parameter_names(function, len(positional))
    contents = Contents(
        function.__name__,
        names,
        positional,
        keywords,
        epilogue,
        constants,
        lowered.short_rounds,
        (sys.modules["recto"].__version__, runtime.jaxlib_version(), version),
    )
    check_written(contents)
    return contents, lowered, reading, program


def for_all_sizes(function: Function, trees: tuple[list, dict], names: tuple[str, ...]) -> ExportedSizes:
    """The program for all values of the sizes with these names."""
    seen: list[Contents] = []

    def build(sizes: Mapping[str, int]) -> Sized:
        given, named = put_sizes(trees, sizes)
        contents, lowered, reading, program = lower(function, tuple(given), named)
        seen.append(dataclasses.replace(contents, short_rounds=False))
        return Sized(program, lowered.text, reading.decisions)

    with any_size():
        try:
            made = template(build, names)
        except CompileError as error:
            raise with_names(error, names) from None
    if len({repr(encode_value([c.epilogue, c.constants], refer_to)) for c in seen}) > 1:
        raise CompileError(
            f"what {function.__name__} returns or reads depends on {', '.join(names)} in another way than its shape",
            "export it for each size, with numbers",
        )
    first = seen[0]
    contents = dataclasses.replace(
        first,
        positional=tuple([with_dims(v, d) for v, d in zip(first.positional, trees[0])]),
        keywords={k: with_dims(v, trees[1][k]) for k, v in first.keywords.items()},
        sizes=names,
    )
    refuse_unknown(contents)
    return ExportedSizes(contents, made)


def parameter_names(function: Function, count: int) -> tuple[str, ...]:
    """The names of the positional arguments that were given."""
    names = list(function.parameter_names)[:count]
    return (*names, *[f"x{k}" for k in range(len(names), count)])


def refuse(reading: transform.Reading, lowered: Any, placed: Any) -> None:
    """Raise CompileError for what a program alone cannot do."""
    if placed.layout is not None:
        raise CompileError(
            "a program for several devices cannot be exported", "export the function for one device"
        )
    if reading.prints:
        raise CompileError("a function that prints cannot be exported", "return what it prints")
    if lowered.calls_python:
        raise CompileError(
            "a function that calls back into Python cannot be exported",
            "compute what the callback computes outside, and pass it as an argument",
        )
    if reading.changes_outside:
        raise CompileError(
            "a function that changes objects of the caller's cannot be exported", "return the new values"
        )


def tree(value: Any, name: str) -> Any:
    """An abstract argument as a tree of leaves and static values, in the order of the program's parameters."""
    match value:
        case Argument():
            return Leaf(value.name, value.type, bool(value.listed))
        case dict():
            return {
                k: tree(value[k], name) for k in (sorted_keys(value, name) if type(value) is dict else value)
            }
        case list() | tuple():
            if hasattr(value, "_fields"):
                refer_to(type(value))
            return type(value)([tree(v, name) for v in value])
        case Instance():
            refer_to(value.cls)
    try:
        encode_value(value, refer_to)
    except Unwritable:
        raise CompileError(
            f"{name} is static, and a file cannot hold it: {plain_text(value)}",
            "export a function of the other arguments: lambda x: f(x, that)",
        ) from None
    return value


def check_written(contents: Contents) -> None:
    """Raise CompileError for a result that a file cannot hold."""
    try:
        encode_value(contents.epilogue, refer_to)
    except Unwritable as error:
        raise CompileError(
            f"an exported function cannot return what it was given, or an object of class {error}",
            "return arrays in lists, tuples and dicts",
        ) from None
