"""`recto grad value-and-grad vjp jvp hessian vmap jit emit`: a transformed function as a file."""

from __future__ import annotations

import ast
import json
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from recto.transform.emit import TARGETS

from .._show.emit import STYLES, Plan
from . import files
from .completion import complete_target
from .faults import USAGE, UNWRITABLE, Fault
from .given import arguments, refusing, options_of_types
from .sources import find, functions_in, is_marked, load, load_module, split_target


def options_of_emit(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of all commands that emit."""
    for option in reversed(
        (
            click.argument("target_", metavar="FILE:FUNCTION", shell_complete=complete_target),
            click.option(
                "-o", "--output", metavar="FILE", help="The file to write; by default the text is printed."
            ),
            click.option(
                "--target",
                type=click.Choice(TARGETS),
                default="numpy",
                show_default=True,
                help="numpy: the file needs only NumPy; recto: it is compiled by @recto.jit.",
            ),
            click.option(
                "--style",
                type=click.Choice(STYLES),
                default="numpy",
                show_default=True,
                help="numpy: for people; primitive: one primitive a line, with types.",
            ),
            click.option("--name", help="The name of the emitted function."),
            click.option(
                "--map", "with_map", is_flag=True, help="Write a source map beside the file: FILE.map."
            ),
            click.option(
                "--check", is_flag=True, help="Write nothing; exit with 1 if the file is out of date."
            ),
            click.option("--force", is_flag=True, help="Overwrite a file that recto did not make."),
            click.option("--json", "as_json", is_flag=True, help="Report the result as JSON, for tools."),
            click.option("-q", "--quiet", is_flag=True, help="Print errors only."),
        )
    ):
        command = option(command)
    return command


def choice(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.option("--has-aux", is_flag=True, help="The function returns (value, other data).")(
        command
    )
    return click.option("--wrt", metavar="NAMES", help="The arguments to differentiate by: w or w,b.")(
        command
    )


def deriving(name: str, help: str, *extra: Callable[..., Any]) -> click.Command:
    """A command for one transformation."""

    def run(target_: str, wrt: str | None = None, has_aux: bool = False, **options: Any) -> None:
        chosen = {"wrt": wrt_option(wrt), **({"has_aux": True} if has_aux else {})} if wrt or has_aux else {}
        said = ", ".join(f"{k}={v}" for k, v in chosen.items() if v is not None)
        emit_one(target_, f"{name.replace('-', '_')}({said})", **options)

    command = options_of_types(options_of_emit(run))
    for option in extra:
        command = option(command)
    return click.command(name, help=help)(command)


def wrt_option(wrt: str | None) -> str | None:
    """(w, b) for w,b."""
    if wrt is None:
        return None
    names = [n.strip() for n in wrt.strip("()").split(",") if n.strip()]
    return names[0] if len(names) == 1 and "," not in wrt else f"({', '.join(names)},)"


@click.command()
@options_of_types
@options_of_emit
@click.option(
    "--in-axes",
    default="0",
    metavar="AXES",
    help='The batch axes of the arguments: 0, "(None, 0)", or x=0,y=0.',
)
@click.option("--out-axes", default="0", metavar="AXES", help="The batch axes of the results.")
def vmap(target_: str, in_axes: str, out_axes: str, **options: Any) -> None:
    """The function for a batch of arguments."""
    emit_one(target_, f"vmap(in_axes={axes(in_axes)}, out_axes={axes(out_axes)})", **options)


def axes(text: str) -> str:
    """A dict for x=0,y=1; what is written else."""
    if "=" in text and "(" not in text:
        pairs = (item.split("=") for item in text.split(","))
        text = "{" + ", ".join(f"{n.strip()!r}: {v.strip()}" for n, v in pairs) + "}"
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise Fault(USAGE, f"{text!r} are no axes", 'write 0, "(None, 0)" or x=0,y=0') from None
    return text


@click.command()
@options_of_types
@options_of_emit
def jit(target_: str, **options: Any) -> None:
    """The function itself, optimised."""
    emit_one(target_, "jit", **options)


@click.command()
@options_of_types
@options_of_emit
@click.option(
    "--transform", metavar="CHAIN", help='The transformations: "vmap(grad(wrt=w), in_axes=(None, 0, 0))".'
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Emit every function with one of recto's decorators; -o names a folder.",
)
def emit(target_: str, transform: str | None, every: bool, **options: Any) -> None:
    """A chain of transformations of a function, or of all marked functions of a module."""
    if every:
        emit_all(target_, transform, **options)
    else:
        emit_one(target_, transform, **options)


# -- doing it ------------------------------------------------------------------------------------------------


def emit_one(
    target_: str,
    chain: str | None,
    *,
    args_: str | None,
    example: str | None,
    npz: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    with refusing(as_json):
        function = load(target_)
        plan = Plan.of(function, chain, arguments(function, args_, example, npz))
        deliver(plan, as_json=as_json, **options)


def deliver(
    plan: Plan,
    output: str | None,
    target: str,
    style: str,
    name: str | None,
    check: bool,
    force: bool,
    as_json: bool,
    quiet: bool,
    with_map: bool = False,
) -> None:
    """Print the text, write it, or compare it with what is there."""
    text = plan.primitive_text(name) if style == "primitive" else plan.text(target, name)
    written = False
    if check:
        if not output:
            raise Fault(USAGE, "--check needs -o FILE, the file to look at")
        files.compare(text, output)
        files.say(f"{output} is up to date", quiet or as_json)
    elif output:
        written = files.write(text, output, force)
        files.say(f"{'wrote' if written else 'unchanged:'} {output}", quiet or as_json)
        if with_map:
            write_map(text, output)
    elif with_map:
        raise Fault(USAGE, "--map needs -o FILE, the file that it is for")
    if as_json:
        told = {
            "ok": True,
            "function": name or plan.chained.name,
            "made_of": plan.chained.title,
            "target": target,
            "style": style,
            "sizes": plan.sizes,
            "output": output,
            "written": written,
        }
        click.echo(json.dumps(told if output else {**told, "text": text}, indent=2))
    elif not output:
        show(text)


def write_map(text: Any, output: str) -> None:
    """The map of an emitted file."""
    if not hasattr(text, "source_map"):
        raise Fault(USAGE, "--map is for the numpy style", "leave out --style primitive")
    files.write(text.source_map.text(output), f"{output}.map", True)


def show(text: str) -> None:
    """The text on the standard output, in colours where a person looks at it."""
    if not sys.stdout.isatty():
        return click.echo(text, nl=False)
    from rich.console import Console  # where a person looks, not where files are made
    from rich.syntax import Syntax

    Console().print(Syntax(text, "python", background_color="default"))


def emit_all(
    target_: str,
    chain: str | None,
    *,
    args_: str | None,
    example: str | None,
    npz: str | None,
    output: str | None,
    as_json: bool,
    name: str | None,
    quiet: bool,
    **options: Any,
) -> None:
    """A file for every marked function, in a folder."""
    if args_ or example or npz or name:
        raise Fault(
            USAGE, "--all takes the types from annotations", "annotate the functions, or emit one at a time"
        )
    file = split_target(target_)[0]
    with refusing(as_json):
        module = load_module(file)
        marked = [n for n, value in functions_in(module).items() if is_marked(value)]
        if not marked:
            raise Fault(
                USAGE, f"no function of {file} is decorated with one of recto's", "@recto.jit marks one"
            )
        if output and not options["check"]:
            folder(output)
        for number, n in enumerate(marked, 1):
            out = str(pathlib.Path(output, n.replace(".", "_") + ".py")) if output else None
            if out:
                files.say(f"[{number}/{len(marked)}] {n}", quiet or as_json or not sys.stderr.isatty())
            plan = Plan.of(find(module, n, file), chain, {})
            deliver(plan, output=out, name=None, as_json=as_json, quiet=quiet, **options)


def folder(path: str) -> None:
    try:
        pathlib.Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(UNWRITABLE, f"{path} can't be made: {error.strerror}") from None


GRADIENT: Sequence[Callable[..., Any]] = (choice,)
COMMANDS = {
    "grad": deriving("grad", "The gradient of a function that returns one number.", *GRADIENT),
    "value-and-grad": deriving("value-and-grad", "The value and the gradient.", *GRADIENT),
    "hessian": deriving("hessian", "The matrix of second derivatives.", *GRADIENT),
    "vjp": deriving(
        "vjp",
        "The value, and the pullback of a cotangent: f_vjp(x, out_bar).",
        click.option(
            "--wrt", metavar="NAMES", help="The arguments that get cotangents: w or w,b; by default all."
        ),
    ),
    "jvp": deriving(
        "jvp",
        "The value, and its derivative along tangents: f_jvp(x, x_dot).",
        click.option(
            "--wrt", metavar="NAMES", help="The arguments that have tangents: w or w,b; by default all."
        ),
    ),
    "vmap": vmap,
    "jit": jit,
    "emit": emit,
}
