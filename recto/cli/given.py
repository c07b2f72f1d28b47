"""Types of arguments from the command line: --args, --example, --npz, or annotations in the source."""

from __future__ import annotations

import ast
import contextlib
import inspect
import pathlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click
import numpy as np

from recto.transform import CompileError, InternalError

from .._show.argument_spec import Described, conditions_of, of_value, parse_arguments
from .._show.emit import MissingTypes
from .._show.source import undecorate
from .faults import NO, UNLOADABLE, USAGE, Fault


def options_of_types(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what the arguments are."""
    for option in (
        click.option(
            "--npz",
            type=click.Path(exists=True, dir_okay=False),
            metavar="FILE",
            help="Take the arguments from the arrays of an .npz file that have their names.",
        ),
        click.option(
            "--example", metavar="CALL", help='A call that shows the types: "loss(np.ones(3), 0.1)".'
        ),
        click.option(
            "--args",
            "args_",
            metavar="TYPES",
            help='Types: "w: f64[784, 10], x: f64[n, 784], steps: 5, params: [(f64[3], f64)]"; conditions on sizes '
            'may follow: "x: f64[H, W], k: f64[h, w] where H >= h". '
            "By default the annotations in the source.",
        ),
    ):
        command = option(command)
    return command


def arguments(
    function: Callable[..., Any], args: str | None, example: str | None, npz: str | None
) -> dict[str, Any]:
    """Descriptions of the arguments by name."""
    scope = scope_of(function)
    found = Described()
    if npz:
        found |= from_file(npz, function)
    if example:
        found |= from_example(example, function, scope)
    if args:
        types, found.where = conditions_of(args)
        found |= parse_arguments(types, scope, list(inspect.signature(function).parameters)) if types else {}
    return found


def scope_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    return getattr(undecorate(getattr(function, "__recto_function__", function)), "__globals__", {})


def values(function: Callable[..., Any], example: str | None, npz: str | None) -> dict[str, Any]:
    """The arguments that are given as data, by name; later ones count."""
    found = read_arrays(npz, function) if npz else {}
    return found | (called_with(example, function, scope_of(function)) if example else {})


def from_file(npz: str, function: Callable[..., Any]) -> dict[str, Any]:
    """Descriptions of the arrays of a file that have the names of arguments."""
    return {n: of_value(v) for n, v in read_arrays(npz, function).items()}


def read_arrays(npz: str, function: Callable[..., Any]) -> dict[str, Any]:
    """The arrays of a file that have the names of arguments. Nothing in it is unpickled."""
    names, read = inspect.signature(function).parameters, None
    try:
        with np.load(pathlib.Path(npz), allow_pickle=False) as arrays:
            found = {}
            for read in [n for n in arrays.files if n in names]:
                found[read] = arrays[read]
    except Exception as error:  # of zipfile, zlib, numpy's reader …: the file may hold anything
        what = f"the array {read} in {npz}" if read else npz
        objects = isinstance(error, ValueError) and "allow_pickle" in str(error) and read
        why = "it holds Python objects" if objects else f"it is no sound .npz file ({type(error).__name__})"
        raise Fault(
            UNLOADABLE,
            f"--npz: {what} can't be read: {why}",
            f'np.savez("{pathlib.Path(npz).name}", x=x, y=y) writes arrays of numbers',
        ) from None
    return found


def from_example(text: str, function: Callable[..., Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    """Descriptions of the arguments of a call."""
    return {n: of_value(v) for n, v in called_with(text, function, scope).items()}


def called_with(text: str, function: Callable[..., Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call, which are computed; the function itself is not called."""
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError:
        raise Fault(USAGE, f"--example {text!r} is no call", 'as in "loss(np.ones(3), 0.1)"') from None
    if not isinstance(node, ast.Call):
        raise Fault(USAGE, f"--example {text!r} is no call", 'as in "loss(np.ones(3), 0.1)"')
    space = {"np": np, **scope}
    try:
        args = [value_of(a, space) for a in node.args]
        kwargs = {str(k.arg): value_of(k.value, space) for k in node.keywords}
        parameters = inspect.signature(function).parameters
        if isinstance(node.func, ast.Attribute) and next(iter(parameters), "") == "self":
            args.insert(0, value_of(node.func.value, space))
        bound = inspect.signature(function).bind(*args, **kwargs)
    except Exception as error:
        raise Fault(UNLOADABLE, f"--example: {type(error).__name__}: {error}") from None
    return dict(bound.arguments)


def value_of(node: ast.expr, space: Mapping[str, Any]) -> Any:
    with contextlib.redirect_stdout(sys.stderr):
        return eval(compile(ast.Expression(node), "--example", "eval"), dict(space))


@contextlib.contextmanager
def refusing(as_json: bool = False) -> Iterator[None]:
    """End the command if the compiler refuses the code, with the user's line."""
    try:
        yield
    except MissingTypes as error:
        raise Fault(
            USAGE, error.message, (error.hint or "").replace("write the types: ", "--args "), None, as_json
        ) from None
    except CompileError as error:
        code = NO if error.span else USAGE
        raise Fault(code, error.message, error.hint or "", error.span, as_json) from None
    except InternalError as error:
        raise Fault(NO, error.message, "this is a fault of recto's", error.span, as_json) from None
    except Fault as fault:
        fault.as_json = fault.as_json or as_json
        raise
