"""Transformation chains written as text: "vmap(grad(wrt=w), in_axes=(None, 0, 0))", for `recto.emit`.

Beside what Python calls, two forms are there that files want: `vjp` and `jvp` as one function of the arguments and of
what is pulled back or pushed forward, `loss_vjp(w, x, out_bar)` and `loss_jvp(w, x, w_dot)`.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from recto.transform import CompileError
from recto.transform.core.parsing import parse
from recto.transform.core.spelling import did_you_mean

from .._convention.transformation import Transformation, batch_function, gradient

GRADIENTS = {
    "grad": "gradient of {}",
    "value_and_grad": "value and gradient of {}",
    "jacfwd": "Jacobian of {}",
    "jacrev": "Jacobian of {}",
    "jacobian": "Jacobian of {}",
    "hessian": "second derivatives of {}",
}
KNOWN = (*GRADIENTS, "vjp", "jvp", "vmap", "jit")
CHOICES = ("wrt", "argnums", "argnames")


@dataclasses.dataclass(frozen=True)
class Layer:
    """One transformation of a chain, with its options."""

    name: str
    options: dict[str, Any]


def plain(value: Any) -> str:
    """An option as the chain is written: wrt=w, wrt=(w, b)."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return f"({', '.join(map(plain, value))}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {plain(v)}" for k, v in value.items()) + "}"
    return repr(value)


@dataclasses.dataclass(frozen=True)
class Chained:
    """A function after a chain.

    names       its positional arguments
    derived     (name, the argument that it goes with) for tangents; ("out_bar", None) for a cotangent of the result
    function    what the front end calls
    primal      the same without the pullback, whose results have the types of cotangents
    title       what it is, in words
    steps       the chain, as it is written
    """

    function: Any
    names: tuple[str, ...]
    derived: tuple[tuple[str, str | None], ...]
    primal: Any
    title: str
    name: str
    steps: str = ""


# -- reading the chain ---------------------------------------------------------------------------------------


def parse_chain(chain: Any, function_name: str) -> list[Layer]:
    """The layers, innermost first.

    Args:
        chain: "grad", "vmap(grad(wrt=w))", recto.grad, a list of such, innermost first; None for nothing.
    """
    if chain is None or chain == "":
        return []
    if isinstance(chain, (list, tuple)):
        return [layer for one in chain for layer in parse_chain(one, function_name)]
    text = getattr(chain, "__name__", chain)
    try:
        node = parse(str(text).strip(), mode="eval").body
    except SyntaxError:
        raise CompileError(
            f"{text!r} is no transformation", 'as in "vmap(grad(wrt=x), in_axes=(None, 0))"'
        ) from None
    return layers(node, function_name)


def layers(node: ast.expr, function_name: str) -> list[Layer]:
    match node:
        case ast.Name(name) if name == function_name and name not in KNOWN:
            return []
        case ast.Name(name) | ast.Attribute(attr=name):
            return [Layer(known_transformation(name), {})]
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args, keywords) if len(args) <= 1:
            inner = layers(args[0], function_name) if args else []
            return [*inner, Layer(known_transformation(name), {k.arg: option(k.value) for k in keywords})]
    raise CompileError(f"{ast.unparse(node)!r} is no transformation", f"there are {', '.join(KNOWN)}")


def known_transformation(name: str) -> str:
    if name in KNOWN:
        return name
    hint = did_you_mean(name, KNOWN) or f"there are {', '.join(KNOWN)}"
    raise CompileError(f"there is no transformation {name!r}", hint)


def option(node: ast.expr) -> Any:
    """The value of an option; names stand for themselves: wrt=(w, b)."""
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return name
        case ast.UnaryOp(ast.USub(), ast.Constant(value)):
            return -value
        case ast.Tuple(items):
            return tuple(map(option, items))
        case ast.List(items):
            return list(map(option, items))
        case ast.Dict(keys, values):
            return {option(k): option(v) for k, v in zip(keys, values)}
    raise CompileError(f"{ast.unparse(node)!r} is no option of a transformation")


# -- applying it ---------------------------------------------------------------------------------------------


def apply(
    chain: Sequence[Layer],
    function: Callable[..., Any],
    names: Sequence[str],
    inexact: Sequence[str],
    title: str,
) -> Chained:
    """A function after a chain.

    Args:
        names: the arguments that have types; `inexact`: those that can be differentiated.
        title: what the function is, and where.
    """
    name = getattr(function, "__name__", "f")
    found = Chained(function, tuple(names), (), function, title, name if name.isidentifier() else "f")
    for layer in chain:
        found = STEPS[layer.name](found, layer, tuple(inexact))
    return dataclasses.replace(found, steps=write_chain(chain))


def write_chain(chain: Sequence[Layer]) -> str:
    """vmap(grad(wrt=w), in_axes=(None, 0))"""
    text = ""
    for layer in chain:
        options = [f"{k}={plain(v)}" for k, v in layer.options.items()]
        inside = ", ".join([*([text] if text else []), *options])
        text = f"{layer.name}({inside})" if inside else layer.name
    return text


def selected_names(found: Chained, layer: Layer, otherwise: tuple[str, ...]) -> Any:
    """The names that an option wrt, argnums or argnames chooses: a name, or a tuple of them."""
    given = [layer.options[c] for c in CHOICES if c in layer.options]
    if len(given) > 1:
        raise CompileError("wrt, argnums and argnames say the same", "give one of them")
    if not given or given[0] is None:
        return otherwise
    return (
        tuple(name_of_argument(found, v) for v in given[0])
        if isinstance(given[0], (tuple, list))
        else name_of_argument(found, given[0])
    )


def name_of_argument(found: Chained, value: Any) -> str:
    if isinstance(value, int) and -len(found.names) <= value < len(found.names):
        return found.names[value]
    if value in found.names:
        return value
    near = did_you_mean(str(value), found.names)
    meant = near and f": {near}"
    raise CompileError(
        f"{found.name} has no argument {value}{meant}", f"it has {', '.join(found.names) or 'none'}"
    )


def numbers(found: Chained, chosen: Any) -> Any:
    return found.names.index(chosen) if isinstance(chosen, str) else tuple(map(found.names.index, chosen))


def other_options(layer: Layer, *allowed: str) -> dict[str, Any]:
    """The options other than the choice of arguments."""
    unknown = [k for k in layer.options if k not in (*CHOICES, *allowed)]
    if unknown:
        raise CompileError(
            f"{layer.name} has no option {unknown[0]}", f"it has {', '.join(('wrt', *allowed))}"
        )
    return {k: v for k, v in layer.options.items() if k in allowed}


def differentiate(found: Chained, layer: Layer, inexact: tuple[str, ...]) -> Chained:
    chosen = selected_names(found, layer, found.names[:1] and found.names[0])
    options = other_options(layer, "has_aux", "holomorphic")
    rule = "jacrev" if layer.name == "jacobian" else layer.name
    made = gradient(found.function, rule, numbers(found, chosen) if chosen else None, **options)
    words = chosen if isinstance(chosen, str) else ", ".join(chosen)
    title = f"{GRADIENTS[layer.name].format(found.title)} with respect to {words}"
    return dataclasses.replace(
        found, function=made, primal=None, title=title, name=f"{layer.name}_{found.name}"
    )


def pull(found: Chained, layer: Layer, inexact: tuple[str, ...]) -> Chained:
    other_options(layer)
    chosen = tuples(selected_names(found, layer, tuple(n for n in found.names if n in inexact)))
    made = Transformation(found.function, "vjp_", "call_pulled_back", numbers(found, chosen))
    return dataclasses.replace(
        found,
        function=made,
        names=(*found.names, "out_bar"),
        derived=(*found.derived, ("out_bar", None)),
        primal=found.function,
        title=f"reverse-mode derivative of {found.title}: the value, "
        f"and out_bar pulled back to {', '.join(chosen)}",
        name=f"{found.name}_vjp",
    )


def push(found: Chained, layer: Layer, inexact: tuple[str, ...]) -> Chained:
    other_options(layer)
    chosen = tuples(selected_names(found, layer, tuple(n for n in found.names if n in inexact)))
    new = tuple((f"{n}_dot", n) for n in chosen)
    made = Transformation(found.function, "jvp_", "call_pushed_forward", numbers(found, chosen))
    return dataclasses.replace(
        found,
        function=made,
        names=(*found.names, *(n for n, _ in new)),
        derived=(*found.derived, *new),
        primal=None,
        title=f"forward-mode derivative of {found.title}: the value, "
        f"and its tangent along {', '.join(n for n, _ in new)}",
        name=f"{found.name}_jvp",
    )


def batch(found: Chained, layer: Layer, inexact: tuple[str, ...]) -> Chained:
    options = other_options(layer, "in_axes", "out_axes", "axis_name", "axis_size")
    axes = options.pop("in_axes", 0)
    if isinstance(axes, dict):
        axes = tuple(axes.get(n) for n in found.names)
    if isinstance(axes, (tuple, list)):
        own = dict(zip(found.names, axes))
        axes = tuple(own[n] if n in own else own.get(dict(found.derived).get(n, ""), 0) for n in found.names)
    over = lambda f, axes: batch_function(f, axes, **options)
    primal = found.primal and over(
        found.primal, axes[:-1] if pulls(found) and isinstance(axes, tuple) else axes
    )
    return dataclasses.replace(
        found,
        function=over(found.function, axes),
        primal=primal,
        title=f"{found.title}, batched",
        name=f"vmap_{found.name}",
    )


def pulls(found: Chained) -> bool:
    return ("out_bar", None) in found.derived


def compile_only(found: Chained, layer: Layer, inexact: tuple[str, ...]) -> Chained:
    return found


def tuples(chosen: str | tuple[str, ...]) -> tuple[str, ...]:
    return (chosen,) if isinstance(chosen, str) else chosen


STEPS = {
    **dict.fromkeys(GRADIENTS, differentiate),
    "vjp": pull,
    "jvp": push,
    "vmap": batch,
    "jit": compile_only,
}


def positional_names(function: Callable[..., Any]) -> list[str]:
    """Names of the arguments that can be passed by position."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
