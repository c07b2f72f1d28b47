"""All stages of a function as lines of text, each with its line in the user's source."""

from __future__ import annotations

import ast
import dataclasses
import functools
import linecache
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from recto import transform
from recto.transform import CompileError
from recto.transform.core.parsing import parse
from recto.transform.emit.sizes import fulfilling
from recto.transform.ir.program import walk

from .argument_spec import Leaf, over_items
from .emit import Plan, differentiable
from .page.drawing import drawing
from .source import called_file
from .stage import TITLES, Line, Stage, line_in, lines_of

STAGES = tuple(TITLES)
LANGUAGES = {"stablehlo": "mlir", "hlo": "hlo"}
COMMENT = re.compile(r"  (\S+\.py|<\S+>|In\[\d+\]):(\d+)$")  # # f64[3]  model.py:7
PLACE = re.compile(r" (-|\S+\.py|<\S+>|\S*unknown\S*):(\d+):\d+(?=$|[,)])")  # behind operations of MLIR
METADATA = re.compile(r", metadata=\{.*?\}|, backend_config=\{.*?\}(?=,|$)")
SOURCE_LINE = re.compile(r'source_file="([^"]*)" source_line=(\d+)')


def stages(
    function: Callable[..., Any], args: Any = None, chain: Any = "grad", wanted: Sequence[str] = STAGES
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

    function: Callable[..., Any]
    args: Any
    chain: Any

    def stage(self, name: str) -> Stage:
        first = lines_of(self.plain.user)[1] if name == "source" else None
        title = self.derived.chained.steps if name == "transformed" else TITLES[name]
        if name == "drawing":
            place = lambda span: line_in(self.plain.user, span)
            return Stage(name, TITLES[name], "svg", (), None, drawing(optimised_program(self.plain), place))
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
            called_file(self.plain.user.__code__.co_filename) if hasattr(self.plain.user, "__code__") else ""
        )

    def source(self) -> list[Line]:
        """The function, then those of its file that it calls."""
        own = lines_of(self.plain.user)[0]
        return [*own, *self.callees({line for _, line in own})]

    def callees(self, own: set[int | None]) -> Iterator[Line]:
        file = getattr(getattr(self.plain.user, "__code__", None), "co_filename", "")
        calls = walk(optimised_program(self.plain))
        read = {c.span.line for c in calls if c.span and c.span.file == file} - own
        rows = linecache.getlines(file)
        functions = (
            [n for n in ast.walk(parse("".join(rows))) if isinstance(n, ast.FunctionDef)] if read else []
        )
        for node in sorted(functions, key=lambda n: n.lineno):
            lines = range(node.lineno, 1 + (node.end_lineno or node.lineno))
            if read & set(lines):
                read -= set(lines)
                yield "", None
                yield from ((rows[k - 1].rstrip("\n"), k) for k in lines)

    def program(self) -> list[Line]:
        text = transform.primitive_source(optimised_program(self.plain))
        return [(line, self.named(COMMENT.search(line))) for line in text.split("\n")]

    def numpy(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.plain.lines()]

    def transformed(self) -> list[Line]:
        return [(line, line_in(self.plain.user, span)) for line, span in self.derived.lines()]

    def tangent(self) -> list[Line]:
        return self.after("jvp", self.args)

    def batch(self) -> list[Line]:
        """The function of a batch of its floating arguments."""
        axes = {n: 0 if differentiable(tree) else None for n, tree in self.plain.given.items()}
        if not any(axis == 0 for axis in axes.values()):
            raise CompileError("no argument is floating", "recto vmap --in-axes")
        given = {n: batched(tree) if axes[n] == 0 else tree for n, tree in self.plain.given.items()}
        return self.after(f"vmap(in_axes={axes!r})", given)

    def after(self, chain: str, args: Any) -> list[Line]:
        plan = Plan.of(self.function, chain, args)
        return [(line, line_in(self.plain.user, span)) for line, span in plan.lines()]

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


def batched(tree: Any) -> Any:
    """The description with an axis for the batch in front of all arrays."""
    if isinstance(tree, Leaf):
        return tree._replace(dims=("batch", *tree.dims), weak=False)
    return over_items(tree, batched)


def optimised_program(plan: Plan) -> transform.Program:
    return transform.optimise_reading(plan.read(some_sizes(plan))[1])[1]


def natural_chain(function: Callable[..., Any], args: Any) -> str:
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
    sizes = {s: n if n is not None else 8 + k for k, (s, n) in enumerate(plan.sizes.items())}
    return fulfilling(sizes, plan.where)
