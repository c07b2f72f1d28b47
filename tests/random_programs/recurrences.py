"""Random loops whose rounds use what earlier rounds have left: recurrences in arrays, sweeps over rows, iterations
until something is reached, sums into arrays. What derivatives of loops have to keep or compute again."""
from __future__ import annotations

from collections.abc import Callable

from .blocks import assigned, compound
from .control import leave, run_body
from .expressions import bounded, index, integer, number, truth
from .writer import INDICES, LENGTH, NAMES, Writer

SMOOTH = ("np.tanh({})", "np.sin({})", "0.5 * ({})", "({0}) / (1.5 + abs({0}))", "np.exp(-abs({}))", "np.cos({})",
          "np.tanh(0.3 * ({0}) * ({0}))")
EXACT = ("({}) % 5", "({}) % 7", "min(max({}, -9.0), 9.0)", "abs({}) % 3")


def curved(w: Writer, text: str) -> str:
    """A function of one number (or array) that stays small."""
    forms = SMOOTH if w.profile.smooth else EXACT if "[" not in text or ":" not in text else EXACT[:2]
    return w.pick(forms).format(text)


def mixed(w: Writer, *parts: str) -> str:
    """A combination of values."""
    forms = ["{0} + {1}", "{0} * {1}", "{0} - 0.5 * {1}" if w.profile.smooth else "{0} - 2.0 * {1}",
             "2.0 * {0} + {1} * {1}", "{0}"]
    first, second = w.pick(parts), w.pick(parts)
    return w.pick(forms).format(first, second)


def fresh_index(w: Writer, taken: tuple[str, ...] = ()) -> str:
    return next(n for n in INDICES if n not in w.scope.bounds and n not in taken)


# -- along an array
# --------------------------------------------------------------------------------------------------

def spans(w: Writer, size: int) -> list[tuple[str, str, tuple[int, int]]]:
    """Heads of loops, the neighbour that has been dealt with, and the bounds of the index."""
    n = min(size, 4)
    return [(f"range(1, {n})", "{} - 1", (1, n - 1)), (f"range({n - 2}, -1, -1)", "{} + 1", (0, n - 2)),
            (f"reversed(range({n - 1}))", "{} + 1", (0, n - 2)), (f"range({n - 1})", "{} + 1", (0, n - 2)),
            (f"range({n - 1})", "{} - 1", (0, n - 2)),
            (f"range(1, 1 + {integer(w, 0)} % {n})", "{} - 1", (1, n - 1))]


@compound(7)
def recurrence(w: Writer) -> bool:
    """a[i] = f(a[i - 1], …), forwards, backwards, or as many rounds as an argument says."""
    kind = w.pick(("V4", "V4", "V3", "G"))
    name = w.name(kind)
    if name is None or len(w.scope.bounds) > 3:
        return iteration(w)
    i = fresh_index(w)
    source = name if w.chance(60) else w.name(kind) or name
    head, near, bounds = w.pick(spans(w, LENGTH[kind] - 1 if kind == "G" else LENGTH[kind]))
    if kind == "G" and near == "{} - 1" and bounds[0] == 1 and w.chance(50):
        head = f"range(1, {w.pick((20, 40, 70))})"
        return rounds(w, f"for {i} in {head}:", [(i, "V")], written(w, name, source, i, near))
    return rounds(w, f"for {i} in {head}:", [(i, bounds)], written(w, name, source, i, near))


def written(w: Writer, name: str, source: str, i: str, near: str) -> str:
    place, other = f"{name}[{i}]", f"{source}[{near.format(i)}]"
    value = curved(w, mixed(w, other, other, f"{source}[{i}]", number(w, 0)))
    return f"{place} {w.pick(('=', '=', '+=')) if w.profile.smooth else '='} {value}"


def rounds(w: Writer, head: str, targets: list, first: str) -> bool:
    """The loop: the line itself, and now and then more behind it."""
    if w.chance(50) or targets[0][1] == "V":
        w.put(head)
        w.put("\n".join("    " + line for line in first.split("\n")))
        return False
    return run_body(w, head, targets, True, "counted", first)


@compound(4)
def sweep(w: Writer) -> bool:
    """Two nested loops over a matrix, or one over its rows, columns or shifted parts."""
    name = w.name("M")
    if name is None or len(w.scope.bounds) > 2:
        return recurrence(w)
    i = fresh_index(w)
    if w.chance(50):
        near, row = w.pick(((f"{name}[{i} - 1, :]", f"{name}[{i}, :]"), (f"{name}[{i} - 1]", f"{name}[{i}]"),
                            (f"{name}[{i} - 1, ::-1]", f"{name}[{i}, :]"),
                            (f"{name}[{i} - 1, :-1]", f"{name}[{i}, 1:]")))
        value = curved_array(w, mixed(w, near, near, row))
        return rounds(w, f"for {i} in range(1, 3):", [(i, (1, 2))], f"{row} = {value}")
    j = fresh_index(w, (i,))
    outer, inner = w.pick((("range(1, 3)", "range(1, 4)"), ("range(2, 0, -1)", f"range({i}, 4)"),
                           ("range(1, 3)", f"range({i}, -1, -1)"), ("range(1, 3)", "reversed(range(1, 4))"),
                           (f"range(1, 1 + {integer(w, 0)} % 3)", f"range(1, 2 + {i})")))
    parts = [f"{name}[{i} - 1, {j}]", f"{name}[{i}, {j} - 1]", f"{name}[{i}, {j}]", number(w, 0)]
    line = f"{name}[{i}, {j}] = {curved(w, mixed(w, *parts) + ' + ' + parts[w.below(2)])}"
    w.put(f"for {i} in {outer}:\n    for {j} in {inner}:\n        {line}")
    return False


def curved_array(w: Writer, text: str) -> str:
    if not w.profile.smooth:
        return f"({text}) % 5"
    return w.pick(("np.tanh({})", "np.sin({})", "0.5 * ({})", "({0}) / (1.5 + np.abs({0}))")).format(text)


# -- until something is reached
# --------------------------------------------------------------------------------------

@compound(5)
def iteration(w: Writer) -> bool:
    """A number or array that changes until it is large or small enough, or for so many rounds."""
    w.counters += 1
    c, s = f"c{w.counters}", w.name("F")
    if s is None:
        s = w.target("F")
        assigned(w, s, "F", bounded(w, "F", 1))
    most = w.pick(("3", "6", "20", f"{integer(w, 0)} % 5"))
    form = w.pick(FORMS)
    w.put(form(w, c, s, most))
    return False


def step(w: Writer, s: str) -> str:
    """One round for a number."""
    name = w.name("V4")
    other = f"{name}[{index(w, 4)}]" if name and w.chance(60) else number(w, 0)
    lines = [f"{s} = {curved(w, mixed(w, s, s, other))}"]
    if name and w.chance(40):
        at = f"{name}[{w.below(4)}]"
        lines.append(f"{at} = {curved(w, mixed(w, at, s))}")
    if w.chance(20):
        lines.append(f"if {truth(w, 0)}:\n    {s} = {curved(w, s)}")
    return indented("\n".join(lines))


def indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def until_reached(w: Writer, c: str, s: str, most: str) -> str:
    limit = w.pick(("0.43", "-0.21", "2.37"))
    return f"{c} = 0\nwhile {s} {w.pick('<>')} {limit} and {c} < {most}:\n    {c} += 1\n{step(w, s)}"


def until_broken(w: Writer, c: str, s: str, most: str) -> str:
    limit = w.pick(("0.43", "-0.21", "2.37"))
    middle = f"    if {s} {w.pick('<>')} {limit} or {c} > {most}:\n        break"
    first, second = (step(w, s), middle) if w.chance(50) else (middle, step(w, s))
    return f"{c} = 0\nwhile True:\n    {c} += 1\n{first}\n{second}"


def counted_break(w: Writer, c: str, s: str, most: str) -> str:
    limit = w.pick(("0.43", "-0.21", "2.37"))
    word = w.pick(("break", "break", "continue"))
    return f"for {c} in range({most}):\n{step(w, s)}\n    if {s} > {limit}:\n        {word}\n{step(w, s)}"


FORMS: tuple[Callable, ...] = (until_reached, until_broken, counted_break)


# -- into an array
# ---------------------------------------------------------------------------------------------------

@compound(3)
def gathered(w: Writer) -> bool:
    """An array that is made, then filled or summed into; its neighbours may be used."""
    source, i = w.name("V4"), fresh_index(w) if len(w.scope.bounds) < 3 else None
    if source is None or i is None:
        return iteration(w)
    name = w.pick([n for n in NAMES["V4"] if n != source])
    assigned(w, name, "V4", w.pick(("np.zeros(4)", "np.ones(4)", "np.zeros_like({})", "{}.copy()")).format(source))
    s = number(w, 0)
    line = w.pick((
        lambda: f"{name}[{i}] = {curved(w, f'{source}[{i}] * {s}')}",
        lambda: f"{name}[{i} % 2] += {curved(w, f'{source}[{i}] + {s}')}",
        lambda: f"{name}[3 - {i}] -= {curved(w, f'{source}[{i}] * {source}[{i}]')}",
        lambda: f"{name}[:] += {curved_array(w, f'{source} * {source}[{i}]')}",
        lambda: f"{name}[{i}:] += {curved(w, f'{source}[{i}]')}",
        lambda: f"{name}[{integer(w, 0)} % 4] += {curved(w, f'{name}[{i}] + {source}[{i}]')}",
    ))()
    return rounds(w, f"for {i} in {w.pick(('range(4)', 'range(3, -1, -1)', 'range(3)'))}:", [(i, (0, 3))], line)


@compound(1)
def through_view(w: Writer) -> bool:
    """A loop that writes through a second name for a part of an array."""
    base, i = w.name("V4"), fresh_index(w) if len(w.scope.bounds) < 3 else None
    if base is None or i is None:
        return iteration(w)
    part, kind = w.pick((("[1:]", "V3"), ("[::-1]", "V4"), ("[:-1]", "V3"), ("[-1:0:-1]", "V3")))
    name = w.pick([n for n in NAMES[kind] if n != base])
    assigned(w, name, kind, base + part)
    last = LENGTH[kind] - 1
    value = curved(w, mixed(w, f"{base}[{i}]", f"{name}[{i} + 1]", number(w, 0)))
    left = rounds(w, f"for {i} in range({last}):", [(i, (0, last - 1))], f"{name}[{i}] = {value}")
    if not left:
        assigned(w, name, kind, f"{name}.copy()")           # or later writes would mostly be refused
    return left


@compound(2)
def leaving(w: Writer) -> bool:
    """A loop that is left, with the function, when a number is large enough."""
    s = w.name("F")
    if s is None or w.returns is None or w.inner:
        return iteration(w)
    w.counters += 1
    with w.indented(f"for c{w.counters} in range({w.pick(('4', '9'))}):"):
        w.put(step(w, s).replace("\n    ", "\n")[4:])
        with w.indented(f"if {s} > {w.pick(('0.43', '0.93'))}:"):
            w.loops.append("counted")
            leave(w)
            w.loops.pop()
    return False
