"""Rules for recto.grad, recto.vjp and their like in compiled code; the facade refers to them by name.

A rule is called with (interp, function, args, kwargs, *options) where a transformed function is called; those that
begin with `bind_` where the transformation itself is.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError
from ...ir.builder import Sym
from ...primitives import labelled, stop_gradient
from ..bounded.creation import bind_bound  # noqa: F401 (found here by its name, as the others)
from ..interpreter import Interpreter
from ..state.values import Instance, Sealed
from . import vmap as batching, custom_rules as custom, derivatives, jacobians, pmap as members
from .derivatives import Linear, Wanted
from .leaf_trees import build_value, take


def value_and_grad(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    argnums: Any = None,
    argnames: Any = None,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Any:
    return derivatives.value_and_grad(
        interp, function, args, kwargs, Wanted.of(argnums, argnames), has_aux, holomorphic
    )


def grad(interp: Interpreter, function: Any, args: list, kwargs: dict, *options: Any) -> Any:
    value, gradient = value_and_grad(interp, function, args, kwargs, *options)
    has_aux = len(options) > 2 and options[2]
    return (gradient, value[1]) if has_aux else gradient


def jacfwd(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    argnums: Any = None,
    argnames: Any = None,
    has_aux: bool = False,
    holomorphic: bool = False,
    reverse: bool = False,
) -> Any:
    wanted = Wanted.of(argnums, argnames)
    found, aux = jacobians.jacobian(interp, function, args, kwargs, wanted, has_aux, holomorphic, reverse)
    return (found, *aux) if has_aux else found


def jacrev(interp: Interpreter, function: Any, args: list, kwargs: dict, *options: Any) -> Any:
    return jacfwd(interp, function, args, kwargs, *options, True)


def jvp(interp: Interpreter, function: Any, args: list, kwargs: dict, has_aux: bool = False) -> Any:
    return bind_jvp(interp, function, *args, has_aux=has_aux, **kwargs)


def bind_jvp(interp: Interpreter, function: Any, primals: Any, tangents: Any, has_aux: bool = False) -> Any:
    return derivatives.push_forward(interp, function, primals, tangents, has_aux)


def vjp(interp: Interpreter, function: Any, args: list, kwargs: dict, has_aux: bool, host: type) -> Any:
    value, linear, *aux = derivatives.pull_back(interp, function, args, has_aux)
    return value, keep_linear_function(interp, linear, host), *aux


def bind_vjp(interp: Interpreter, function: Any, *primals: Any, has_aux: bool = False) -> Any:
    return derivatives.pull_back(interp, function, list(primals), has_aux)


def call_pulled_back(interp: Interpreter, function: Any, args: list, kwargs: dict, *chosen: int) -> tuple:
    """f(x, y) => f_vjp(x, y, out_bar): the value, then the cotangents of the chosen arguments."""
    *primals, bar = args
    value, linear = bind_vjp(interp, function, *primals)
    bars = linear.__recto_call__(interp, [bar], {})
    return value, *(bars[k] for k in chosen)


def call_pushed_forward(interp: Interpreter, function: Any, args: list, kwargs: dict, *chosen: int) -> Any:
    """f(x, y) => f_jvp(x, y, x_dot): the value, and its derivative along tangents of the chosen arguments."""
    count = len(args) - len(chosen)
    dots = dict(zip(chosen, args[count:]))
    return bind_jvp(interp, function, tuple(args[:count]), tuple(dots.get(k) for k in range(count)))


def linearize(interp: Interpreter, function: Any, args: list, kwargs: dict, has_aux: bool, host: type) -> Any:
    value, linear, *aux = derivatives.linearize(interp, function, args, has_aux)
    return value, keep_linear_function(interp, linear, host), *aux


def bind_linearize(interp: Interpreter, function: Any, *primals: Any, has_aux: bool = False) -> Any:
    return derivatives.linearize(interp, function, list(primals), has_aux)


def keep_linear_function(interp: Interpreter, linear: Linear, host: type) -> Instance:
    """A linear function as the caller of compiled code gets it: its residuals, and what is known of it."""
    residuals = [interp.array(x) if x.shape else x for x in linear.residuals]
    return interp.trail.allocate(Instance(host, {"residuals": residuals, "sealed": Sealed(linear.at([]))}))


def transpose(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    primals, cotangent = args
    linear = derivatives.linear_transpose(interp, function, interp.known_items(primals, "the primals"))
    return linear.__recto_call__(interp, [cotangent], {})


def bind_transpose(interp: Interpreter, function: Any, *primals: Any) -> Linear:
    return derivatives.linear_transpose(interp, function, list(primals))


@dataclasses.dataclass(frozen=True)
class Gradient:
    """The gradient with respect to several arguments, as a function that the front end calls."""

    function: Any
    argnums: tuple[int, ...]

    @property
    def __name__(self) -> str:
        return "grad_" + getattr(self.function, "__name__", "f")

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return grad(interp, self.function, args, kwargs, self.argnums)


def hvp(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    return bind_hvp(interp, function, *args)


def bind_hvp(interp: Interpreter, function: Any, primals: Any, tangents: Any) -> Any:
    given = interp.known_items(primals, "primals")
    gradient = Gradient(function, tuple(range(len(given))))
    return derivatives.push_forward(interp, gradient, primals, tangents, False)[1]


def bind_stop(interp: Interpreter, x: Any) -> Any:
    """stop_gradient(x): arrays and numbers behind the primitive, which is erased when reading ends."""
    return behind(interp, stop_gradient, x, "stop_gradient")


def bind_name(interp: Interpreter, x: Any, name: Any) -> Any:
    """checkpoint_name(x, name): likewise."""
    text = interp.static(name, "the name of a value")
    return behind(interp, functools.partial(labelled, name=str(text)), x, "checkpoint_name")


def behind(interp: Interpreter, primitive: Callable[[Sym], Sym], x: Any, function: str) -> Any:
    leaves: list = []
    tree = take(interp, x, leaves)
    interp.ruled = True

    def leaf(found: Any) -> Any:
        value: Sym = primitive(interp.sym(leaves[found.number]))
        return value if found.scalar else interp.array(value)

    if not leaves and x is not None and not isinstance(x, (int, list, tuple, dict)):
        raise CompileError(f"{function} takes arrays, numbers and containers of them")
    return build_value(interp, tree, leaf)


def vmap(interp: Interpreter, function: Any, args: list, kwargs: dict, *options: Any) -> Any:
    return batching.vmap(interp, function, args, kwargs, *options)


def pmap(interp: Interpreter, function: Any, args: list, kwargs: dict, *options: Any) -> Any:
    return members.pmap(interp, function, args, kwargs, *options)


def member(interp: Interpreter, function: Any, args: list, kwargs: dict, *options: Any) -> Any:
    return members.member(interp, function, args, kwargs, *options)


def bind_constraint(interp: Interpreter, x: Any, tilings: Any) -> Any:
    return members.constrain_arrays(interp, x, tilings)


def checkpoint(interp: Interpreter, function: Any, args: list, kwargs: dict, policy: Any) -> Any:
    return custom.call_checkpointed(interp, function, args, kwargs, policy)


def custom_jvp(
    interp: Interpreter, function: Any, args: list, kwargs: dict, rule: Any, nondiff: tuple, bind: Any
) -> Any:
    return custom.call_custom_jvp(interp, function, rule, args, kwargs, nondiff, bind)


def custom_vjp(
    interp: Interpreter, function: Any, args: list, kwargs: dict, rules: tuple, nondiff: tuple, bind: Any
) -> Any:
    return custom.call_custom_vjp(interp, function, *rules, args, kwargs, nondiff, bind)


def sum_of_parts(
    interp: Interpreter, function: Any, parts: tuple, fixed: list, primals: tuple, tangents: tuple
) -> Any:
    """The rule made of one function for each argument: the value, and the sum of their shares of its tangent."""
    value, total = interp.call(function, [*fixed, *primals], {}), None
    for part, dot in zip(parts, tangents):
        if part is not None:
            share = interp.call(part, [dot, value, *fixed, *primals], {})
            total = share if total is None else interp.binary("Add", total, share)
    return value, total
