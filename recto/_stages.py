"""Every stage of a function as lines of text, each with the line of the user's source that it stems from."""
from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from recto import transform
from recto.transform import CompileError
from recto.transform.program import Program

from ._emit import Plan
from ._source import Source

STAGES = ("source", "program", "numpy", "transformed", "stablehlo", "hlo")
TITLES = {"source": "your function", "program": "program", "numpy": "as NumPy, optimised",
          "transformed": "transformed", "stablehlo": "StableHLO", "hlo": "optimised HLO"}
LANGUAGES = {"stablehlo": "mlir", "hlo": "hlo"}
COMMENT = re.compile(r"  (\S+\.py|<\S+>):(\d+)$")
PLACE = re.compile(r" (-|\S+\.py|<\S+>|\S*unknown\S*):(\d+):\d+(?=$|[,)])")
METADATA = re.compile(r', metadata=\{.*?\}|, backend_config=\{.*?\}(?=,|$)')
SOURCE_LINE = re.compile(r'source_file="([^"]*)" source_line=(\d+)')


@dataclasses.dataclass(frozen=True)
class Stage:
    """One view of a function. `lines`: (text, line of the user's file or None); `first`: the first line's number."""
    name: str
    title: str
    language: str
    lines: tuple[tuple[str, int | None], ...]
    first: int | None = None

    @property
    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines)


def stages(function: Callable, args: Any = None, chain: Any = "grad", wanted: Sequence[str] = STAGES) -> list[Stage]:
    """The wanted stages, in the order of the pipeline.

    Raises:
        CompileError: the function is outside the language. A function that can't be transformed by the chain shows
            its other stages only if the transformed one is not wanted.
    """
    plain = Plan.of(function, "jit", args)
    numbers = some_sizes(plain)
    file = plain.user.__code__.co_filename if hasattr(plain.user, "__code__") else ""
    mine = lambda span: span.line if span is not None and span.file == file else None
    found: list[Stage] = []
    for name in STAGES:
        if name in wanted:
            lines, first = MAKERS[name](function, args, chain, plain, numbers, mine)
            title = Plan.of(function, chain, args).chained.steps if name == "transformed" else ""
            found.append(Stage(name, title or TITLES[name], LANGUAGES.get(name, "python"), tuple(lines), first))
    return found


def of_source(source: Source) -> list[Stage]:
    """The user's function and what was printed."""
    file = source.user.__code__.co_filename if hasattr(source.user, "__code__") else None
    mine, first = lines_of(source.user)
    printed = tuple((text, s.line if s is not None and s.file == file else None) for text, s in source.lines)
    return [Stage("source", TITLES["source"], "python", tuple(mine), first),
            Stage("transformed", "printed", "python", printed)]


def source_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    return lines_of(plain.user)


def lines_of(user: Callable) -> tuple[list[tuple[str, int | None]], int | None]:
    """The user's source, and the number of its first line."""
    try:
        text, first = inspect.getsourcelines(user)
    except (OSError, TypeError):
        return [("# no source", None)], None
    left = min((len(t) - len(t.lstrip()) for t in text if t.strip()), default=0)
    return [(t.rstrip("\n")[left:], first + k) for k, t in enumerate(text)], first


def program_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    text = transform.primitive_source(transform.optimise(plain.read(numbers)[1].program))
    base = plain.user.__code__.co_filename.rsplit("/", 1)[-1]
    lines = []
    for line in text.split("\n"):
        place = COMMENT.search(line)
        lines.append((line, int(place[2]) if place and place[1] == base else None))
    return lines, None


def numpy_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    return emitted_lines(plain, mine), None


def transformed_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    return emitted_lines(Plan.of(function, chain, args), mine), None


def emitted_lines(plan: Plan, mine: Callable) -> list[tuple[str, int | None]]:
    return [(line, mine(span)) for line, span in plan.lines()]


def stablehlo_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    from recto import runtime
    text = transform.lowered(optimised(function, args, chain, numbers)).text
    base = plain.user.__code__.co_filename
    return list(located(runtime.pretty(text, locations=True), base)), None


def located(text: str, file: str) -> Iterator[tuple[str, int | None]]:
    """Lines of MLIR without their locations, and the user's lines that these name."""
    base = file.rsplit("/", 1)[-1]
    for line in text.rstrip("\n").split("\n"):
        lines = [int(place[2]) for place in PLACE.finditer(line) if place[1].rsplit("/", 1)[-1] == base]
        if not line.startswith("#loc"):
            yield re.sub(r" \[unknown\]$", "", PLACE.sub("", line)), lines[-1] if lines else None


def hlo_lines(function: Callable, args: Any, chain: Any, plain: Plan, numbers: dict, mine: Callable) -> tuple:
    from recto import runtime
    lowered = transform.lowered(optimised(function, args, chain, numbers))
    text = runtime.compile(lowered.text, callbacks=lowered.callbacks).hlo()
    lines = []
    for line in text.split("\n"):
        place = SOURCE_LINE.search(line)
        same = place is not None and place[1].rsplit("/", 1)[-1] == plain.user.__code__.co_filename.rsplit("/", 1)[-1]
        lines.append((METADATA.sub("", line), int(place[2]) if place and same else None))
    return lines, None


def optimised(function: Callable, args: Any, chain: Any, numbers: dict) -> Program:
    """The transformed function's program."""
    return transform.optimise(Plan.of(function, chain, args).read(numbers)[1].program)


MAKERS = dict(zip(STAGES, (source_lines, program_lines, numpy_lines, transformed_lines, stablehlo_lines, hlo_lines)))


def natural_chain(function: Callable, args: Any) -> str:
    """grad for a function that gives one number; vjp for others that can be differentiated; else jit."""
    plain = Plan.of(function, "jit", args)
    for chain in ("grad", "vjp"):
        try:
            Plan.of(function, chain, args).read(some_sizes(plain))
            return chain
        except CompileError:
            continue
    return "jit"


def some_sizes(plan: Plan) -> dict[str, int]:
    """A number for every size: the one that was given, or a small one."""
    return {s: n if n is not None else 8 + k for k, (s, n) in enumerate(plan.sizes.items())}
