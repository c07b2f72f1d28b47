"""Random branches and loops."""
from __future__ import annotations

from collections.abc import Callable

from .blocks import block, compound
from .expressions import expression, integer, test, truth, view
from .writer import ARRAYS, INDICES, LENGTH, NAMES, VECTORS, Scope, Writer


# -- branches
# --------------------------------------------------------------------------------------------------------------

def branch(w: Writer, head: str, start: Scope) -> tuple[Scope, bool]:
    """One indented block from a scope; the scope at its end, and whether it left."""
    w.scope = start.copy()
    with w.indented(head):
        left = block(w)
        if not left and w.chance(15):
            left = leave(w)
    return w.scope, left


def merge(w: Writer, ends: list[tuple[Scope, bool]]) -> bool:
    """What is known behind several branches; True if all of them left.

    A name that is an argument on one path and another array on the other is mostly not used any more: the compiler
    refuses
    writes to it.
    """
    live = [scope for scope, left in ends if not left] or [ends[0][0]]
    common = lambda field: {
        n: v for n, v in getattr(live[0], field).items() if all(getattr(s, field).get(n) == v for s in live)
    }
    sure, memory = common("sure"), common("memory")
    mixed = [n for n, k in sure.items() if k in ARRAYS and n not in memory]
    shared = {n for n in mixed if n in w.arguments or any(s.memory[n] < 0 for s in live)}
    blurred = {n for n in shared if not w.chance(2)}
    memory |= {n: -w.assignments if n in shared else w.assignments for n in mixed}
    w.assignments += 1
    seen = {n: k for scope, _ in ends for n, k in {**scope.maybe, **scope.sure}.items() if n not in blurred}
    sure = {n: k for n, k in sure.items() if n not in blurred}
    maybe = {n: k for n, k in seen.items() if n not in sure}
    w.scope = Scope(sure, maybe, memory, common("functions"), common("bounds"))
    return all(left for _, left in ends)


@compound(9)
def branches(w: Writer) -> bool:
    start = w.scope
    head = f"if {test(w)}:"
    ends = [branch(w, head, start)]
    after_test = start
    while w.chance(20):
        ends.append(branch(w, f"elif {_in(w, after_test, test)}:", after_test))
    ends.append(branch(w, "else:", after_test) if w.chance(50) else (after_test, False))
    return merge(w, ends)


def _in(w: Writer, scope: Scope, make: Callable[[Writer], str]) -> str:
    w.scope = scope
    return make(w)


def leave(w: Writer) -> bool:
    """break, continue, return or raise."""
    options: list[tuple[int, str]] = []
    if w.loops:
        options += [(4, "break")] + ([(4, "continue")] if w.loops[-1] != "counter last" else [])
    if w.returns is not None:
        options.append((2, "return"))
    what = w.weighted([*options, (1, "raise")])
    if what == "return":
        give_back(w)
    else:
        w.put(what if what != "raise" else f'raise ValueError("left at {len(w.lines)}")')
    return True


def give_back(w: Writer) -> None:
    values = [(w.name(k) if w.chance(75) else None) or expression(w, k, 1) for k in w.returns]
    w.put(f"return {', '.join(values)}")


# -- loops
# -----------------------------------------------------------------------------------------------------------------

@compound(9)
def for_loop(w: Writer) -> bool:
    iterable, targets, runs, kind = w.weighted(HEADS)(w)
    return run_body(w, f"for {iterable}:", targets, runs, kind)


def run_body(
    w: Writer, head: str, targets: list[tuple], runs: bool, kind: str, first: str = "", last: str = ""
) -> bool:
    """The body, and the `else` of the loop. Names set in a body that surely runs to its end are set behind it."""
    before, start = w.scope.copy(), len(w.lines)
    w.scope.bounds = {n: b for n, b in w.scope.bounds.items() if n in INDICES or n[0] == "c"}
    w.loops.append(kind)
    with w.indented(head):
        for name, what in targets:
            if isinstance(what, str):
                w.set(name, what, what in ARRAYS)
            else:               # nothing else may assign it while it counts
                w.scope.sure.pop(name, None)
                w.scope.maybe.pop(name, None)
                w.scope.bounds[name] = what
        if first:
            w.put(first)
        left = block(w)
        if last and not left:
            w.put(last)
    w.loops.pop()
    w.scope.sure = {n: k for n, k in w.scope.sure.items() if n not in dict(targets) or k not in ARRAYS or w.chance(15)}
    body = "\n".join(w.lines[start:])
    whole = runs and not any(word in body for word in ("break", "continue", "return", "raise"))
    ends = [(w.scope, False)] if whole else [(before, False), (w.scope, True)]
    bounds = {n: b for n, b in before.bounds.items() if n in INDICES or n[0] == "c"}
    merge(w, ends)
    w.scope.bounds = {n: b for n, b in bounds.items() if n not in dict(targets)}
    for name, what in targets:
        if not isinstance(what, str) and whole and not name.startswith("c"):
            w.scope.sure[name] = "I"
    if w.chance(12):
        after = w.scope
        merge(w, [branch(w, "else:", after), (after, False)])
    return False


def over_range(w: Writer) -> tuple:
    i = INDICES[len(w.loops)]
    text, bounds, runs = w.pick(STATIC_RANGES)
    return f"{i} in {text}", [(i, bounds)], runs, "counted"


def over_dynamic_range(w: Writer) -> tuple:
    i = INDICES[len(w.loops)]
    text, bounds = w.pick(DYNAMIC_RANGES)
    outer = [n for n, b in w.scope.bounds.items() if n in INDICES and 0 <= b[0] and b[1] <= 3]
    if outer and w.chance(50):
        text, bounds = w.pick(TRIANGLES)
        return f"{i} in {text.format(w.pick(outer))}", [(i, bounds)], False, "counted"
    return f"{i} in {text.format(integer(w, 0))}", [(i, bounds)], False, "counted"


STATIC_RANGES = [
    ("range(3)", (0, 2), True),
    ("range(4)", (0, 3), True),
    ("range(1, 4)", (1, 3), True),
    ("range(3, -1, -1)", (0, 3), True),
    ("range(0, 4, 2)", (0, 2), True),
    ("range(3, 0, -2)", (1, 3), True),
    ("reversed(range(4))", (0, 3), True),
    ("range(-2, 2)", (-2, 1), True),
    ("range(2, 2)", (0, 0), False),
    ("range(1)", (0, 0), True),
]
DYNAMIC_RANGES = [
    ("range({} % 4)", (0, 2)),
    ("range({} % 3, 4)", (0, 3)),
    ("range({} % 4, -1, -1)", (0, 3)),
    ("range(0, {} % 4, 2)", (0, 2)),
    ("range(2, 2 + {} % 3)", (2, 3)),
    ("range(0, 4, 1 + {} % 2)", (0, 3)),
    ("reversed(range({} % 4))", (0, 2)),
    ("range(3, {} % 3, -1)", (1, 3)),
    ("reversed(range({} % 3, 4))", (0, 3)),
]
TRIANGLES = [("range({})", (0, 2)), ("range({} + 1)", (0, 3)), ("range({}, 4)", (0, 3)), ("range({}, -1, -1)", (0, 3))]


def over_array(w: Writer) -> tuple:
    kind = w.pick((*VECTORS, "M"))
    array = view(w, kind) or expression(w, kind, 0) if w.chance(30) else expression(w, kind, 0)
    target, what = (w.target("V4"), "V4") if kind == "M" else (w.target("F"), "F")
    form = w.pick(("{}", "{}", "reversed({})"))
    return f"{target} in {form.format(array)}", [(target, what)], True, "array"


def over_integers(w: Writer) -> tuple:
    target = w.target("I")
    return f"{target} in {w.name('J') or '(1, 2)'}", [(target, "I")], True, "array"


def over_enumerate(w: Writer) -> tuple:
    i = INDICES[len(w.loops)]
    kind = w.pick((*VECTORS, "M"))
    array, size = expression(w, kind, 0), LENGTH.get(kind, 3)
    target, what = (w.target("V4"), "V4") if kind == "M" else (w.target("F"), "F")
    if w.chance(20):
        return f"{i}, {target} in enumerate({array}, 1)", [(i, (1, size)), (target, what)], True, "counted"
    return f"{i}, {target} in enumerate({array})", [(i, (0, size - 1)), (target, what)], True, "counted"


def over_zip(w: Writer) -> tuple:
    kinds = [w.pick((*VECTORS, "M")) for _ in range(2)]
    arrays = [expression(w, k, 0) for k in kinds]
    targets: list[tuple[str, str]] = []
    for k in kinds:
        what = "V4" if k == "M" else "F"
        targets.append((w.pick([n for n in NAMES[what] if n not in dict(targets)]), what))
    names = ", ".join(n for n, _ in targets)
    if w.chance(30):
        i = INDICES[len(w.loops)]
        return f"{i}, ({names}) in enumerate(zip({', '.join(arrays)}))", [(i, (0, 3)), *targets], True, "array"
    return f"{names} in zip({', '.join(arrays)})", targets, True, "array"


def over_items(w: Writer) -> tuple:
    """Arrays known one by one: the loop is unrolled."""
    target = w.target("V4")
    arrays = [w.name("V4") or "np.zeros(4)" for _ in range(2)]
    found = w.names("L")
    text = w.pick(found) if found and w.chance(60) else w.pick(("({}, {})", "[{}, {}]")).format(*arrays)
    return f"{target} in {text}", [(target, "V4")], True, "items"


HEADS: list[tuple[int, Callable]] = [
    (5, over_range),
    (4, over_dynamic_range),
    (4, over_array),
    (2, over_enumerate),
    (2, over_zip),
    (1, over_items),
    (1, over_integers),
]


@compound(4)
def while_loop(w: Writer) -> bool:
    """A loop with a counter of its own, so that it ends."""
    w.counters += 1
    c = f"c{w.counters}"
    limit = w.pick((lambda: "3", lambda: "4", lambda: f"{integer(w, 0)} % 4"))()
    start, head, kind, first, last, bounds = w.weighted(WHILES)
    values = dict(c=c, n=limit, test=truth(w, 0) if "{test}" in head else "")
    w.put(start.format(**values))
    w.scope.bounds[c] = bounds
    run_body(
        w,
        f"while {head.format(**values)}:",
        [(c, bounds)],
        False,
        kind,
        first.format(**values),
        last.format(**values),
    )
    w.scope.bounds.pop(c, None)
    return False


WHILES: list[tuple[int, tuple]] = [
    (3, ("{c} = 0", "{c} < {n}", "counter last", "", "{c} += 1", (0, 3))),
    (3, ("{c} = 0", "{c} < {n}", "counter", "{c} += 1", "", (0, 4))),
    (2, ("{c} = 0", "{c} < {n} and {test}", "counter", "{c} += 1", "", (0, 4))),
    (1, ("{c} = 0", "({c} := {c} + 1) < {n}", "counter", "", "", (0, 3))),
    (1, ("{c} = {n}", "{c} > 0", "counter", "{c} -= 1", "", (0, 3))),
    (1, ("{c} = {n}", "{c}", "counter last", "", "{c} = {c} - 1", (0, 4))),
    (2, ("{c} = 0", "True", "counter", "{c} += 1\nif {c} > {n}:\n    break", "", (0, 4)))]
