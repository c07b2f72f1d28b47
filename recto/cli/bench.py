"""`recto bench`: time a function, its gradient and plain NumPy."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import click
import numpy as np

import recto
from recto.transform import CompileError, Instance, Type
from recto.transform.ir.program import walk

from .._show.argument_spec import leaves, put_sizes
from .._show.emit import Plan
from .._show.source import undecorate
from .completion import complete_target
from .faults import USAGE, Fault
from .given import arguments, refusing, options_of_types, values
from .sources import load

LONGEST = 0.3  # seconds for one of the rows


@click.command()
@click.argument("target_", metavar="FILE:FUNCTION", shell_complete=complete_target)
@options_of_types
@click.option(
    "--size", "sizes", multiple=True, metavar="N=NUMBER", help="The number for a named size: n=1000."
)
@click.option("--wrt", metavar="NAMES", help="The arguments of the gradient: w or w,b.")
@click.option("--json", "as_json", is_flag=True, help="Print the seconds as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print no progress.")
def bench(
    target_: str,
    args_: str | None,
    example: str | None,
    npz: str | None,
    sizes: tuple[str, ...],
    wrt: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Time NumPy, the compiled function and its gradient: on the data of --npz or --example, else on random numbers.

    Random numbers lie between 0 and 1. Loops and branches that depend on data may run differently on random
    numbers than on your data. Pass data if that matters.
    """
    with refusing(as_json):
        function = load(target_)
        plan = Plan.of(function, "jit", arguments(function, args_, example, npz))
        given = values(function, example, npz)
        drawn = [n for n, tree in plan.given.items() if n not in given and any(leaves(tree))]
        data = {**numbers(plan, sizes, drawn), **given}
        warn = told_of(plan, drawn, sizes)
        rows = measure(undecorate(function), data, plan, wrt, quiet or as_json or not sys.stderr.isatty())
    if as_json:
        return click.echo(json.dumps(rows, indent=2))
    if not quiet:
        said = f"random numbers between 0 and 1 for {', '.join(drawn)}" if drawn else "your data"
        click.echo(f"on {said}{warn}")
    base = rows["numpy"]["seconds"]
    for name, row in rows.items():
        if "refused" in row:
            click.echo(f"{name:<12} {row['refused']}")
        else:
            compiled = f"  (compiled in {row['compile']:.2f} s)" if "compile" in row else ""
            click.echo(
                f"{name:<12} {duration(row['seconds']):>10}  {base / row['seconds']:6.2f} x NumPy{compiled}"
            )


def told_of(plan: Plan, drawn: list[str], sizes: tuple[str, ...]) -> str:
    """A warning where random numbers decide how long loops run."""
    if not drawn:
        return ""
    program = plan.read(known_sizes(plan, sizes))[1].program
    loops = [c for c in walk(program) if c.primitive.name == "while_loop"]
    if not loops:
        return ""
    return (
        f": a loop at {loops[0].span} runs as often as these numbers make it; --npz or --example gives yours"
    )


def known_sizes(plan: Plan, sizes: tuple[str, ...]) -> dict[str, int]:
    given = {n: v if v is not None else 8 for n, v in plan.sizes.items()}
    return given | {n: int(v) for n, _, v in (item.partition("=") for item in sizes)}


def numbers(plan: Plan, sizes: tuple[str, ...], drawn: Sequence[str]) -> dict[str, Any]:
    """Random arguments for these names: floats between 0 and 1, integers 0 and 1, which are indices of anything."""
    given = dict(plan.sizes)
    for item in sizes:
        name, _, value = item.partition("=")
        if name not in given or not value.isdigit():
            raise Fault(
                USAGE, f"--size {item!r}", f"the sizes are {', '.join(given) or 'none'}: --size n=1000"
            )
        given[name] = int(value)
    missing = [n for n, v in given.items() if v is None] if drawn else []
    if missing:
        raise Fault(
            USAGE, f"no number for {', '.join(missing)}", " ".join(f"--size {n}=1000" for n in missing)
        )
    rng = np.random.default_rng(0)
    fixed = lambda tree: not any(leaves(tree))
    numbers = {n: v for n, v in given.items() if v is not None}
    return {
        n: fill_with_random(put_sizes(t, numbers), rng)
        for n, t in plan.given.items()
        if n in drawn or fixed(t)
    }


def fill_with_random(tree: Any, rng: np.random.Generator) -> Any:
    """A description with random numbers for its types."""
    match tree:
        case Type():
            drawn = (
                rng.uniform(0, 1, tree.shape) if tree.dtype.kind in "fcV" else rng.integers(0, 2, tree.shape)
            )
            return np.asarray(drawn).astype(tree.dtype) if tree.shape else tree.dtype.type(drawn).item()
        case Instance():
            made: Any = object.__new__(tree.cls)
            for n, v in tree.attributes.items():
                object.__setattr__(made, n, fill_with_random(v, rng))
            return made
        case dict():
            return {k: fill_with_random(v, rng) for k, v in tree.items()}
        case list() | tuple():
            items = [fill_with_random(v, rng) for v in tree]
            return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return tree


def measure(
    function: Callable[..., Any], values: dict[str, Any], plan: Plan, wrt: str | None, silent: bool
) -> dict[str, Any]:
    chosen = wrt.split(",") if wrt else next((n for n in plan.chained.names), None)
    ways: dict[str, Callable[[], Callable[..., Any]]] = {
        "numpy": lambda: function,
        "compiled": lambda: recto.jit(function),
        "gradient": lambda: recto.grad(
            function, argnames=tuple(chosen) if isinstance(chosen, list) else chosen
        ),
    }
    rows: dict[str, Any] = {}
    for name, make in ways.items():
        if not silent:
            click.echo(f"{name} …", err=True)
        try:
            rows[name] = time_calls(make(), values, name != "numpy")
        except CompileError as error:
            rows[name] = {"refused": error.message}
    return rows


def time_calls(function: Callable[..., Any], values: dict[str, Any], compiles: bool) -> dict[str, float]:
    """Seconds of the fastest of some calls, and those of the first where that compiles."""
    start = time.perf_counter()
    recto.block_until_ready(function(**deepcopy(values)))
    first, best, begun = time.perf_counter() - start, float("inf"), time.perf_counter()
    while time.perf_counter() - begun < LONGEST:
        own = deepcopy(values)
        start = time.perf_counter()
        recto.block_until_ready(function(**own))
        best = min(best, time.perf_counter() - start)
    return {"seconds": best, **({"compile": first} if compiles else {})}


def duration(seconds: float) -> str:
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


COMMANDS = {"bench": bench}
