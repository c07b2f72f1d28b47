"""Recipes for random numbers: by which function each method of a generator draws, from which parameters.

NumPy's library exports `random_…`, by which its Generators draw; what its RandomState and Python's Random have of their
own is written in twister.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ....ir.callee import Draw, Operand
from ....ir.mlir_text import Value
from ....ir.program import Type
from ..arrays import Array, element_address, store
from ..arrays import Operand as Held
from ..loops import INT64, each
from ..scalars import BOOL, convert, llvm
from ..writer import Writer
from .agreement import agrees
from .twister import FUNCTIONS

FLOAT64 = Type(np.dtype(np.float64))
Given = Mapping[str, Value]
Bound = Mapping[str, Any]  # parameters: known values, or operands


class Recipe(NamedTuple):
    """A recipe: how a number is drawn.

    write: (writer, address of the state, parameters) -> the number
    allowed: conditions under which the parameters are certainly not refused
    names: the parameters that it uses
    fixed: those that have to have these values
    bind: the parameters, where they are other ones than those of the method; None: only the host can draw it
    routine: the function of C, if it takes these parameters as float64
    whole: whether the numbers are integers
    """

    write: Callable[[Writer, str, Given], Value]
    allowed: Callable[[Writer, Given], list[Value]] = lambda w, given: []
    names: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = {}
    bind: Callable[[Bound], Bound | None] = lambda given: given
    routine: str = ""
    whole: bool = False


class Plan(NamedTuple):
    """A draw: conditions under which nothing is refused, and the instructions, from the address of the state."""

    allowed: list[Value]
    drawn: Callable[[str], Held]


def recipe_of(draw: Draw | None) -> tuple[Recipe | None, Bound]:
    """The recipe for this draw, and the parameters for that."""
    recipe = RECIPES.get((draw.cls, draw.method)) if draw else None
    if draw is None or recipe is None:
        return None, {}
    if not agrees(*draw[:2], recipe.routine, recipe.names, recipe.whole):
        return None, {}
    given = {k: v for k, v in draw.given.items() if k != "size"}
    fixed = {k: v for k, v in given.items() if k in recipe.fixed}
    if not all(is_same(k, v, recipe.fixed[k]) for k, v in fixed.items()):
        return None, {}
    bound = recipe.bind({k: v for k, v in given.items() if k not in fixed})
    if bound is None or set(bound) != set(recipe.names):
        return None, {}
    return recipe, bound


def is_same(name: str, value: Any, wanted: Any) -> bool:
    if name == "dtype":
        return not isinstance(value, Operand) and np.dtype(value) == np.dtype(wanted)
    return value is wanted or type(value) is type(wanted) and value == wanted


def parameter(w: Writer, given: Any, values: Sequence[Held]) -> Value | None:
    """A parameter that is a number."""
    value = values[given.number] if isinstance(given, Operand) else as_constant(w, given)
    plain = isinstance(value, Value) and not value.type.shape and value.dtype.kind in "if"
    return value if plain else None  # type: ignore[return-value]


def as_constant(w: Writer, value: Any) -> Value | None:
    """A number that is known, as a constant."""
    if isinstance(value, (bool, np.bool)) or not isinstance(value, (int, float, np.integer, np.floating)):
        return None
    array = np.asarray(value)
    return w.constant(array) if array.dtype.kind in "if" else None


# -- writing -----------------------------------------------------------------------------------------------------------


def fill_rows(w: Writer, out: Type, one: Callable[[], Value]) -> Held:
    """A number, or an array that is filled by rows."""
    if out.size == 1:
        return Value(one().name, out)
    array = Array(w.buffer(out), out)

    def turn(indices: list[Value], carry: list[Value]) -> list[Value]:
        store(w, one(), element_address(w, array, indices))
        return carry

    each(w, out.shape, [], turn)
    return array


def function(w: Writer, name: str, arguments: Sequence[Value], state: str, out: Type) -> Value:
    """A call of a function of C, or of one of twister.py, whose first argument is a state."""
    kinds, given = [llvm(v.type) for v in arguments], [f"{llvm(v.type)} {v.name}" for v in arguments]
    if name in FUNCTIONS:
        add(w, name)
    else:
        w.declared.add(f"declare {llvm(out)} @{name}({', '.join(['ptr', *kinds])})")
    return w.op(f"call {llvm(out)} @{name}({', '.join([f'ptr {state}', *given])})", out)


def add(w: Writer, name: str) -> None:
    """Add a function of twister.py to the module, with those that it calls."""
    text, needs, declared = FUNCTIONS[name]
    for other in needs:
        add(w, other)
    w.declared.update(declared)
    w.helpers[name] = text


def double(w: Writer, value: Value) -> Value:
    return convert(w, value, out=FLOAT64)


def above_zero(w: Writer, value: Value) -> Value:
    return compare_values(w, "ogt", double(w, value), Value("0.0", FLOAT64))


def below(w: Writer, value: Value, limit: float) -> Value:
    return compare_values(w, "olt", double(w, value), w.constant(np.asarray(limit, np.float64)))


def compare_values(w: Writer, how: str, x: Value, y: Value) -> Value:
    return w.op(f"fcmp {how} double {x.name}, {y.name}", Type(BOOL))


def no_own_state(w: Writer, state: str) -> str:
    """(A Generator has nothing but a bitgen_t.)"""
    return state


def behind(w: Writer, state: str) -> str:
    """The bitgen_t of a RandomState."""
    return w.op(f"load ptr, ptr {state}", INT64).name


def bounded_integer(w: Writer, at: str, low: Value, last: Value, masked: bool) -> Value:
    """An integer from low to the last: by `integers` of a Generator or, masked, by `randint` of a RandomState."""
    span, room = w.op(f"sub i64 {last.name}, {low.name}", INT64), w.slot("i64")
    w.declared.add("declare void @random_bounded_uint64_fill(ptr, i64, i64, i64, i1 zeroext, ptr)")
    w.line(
        f"call void @random_bounded_uint64_fill(ptr {at}, i64 {low.name}, i64 {span.name}, i64 1, "
        f"i1 zeroext {str(masked).lower()}, ptr {room})"
    )
    return w.op(f"load i64, ptr {room}", INT64)


# -- recipes -----------------------------------------------------------------------------------------------------------


def plain(
    name: str,
    parameters: str = "",
    positive: str = "",
    out: Type = FLOAT64,
    most: Mapping[str, float] = {},
    bitgen: Callable[[Writer, str], str] = no_own_state,
    **fixed: Any,
) -> Recipe:
    """A function of C, of the state and float64 parameters.

    Args:
        positive: the parameters that have to be above 0.
        most: those that have to be below a limit.
        bitgen: the address that it takes, from that of the state.
    """

    def write(w: Writer, state: str, given: Given) -> Value:
        return function(w, name, [double(w, given[p]) for p in parameters.split()], bitgen(w, state), out)

    def allowed(w: Writer, given: Given) -> list[Value]:
        limits = [below(w, given[p], limit) for p, limit in most.items()]
        return [above_zero(w, given[p]) for p in positive.split()] + limits

    names, fixed = tuple(parameters.split()), {"out": None, **fixed}
    return Recipe(write, allowed, names, fixed, routine=name, whole=out is INT64)


def uniform(bitgen: Callable[[Writer, str], str]) -> Recipe:
    """From low and the width of the interval, which has to be finite."""

    def width(w: Writer, given: Given) -> Value:
        low, high = double(w, given["low"]), double(w, given["high"])
        return w.op(f"fsub double {high.name}, {low.name}", FLOAT64)

    def write(w: Writer, state: str, given: Given) -> Value:
        low = double(w, given["low"])
        return function(w, "random_uniform", [low, width(w, given)], bitgen(w, state), FLOAT64)

    def allowed(w: Writer, given: Given) -> list[Value]:
        return [above_zero(w, width(w, given)), below(w, width(w, given), np.inf)]

    return Recipe(write, allowed, ("low", "high"))


def integers(
    bitgen: Callable[[Writer, str], str],
    masked: bool,
    bind: Callable[[Bound], Bound | None],
    **fixed: Any,
) -> Recipe:
    """From low to high - 1."""

    def write(w: Writer, state: str, given: Given) -> Value:
        low, high = (convert(w, given[p], out=INT64) for p in ("low", "high"))
        last = w.op(f"sub i64 {high.name}, 1", INT64)
        return bounded_integer(w, bitgen(w, state), low, last, masked)

    return Recipe(write, is_increasing, ("low", "high"), fixed, bind)


def is_increasing(w: Writer, given: Given) -> list[Value]:
    """Whether low and high are integers, the first one smaller."""
    low, high = (convert(w, given[p], out=INT64) for p in ("low", "high"))
    whole = all(given[p].dtype.kind == "i" for p in ("low", "high"))
    return [w.test("slt", low, high.name), Value(str(whole).lower(), Type(BOOL))]


def below_high(given: Bound) -> Bound:
    """(low, high), where low is 0 if one alone is given."""
    return {"low": 0, "high": given["low"]} if given["high"] is None else given


def below_count(given: Bound) -> Bound | None:
    """The positions of so many."""
    count = next(iter(given.values()))
    if isinstance(count, range):
        count = len(count)
    return {"low": 0, "high": count} if isinstance(count, (int, Operand)) else None


def from_start(given: Bound) -> Bound:
    """randrange(start, stop)"""
    return below_high({"low": given["start"], "high": given["stop"]})


def between(given: Bound) -> Bound:
    return {"low": given["a"], "high": given["b"]}


def binomial(bitgen: Callable[[Writer, str], str]) -> Recipe:
    """With room for what NumPy computes for the parameters, which it does again where they are others."""

    def write(w: Writer, state: str, given: Given) -> Value:
        room = w.slot("[256 x i8]", "zeroinitializer")
        w.declared.add("declare i64 @random_binomial(ptr, double, i64, ptr)")
        n, p = convert(w, given["n"], out=INT64), double(w, given["p"])
        at = bitgen(w, state)
        return w.op(f"call i64 @random_binomial(ptr {at}, double {p.name}, i64 {n.name}, ptr {room})", INT64)

    def allowed(w: Writer, given: Given) -> list[Value]:
        whole = Value(str(given["n"].dtype.kind == "i").lower(), Type(BOOL))
        return [above_zero(w, given["n"]), above_zero(w, given["p"]), below(w, given["p"], 1.0), whole]

    return Recipe(write, allowed, ("n", "p"))


def arithmetic(*steps: str) -> Callable[[Writer, str, Given], Value]:
    """A float64 that is computed from what a function draws (`@name`), by instructions of two operands. `_` is the step
    before; `name _` gives it a name."""

    def write(w: Writer, state: str, given: Given) -> Value:
        found: dict[str, str] = {p: double(w, v).name for p, v in given.items()}
        for step in steps:
            operation, *parts = step.split()
            if operation.startswith("@"):
                found["_"] = function(w, operation[1:], [], state, FLOAT64).name
            elif operation.startswith("f"):
                one, other = (found[part] for part in parts)
                found["_"] = w.op(f"{operation} double {one}, {other}", FLOAT64).name
            else:
                found[operation] = found["_"]
        return Value(found["_"], FLOAT64)

    return write


def write_recipe(names: str, *steps: str, positive: str = "") -> Recipe:
    """The same as a recipe."""
    allowed = lambda w, given: [above_zero(w, given[p]) for p in positive.split()]
    return Recipe(arithmetic(*steps), allowed, tuple(names.split()))


def below_by_twister(bind: Callable[[Bound], Bound | None], last: int = 0) -> Recipe:
    """Integers of Python's Random: from low to high - 1, or to high where `last` is 1."""

    def count(w: Writer, given: Given) -> Value:
        low, high = (convert(w, given[p], out=INT64) for p in ("low", "high"))
        return w.op(f"sub i64 {w.op(f'add i64 {high.name}, {last}', INT64).name}, {low.name}", INT64)

    def write(w: Writer, state: str, given: Given) -> Value:
        number = function(w, "recto_twister_below", [count(w, given)], state, INT64)
        return w.op(f"add i64 {number.name}, {convert(w, given['low'], out=INT64).name}", INT64)

    def allowed(w: Writer, given: Given) -> list[Value]:
        return [is_increasing(w, given)[1], w.test("sgt", count(w, given), "0")]

    return Recipe(write, allowed, ("low", "high"), {"step": 1}, bind)


FLOATS: dict[str, Any] = {"dtype": np.float64}
WHOLE: dict[str, Any] = {"dtype": np.int64}
ITEMS: dict[str, Any] = {"replace": True, "p": None}
COUNTS = {"lam": 1e9}  # NumPy refuses 1e19
OF_GENERATOR = {
    "random": plain("random_standard_uniform", **FLOATS),
    "standard_normal": plain("random_standard_normal", **FLOATS),
    "standard_exponential": plain("random_standard_exponential", method="zig", **FLOATS),
    "standard_gamma": plain("random_standard_gamma", "shape", "shape", **FLOATS),
    "normal": plain("random_normal", "loc scale", "scale"),
    "exponential": plain("random_exponential", "scale", "scale"),
    "uniform": uniform(no_own_state),
    "lognormal": plain("random_lognormal", "mean sigma", "sigma"),
    "laplace": plain("random_laplace", "loc scale", "scale"),
    "logistic": plain("random_logistic", "loc scale", "scale"),
    "gumbel": plain("random_gumbel", "loc scale", "scale"),
    "rayleigh": plain("random_rayleigh", "scale", "scale"),
    "weibull": plain("random_weibull", "a", "a"),
    "pareto": plain("random_pareto", "a", "a"),
    "power": plain("random_power", "a", "a"),
    "standard_cauchy": plain("random_standard_cauchy"),
    "gamma": plain("random_gamma", "shape scale", "shape scale"),
    "beta": plain("random_beta", "a b", "a b"),
    "chisquare": plain("random_chisquare", "df", "df"),
    "f": plain("random_f", "dfnum dfden", "dfnum dfden"),
    "standard_t": plain("random_standard_t", "df", "df"),
    "wald": plain("random_wald", "mean scale", "mean scale"),
    "vonmises": plain("random_vonmises", "mu kappa", "kappa"),
    "poisson": plain("random_poisson", "lam", "lam", INT64, COUNTS),
    "geometric": plain("random_geometric", "p", "p", INT64, {"p": 1.0}),
    "binomial": binomial(no_own_state),
    "integers": integers(no_own_state, False, below_high, endpoint=False, **WHOLE),
    "choice": integers(no_own_state, False, below_count, axis=0, shuffle=True, **ITEMS),
}
OF_STATE = {
    **dict.fromkeys(("random", "random_sample", "rand"), plain("random_standard_uniform", bitgen=behind)),
    **dict.fromkeys(("standard_normal", "randn"), write_recipe("", "@recto_legacy_normal")),
    "standard_exponential": write_recipe("", "@recto_legacy_exponential"),
    "normal": write_recipe(
        "loc scale", "@recto_legacy_normal", "fmul scale _", "fadd loc _", positive="scale"
    ),
    "exponential": write_recipe("scale", "@recto_legacy_exponential", "fmul scale _", positive="scale"),
    "uniform": uniform(behind),
    "laplace": plain("random_laplace", "loc scale", "scale", bitgen=behind),
    "logistic": plain("random_logistic", "loc scale", "scale", bitgen=behind),
    "gumbel": plain("random_gumbel", "loc scale", "scale", bitgen=behind),
    "poisson": plain("random_poisson", "lam", "lam", INT64, COUNTS, behind),
    "binomial": binomial(behind),
    "randint": integers(behind, True, below_high, **WHOLE),
    "choice": integers(behind, True, below_count, **ITEMS),
}
OF_PYTHON = {
    "random": write_recipe("", "@recto_twister_double"),
    "uniform": write_recipe(
        "a b", "fsub b a", "width _", "@recto_twister_double", "fmul width _", "fadd a _"
    ),
    "expovariate": write_recipe("lambd", "@recto_python_exponential", "fdiv _ lambd", positive="lambd"),
    "normalvariate": write_recipe("mu sigma", "@recto_python_normal", "fmul _ sigma", "fadd mu _"),
    "randint": below_by_twister(between, last=1),
    "randrange": below_by_twister(from_start),
    "choice": below_by_twister(below_count),
}
RECIPES: dict[tuple[str, str], Recipe] = {
    (cls, method): recipe
    for cls, recipes in (("Generator", OF_GENERATOR), ("RandomState", OF_STATE), ("Random", OF_PYTHON))
    for method, recipe in recipes.items()
}
