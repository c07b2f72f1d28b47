"""Header of a page: arguments, operations, saved values and conditions of a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from recto import transform
from recto.transform.core.dtypes import short_name
from recto.transform.inspection.cost import Cost, cost

from ..explain import count
from ..stages import Views, some_sizes

SAVES = ("backwards", "snapshots", "tape", "saved", "iteration")


def facts(views: Views) -> list[tuple[str, str]]:
    """(what, HTML) of a function and of its derivative."""
    return list(told(views))


def told(views: Views) -> Iterator[tuple[str, str]]:
    sizes = some_sizes(views.derived)
    _, own = views.plain.read(some_sizes(views.plain))
    _, reading = views.derived.read(sizes)
    program, derivative = transform.optimise(own.program), transform.optimise(reading.program)
    types = ", ".join(
        f"{p.name}: {short_name(p.type.dtype)}[{','.join(map(str, p.type.shape))}]"
        for p in program.parameters
    )
    yield "arguments, here", f"<code>{escape(types)}</code>"
    first, second = cost(program), cost(derivative)
    yield "operations", work(first, second, lambda c: c.flops, "")
    yield "bytes read and written", work(first, second, lambda c: c.bytes, " B")
    saved = [n for n in reading.notes if any(word in n for word in SAVES)]
    if saved:
        yield "for the backward sweep", "<br>".join(map(escape, saved))
    if views.plain.where:
        yield "sizes", f"<code>{escape(', '.join(views.plain.where))}</code>"


def work(first: Cost, second: Cost, figure: Callable[[Cost], float], unit: str) -> str:
    """The work of the function and of its derivative."""
    return f"{amount(first, figure, unit)}; derivative: {amount(second, figure, unit)}"


def amount(cost: Cost, figure: Callable[[Cost], float], unit: str) -> str:
    """414, or 20 + 7 per iteration where there are loops of unknown length."""
    iterations = [f"{count(figure(one))}{unit} per iteration" for _, one in cost.iterations]
    once = [f"{count(figure(cost))}{unit}"] if figure(cost) or not iterations else []
    return " + ".join([*once, *iterations])
