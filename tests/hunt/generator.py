"""Random programs: `program(seed, number)` is the same on every machine."""
from __future__ import annotations

import contextlib
import dataclasses
import random

from . import kinds
from .arguments import NARROW, WIDE, Spec, specs
from .definitions import POINT, filled, outside
from .draft import Draft, Line, Refused
from .expressions import TABLES, expression
from .families import FAMILIES, PARAMETERS, around
from .outside import STREAMS
from .statements import MADE_T, RESIZING_T, WRITES_T, some

STATEMENTS = ("if", "elif", "else", "for", "while", "match", "with", "try", "def", "closures", "object", "del", "print",
              "assert", "raise", "break", "continue", "return", "nonlocal", "loop else", "global", "class")
SMOOTH_OFF = ("print", "assert", "raise", "object", "try", "del", "np.nextafter({a}, {n})", "np.spacing({a})",
              "np.float32({n})", "np.float16({n})")
NEEDED = {"objects": {"object", "class"}, "exceptions": {"try", "raise"}, "generators": {"def", "for"}}
ORDINARY = 0.5          # the share of programs of no family
MAKERS = 40
# Known to give copies where NumPy gives views: to be taken up again when that is mended.
KNOWN = {"{A}.astype({A}.dtype, copy=False)", "np.broadcast_arrays({A}, {n})[0]"}


@dataclasses.dataclass(frozen=True)
class Generated:
    """A module as text, and calls of its function `f`, as texts of tuples."""
    name: str
    source: str
    calls: tuple[str, ...]
    constructs: frozenset = frozenset()
    smooth: bool = False
    mixing: bool = False
    family: str = ""


class Writer(Draft):
    """A draft of a whole module."""

    def __init__(self, rng: random.Random, smooth: bool, family: str = ""):
        super().__init__(rng, mixing=not smooth and rng.random() < 0.12)
        self.more = FAMILIES.get(family, [])
        self.smooth = smooth
        self.palette = ["float64"] if smooth else NARROW if rng.random() < 0.55 else rng.sample(WIDE, 3) + ["float64"]
        self.result: tuple | None = None        # kinds of what is returned, once a return has been written
        self.returns = self.early
        self.room = rng.choice([4, 8, 12, 18, 24])
        every = [t for table in (*TABLES.values(), WRITES_T, MADE_T, RESIZING_T) for t in table]
        self.off = set(rng.sample(every, len(every) // 3)) | {s for s in STATEMENTS if rng.random() < 0.15}
        if rng.random() < 0.75:
            self.off |= set(RESIZING_T)
        self.off |= KNOWN
        if smooth:
            self.off |= set(SMOOTH_OFF)
        self.off -= NEEDED.get(family, set())

    def early(self) -> str:
        """What an early return gives: kinds that every other return has to give as well."""
        if self.result is None:
            wants = ["number"] if self.smooth else self.rng.choice([["number"], ["array"], ["number", "array"]])
            fits = kinds.is_inexact if self.smooth else None
            texts = [expression(self, want, 1, fits) for want in wants]
            self.result = tuple(self.try_out(t) for t in texts)
        else:
            texts = [self.alike(v) for v in self.result]
        return ", ".join(texts)

    def alike(self, value: object) -> str:
        want = "array" if kinds.is_array(value) else "number"
        for _ in range(8):
            try:
                return expression(self, want, 2, lambda v: kinds.exchangeable(value, v, self.mixing))
            except Refused:
                continue
        raise Refused("nothing of this kind")

    def locals_around(self) -> list[str]:
        return [n for n in self.names if not n.isupper() and not n.startswith(("helper", "twice"))]

    def made_here(self) -> list[str]:
        return [line.text.split(" = ")[0] for line in self.lines if line.depth == self.depth and " = " in line.text]


def program(seed: int, number: int, smooth: bool = False, family: str | None = None) -> Generated:
    """The program of a seed and a number. `smooth`: of real numbers, with a number as its result. Half of the programs
    belong to a family, unless one is given."""
    for attempt in range(MAKERS):
        rng = random.Random(f"{seed}:{number}:{smooth}:{attempt}")
        drawn = "" if rng.random() < ORDINARY else rng.choice(list(FAMILIES))
        try:
            return written(rng, f"hunt_{seed}_{number}" + "s" * smooth, smooth, drawn if family is None else family)
        except Refused:
            continue
    raise AssertionError("no program can be written")


def written(rng: random.Random, name: str, smooth: bool, family: str) -> Generated:
    d = Writer(rng, smooth, family)
    outside(d, family == "objects")
    parameters = specs(rng, d.palette, smooth, rng.random() < 0.5)
    if family:
        around(d, family)
        parameters += with_family(rng, family, smooth)
    if any(p.form == "record" for p in parameters):
        d.add(*filled(d, POINT, "Point").splitlines())
    sample = call_text(parameters, rng, "smooth" if smooth else "sample")
    names = tuple(p.name for p in parameters)
    d.taken |= set(names) | {"k", "p", "q"}
    if d.chance(0.2 if family == "objects" else 0.9):           # containers that come as arguments must not be changed
        d.globals |= {p.name for p in parameters if p.form in ("list", "dict", "record")}
    with d.block(f"def f({', '.join(names)}):", after=(f"f(*{sample})",), function=True, names=names):
        body(d)
    d.lines.append(Line(0, ""))
    styles = ["smooth"] * 2 if smooth else ["plain", "edge", "edge"]
    calls = (sample, *(call_text(parameters, rng, style) for style in styles))
    return Generated(name, d.text(), calls, frozenset(d.constructs), smooth, d.mixing, family)


def with_family(rng: random.Random, family: str, smooth: bool) -> list[Spec]:
    """More parameters."""
    forms = [form for form in PARAMETERS[family] if not smooth or form not in ("model", "crowd", "list")]
    return [Spec(name, rng.choice(forms)) for name in ("u", "w") if forms and rng.random() < 0.6]


def body(d: Writer) -> None:
    wanted = d.room
    for make, _ in d.more[:2]:              # a program of a family has its statements
        with contextlib.suppress(Refused), d.attempt():
            make(d)
    while d.room > 0 and wanted > 0:
        some(d, 2)
        wanted -= 1
    last(d)


def last(d: Writer) -> None:
    """The last return."""
    if d.result is not None:
        text = ", ".join(map(d.alike, d.result))
    elif d.smooth:
        text = f"np.sum({expression(d, 'array', 2)}) + {expression(d, 'number', 2)}"
        if not kinds.is_inexact(d.try_out(text)):
            raise Refused("an integer")
    else:
        text = everything(d)
    d.try_out(text)
    d.lines.append(Line(d.depth, f"return {text}"))


def returnable(value: object) -> bool:
    """Nothing but numbers, and containers and objects of them."""
    if isinstance(value, (list, tuple)):
        return all(map(returnable, value))
    if isinstance(value, dict):
        return all(map(returnable, value.values()))
    hidden = isinstance(value, (str, type, *STREAMS)) or callable(value) or kinds.is_iterator(value)
    return value is not None and not hidden and not kinds.is_view(value)


def everything(d: Writer) -> str:
    """Some of the variables, the last ones rather than the first."""
    names = [n for n in d.variables(returnable) if n not in d.globals]
    chosen = [n for n in names if d.chance(0.8)][-7:] or names[-1:]
    shapes = [", ".join(chosen), f"{{{', '.join(f'{n!r}: {n}' for n in chosen)}}}", f"[{', '.join(chosen)}]",
              expression(d, "number"), expression(d, "array")]
    return d.rng.choices(shapes, [6, 1, 1, 2, 2])[0]


def call_text(parameters: list[Spec], rng: random.Random, style: str) -> str:
    return f"({''.join(p.text(rng, style) + ', ' for p in parameters)})"
