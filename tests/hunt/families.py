"""Families of programs: objects, exceptions, generators, random numbers.

A program of a family has more of the family's statements, and what they need outside of the function.
"""
from __future__ import annotations

from collections.abc import Callable

from . import kinds
from .blocks import for_loop
from .draft import Draft, Line, Refused
from .expressions import HOLES, a_variable, all_numbers, expression, fill, is_instance, literal
from .outside import STREAMS
from .statements import define, from_table, parts, some


def a_stream(classes: tuple[type, ...], *modules: str) -> Callable[[Draft, int], str]:
    """A generator of random numbers in a variable, or the module that has one."""
    variable = a_variable(lambda v: isinstance(v, classes))
    return lambda d, depth: d.rng.choice(modules) if d.chance(0.3) or not d.variables(
        lambda v: isinstance(v, classes)) else variable(d, depth)


HOLES["G"] = a_stream(STREAMS, "np.random", "random")
HOLES["GN"] = a_stream(STREAMS[:2], "np.random")
HOLES["Q"] = a_variable(lambda v: isinstance(v, list) and bool(v) and all(map(is_instance, v)))
HOLES["B"] = a_variable(lambda v: isinstance(v, dict) and bool(v) and all(map(is_instance, v.values())))

# -- objects -------------------------------------------------------------------------------------------------

OBJECTS = parts("""
{O}.bump({n}) | {O}.push({n}) | {O}.a = {n} | {O}.k += {n} | {O}.total -= {O}.a | {O}.items[{k}] += {O}.k
{O}.a, {O}.k = {O}.k, {O}.a | {O}.items[0] = {O}.bump({n}) | {O}.total = {O}.half | {O}.items = [{O}.a, {n}]
{Q}[{k}].a = {n} | {Q}[{k}].bump({n}) | {Q}[{k}].items[0] += {n} | {Q}[0], {Q}[-1] = {Q}[-1], {Q}[0]
{Q}[{k}].k, {O}.k = {O}.k, {Q}[{k}].k | {Q}[{k}] = {O} | {B}["a"].a += {n} | {B}["b"].push({n}) | {Q}[{k}] += {O}
{O}.items.append({n}) | {Q}.reverse() | {O}.x = {a} | {O}.x = {a} | {O}.x *= {n} | {O}.x[0] = {n}
{O}.other = {O}.made({n})
{O}.other.a = {n} | {O}.other.bump({n}) | {Q}[{k}].other = {O}.made({n}) | {O}.made({n}).bump({n}) | {O}.none = None
setattr({O}, "a", {n}) | {O}.total += sum({x}.a for {x} in {Q}) | {Q}[{k}].total = max({x}.k for {x} in {Q})
""")
COLLECTIONS = parts("""
[{cls}({n}, {n}) for {x} in range(3)] | [{cls}({x}, {n}) for {x} in {V}] | [{cls}({n}, {n}), {cls}({n}, {c})]
{{"a": {cls}({n}, {n}), "b": {cls}({n}, {n})}} | [{O}, {O}] | {{"a": {O}, "b": {cls}({n}, {c})}} | {O} | {Q}[{k}]
{B}["a"] | {O} + {O} | {O}.made({n}) | [{x} for {x} in {Q}] | sorted({Q}, key=lambda q: q.k) | {Q}[1:] | {Q} + [{O}]
[{x} + {O} for {x} in {Q}] | list({B}.values()) | ({O}, {O})
""")


def collect(d: Draft) -> None:
    """Objects, containers of objects, and second names for them."""
    if not d.classes:
        raise Refused("no classes")
    d.use("object")
    template = d.rng.choice(COLLECTIONS).replace("{cls}", d.rng.choice(d.classes))
    text = fill(d, template, 1)
    d.try_out(text)
    define(d, d.fresh("o obj crowd these"), text)


def each_object(d: Draft) -> None:
    """A loop over objects."""
    d.use("for")
    if sum(b.loop for b in d.blocks) >= 2:
        raise Refused("deep enough")
    v = d.fresh("each one")
    iterable = fill(d, d.rng.choice(["{Q}", "{Q}", "{B}.values()", "({O}, {O})", "{Q}[::-1]", "reversed({Q})"]), 0)
    with d.attempt():
        with d.block(f"for {v} in {iterable}:", loop=True, names=(v,)):
            from_table(OBJECTS)(d)
            some(d, 2)
        d.look()


# -- exceptions ----------------------------------------------------------------------------------------------

# What raises the exception of a class, for some arguments.
RISKY = {
    "ZeroDivisionError": parts("{i} // {i} | {n} / {i} | {i} % {i} | 1 / ({i} - 1) | divmod({i}, {i})[0]"),
    "IndexError": parts("{V}[{i}] | {L}[{i}] | {V}[len({V}) - {i}] | {L}[{i}:][0] | {M}[{i}, 0] | [].pop()"),
    "KeyError": parts("{D}[{d}] | {D}.pop({d}) | {D}[\"zz\"]"),
    "ValueError": parts("math.sqrt({n}) | {L}.index({n}) | math.log({n}) | int({n})"),
    "np.linalg.LinAlgError": parts("np.linalg.inv({M}) | np.linalg.solve({M}, {M}[0]) | np.linalg.cholesky({M})"),
    "StopIteration": parts("next({I}) | next(iter({L}[{i}:]))"),
    "OverflowError": parts("math.exp({n}) | int({n})"),
}
BASES = {"ZeroDivisionError": "ArithmeticError", "OverflowError": "ArithmeticError", "IndexError": "LookupError",
         "KeyError": "LookupError", "np.linalg.LinAlgError": "ValueError"}
RAISED = ["ValueError", "KeyError", "IndexError", "ZeroDivisionError", "np.linalg.LinAlgError", "RuntimeError", "Halt"]


def tried(d: Draft) -> None:
    """try: what its body raises depends on data, and is caught by class, by a base class, or not at all."""
    d.use("try")
    if sum(b.head.text == "try:" for b in d.blocks) >= 2:
        raise Refused("deep enough")
    raised = d.rng.choice([*RISKY, *RAISED])
    catches = d.chance(0.85)
    with d.attempt():
        with d.block("try:", after=("except Exception:", "    pass")):
            some(d, 1)
            name = risk(d, raised)
            if d.chance(0.6):
                tail(d, name)
        if catches:
            handlers(d, raised)
        if not catches or d.chance(0.3):
            off, d.off = d.off, d.off | {"break", "continue", "return"}
            with d.block("finally:", forced=behind(d)):
                some(d, 1)
            d.off = off
        d.look()


def risk(d: Draft, raised: str) -> str | None:
    """A line that may raise: not looked at, as the place behind it may not be reached. Gives the variable's name."""
    name = None
    if raised in RISKY and d.chance(0.7):
        name = d.fresh("got risk")
        lines = [f"{name} = {fill(d, d.rng.choice(RISKY[raised]), 1)}"]
    else:
        raised = raised if raised in RAISED else d.rng.choice(RAISED)
        lines = [f"if {expression(d, 'bool', 2)}:", f"    raise {raised}({message(d)})"]
    d.lines += [Line(d.depth, text) for text in lines]
    return name


def message(d: Draft) -> str:
    return d.rng.choice(['"no"', "", f'f"no {{{expression(d, "number", 0)}}}"', f'"no", {expression(d, "number", 0)}'])


def tail(d: Draft, name: str | None) -> None:
    """What follows a line that may raise, where it does not raise on the sample."""
    try:
        d.look()
        d.names += [name] if name else []
        some(d, 2)
    except Refused:
        pass


def behind(d: Draft) -> str:
    """A clause of a try while it is written: it stands behind the statement, and finds the variables that its body
    leaves. (A `finally` would go on where a trial is bounded.)"""
    return "except Exception:\n" + "    " * d.depth + "    pass\n" + "    " * d.depth + "if True:"


NAMED = parts("print(error) | print(type(error).__name__) | raise | print(repr(error), len(error.args)) | raise error")


def handlers(d: Draft, raised: str) -> None:
    """except clauses."""
    off, d.off = d.off, d.off | {"break", "continue", "return"}
    classes = [raised, raised, f"({raised}, TypeError)", BASES.get(raised, raised), "Exception", "RuntimeError"]
    for k in range(d.rng.choice([1, 1, 2])):
        caught = d.rng.choice(classes) if k == 0 else d.rng.choice(["ValueError", "ArithmeticError", "Exception"])
        named = d.chance(0.3)
        with d.block(f"except {caught}{' as error' * named}:", forced=behind(d)):
            some(d, 2)
            ends = list(NAMED) * named
            ends += [f"raise RuntimeError({message(d)})" + " from error" * named, "raise"] * d.chance(0.15)
            ends += ["continue", "break"] * (d.in_loop and d.chance(0.4))
            if ends:
                d.lines.append(Line(d.depth, d.rng.choice(ends)))
    if d.chance(0.25):
        with d.block("else:", forced=behind(d)):
            some(d, 1)
    d.off = off


# -- generators ----------------------------------------------------------------------------------------------

# What consumes a generator `{g}`: numbers, arrays and lists.
CONSUMED = parts("""
sum({g}) | max({g}, default={c}) | list({g}) | np.array(list({g})) | next({g}, {c}) | tuple({g}) | sorted({g})
[{x} * {n} for {x} in {g}] | [{x} for {x} in {g} if {x} > {c}] | sum({x} * {y} for {x}, {y} in zip({g}, {V}))
list(zip({V}, {g})) | any({x} > {c} for {x} in {g}) | dict(enumerate({g})) | {c} in {g} | list(itertools.islice({g}, 2))
functools.reduce(lambda p, q: p + q, {g}, {n}) | min({x} - {c} for {x} in {g}) | list(enumerate({g}, 1))
len(list({g}))
np.fromiter({g}, float) | {g} | {g} | iter({g}) | map(lambda q: q + {n}, {g}) | list(itertools.accumulate({g}))
""")
AFTER = parts("{n} if {b} else {c} | {n} | {n}")


def generator(d: Draft) -> None:
    """A generator function, with variables that it keeps from item to item, and a first use of it."""
    d.use("def")
    if sum(b.function for b in d.blocks) >= 2 or d.in_loop:
        raise Refused("deep enough")
    name, p, q = d.fresh("stream walk items_of"), d.fresh("p q"), d.fresh("n m")
    start = expression(d, d.rng.choice(["number", "array"]), 1)
    with d.attempt():
        fixed, returns, room = set(d.fixed), d.returns, d.room
        d.fixed |= set(d.names)
        d.returns, d.room = None, 6
        with d.block(f"def {name}({p}, {q}=3):", after=(f"list({name}({start}))",), function=True, names=(p, q)):
            if d.chance(0.5):
                some(d, 1)
            if d.chance(0.3):
                d.lines.append(Line(d.depth, f"yield {expression(d, 'number', 1)}"))
            (yielding if d.chance(0.3) else for_yielding)(d, q)
            if d.chance(0.3):
                d.lines.append(Line(d.depth, f"yield {expression(d, 'number', 1)}"))
        d.fixed, d.returns, d.room = fixed, returns, room
        d.look()
        d.names.append(name)
        d.streams.append(f"{name}({start})")
        consume(d)


def for_yielding(d: Draft, count: str) -> None:
    """A for loop that yields."""
    i = d.fresh("i j")
    target, iterable = d.rng.choice([(i, f"range({count})"), (i, "range(3)"), *[
        (i, v) for v in d.variables(lambda v: kinds.is_vector(v) and 0 < len(v) < 6 or all_numbers(v))]])
    with d.block(f"for {target} in {iterable}:", loop=True, names=(i,)):
        body_of_yields(d)


def yielding(d: Draft, count: str) -> None:
    """A while loop that yields."""
    k = d.fresh("left step")
    d.add(f"{k} = {d.rng.choice([count, '2'])}")
    d.names.append(k)
    d.fixed.add(k)
    with d.block(f"while {k} > 0:", forced="while True:", loop=True):
        d.add(f"{k} -= 1")
        body_of_yields(d)


def body_of_yields(d: Draft) -> None:
    some(d, 2)
    text = f"yield {expression(d, 'number', 1)}"
    if d.chance(0.3):
        with d.block(f"if {expression(d, 'bool', 1)}:", forced="if True:"):
            d.lines.append(Line(d.depth, text))
    elif d.streams and d.chance(0.15):
        d.lines.append(Line(d.depth, f"yield from {d.rng.choice(d.streams)}"))
    else:
        d.lines.append(Line(d.depth, text))
    if d.chance(0.3):
        some(d, 1)
    if d.chance(0.15):
        d.lines.append(Line(d.depth, f"if {expression(d, 'bool', 1)}:"))
        d.lines.append(Line(d.depth + 1, d.rng.choice(["return", "break"])))


def consume(d: Draft) -> None:
    """A generator made and consumed, or kept for later."""
    if not d.streams:
        raise Refused("no generators")
    g = d.rng.choice(d.streams)
    template = d.rng.choice(CONSUMED).replace("{g}", g.replace("{", "{{").replace("}", "}}"))
    text = fill(d, template, 1)
    value = d.try_out(text)
    if not kinds.is_modest(value):
        raise Refused("too large")
    define(d, d.fresh("it taken pulled"), text)


def for_generator(d: Draft) -> None:
    """A for loop over a generator, which may be left."""
    if not d.streams or sum(b.loop for b in d.blocks) >= 2:
        raise Refused("no generators")
    v, k = d.fresh("v u e"), d.fresh("k i")
    g = d.rng.choice(d.streams)
    targets, names, iterable = d.rng.choice([(v, (v,), g), (v, (v,), g), (f"{k}, {v}", (k, v), f"enumerate({g})")])
    with d.attempt():
        with d.block(f"for {targets} in {iterable}:", loop=True, names=names):
            some(d, 3)
        d.look()


# -- random numbers ------------------------------------------------------------------------------------------

DRAWN = {
    "number": parts("""{G}.random() | {G}.uniform({n}, {c}) | {GN}.normal() | {GN}.normal({n}, 1.5)
{GN}.exponential(2.0) | {GN}.poisson(3.0) | {GN}.standard_normal() | {GN}.choice(5)
{GN}.binomial(9, 0.5) | {GN}.gamma(2.0, 0.5)"""),
    "array": parts("""{GN}.normal(size=3) | {GN}.uniform(-1, 1, 3) | {GN}.random((2, 2)) | {GN}.permutation({v})
{GN}.choice({v}, 2) | {GN}.normal({v}, 0.5) | {GN}.poisson(2.0, size=3) | {GN}.permutation(4)
{GN}.normal({n}, 1.0, (2, 2))
{GN}.choice({v}, 3, replace=True) | {GN}.standard_normal(3) | {GN}.exponential(1.0, size=(2,))"""),
}
OF_CLASS = {"Generator": ["{g}.integers(5)", "{g}.integers(0, 9, size=3)", "{g}.permuted({v})",
                          "{g}.integers(1, {p} + 5)"],
            "RandomState": ["{g}.randint(5)", "{g}.rand(3)", "{g}.randn(2, 2)", "{g}.randint(0, 9, size=3)",
                            "{g}.rand()"],
            "Random": ["{g}.randint(1, 6)", "{g}.gauss({n}, 1.0)", "{g}.choice({L})", "{g}.choice([1.5, {n}])",
                       "{g}.randrange(7)", "{g}.sample(range(6), 3)", "{g}.expovariate(0.5)"]}
SHUFFLED = parts("{GN}.shuffle({V}) | {GN}.shuffle({V}) | np.random.seed(3) | random.seed(2)")


def draw(d: Draft) -> None:
    """A variable with random numbers."""
    if d.chance(0.1):
        return d.add(fill(d, d.rng.choice(SHUFFLED), 0))
    if d.chance(0.35):
        g = HOLES["G"](d, 0)
        value = d.try_out(g)
        name = {"numpy.random": "RandomState", "random": "Random"}.get(getattr(value, "__name__", ""))
        template = d.rng.choice(OF_CLASS[name or type(value).__name__]).replace("{g}", g)
    else:
        template = d.rng.choice(DRAWN[d.rng.choice(["number", "array"])])
    text = fill(d, template, 1)
    if not kinds.is_modest(d.try_out(text)):
        raise Refused("too large")
    define(d, d.fresh("drawn noise z"), text)


def made_stream(d: Draft) -> None:
    """A generator that the function makes."""
    define(d, d.fresh("rng local"), d.rng.choice(["np.random.default_rng(3)", "np.random.RandomState(3)",
                                                  "random.Random(3)", f"np.random.default_rng({literal(d, 0)[-1]})"]))


def random_branch(d: Draft) -> None:
    """A branch on a random number, which may draw."""
    d.use("if")
    with d.attempt():
        condition = fill(d, d.rng.choice(["{G}.random() < 0.5", "{GN}.normal() > {n}"]), 0)
        with d.block(f"if {condition}:", forced="if True:"):
            draw(d)
            some(d, 2)
        if d.chance(0.5):
            with d.block("else:", forced="if True:"):
                some(d, 2)
        d.look()


FAMILIES: dict[str, list[tuple[Callable[[Draft], None], float]]] = {
    "objects": [(collect, 14), (from_table(OBJECTS), 40), (each_object, 8)],
    "exceptions": [(tried, 40)],
    "generators": [(generator, 14), (consume, 24), (for_generator, 16), (for_loop, 3)],
    "random numbers": [(draw, 40), (random_branch, 12), (made_stream, 4)],
}


# -- what stands outside of the function ---------------------------------------------------------------------

HALT = ("class Halt(Exception):", "    pass")
PARAMETERS = {"objects": ("model", "model", "crowd"), "exceptions": ("int", "list"), "generators": ("list", "int"),
              "random numbers": ("Generator", "RandomState", "Random", "Generator")}
GLOBALS = {
    "objects": {"MODEL": "{cls}(1.0, 2.0)", "CROWD": "[{cls}(1.0, 0.5), {cls}(2.0, 1.0)]"},
    "exceptions": {"TABLE": "[1.0, 0.0, 2.0]", "LIMITS": '{"a": 1.5, "b": 0}'},
    "generators": {"NUMBERS": "[3.0, 1.0, 2.0]"},
    "random numbers": {"RNG": "np.random.default_rng(5)", "STATE": "np.random.RandomState(4)",
                       "DICE": "random.Random(6)"},
}


def around(d: Draft, family: str) -> None:
    """Definitions that a family needs: exceptions' classes, and objects that the function may change."""
    if family == "exceptions":
        d.add(*HALT)
    for name, text in GLOBALS[family].items():
        if d.chance(0.5):
            d.add(f"{name} = {text.replace('{cls}', d.rng.choice(d.classes or ['list']))}")
            d.names.append(name)
            d.fixed.add(name)
