"""A program under construction. It is run as far as it is written, up to the place where the next line goes."""
from __future__ import annotations

import contextlib
import dataclasses
import io
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .bounded import Runaway, bounded
from .outside import Snapshot

HEAD = "import dataclasses, functools, itertools, math, operator, random\nimport numpy as np\n"
MARK = "_here"


class Here(BaseException):
    """Raised at the end of what is written, with the variables there."""


class Refused(Exception):
    """A line that can't be added: it raises, or the place behind it is not reached."""


@dataclasses.dataclass
class Line:
    """A line as the program has it, as it is while the block below it is being written, and (of a `case`) as it is
    while a later one is."""
    depth: int
    text: str
    forced: str | None = None
    skipped: str | None = None


@dataclasses.dataclass
class Block:
    head: Line
    depth: int
    after: list[str]            # lines behind the block that lead into it, or complete its syntax
    outer: dict[str, Any]       # what an inner function sees
    loop: bool
    function: bool


class Draft:
    """Lines so far, the open blocks, and the variables at the end of them."""

    def __init__(self, rng: random.Random, mixing: bool = False):
        self.rng, self.mixing = rng, mixing
        self.lines: list[Line] = []
        self.blocks: list[Block] = []
        self.names: list[str] = []          # variables that may be used here
        self.fixed: set[str] = set()        # … and not be assigned
        self.constructs: set[str] = set()   # what the program consists of
        self.samples: str = ""
        self.values: dict[str, Any] = {}
        self.space: dict[str, Any] = {}
        self.taken: set[str] = set()
        self.off: set[str] = set()          # constructs that this program does without
        self.room = 40
        self.writing = False                # is what is chosen now to be written?
        self.defined: tuple[str, dict] | None = None
        self.first = Snapshot({})           # what they hold at first
        self.globals: set[str] = set()      # variables of the module, which must not be written
        self.classes: list[str] = []
        self.streams: list[str] = []        # calls of generator functions
        self.more: list[tuple[Callable[[Draft], None], float]] = []     # statements of a family, with weights

    # -- text --------------------------------------------------------------------------------------------

    @property
    def depth(self) -> int:
        return len(self.blocks)

    @property
    def in_loop(self) -> bool:
        inner = next((b for b in reversed(self.blocks) if b.loop or b.function), None)
        return bool(inner and inner.loop)

    def text(self) -> str:
        return HEAD + "\n" + "\n".join("    " * line.depth + line.text for line in self.lines) + "\n"

    def outside(self) -> dict[str, Any]:
        """What the lines above the outermost open block define."""
        text = HEAD + "\n".join("    " * line.depth + line.text for line in self.lines[:self.start()])
        if self.defined is None or self.defined[0] != text:
            space: dict[str, Any] = {}
            exec(compile(text, "<draft>", "exec"), space)
            self.defined = text, space
            self.first = Snapshot(space)
        self.first.restore()
        return dict(self.defined[1])

    def start(self) -> int:
        """The line of the outermost open block."""
        if not self.blocks:
            return len(self.lines)
        return next(k for k, line in enumerate(self.lines) if line is self.blocks[0].head)

    def trial(self) -> str:
        """The text from there to the place of the next line: open conditions are taken as true."""
        start = self.start()
        heads = {id(block.head) for block in self.blocks}
        depths = {block.depth for block in self.blocks if block.head.skipped}
        last = {}                           # where the innermost blocks around begin, by depth
        for k, line in enumerate(self.lines):
            if id(line) in heads:
                last[line.depth] = k
        lines = []
        for k, line in enumerate(self.lines[start:], start):
            text = line.text
            if id(line) in heads:
                text = line.forced or text
            elif line.skipped and line.depth in depths and k > last.get(line.depth - 1, len(self.lines)):
                text = line.skipped
            lines.append("    " * line.depth + text)
        lines.append("    " * self.depth + f"{MARK}(dict(locals()))")
        for block in reversed(self.blocks):
            lines += ["    " * block.depth + text for text in block.after]
        return "\n".join(lines)

    # -- adding --------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Find the variables at the end of the text. Raises Refused if it is not reached."""
        def here(variables: dict) -> None:
            raise Here(variables)
        try:
            with quiet(), bounded("<draft>"):
                space = self.outside() | {MARK: here}
                exec(compile(self.trial(), "<draft>", "exec"), space)
        except Here as stop:
            found = stop.args[0]
        except Runaway:
            raise Refused("it does not end") from None
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from None
        else:
            raise Refused("the place is not reached")
        outer = next((b.outer for b in reversed(self.blocks) if b.function), {})
        self.space = space
        self.values = {**outer, **found} if self.blocks else found

    def add(self, *texts: str) -> None:
        """Add simple statements. Raises Refused, and adds nothing, if they can't be run."""
        with self.attempt():
            self.lines += [Line(self.depth, text) for text in texts]
            self.look()

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        """All of what is added inside, or nothing."""
        state = list(self.lines), list(self.blocks), list(self.names), self.values, self.space, set(self.constructs), \
            set(self.fixed)
        try:
            yield
        except BaseException:
            self.lines, self.blocks, self.names, self.values, self.space, self.constructs, self.fixed = state
            raise

    @contextlib.contextmanager
    def block(self, head: str, forced: str | None = None, skipped: str | None = None, after: tuple[str, ...] = (),
              loop: bool = False, function: bool = False, names: tuple[str, ...] = (), look: bool = True
              ) -> Iterator[None]:
        """An indented block. `forced` stands for its head while it is open; `names` are variables that it begins with.
        Behind it, those from before are known."""
        known = list(self.names)
        line = Line(self.depth, head, forced, skipped)
        self.lines.append(line)
        outer = {n: self.values[n] for n in known if n in self.values} if function else {}
        self.blocks.append(Block(line, self.depth, list(after), outer, loop, function))
        self.names = [*known, *names]
        if look:
            self.look()
        yield
        self.blocks.pop()
        self.names = known

    def try_out(self, text: str) -> Any:
        """The value of an expression here; raises Refused."""
        try:
            with quiet():
                return eval(compile(text, "<draft>", "eval"), {**self.space, **self.values})
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from None

    # -- choosing ------------------------------------------------------------------------------------------

    def fresh(self, stems: str) -> str:
        """A name that nothing has."""
        stem = self.rng.choice(stems.split())
        name, k = stem, 1
        while name in self.taken:
            k += 1
            name = f"{stem}{k}"
        self.taken.add(name)
        return name

    def variables(self, wanted: Callable[[Any], bool]) -> list[str]:
        return [n for n in self.names if n in self.values and wanted(self.values[n])
                and not (self.writing and n in self.globals)]

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def use(self, construct: str) -> None:
        """Note a construct. Raises Refused if this program does without."""
        if construct in self.off:
            raise Refused(f"{construct} is off")
        self.constructs.add(construct)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
