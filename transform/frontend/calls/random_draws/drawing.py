"""Random numbers from NumPy's and Python's own generators: host calls, in program order.

    x = rng.normal(loc, 2.0, size=n)        =>        world, x = host_call(world, rng, loc, callee=…)

The generator is the caller's, known by its handle (core/hosted/handles.py), and is left in the state in which the
function leaves it. What a call gives is found by making it: a generator of the same class is asked with the arguments
that are known, and with values that any distribution allows in place of the others. So shapes, dtypes and classes, and
the errors for arguments that do not fit, are those of the NumPy that is installed. In native loops, a kernel draws the
same numbers from the state of the generator (lower/native/draws/).

Where derivatives are taken, a distribution with a location and a scale is drawn in its standard form, and shifted and
scaled by the program (the reparametrisation of Kingma & Welling, Auto-Encoding Variational Bayes, 2014, section 2.4).
"""

from __future__ import annotations

import dataclasses
import inspect
import random
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ....core.dtypes import canonical
from ....core.errors import CompileError
from ....core.hosted.handles import is_handled_class
from ....ir.builder import Sym
from ....ir.callee import Draw, Operand
from ....ir.program import Type
from ...bounded.draws import (
    POSITIONS,
    STARRED,
    Lengths,
    position,
    probe,
    seeded,
    shuffled_array,
    shuffled_list,
)
from ...bounded.extents import BoundedArray
from ...bounded.functions import axis_of, refuse_empty
from ...expressions.containers import plain
from ...expressions.effects import call_on_host, host_callee
from ...generator_functions import shuffled_by_python
from ...interpreter import Interpreter
from ...lists.growing import is_growing, reorder
from ...outside.paths import Path
from ...state.host_calls import HostCall
from ...state.texts import Hole, source_of
from ...state.values import NEVER, Array, External, Instance, contains_dynamic, describe, is_stream
from ..host_library import keep_handle
from .methods import METHODS

# The distributions whose numbers for an array are those of calls for one after the other, by the place of `size`.
FILLED = {
    name: place
    for place, names in enumerate(
        (
            "random random_sample standard_normal standard_exponential standard_cauchy",
            "exponential rayleigh pareto power weibull geometric poisson chisquare standard_gamma standard_t",
            "normal uniform laplace logistic gumbel lognormal gamma beta wald binomial",
        )
    )
    for name in names.split()
}


def shift_and_scale(interp: Interpreter, z: Any, loc: Any, scale: Any) -> Any:
    """loc + scale * z"""
    return interp.binary("Add", loc, interp.binary("Mult", scale, z))


def scale_draw(interp: Interpreter, z: Any, scale: Any) -> Any:
    return interp.binary("Mult", scale, z)


def scale_to_range(interp: Interpreter, z: Any, low: Any, high: Any) -> Any:
    """low + (high - low) * z"""
    return shift_and_scale(interp, z, low, interp.binary("Sub", high, low))


def exponential_of_shifted(interp: Interpreter, z: Any, mean: Any, sigma: Any) -> Any:
    return interp.call_host(np.exp, [shift_and_scale(interp, z, mean, sigma)], {})


# what is drawn in its standard form instead, the parameters that this leaves out, how the program makes the numbers of
# it and these
STANDARD: dict[Any, tuple[str, tuple[str, ...], Callable]] = {
    "normal": ("standard_normal", ("loc", "scale"), shift_and_scale),
    "uniform": ("random", ("low", "high"), scale_to_range),
    "lognormal": ("standard_normal", ("mean", "sigma"), exponential_of_shifted),
    "exponential": ("standard_exponential", ("scale",), scale_draw),
    "laplace": ("laplace", ("loc", "scale"), shift_and_scale),
    "logistic": ("logistic", ("loc", "scale"), shift_and_scale),
    "gumbel": ("gumbel", ("loc", "scale"), shift_and_scale),
    "rayleigh": ("rayleigh", ("scale",), scale_draw),
    ("Random", "gauss"): ("gauss", ("mu", "sigma"), shift_and_scale),
    ("Random", "normalvariate"): ("normalvariate", ("mu", "sigma"), shift_and_scale),
    ("Random", "uniform"): ("random", ("a", "b"), scale_to_range),
}


def draw(interp: Interpreter, stream: Instance, name: str, args: list, kwargs: dict) -> Any:
    """stream.name(*args, **kwargs)"""
    methods = METHODS.get(stream.cls.__name__, {})
    full = f"{stream.cls.__name__}.{name}"
    if name not in methods:
        known = hasattr(stream.cls, name)
        raise CompileError(
            f"{full} is not known to the compiler"
            if known
            else f"AttributeError: {stream.cls.__name__!r} object has no attribute {name!r}",
            "call it outside of the compiled function" if known else None,
        )
    given = bound(methods[name], full, args, kwargs)
    if given.get("out") is not None:
        raise CompileError(f"out= of {full}", "assign its result: x[...] = …")
    rule = RULES.get(name)
    if rule is not None:
        return rule(interp, stream, name, given)
    standard = STANDARD.get((stream.cls.__name__, name)) or STANDARD.get(name)
    if standard and interp.orders and any(contains_dynamic(given.get(n)) for n in standard[1]):
        return draw_in_standard_form(interp, stream, given, *standard)
    return ask(interp, stream, name, args, kwargs, given)


def bound(spec: inspect.Signature, full: str, args: list, kwargs: dict) -> dict[str, Any]:
    """The arguments by the names of the parameters, with defaults. Raises CompileError if they do not fit."""
    first = [None] if "self" in spec.parameters else []
    try:
        found = spec.bind(*first, *args, **kwargs)
    except TypeError as error:
        raise CompileError(f"TypeError: {full}: {error}") from None
    found.apply_defaults()
    return {name: value for name, value in found.arguments.items() if name != "self"}


def draw_in_standard_form(
    interp: Interpreter,
    stream: Instance,
    given: dict[str, Any],
    standard: str,
    names: tuple[str, ...],
    combine: Callable,
) -> Any:
    """A draw in standard form, shifted and scaled in the program."""
    shapes = [shape(interp, given[n]) if contains_dynamic(given[n]) else np.shape(given[n]) for n in names]
    size = given.get("size")
    if size is None and any(shapes):
        size = broadcast(shapes)
    asked = {"size": size} if size is not None else {}
    z = ask(interp, stream, standard, [], asked, asked)
    return combine(interp, z, *[given[n] for n in names])


def broadcast(shapes: list[tuple]) -> tuple:
    """The shape of several arrays together. Computed lengths are taken to be equal: they are checked behind."""
    if all(isinstance(n, int) for shape in shapes for n in shape):
        return np.broadcast_shapes(*shapes)
    rank = max(map(len, shapes))
    columns = zip(*[(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes])
    return tuple([next((n for n in column if not isinstance(n, int) or n != 1), 1) for column in columns])


# -- asking ------------------------------------------------------------------------------------------------------------


def ask(
    interp: Interpreter,
    stream: Instance,
    name: str,
    args: list,
    kwargs: dict,
    given: dict[str, Any],
    function: Callable | None = None,
    smooth: bool = True,
    form: str = "",
) -> Any:
    """The call on the host.

    Args:
        given: the arguments by name, to find out what the call gives.
        function: what is called with the generator and the arguments, if it is not the method itself.
        form: how that is written: `call` is the call of the method, `first` its first argument, `inner` the call with
            the name `shuffled` in the place of that, `ranged` the call with a range of so many.
    """
    function = function or getattr(stream.cls, name)
    lengths = Lengths(interp)
    size = lengths.size(given.get("size"))
    args, kwargs = with_size(args, kwargs, given, size, lengths, name)
    lengths.note([*args, *kwargs.values()])
    sample = lambda tried: probe(lengths, tried, stream.cls, name, function, args, kwargs, given, size)
    if lengths:
        first, axes = lengths.found(sample, f"{stream.cls.__name__}.{name}")
        whole = type_of_sample(first)
        shape = tuple([lengths.most[axes[k]] if k in axes else n for k, n in enumerate(whole.shape)])
        results: tuple[Type, ...] = (whole.update(shape=shape),)
    else:
        axes, first = {}, sample(())
        results = () if first is None else (type_of_sample(first),)
    written = f"{interp.outside.module_of(stream) or '_1'}.{name}"
    callee, values = host_callee(
        interp,
        function,
        [stream, *args],
        kwargs,
        results,
        written,
        method=True,
        smooth=None if smooth else (),
        portable=True,
        undone=True,
        ahead=bool(results) and not axes,
        short=tuple(axes),
        size_at=None if form or axes else place_of_size(name, given, results),
    )
    if function in (getattr(stream.cls, name), shuffled_array, shuffled_list) and not axes:
        callee = dataclasses.replace(callee, draw=as_draw(stream.cls, name, callee))
    if form:
        first, call = source_of(callee.args[1]), callee.source()
        instead = lambda text: call.replace(f"({first}", f"({text}", 1)
        written = form.format(
            call=call, first=first, inner=instead("shuffled"), ranged=instead(f"range({first})")
        )
        callee = dataclasses.replace(callee, text=written)
    note_call(interp, written.replace("_1", stream.cls.__name__))

    def act() -> Any:
        found = call_on_host(interp, callee, values)
        return interp.array(found[0]) if axes else interp.wrap(found[0]) if found else None

    drawn = interp.value_unless_failed(interp.calls[-1], act)  # nothing is drawn where a size is wrong
    return lengths.counted(drawn, axes) if axes and drawn is not NEVER else drawn


def note_call(interp: Interpreter, method: str) -> None:
    """For `.explain()`."""
    note = (
        f"{interp.span}: {method} takes its numbers from the state of the generator, one after the other; "
        "recto.random draws in parallel"
    )
    if note not in interp.notes:
        interp.notes.append(note)


def as_draw(cls: type, name: str, callee: HostCall) -> Draw:
    """The draw that a call of a method makes."""
    given = bound(METHODS[cls.__name__][name], name, list(callee.args[1:]), dict(callee.kwargs))
    plain = lambda v: type(v) is Hole and not v.cuts and v.given is None
    return Draw(cls.__name__, name, {k: Operand(v.number) if plain(v) else v for k, v in given.items()})


def place_of_size(name: str, given: dict[str, Any], results: tuple[Type, ...]) -> int | None:
    """The place of `size` among the arguments, if arrays are filled with the numbers of calls one after the other."""
    sized = given.get("size") is not None or results and not results[0].shape
    return FILLED.get(name) if sized and "size" in given else None


def with_size(
    args: list, kwargs: dict, given: dict[str, Any], size: Any, lengths: Lengths, method: str
) -> tuple[list, dict]:
    """The arguments, with this size in the place of the one that is given."""
    if method in STARRED:
        return [*size], kwargs
    if method == "permutation" and args and isinstance(args[0], (Sym, Array)) and not args[0].shape:
        return [lengths.size(args[0]), *args[1:]], kwargs
    return [size if name == "size" else v for name, v in zip(given, args)], {
        k: size if k == "size" else v for k, v in kwargs.items()
    }


def type_of_sample(sample: Any) -> Type:
    array = np.asarray(sample)
    if array.dtype.kind not in "biufc":
        raise CompileError(f"random choices among {array.dtype}", "draw the position: rng.integers(len(…))")
    return Type(
        canonical(array.dtype),
        array.shape,
        isinstance(sample, (bool, int, float)) and not isinstance(sample, np.generic),
    )


# -- methods with a way of their own -----------------------------------------------------------------------------------


def shuffle(interp: Interpreter, stream: Instance, name: str, given: dict[str, Any]) -> None:
    """In place: of arrays by NumPy's own; of lists the positions are shuffled, which takes the same numbers."""
    x, axis = given["x"], {k: v for k, v in given.items() if k == "axis" and v}
    if isinstance(x, BoundedArray) and stream.cls is not random.Random:
        order = permutation(interp, stream, "permutation", {"x": shape(interp, x)[given.get("axis", 0)]})
        interp.set_item(x, slice(None), take_positions(interp, x, order, given))
        return
    if moves_what_depends(interp, x) and stream.cls is not random.Random:
        order = order_of(interp, stream, name, interp.sym(x).shape[given.get("axis", 0)])
        interp.overwrite(x, interp.sym(take_positions(interp, x, order, given)))
        return
    if is_growing(x):
        n = interp.length_of(x)
        computed = not isinstance(n, int)
        if computed and stream.cls is random.Random:
            interp.call(shuffled_by_python, [x, stream], {})
            return
        order = (
            permutation(interp, stream, "permutation", {"x": n})
            if computed
            else order_of(interp, stream, name, n)
        )
        reorder(interp, x, order)
        return
    if isinstance(x, Array) and stream.cls is not random.Random:
        shuffled = ask(interp, stream, name, [x], axis, given, shuffled_array, False, IN_PLACE)
        interp.overwrite(x, interp.sym(shuffled))
        return
    if not isinstance(x, list):
        raise CompileError(f"{stream.cls.__name__}.shuffle of {describe(x)}", "shuffle an array or a list")
    items = list(x)
    order = order_of(interp, stream, name, len(items))
    for place in range(len(items)):
        interp.set_item(x, place, item_of(interp, items, interp.get_item(order, place)))


def order_of(interp: Interpreter, stream: Instance, name: str, n: int) -> Any:
    """The positions of n items that are shuffled."""
    return ask(interp, stream, name, [list(range(n))], {}, {"x": None}, shuffled_list, False, LIST_IN_PLACE)


def moves_what_depends(interp: Interpreter, x: Any) -> bool:
    """Whether it is an array whose derivative may be asked for. Then positions are drawn, which takes the
    same numbers."""
    return (
        bool(interp.orders)
        and isinstance(x, (Array, BoundedArray))
        and contains_dynamic(x)
        and x.dtype.kind in "fc"
    )


def shape(interp: Interpreter, x: Any) -> tuple:
    """The shape of an array, with computed lengths."""
    return interp.get_attribute(x, "shape") if isinstance(x, BoundedArray) else interp.sym(x).shape


def take_positions(interp: Interpreter, x: Any, positions: Any, given: dict[str, Any]) -> Any:
    return interp.call_host(np.take, [x, positions], {"axis": given.get("axis", 0)})


IN_PLACE = "(lambda shuffled: ({inner}, shuffled)[1])(np.array({first}))"
LIST_IN_PLACE = "np.array((lambda shuffled: ({inner}, shuffled)[1])({first}))"


def choice(interp: Interpreter, stream: Instance, name: str, given: dict[str, Any]) -> Any:
    """`choice`: of arrays and numbers by NumPy's own function; of other lists a position is drawn, which
    consumes the same numbers."""
    if stream.cls is random.Random:
        return one_of(interp, stream, given["seq"])
    given = {**given, "a": as_array(interp, given["a"])}
    a = plain(interp, given["a"]) if is_texts_outside(given["a"]) else given["a"]
    kept = {k: v for k, v in given.items() if k != "a" and v is not STANDARD_CHOICE.get(k, None)}
    if isinstance(a, (list, tuple)) and not is_numbers(a):
        if given["size"] is not None:
            raise CompileError(
                f"a random choice of several items of {describe(a)}", "draw positions: rng.choice(len(…), n)"
            )
        return item_of(
            interp, a, ask(interp, stream, name, [len(a)], kept, {**given, "a": len(a)}, smooth=False)
        )
    if interp.trying and isinstance(a, BoundedArray) and given["size"] is None:
        quoted = "'a'" if stream.cls is np.random.RandomState else "a"
        axis = (axis_of(interp, given.get("axis", 0), a.ndim),)
        refuse_empty(interp, a, axis, f"{quoted} cannot be empty unless no samples are taken")
    if moves_what_depends(interp, a):
        n = shape(interp, a)[given.get("axis", 0)]
        kept.pop("axis", None)
        drawn = ask(interp, stream, name, [n], kept, {**given, "a": n, "axis": 0}, smooth=False)
        return take_positions(interp, a, drawn, given)
    return ask(interp, stream, name, [a], kept, given, smooth=False)


def permutation(interp: Interpreter, stream: Instance, name: str, given: dict[str, Any]) -> Any:
    given = {**given, "x": as_array(interp, given["x"])}
    x, axis = given["x"], {k: v for k, v in given.items() if k == "axis" and v}
    if moves_what_depends(interp, x):
        n = shape(interp, x)[given.get("axis", 0)]
        return take_positions(interp, x, ask(interp, stream, name, [n], {}, {"x": n}), given)
    return ask(interp, stream, name, [x], axis, given)


def as_array(interp: Interpreter, values: Any) -> Any:
    """A list of numbers of the program, as the array that NumPy makes of it."""
    listed = isinstance(values, (list, tuple)) and contains_dynamic(values) and is_numbers(values)
    if listed or is_growing(values):
        return interp.call_host(np.array, [list(values) if listed else values], {})
    return values


def is_texts_outside(values: Any) -> bool:
    """Whether it is a list or tuple of texts from outside."""
    items = values.unread if isinstance(values, External) else None
    return isinstance(items, (list, tuple)) and bool(items) and all(type(v) is str for v in items)


STANDARD_CHOICE = {"size": None, "replace": True, "p": None, "axis": 0, "shuffle": True}


def is_numbers(values: Any) -> bool:
    return all(
        isinstance(v, (Sym, Array, bool, int, float, complex, np.generic))
        or isinstance(v, (list, tuple))
        and is_numbers(v)
        for v in values
    )


def one_of(interp: Interpreter, stream: Instance, seq: Any) -> Any:
    """random.choice"""
    n = interp.call(len, [seq], {})
    if interp.trying and isinstance(n, Sym):
        empty = interp.sym(interp.compare("Lt", n, 1))
        interp.fail_if(empty, IndexError, ("Cannot choose from an empty sequence",))
    number = ask(
        interp,
        stream,
        "choice",
        [range(n)] if isinstance(n, int) else [n],
        {},
        {"stop": n},
        position if not isinstance(n, int) else None,
        False,
        "" if isinstance(n, int) else "{ranged}",
    )
    return item_of(interp, seq, number)


def item_of(interp: Interpreter, items: Any, number: Any) -> Any:
    """One of several items. Numbers of one class are an array meanwhile."""
    numbers = isinstance(items, (list, tuple)) and len({class_of(v) for v in items}) == 1
    if not numbers or class_of(items[0]) is None:
        return interp.get_item(items, number)
    return interp.item(interp.get_item(interp.call_host(np.array, [list(items)], {}), number))


def class_of(value: Any) -> type | None:
    """The class of a number of Python's; None of anything else."""
    if isinstance(value, Sym):
        return {"b": bool, "i": int, "f": float, "c": complex}.get(value.dtype.kind) if value.weak else None
    return type(value) if type(value) in (bool, int, float, complex) else None


def several_of(interp: Interpreter, stream: Instance, name: str, given: dict[str, Any]) -> Any:
    """random.sample and random.choices: a list of items, by their positions."""
    population = given["population"]
    n, k = interp.call(len, [population], {}), interp.static(given["k"], "the number of random items")
    more = {key: v for key, v in given.items() if key not in ("population", "k") and v is not None}
    known = isinstance(n, int)
    numbers = ask(
        interp,
        stream,
        name,
        [range(n) if known else n],
        {"k": k, **more},
        {"population": n, "k": k, **more},
        POSITIONS[name],
        False,
        "np.array({call})" if known else "np.array({ranged})",
    )
    return interp.trail.allocate([item_of(interp, population, interp.get_item(numbers, j)) for j in range(k)])


def seed(interp: Interpreter, stream: Instance, name: str, given: dict[str, Any]) -> None:
    values = list(given.values())[:1]
    ask(interp, stream, name, values if values[0] is not None else [], {}, {"seed": values[0]}, seeded, False)


RULES: dict[str, Callable] = {
    "shuffle": shuffle,
    "choice": choice,
    "permutation": permutation,
    "sample": several_of,
    "choices": several_of,
    "seed": seed,
}


# -- where streams come from -------------------------------------------------------------------------------------------


def stream_behind(interp: Interpreter, function: Any) -> Instance | None:
    """The generator whose method a function is: np.random.normal, random.random, or rng.normal kept from outside."""
    owner = getattr(function, "__self__", None)
    if owner is None or isinstance(owner, types.ModuleType) or not is_handled_class(type(owner)):
        return None
    return interp.outside.stream(interp, owner, home_of(function, owner))


def home_of(function: Any, owner: Any) -> Path:
    """The path to a generator: NumPy and Python have a global one each."""
    if owner is getattr(random, "_inst", None):
        return Path(("import", "random"), (("attribute", "_inst"),))
    if owner is getattr(np.random.mtrand, "_rand", None):
        return Path(("import", "numpy.random.mtrand"), (("attribute", "_rand"),))
    return Path(("argument", function), (("attribute", "__self__"),))


def make_generator(cls: type) -> Callable:
    """A generator that is made in compiled code: at every call a new one."""

    def make(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
        kind = np.random.Generator if cls is np.random.default_rng else cls
        if len(args) == 1 and is_stream(args[0]) and cls is np.random.default_rng and args[0].cls is kind:
            return args[0]
        written = "random.Random" if cls is random.Random else f"np.random.{cls.__name__}"
        return keep_handle(interp, kind, cls, list(args), kwargs, written, portable=True, undone=True)

    return make


def global_(name: str) -> Callable:
    """np.random.seed and its like, which are functions of the module: methods of its own generator."""

    def run(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
        owner = np.random.mtrand._rand
        stream = interp.outside.stream(interp, owner, home_of(None, owner))
        return draw(interp, stream, name, list(args), kwargs)

    return run


MAKERS: dict[Any, Callable] = {
    **{
        cls: make_generator(cls)
        for cls in (
            np.random.default_rng,
            np.random.RandomState,
            np.random.Generator,
            random.Random,
            np.random.MT19937,
            np.random.PCG64,
            np.random.PCG64DXSM,
            np.random.Philox,
            np.random.SFC64,
        )
    },
    np.random.seed: global_("seed"),
    **dict.fromkeys((np.random.sample, np.random.ranf), global_("random_sample")),
}
