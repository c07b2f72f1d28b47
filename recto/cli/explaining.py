"""`recto explain`: the compiler's decisions about a function, in words."""

from __future__ import annotations

import click

from recto import transform

from .._show.emit import Plan
from .._show.explain import costs, decisions
from .._show.stages import some_sizes
from .completion import complete_target
from .given import arguments, refusing, options_of_types
from .sources import load


@click.command()
@click.argument("target_", metavar="FILE:FUNCTION", shell_complete=complete_target)
@options_of_types
@click.option("--transform", metavar="CHAIN", help="Explain the transformed function: grad(wrt=w).")
def explain(
    target_: str, args_: str | None, example: str | None, npz: str | None, transform: str | None
) -> None:
    """Explain what is static and dynamic, what is kept for the backward sweep, memory and cost."""
    with refusing():
        function = load(target_)
        plan = Plan.of(function, transform or "jit", arguments(function, args_, example, npz))
        click.echo("\n".join(lines(plan)))


def lines(plan: Plan) -> list[str]:
    """As `.explain()` tells it, for the types that were given."""
    from recto import runtime  # XLA: `recto --help` looks at every command

    _, reading = plan.read(some_sizes(plan))
    lowered = transform.lowered(transform.optimise(reading.program))
    compiled = runtime.compile(lowered.text, callbacks=lowered.callbacks, short_rounds=lowered.short_rounds)
    return [*decisions(plan.chained.name, reading, []), *costs(compiled)]


COMMANDS = {"explain": explain}
