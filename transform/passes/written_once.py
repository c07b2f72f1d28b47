"""Arrays that are their own tape: is a cell that one round of a loop has read or written left alone by all that
follows?

    for i in range(1, n):
        y[i] = np.sin(y[i - 1])         the round reads y[i - 1] and writes y[i]; later rounds write y[i + 1], y[i +
                                        2] …

If so, the array at the end of the loop still holds the value, and the backward sweep reads it from there. Indices are
followed as affine forms of loop indices; two windows are apart if along some axis the least difference of their
starts is
at least the size of one of them, for all values that the indices can take.

>>> i, j = symbol("i"), symbol("j")
>>> least(minus(plus(i, constant(1)), j), (("i", constant(0), constant(9)), ("j", constant(0), minus(i, constant(1)))))
2
"""

from __future__ import annotations

import itertools
from typing import Any, Iterator, NamedTuple, Sequence

from ..program import Atom, Call, Const, Program, Var

LATER = "later"                 # how many rounds after the present one


class Affine(NamedTuple):
    """A sum of symbols with integer factors, and a constant."""
    terms: tuple[tuple[str, int], ...]
    const: int


Range = tuple[str, Affine | None, Affine | None]        # a symbol with its least and greatest value
Ranges = tuple[Range, ...]                              # bounds are in terms of the symbols before
Env = dict[str, Any]                                    # variables: Affine, or Masked


def constant(n: int) -> Affine:
    return Affine((), n)


def symbol(name: str) -> Affine:
    return Affine(((name, 1),), 0)


def plus(a: Affine, b: Affine, factor: int = 1) -> Affine:
    total = dict(a.terms)
    for name, n in b.terms:
        total[name] = total.get(name, 0) + factor * n
    return Affine(tuple(sorted((name, n) for name, n in total.items() if n)), a.const + factor * b.const)


def minus(a: Affine, b: Affine) -> Affine:
    return plus(a, b, -1)


def times(a: Affine, n: int) -> Affine:
    return plus(constant(0), a, n)


def least(a: Affine, ranges: Ranges) -> int | None:
    """The least value over the ranges of the symbols; None if there is no bound."""
    for name, low, high in reversed(ranges):
        n = dict(a.terms).get(name, 0)
        end = low if n > 0 else high
        if n and end is None:
            return None
        a = plus(minus(a, times(symbol(name), n)), end, n) if n else a
    return None if a.terms else a.const


def translated(a: Affine | None, names: dict[str, str]) -> Affine | None:
    """The same form with other names; None if it has symbols without one."""
    if a is None or any(name not in names for name, _ in a.terms):
        return None
    return Affine(tuple(sorted((names[name], n) for name, n in a.terms)), a.const)


class Window(NamedTuple):
    """What a call reads or writes: along each axis the first position and one behind the last (None: anywhere), over
    the ranges of inner indices."""
    axes: tuple[tuple[Affine | None, Affine | None], ...]
    ranges: Ranges

    def narrowed(self, mask: "Masked", axes: Sequence[int]) -> "Window":
        """The part of a window that a mask lets through; `axes` are those of the array that the mask's axes stand
        for."""
        ends = list(self.axes)
        for axis, lo, hi in mask.axes:
            start = ends[axes[axis]][0]
            if start is not None and lo is not None and hi is not None:
                ends[axes[axis]] = plus(start, lo), plus(start, hi)
        return Window(tuple(ends), self.ranges)


class Masked(NamedTuple):
    """Bools that hold between lo and hi along some axes, and nowhere else."""
    axes: tuple[tuple[int, Affine | None, Affine | None], ...]


def apart(a: Window, b: Window, outer: Ranges) -> bool:
    """Do two windows share no cell, whatever the indices are?"""
    ranges = (*outer, *a.ranges, *b.ranges)
    for ends, others in zip(a.axes, b.axes, strict=True):
        for first, end in ((ends[0], others[1]), (others[0], ends[1])):
            gap = least(minus(first, end), ranges) if first is not None and end is not None else None
            if gap is not None and gap >= 0:
                return True
    return False


# -- indices -------------------------------------------------------------------------------------------------------

def affine(atom: Atom, env: Env) -> Affine | None:
    if isinstance(atom, Const):
        return constant(int(atom.value)) if not atom.type.shape and atom.type.dtype.kind in "iu" else None
    form = env.get(atom.name)
    return form if isinstance(form, Affine) else None


def known(atom: Atom, env: Env) -> Affine | Masked | None:
    """What is known of a value: an affine form, or where it holds."""
    return affine(atom, env) if isinstance(atom, Const) else env.get(atom.name)


def follow(call: Call, env: Env) -> None:
    """Note the affine form of a call's result, if it has one."""
    out = call.outputs[0] if len(call.outputs) == 1 else None
    if out is not None and out.type.shape and out.type.dtype == bool:
        return follow_mask(call, out, env)
    if out is None or out.type.shape or out.type.dtype.kind not in "iu":
        return
    xs = [affine(o, env) for o in call.operands]
    if None in xs or not xs:
        return
    match call.primitive.name:
        case "add":
            env[out.name] = plus(*xs)
        case "sub":
            env[out.name] = minus(*xs)
        case "neg":
            env[out.name] = times(xs[0], -1)
        case "cast" | "copy":
            env[out.name] = xs[0]
        case "mul" if not xs[0].terms or not xs[1].terms:
            env[out.name] = times(xs[0], xs[1].const) if not xs[1].terms else times(xs[1], xs[0].const)


def follow_mask(call: Call, out: Var, env: Env) -> None:
    """Note where a call's result holds, if it is between bounds."""
    xs = [known(o, env) for o in call.operands]
    match call.primitive.name:
        case "inside":
            env[out.name] = Masked(((0, *xs),))
        case "broadcast" if isinstance(xs[0], Masked):
            axes = call.param("axes")
            if all(call.operands[0].type.shape[a] == out.type.shape[axes[a]] for a, _, _ in xs[0].axes):
                env[out.name] = Masked(tuple((axes[a], lo, hi) for a, lo, hi in xs[0].axes))
        case "and_" if all(isinstance(x, Masked) for x in xs):
            if not {a for a, _, _ in xs[0].axes} & {a for a, _, _ in xs[1].axes}:
                env[out.name] = Masked(xs[0].axes + xs[1].axes)


def mask_of(call: Call, env: Env) -> Masked | None:
    """Where a `select` takes its second operand, if that is between bounds."""
    mask = known(call.operands[0], env) if call.primitive.name == "select" else None
    return mask if isinstance(mask, Masked) else None


def everything(var: Var, ranges: Ranges) -> Window:
    return Window(tuple((constant(0), constant(n)) for n in var.type.shape), ranges)


def axes_left(call: Call) -> list[int]:
    """The axes of the array that a window of it has."""
    drop = dict(call.params).get("drop", ())
    return [a for a in range(len(call.operands[0].type.shape)) if a not in drop]


def window_of(call: Call, env: Env, ranges: Ranges) -> Window | None:
    """The window that a call reads or writes of its first operand; None if it is no window."""
    params = dict(call.params)
    match call.primitive.name:
        case "slice_" | "put_slice":
            axes = [(constant(s), e - s) for s, e in zip(params["starts"], params["limits"])]
        case "dynamic_slice":
            axes = [(affine(o, env), n) for o, n in zip(call.operands[1:], params["sizes"])]
        case "update_slice":
            axes = [(affine(o, env), n) for o, n in zip(call.operands[2:], params["sizes"])]
        case _:
            return None
    whole = call.operands[0].type.shape
    starts = [(constant(0) if n == m else s, n) for (s, n), m in zip(axes, whole)]
    return Window(tuple((s, None if s is None else plus(s, constant(n))) for s, n in starts), ranges)


class Counter:
    """Names for the indices of inner loops."""

    def __init__(self, prefix: str):
        self.prefix, self.numbers = prefix, itertools.count()

    def inner(self, call: Call, env: Env, ranges: Ranges) -> tuple[list[Affine | None], Ranges]:
        """The index of a loop as a list of parameters' forms, and the ranges with it."""
        if call.primitive.name != "fori_loop":
            return [], ranges
        name = f"{self.prefix}{next(self.numbers)}"
        lo, hi = (affine(o, env) for o in call.operands[:2])
        one = constant(1)
        if call.param("step") > 0:
            bounds = lo, None if hi is None else minus(hi, one)
        else:
            bounds = None if hi is None else plus(hi, one), lo
        return [symbol(name)], (*ranges, (name, *bounds))


def entered(program: Program, forms: Sequence[Affine | Masked | None]) -> Env:
    return {p.name: f for p, f in zip(program.parameters, forms) if f is not None}


def inner_programs(call: Call) -> list[tuple[Program, int]]:
    """The programs that a call runs on its operands, with the number of operands that come before theirs."""
    params = dict(call.params)
    match call.primitive.name:
        case "call":
            return [(params["program"], 0)]
        case "cond":
            return [(branch, 1) for branch in params["branches"]]
        case "fori_loop":
            return [(params["body"], 2)]
        case "while_loop":
            return [(params["test"], 0), (params["body"], 0)]
    return []


# -- writes --------------------------------------------------------------------------------------------------------

class History:
    """What becomes of one array in a program: its versions by variable, and the windows that make each of them."""

    def __init__(self, program: Program, k: int, env: Env, ranges: Ranges = (), names: Counter | None = None):
        self.versions = {program.parameters[k].name: 0}
        self.writes: list[tuple[int, Window]] = []      # (the version it makes, what it writes)
        self.made: dict[str, Call] = {}
        self.known = True                               # are these all the writes?
        self.names = names or Counter("w")
        for call in program.body:
            follow(call, env)
            self.made.update((v.name, call) for v in call.outputs)
            held = [n for n, o in enumerate(call.operands) if isinstance(o, Var) and o.name in self.versions]
            if held:
                self.step(call, held, env, ranges)

    @property
    def last(self) -> int:
        return max(self.versions.values())

    def step(self, call: Call, held: list[int], env: Env, ranges: Ranges) -> None:
        newest = max(self.versions[call.operands[n].name] for n in held)
        mask = mask_of(call, env)
        if mask is not None and held == [2] and newest == self.last:        # x[lo:hi] = …
            self.versions[call.outputs[0].name] = newest + 1
            window = everything(call.outputs[0], ranges)
            self.writes.append((newest + 1, window.narrowed(mask, range(len(window.axes)))))
        elif call.primitive.name in ("update_slice", "put_slice"):
            window = self.narrow(call, window_of(call, env, ranges), newest, env)
            if held != [0] or newest != self.last or window is None:
                self.known = False
                return
            self.versions[call.outputs[0].name] = newest + 1
            self.writes.append((newest + 1, window))
        elif call.primitive.access == "write":
            self.known = self.known and 0 not in held
        elif call.primitive.kind == "control":
            self.control(call, held, env, ranges, newest)

    def narrow(self, call: Call, window: Window | None, newest: int, env: Env) -> Window | None:
        """What of a window is really written: a `select` may put back what was read there."""
        made = self.made.get(call.operands[1].name) if isinstance(call.operands[1], Var) else None
        mask = mask_of(made, env) if made is not None else None
        old = self.made.get(made.operands[2].name) if mask and isinstance(made.operands[2], Var) else None
        reads = {"update_slice": "dynamic_slice", "put_slice": "slice_"}[call.primitive.name]
        if window is None or old is None or old.primitive.name != reads:
            return window
        same = old.operands[1:] == call.operands[2:] and old.params == call.params
        source = old.operands[0]
        if not same or not isinstance(source, Var) or self.versions.get(source.name) != newest:
            return window
        return window.narrowed(mask, axes_left(call))

    def control(self, call: Call, held: list[int], env: Env, ranges: Ranges, newest: int) -> None:
        """A loop, branch or function that gets the array: it reads it, or gives its next version."""
        forms = [known(o, env) for o in call.operands]
        places: list[list[int]] = []                # of the array among the results of each program
        windows: list[Window] = []
        for program, skip in inner_programs(call):
            index, inside = self.names.inner(call, env, ranges)
            for n in held:
                k = n - skip + len(index)
                if call.primitive.name in ("fori_loop", "while_loop"):
                    given = [*index, *(f if m < skip + call.param("invariant") else None
                                       for m, f in enumerate(forms[skip:], skip))]
                else:
                    given = forms[skip:]
                history = History(program, k, entered(program, given), inside, self.names)
                self.known = self.known and history.known
                windows += [w for _, w in history.writes]
                if program is not dict(call.params).get("test"):
                    places.append(self.returned(call, program, history, n, skip))
        if not windows and not any(places):
            return                                  # only read
        if len(held) != 1 or newest != self.last or len(places[0]) != 1 or any(p != places[0] for p in places):
            self.known = False
            return
        self.versions[call.outputs[places[0][0]].name] = newest + bool(windows)
        self.writes += [(newest + 1, w) for w in windows]

    def returned(self, call: Call, program: Program, history: "History", n: int, skip: int) -> list[int]:
        """The outputs of the call that are versions of the array."""
        places = [k for k, r in enumerate(program.results) if isinstance(r, Var) and r.name in history.versions]
        if call.primitive.name in ("fori_loop", "while_loop"):
            own = n - skip - call.param("invariant")
            if places and places != [own]:
                self.known = False
        return places


# -- reads ---------------------------------------------------------------------------------------------------------

def reads(calls: Sequence[Call], array: str, env: Env, ranges: Ranges, names: Counter) -> Iterator[Window | None]:
    """The windows of an array that calls read; None for anything else that they do with it."""
    for call in calls:
        follow(call, env)
        held = [n for n, o in enumerate(call.operands) if isinstance(o, Var) and o.name == array]
        if not held:
            continue
        if call.primitive.access == "read" and held == [0]:
            yield from read_windows(call, calls, env, ranges)
            continue
        mask = mask_of(call, env)
        if mask is not None and held == [1]:
            yield everything(call.operands[1], ranges).narrowed(mask, range(len(call.operands[1].type.shape)))
            continue
        if not inner_programs(call):
            yield None
        forms = [known(o, env) for o in call.operands]
        for program, skip in inner_programs(call):
            index, inside = names.inner(call, env, ranges)
            fixed = dict(call.params).get("invariant", len(call.operands))
            for n in held:
                if n < skip or n - skip >= fixed:
                    yield None
                    continue
                given = [*index, *(f if m < fixed else None for m, f in enumerate(forms[skip:]))]
                parameter = program.parameters[n - skip + len(index)]
                yield from reads(program.body, parameter.name, entered(program, given), inside, names)
                if any(r == parameter for r in program.results):
                    yield None


def read_windows(call: Call, calls: Sequence[Call], env: Env, ranges: Ranges) -> Iterator[Window | None]:
    """What of a window that is read is used: all of it, or what masks let through."""
    window, (out,) = window_of(call, env, ranges), call.outputs
    users = [c for c in calls if out in c.operands]
    for user in users:
        follow(user, env)
        made = next((c for c in calls if user.operands[0] in c.outputs), None)
        for source in masks_behind(made, calls):
            follow(source, env)
    masks = [mask_of(c, env) if c.operands[1] == out and c.operands[2] != out else None for c in users
             if c.primitive.name == "select"]
    if window is None or not masks or len(masks) < len(users) or None in masks:
        yield window
    else:
        yield from (window.narrowed(m, axes_left(call)) for m in masks)


def masks_behind(call: Call | None, calls: Sequence[Call]) -> list[Call]:
    """The calls that a mask is made of, in order."""
    if call is None or call.primitive.name not in ("inside", "broadcast", "and_"):
        return []
    parts = [c for c in calls for o in call.operands if o in c.outputs]
    return [*(p for c in parts for p in masks_behind(c, calls)), call]


# -- loops ---------------------------------------------------------------------------------------------------------

class Kept:
    """Which values of a round the arrays that a counted loop carries still hold when it ends.

    The index is called p0, the invariants p1, p2 …

    Args:
        body: of the loop: (index, invariants…, carries…).
        bounds: the least and the greatest index, where known.
        around: the ranges of those invariants that are indices of loops around it.
    """

    def __init__(self, body: Program, invariant: int, step: int, bounds: tuple[Affine | None, Affine | None],
                 around: Ranges = ()):
        self.body, self.first, self.step = body, 1 + invariant, step
        self.ranges: Ranges = (*around, ("p0", *bounds), (LATER, constant(1), None))
        self.now, self.later = ({}, {})
        for k in range(len(body.parameters) - self.first):
            if body.parameters[self.first + k].type.shape and self.is_version(k):
                self.now[k] = self.history(k, symbol("p0"))
                self.later[k] = self.history(k, plus(symbol("p0"), symbol(LATER), step))

    def is_version(self, k: int) -> bool:
        return isinstance(self.body.results[k], Var)

    def history(self, k: int, index: Affine) -> History:
        return History(self.body, self.first + k, self.env(index))

    def env(self, index: Affine) -> Env:
        """Forms of the parameters: the index, and invariants as symbols."""
        fixed = {p.name: symbol(f"p{n}") for n, p in enumerate(self.body.parameters[:self.first])
                 if n and not p.type.shape and p.type.dtype.kind in "iu"}
        return {self.body.parameters[0].name: index, **fixed}

    def usable(self, k: int) -> bool:
        """Are all writes to a carry known, and is it the same array at the end of a round?"""
        history, result = self.now.get(k), self.body.results[k]
        return history is not None and history.known and self.later[k].known and \
            history.versions.get(result.name) == history.last

    def holds(self, k: int, version: int, window: Window) -> bool:
        """Does no write behind this version, in the present round or later, touch the window?"""
        behind = [w for made, w in self.now[k].writes if made > version]
        return all(apart(window, w, self.ranges) for w in behind) and \
            all(apart(window, w, self.ranges) for _, w in self.later[k].writes)

    def candidates(self) -> list[str]:
        """Values that are read from arrays or written into them."""
        found: dict[str, None] = {}
        for call in self.body.body:
            value = call.outputs[0] if call.primitive.name in ("dynamic_slice", "select") else \
                call.operands[1] if call.primitive.name == "update_slice" else None
            if isinstance(value, Var):
                found[value.name] = None
        return list(found)

    def place(self, name: str) -> tuple[int, Call, Call | None] | None:
        """For a value of the body: a carry that holds it at the end, the call that reads or writes it there (or a
        `select` of all of it), and a `select` of what was read."""
        for k, history in self.now.items():
            if not self.usable(k):
                continue
            for call, version in self.accesses(name, history):
                window = window_of(call, self.env_at(), ()) if call.primitive.name != "select" else \
                    self.selected(call, None)
                if window is not None and self.holds(k, version, window):
                    return k, call, None
            masked = self.masked_read(name, history)
            if masked is not None and self.holds(k, masked[1], self.selected(masked[2], masked[0])):
                return k, masked[0], masked[2]
        return None

    def selected(self, select: Call, read: Call | None) -> Window | None:
        """What of an array a `select` lets through, of all of it or of a window that is read."""
        env = self.env_at()
        mask = mask_of(select, env)
        if mask is None:
            return None
        if read is None:
            return everything(select.operands[1], ()).narrowed(mask, range(len(select.operands[1].type.shape)))
        return window_of(read, env, ()).narrowed(mask, axes_left(read))

    def masked_read(self, name: str, history: History) -> tuple[Call, int, Call] | None:
        """The window of a version of an array that a `select` takes its value from, if that is how it is made."""
        select = history.made.get(name)
        if select is None or mask_of(select, self.env_at()) is None or not isinstance(select.operands[2], Const) and \
                not is_constant(select.operands[2], history.made):
            return None
        read = history.made.get(select.operands[1].name) if isinstance(select.operands[1], Var) else None
        source = read.operands[0] if read is not None and read.primitive.name == "dynamic_slice" else None
        if not isinstance(source, Var) or source.name not in history.versions:
            return None
        return read, history.versions[source.name], select

    def accesses(self, name: str, history: History) -> Iterator[tuple[Call, int]]:
        """Calls that read a value from a version of an array, or make one by writing it."""
        call = history.made.get(name)
        if call is not None and call.primitive.name == "select" and is_constant(call.operands[2], history.made):
            source = call.operands[1]
            if isinstance(source, Var) and source.name in history.versions and mask_of(call, self.env_at()):
                yield call, history.versions[source.name]
        source = call.operands[0] if call is not None and call.primitive.name == "dynamic_slice" else None
        if isinstance(source, Var) and source.name in history.versions:
            yield call, history.versions[source.name]
        for call in self.body.body:
            if call.primitive.name == "update_slice" and call.outputs[0].name in history.versions:
                stored = call.operands[1]
                if isinstance(stored, Var) and stored.name == name:
                    yield call, history.versions[call.outputs[0].name]

    def env_at(self) -> Env:
        env = self.env(symbol("p0"))
        for call in self.body.body:
            follow(call, env)
        return env

    def version(self, name: str, windows: Sequence[Window | None]) -> int | None:
        """For a version of an array: the carry that holds these windows of it at the end."""
        for k, history in self.now.items():
            if name in history.versions and self.usable(k):
                if all(w is not None and self.holds(k, history.versions[name], w) for w in windows):
                    return k
        return None


def is_constant(atom: Atom, made: dict[str, Call]) -> bool:
    """Is it a constant, or one number everywhere?"""
    if isinstance(atom, Const):
        return True
    call = made.get(atom.name)
    return call is not None and call.primitive.name == "broadcast" and isinstance(call.operands[0], Const)


def starts_of(call: Call) -> tuple[Atom, ...]:
    """The starts of a dynamic read or write."""
    match call.primitive.name:
        case "select":
            return ()
        case "dynamic_slice":
            return call.operands[1:]
    return call.operands[2:]
