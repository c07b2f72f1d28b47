"""Compound statements: branches, loops, match, inner functions; and the choice of the next statement."""
from __future__ import annotations

from . import kinds
from .draft import Draft, Line, Refused
from .expressions import all_numbers, expression, literal
from .statements import (RESIZING_T, WRITES_T, assign, augment, check, define, from_table, leave, make, show, size,
                         some, unpack)


def branch(d: Draft) -> None:
    """if, elif, else."""
    d.use("if")
    with d.attempt():
        with d.block(f"if {expression(d, 'bool', 2)}:", forced="if True:"):
            some(d, size(d))
        while d.chance(0.25):
            d.use("elif")
            with d.block(f"elif {expression(d, 'bool', 2)}:", forced="if True:"):
                some(d, size(d))
        if d.chance(0.55):
            d.use("else")
            with d.block("else:", forced="if True:"):
                some(d, size(d))
        d.look()


def iterables(d: Draft) -> tuple[str, tuple[str, ...], str]:
    """(targets, names, iterable) of a for loop."""
    i, v, w = d.fresh("i j k"), d.fresh("v u e"), d.fresh("g h")
    vectors = d.variables(lambda x: kinds.is_array(x) and x.ndim > 0 and 0 < len(x) < 6)
    lists = d.variables(all_numbers)
    dicts = d.variables(lambda x: isinstance(x, dict) and x and all(map(kinds.is_number, x.values())))
    ints = d.variables(lambda x: kinds.is_plain_int(x) and 0 < x < 5)
    found = [(i, (i,), f"range({d.rng.randint(1, 4)})"), (i, (i,), "range(1, 4)"), (i, (i,), "range(3, 0, -1)"),
             (i, (i,), f"reversed(range({d.rng.randint(1, 3)}))"), ("_", (), "range(2)"),
             (i, (i,), "(0, 2, 1)"), (i, (i,), "range(0, 5, 2)")]
    if vectors:
        a, b = d.rng.choice(vectors), d.rng.choice(vectors)
        found += [(v, (v,), a), (i, (i,), f"range(len({a}))"), (f"{i}, {v}", (i, v), f"enumerate({a})"),
                  (f"{v}, {w}", (v, w), f"zip({a}, {b})"), (v, (v,), f"reversed({a})"), (v, (v,), f"{a}[1:]"),
                  (f"{i}, ({v}, {w})", (i, v, w), f"enumerate(zip({a}, {b}))"), (v, (v,), f"{a}[::-1]"),
                  (i, (i,), f"range(1, len({a}))"), (f"{i}, {v}", (i, v), f"enumerate({a}, 1)"),
                  (v, (v,), f"np.sort({a}, axis=0)"), (v, (v,), f"map(lambda q: q * 2, {a})")] * 2
    if lists:
        found += [(v, (v,), d.rng.choice(lists)), (f"{i}, {v}", (i, v), f"enumerate({d.rng.choice(lists)})")]
    if dicts:
        found += [(f"_, {v}", (v,), f"{d.rng.choice(dicts)}.items()"), (v, (v,), f"{d.rng.choice(dicts)}.values()")]
    iterators = d.variables(kinds.is_iterator)
    if iterators:
        found += [(v, (v,), d.rng.choice(iterators)),
                  (f"{i}, {v}", (i, v), f"enumerate({d.rng.choice(iterators)})")] * 2
    if ints:
        found += [(i, (i,), f"range({d.rng.choice(ints)})")] * 4
    return d.rng.choice(found)


def for_loop(d: Draft) -> None:
    """for, with break, continue and else inside."""
    d.use("for")
    if sum(b.loop for b in d.blocks) >= 3:
        raise Refused("deep enough")
    targets, names, items = iterables(d)
    with d.attempt():
        with d.block(f"for {targets} in {items}:", loop=True, names=names):
            some(d, size(d) + 1)
        loop_else(d)
        d.look()


def loop_else(d: Draft) -> None:
    if "break" in d.constructs and d.chance(0.5) or d.chance(0.1):
        d.use("loop else")
        with d.block("else:", forced="if True:"):
            some(d, 1)


def while_loop(d: Draft) -> None:
    """while, with something that ends it."""
    d.use("while")
    if sum(b.loop for b in d.blocks) >= 3:
        raise Refused("deep enough")
    n = d.fresh("n step left")
    kind = d.rng.choice(["down", "up", "true", "float"])
    start, test, step = {"down": (f"{n} = {d.rng.randint(1, 4)}", f"{n} > 0", f"{n} -= 1"),
                         "up": (f"{n} = 0", f"{n} < {d.rng.randint(1, 4)}", f"{n} += 1"),
                         "true": (f"{n} = 0", "True", f"{n} += 1"),
                         "float": (f"{n} = 4.0", f"{n} > 0.5", f"{n} /= 2")}[kind]
    with d.attempt():
        d.add(start)
        d.names.append(n)
        d.fixed.add(n)
        if kind != "true" and d.chance(0.4):
            more = expression(d, "bool", 1)
            test = f"{test} and {more}" if d.chance(0.8) else f"not ({n} <= 0) and {test}"
        with d.block(f"while {test}:", forced="while True:", loop=True):
            d.add(step)
            if kind == "true":
                d.lines.append(Line(d.depth, f"if {n} > 3:"))
                d.lines.append(Line(d.depth + 1, "break"))
                d.look()
            some(d, size(d) + 1)
        if kind != "true":
            loop_else(d)
        d.look()


PATTERNS = {"number": ["0", "1 | 2", "{w} if {w} > 1", "-1", "1.5", "{w}", "int()", "float({w})"],
            "pair": ["({w}, {x})", "({w}, 0)", "[{w}, *_]", "(0, _)", "({w}, {x}) if {w} > {x}"],
            "dict": ['{{"a": {w}}}', '{{"b": {w}, **rest}}', '{{"zz": _}}', '{{"a": 0}}']}


def match(d: Draft) -> None:
    """match on numbers, pairs and dicts, with guards and captures."""
    d.use("match")
    dicts = d.variables(lambda x: isinstance(x, dict) and "a" in x)
    kind = d.rng.choice(["number", "number", "pair"] + ["dict"] * bool(dicts))
    subject = {"number": lambda: expression(d, "number", 1, kinds.is_real),
               "pair": lambda: f"({expression(d, 'number', 1)}, {expression(d, 'number', 1)})",
               "dict": lambda: d.rng.choice(dicts)}[kind]()
    with d.attempt():
        with d.block(f"match {subject}:", look=False):
            for _ in range(d.rng.randint(1, 3)):
                case(d, d.rng.choice(PATTERNS[kind]))
            with d.block("case _:", skipped="case _ if False:"):
                some(d, 2)
        d.look()


def case(d: Draft, pattern: str) -> None:
    """One case; what it captures is a variable of its block."""
    w, x = d.fresh("got first"), d.fresh("second")
    names = tuple(n for hole, n in (("{w}", w), ("{x}", x)) if hole in pattern)
    text = pattern.replace("{w}", w).replace("{x}", x).replace("{{", "{").replace("}}", "}")
    plain, _, guard = text.partition(" if ")
    if plain in names and not guard:
        text, guard = f"{plain} if {plain} == {plain}", f"{plain} == {plain}"
    forced = f"case {plain}:" if names else "case _:"
    skipped = f"case {plain} if False:" if plain not in names else f"case {plain} if False and {guard}:"
    with d.block(f"case {text}:", forced=forced, skipped=skipped, names=names):
        some(d, 2)


def with_block(d: Draft) -> None:
    """np.errstate, and rarely try: the language refuses most of it."""
    if d.chance(0.8):
        d.use("with")
        with d.attempt():
            with d.block(d.rng.choice(['with np.errstate(all="ignore"):', 'with np.errstate(divide="ignore"):'])):
                some(d, 2)
            d.look()
    else:
        d.use("try")
        with d.attempt():
            end = d.rng.choice(["finally:", "except ValueError:"])
            with d.block("try:", after=(end, "    pass")):
                some(d, 2)
            if end == "finally:":
                with d.block(end):
                    some(d, 1)
            else:
                d.lines += [Line(d.depth, end), Line(d.depth + 1, "pass")]
            d.look()


def parameters(d: Draft) -> tuple[str, tuple[str, ...], str]:
    """The parameters of a function, their names, and a sample call's arguments."""
    p, q, r = d.fresh("p q"), d.fresh("s t"), d.fresh("more rest")
    arg = lambda: expression(d, d.rng.choice(["number", "number", "array"]), 1)
    n = literal(d, 0)
    a, b = arg(), arg()
    return d.rng.choice([
        (f"{p}", (p,), a), (f"{p}, {q}", (p, q), f"{a}, {b}"), (f"{p}, {q}={n}", (p, q), a),
        (f"{p}, *{r}", (p, r), f"{a}, {b}, 1"), (f"{p}, *, k={n}", (p, "k"), f"{a}, k=2"),
        (f"{p}, /, {q}=1, **{r}", (p, q, r), f"{a}, a=1, b={b}"), (f"*{r}", (r,), f"{a}, {b}"),
        (f"{p}, *{r}, k={n}, **options", (p, r, "k"), f"*({a}, {b}), k=3, z=1"),
        (f"{p}, {q}", (p, q), f"{q}={b}, {p}={a}")])


def function(d: Draft, stems: str = "inner step_of scale") -> None:
    """A function with its own body: what it returns is the same kind of value on every path."""
    d.use("def")
    if sum(b.function for b in d.blocks) >= 3:
        raise Refused("deep enough")
    name = d.fresh(stems)
    text, names, call = parameters(d)
    with d.attempt():
        rooms, d.room = d.room, min(d.room, 6)
        fixed, returns = set(d.fixed), d.returns
        d.fixed |= set(d.names)             # assigning them would make them local
        with d.block(f"def {name}({text}):", after=(f"{name}({call})",), function=True, names=names):
            if d.depth > 1 and d.chance(0.3):
                nonlocal_write(d)
            d.returns = None
            some(d, 3)
            body_end(d)
        d.room, d.fixed, d.returns = rooms, fixed, returns
        d.look()
        d.names.append(name)
        define(d, d.fresh("y z r"), f"{name}({call})")


def nonlocal_write(d: Draft) -> None:
    """nonlocal, of a number that the enclosing function holds."""
    outer = d.blocks[-1].outer
    names = [n for n in outer if kinds.is_number(outer[n]) and n in d.locals_around()]
    if names:
        d.use("nonlocal")
        name = d.rng.choice(names)
        with d.attempt():
            d.add(f"nonlocal {name}")
            d.fixed.discard(name)


def body_end(d: Draft) -> None:
    want = d.rng.choice(["number", "array"])
    text = expression(d, want, 1)
    if d.chance(0.25):                      # an early return of the same kind
        other, value = expression(d, want, 1), d.try_out(text)
        if kinds.exchangeable(d.try_out(other), value, d.mixing):
            d.lines.append(Line(d.depth, f"if {expression(d, 'bool', 1)}:"))
            d.lines.append(Line(d.depth + 1, f"return {other}"))
    d.lines.append(Line(d.depth, f"return {text}"))


def closures(d: Draft) -> None:
    """Functions made in a loop, with late binding or defaults, and functions from functools and operator."""
    d.use("closures")
    i, name = d.fresh("i j"), d.fresh("makers gs")
    n = expression(d, "number", 0)
    how = d.rng.randrange(6)
    with d.attempt():
        if how == 0:
            define(d, name, f"[lambda q: q * {i} + {n} for {i} in range(3)]")
        elif how == 1:
            define(d, name, f"[lambda q, {i}={i}: q * {i} for {i} in range(3)]")
        elif how == 2:
            d.add(f"{name} = []", f"for {i} in range(3):", f"    {name}.append(lambda q: q + {i})")
        elif how == 3:
            define(d, name, f"[functools.partial(lambda p, q, k=1: p * q + k, {n}, k=2)]")
        elif how == 4:
            define(d, name, f"[lambda *q, **o: sum(q) + {n}, operator.neg, abs]")
        else:
            g = d.fresh("adder")
            d.add(f"def {g}(k):", "    def inner(q):", f"        return q + k * {n}", "    return inner")
            define(d, name, f"[{g}(1), {g}({expression(d, 'number', 0)})]")
        at = d.rng.choice(["0", "-1"])
        define(d, d.fresh("y r"), f"{name}[{at}]({expression(d, 'number', 1)})")
        define(d, d.fresh("call"), f"{name}[{at}]")


def objects(d: Draft) -> None:
    """An object of a class of the module."""
    if not d.classes:
        raise Refused("no classes")
    d.use("object")
    cls = d.rng.choice(d.classes)
    arguments = ", ".join(expression(d, "number", 1) for _ in range(2))
    define(d, d.fresh("o obj"), f"{cls}({arguments})")


def delete(d: Draft) -> None:
    d.use("del")
    local = [n for n in d.variables(kinds.is_number) if n not in d.fixed and n in d.made_here()]
    if not local:
        raise Refused("nothing to delete")
    name = d.rng.choice(local)
    d.lines.append(Line(d.depth, f"del {name}"))
    d.names.remove(name)
    d.look()


CHOICES = [(assign, 14), (augment, 7), (from_table(WRITES_T), 13), (make, 7), (unpack, 3), (branch, 8), (for_loop, 7),
           (while_loop, 4), (leave, 4), (check, 2), (show, 2), (match, 3), (function, 3), (closures, 2), (objects, 3),
           (with_block, 0.7), (delete, 0.4), (from_table(RESIZING_T), 2)]


def statement(d: Draft) -> None:
    """One more statement. Raises Refused, and adds nothing, if what was chosen does not fit here."""
    makers, weights = zip(*CHOICES)
    if d.room < 4 or d.depth > 6:
        makers, weights = makers[:5], weights[:5]
    elif d.more:
        makers, weights = zip(*CHOICES, *d.more)
    d.rng.choices(makers, weights)[0](d)
