"""Every stage of a function as lines of text, each with the source line that it was made from."""
from __future__ import annotations

import dataclasses
import functools
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from recto import transform
from recto.transform import CompileError, Span

from ._emit import Plan
from ._settled import settled
from ._source import Source

TITLES = {"source": "your function", "program": "program", "numpy": "as NumPy, optimised",
          "transformed": "transformed", "stablehlo": "StableHLO", "hlo": "optimised HLO"}
STAGES = tuple(TITLES)
LANGUAGES = {"stablehlo": "mlir", "hlo": "hlo"}
COMMENT = re.compile(r"  (\S+\.py|<\S+>):(\d+)$")                                       # # f64[3]  model.py:7
PLACE = re.compile(r" (-|\S+\.py|<\S+>|\S*unknown\S*):(\d+):\d+(?=$|[,)])")             # behind operations of MLIR
METADATA = re.compile(r", metadata=\{.*?\}|, backend_config=\{.*?\}(?=,|$)")
SOURCE_LINE = re.compile(r'source_file="([^"]*)" source_line=(\d+)')

Line = tuple[str, int | None]           # text, and the line of the user's file


@dataclasses.dataclass(frozen=True)
class Stage:
    """One view of a function; `first` is the number of its first line."""
    name: str
    title: str
    language: str
    lines: tuple[Line, ...]
    first: int | None = None

    @property
    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines)


def stages(function: Callable, args: Any = None, chain: Any = "grad", wanted: Sequence[str] = STAGES) -> list[Stage]:
    """The wanted stages, in the order of the pipeline.

    Raises:
        CompileError: the function is outside the language, or (if what follows from it is wanted) the chain does not
            apply to it.
    """
    views = Views(function, args, chain)
    return [views.stage(name) for name in STAGES if name in wanted]


def of_source(source: Source) -> list[Stage]:
    """The user's function, and what was printed."""
    mine, first = lines_of(source.user)
    printed = tuple((text, line_in(source.user, span)) for text, span in source.lines)
    return [Stage("source", TITLES["source"], "python", tuple(mine), first),
            Stage("transformed", "printed", "python", printed)]


@dataclasses.dataclass
class Views:
    """The stages of a function for certain types of its arguments, and after a chain of transformations."""
    function: Callable
    args: Any
    chain: Any

    def stage(self, name: str) -> Stage:
        first = lines_of(self.plain.user)[1] if name == "source" else None
        title = self.derived.chained.steps if name == "transformed" else TITLES[name]
        return Stage(name, title or TITLES[name], LANGUAGES.get(name, "python"), tuple(getattr(self, name)()), first)

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
        return self.plain.user.__code__.co_filename.rsplit("/", 1)[-1] if hasattr(self.plain.user, "__code__") else ""

    def source(self) -> list[Line]:
        return lines_of(self.plain.user)[0]

    def program(self) -> list[Line]:
        text = transform.primitive_source(optimised(self.plain))
        return [(line, self.named(COMMENT.search(line))) for line in text.split("\n")]

    def numpy(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.plain.lines()]

    def transformed(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.derived.lines()]

    def stablehlo(self) -> Iterator[Line]:
        """MLIR without its locations, which name the user's lines."""
        from recto import runtime
        text = runtime.pretty(transform.lowered(optimised(self.derived)).text, locations=True)
        for line in text.rstrip("\n").split("\n"):
            places = [self.named(place) for place in PLACE.finditer(line)]
            if not line.startswith("#loc"):
                yield re.sub(r" \[unknown\]$", "", PLACE.sub("", line)), next(filter(None, reversed(places)), None)

    def hlo(self) -> list[Line]:
        from recto import runtime
        lowered = transform.lowered(optimised(self.derived))
        text = runtime.compile(lowered.text, callbacks=lowered.callbacks, short_rounds=lowered.short_rounds).hlo()
        return [(METADATA.sub("", line), self.named(SOURCE_LINE.search(line))) for line in text.split("\n")]

    def named(self, place: re.Match | None) -> int | None:
        """The line that a place names, if it is in the user's file."""
        return int(place[2]) if place and place[1].rsplit("/", 1)[-1] == self.base else None


def line_in(user: Any, span: Span | None) -> int | None:
    """The line of a place, if it is in the file of the user's function."""
    code = getattr(user, "__code__", None)
    return span.line if span is not None and code is not None and span.file == code.co_filename else None


def lines_of(user: Any) -> tuple[list[Line], int | None]:
    """The user's source, and the number of its first line."""
    try:
        text, first = inspect.getsourcelines(user)
    except (OSError, TypeError):
        return [("# no source", None)], None
    left = min((len(t) - len(t.lstrip()) for t in text if t.strip()), default=0)
    return [(t.rstrip("\n")[left:], first + k) for k, t in enumerate(text)], first


def optimised(plan: Plan) -> transform.Program:
    return settled(plan.read(some_sizes(plan))[1])[1]


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
