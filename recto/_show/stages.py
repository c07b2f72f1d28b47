"""All stages of a function as lines of text, each with its line in the user's source."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from recto import transform
from recto.transform import CompileError

from .emit import Plan
from .stage import TITLES, Line, Stage, line_in, lines_of

STAGES = tuple(TITLES)
LANGUAGES = {"stablehlo": "mlir", "hlo": "hlo"}
COMMENT = re.compile(r"  (\S+\.py|<\S+>):(\d+)$")  # # f64[3]  model.py:7
PLACE = re.compile(r" (-|\S+\.py|<\S+>|\S*unknown\S*):(\d+):\d+(?=$|[,)])")  # behind operations of MLIR
METADATA = re.compile(r", metadata=\{.*?\}|, backend_config=\{.*?\}(?=,|$)")
SOURCE_LINE = re.compile(r'source_file="([^"]*)" source_line=(\d+)')


def stages(
    function: Callable, args: Any = None, chain: Any = "grad", wanted: Sequence[str] = STAGES
) -> list[Stage]:
    """The wanted stages, in the order of the pipeline.

    Raises:
        CompileError: the function is outside the language, or (if what follows from it is wanted) the chain does not
            apply to it.
    """
    views = Views(function, args, chain)
    return [views.stage(name) for name in STAGES if name in wanted]


@dataclasses.dataclass
class Views:
    """The stages of a function for certain types of its arguments, and after a chain of transformations."""

    function: Callable
    args: Any
    chain: Any

    def stage(self, name: str) -> Stage:
        first = lines_of(self.plain.user)[1] if name == "source" else None
        title = self.derived.chained.steps if name == "transformed" else TITLES[name]
        return Stage(
            name, title or TITLES[name], LANGUAGES.get(name, "python"), tuple(getattr(self, name)()), first
        )

    @functools.cached_property
    def plain(self) -> Plan:
        """The function as it is."""
        return Plan.of(self.function, "jit", self.args)

    @functools.cached_property
    def derived(self) -> Plan:
        """The function after the chain."""
        return Plan.of(self.function, self.chain, self.args)

    @property
    def base(self) -> str:
        """The name of the user's file."""
        return (
            self.plain.user.__code__.co_filename.rsplit("/", 1)[-1]
            if hasattr(self.plain.user, "__code__")
            else ""
        )

    def source(self) -> list[Line]:
        return lines_of(self.plain.user)[0]

    def program(self) -> list[Line]:
        text = transform.primitive_source(optimised_program(self.plain))
        return [(line, self.named(COMMENT.search(line))) for line in text.split("\n")]

    def numpy(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.plain.lines()]

    def transformed(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.derived.lines()]

    def stablehlo(self) -> Iterator[Line]:
        """MLIR without its locations, which name the user's lines."""
        from recto import runtime  # XLA: the other stages are shown without

        text = runtime.pretty(transform.lowered(optimised_program(self.derived)).text, locations=True)
        for line in text.rstrip("\n").split("\n"):
            places = [self.named(place) for place in PLACE.finditer(line)]
            if not line.startswith("#loc"):
                yield (
                    re.sub(r" \[unknown\]$", "", PLACE.sub("", line)),
                    next(filter(None, reversed(places)), None),
                )

    def hlo(self) -> list[Line]:
        from recto import runtime  # as above

        lowered = transform.lowered(optimised_program(self.derived))
        text = runtime.compile(
            lowered.text, callbacks=lowered.callbacks, short_rounds=lowered.short_rounds
        ).hlo()
        return [(METADATA.sub("", line), self.named(SOURCE_LINE.search(line))) for line in text.split("\n")]

    def named(self, place: re.Match | None) -> int | None:
        """The line that a place names, if it is in the user's file."""
        return int(place[2]) if place and place[1].rsplit("/", 1)[-1] == self.base else None


def optimised_program(plan: Plan) -> transform.Program:
    return transform.optimise_reading(plan.read(some_sizes(plan))[1])[1]


def natural_chain(function: Callable, args: Any) -> str:
    """grad for a function that gives one number; vjp for others that can be differentiated; else jit."""
    for chain in ("grad", "vjp"):
        try:
            plan = Plan.of(function, chain, args)
            plan.read(some_sizes(plan))
            return chain
        except CompileError:
            continue
    return "jit"


def some_sizes(plan: Plan) -> dict[str, int]:
    """A number for every size: the one that was given, or a small one."""
    return {s: n if n is not None else 8 + k for k, (s, n) in enumerate(plan.sizes.items())}
