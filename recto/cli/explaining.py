"""`recto explain`: the compiler's decisions about a function, in words."""

from __future__ import annotations

import click

import recto
from recto import transform

from .._show.emit import Plan
from .._show.explain import costs, decisions
from .._show.stages import some_sizes
from .completion import complete_target
from .given import arguments, refusing, options_of_types, values
from .sources import load


@click.command()
@click.argument("target_", metavar="FILE:FUNCTION", shell_complete=complete_target)
@options_of_types
@click.option("--transform", metavar="CHAIN", help="Explain the transformed function: grad(wrt=w).")
def explain(
    target_: str, args_: str | None, example: str | None, npz: str | None, transform: str | None
) -> None:
    """Print the static and dynamic arguments, the values kept for the backward sweep, memory and cost.

    With the data of --npz or --example, also analyse the gradient there: whether it is right, which lines contribute,
    which arguments have none and why, and where NaN appears.
    """
    with refusing():
        function = load(target_)
        data = values(function, example, npz)
        if data and not args_:
            return click.echo(recto.explain(function, **data))
        plan = Plan.of(function, transform or "jit", arguments(function, args_, example, npz))
        click.echo("\n".join(lines(plan)))


def lines(plan: Plan) -> list[str]:
    """As `.explain()` tells it, for the types that were given."""
    from recto import runtime  # XLA: `recto --help` looks at every command

    _, reading = plan.read(some_sizes(plan))
    program = transform.optimise(reading.program)
    lowered = transform.lowered(program)
    compiled = runtime.compile(lowered.text, callbacks=lowered.callbacks, short_rounds=lowered.short_rounds)
    return [*decisions(plan.chained.name, reading, []), *costs(program, compiled)]


COMMANDS = {"explain": explain}
