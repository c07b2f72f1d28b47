"""A transformation as an object that the front end calls when compiled code uses it: grad of f."""

from __future__ import annotations

import copy
import dataclasses
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import recto
from recto import transform

from .._boundary.tracebacks import F, boundary

if TYPE_CHECKING:
    from recto.transform import Interpreter


# What makes the function that Python calls. (An object that was unpickled may be called before `recto.grad` is loaded.)
_compiled: Callable[["Transformation | Applied"], Callable] = lambda made: recto.jit(made)


def compile_by(compiled: Callable[["Transformation | Applied"], Callable]) -> None:
    """Set what compiles objects of this module that Python calls."""
    global _compiled
    _compiled = compiled


def rules(module: str = "transformations") -> Any:
    """The front end's side of the transformations, or of what else compiled code calls; imported when first read."""
    return transform.rules(module)


def call_by_rule(rule: str, function: F) -> F:
    """The function, which compiled code calls by a rule for functions of the host."""
    call = lambda interp, args, kwargs: getattr(rules("host_functions"), rule)(interp, *args, **kwargs)
    setattr(function, "__recto_call__", call)  # noqa: B010 (type checkers know no such attribute)
    return function


@dataclasses.dataclass(frozen=True, eq=False)
class Transformation:
    """A transformation of a function: the name of the front end's rule, and the rule's options.

    Equal to the same of the same function; an object that is called is told from others that are equal to it.
    """

    function: Callable
    prefix: str
    rule: str
    options: tuple = ()
    __recto_always__ = True  # compiled even where jit is disabled: there is no other way to run it

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is type(self)
            and self.what() == other.what()
            and (
                self.function is other.function
                or isinstance(self.function, SAME_IF_EQUAL)
                and self.function == other.function
            )
        )

    def __hash__(self) -> int:
        return hash(
            (self.what(), self.function if isinstance(self.function, SAME_IF_EQUAL) else id(self.function))
        )

    def what(self) -> tuple:
        return self.prefix, self.rule, self.options

    @property
    def __wrapped__(self) -> Callable:
        return self.function

    @property
    def __name__(self) -> str:
        name = getattr(self.function, "__name__", "f")
        return self.prefix + (name if name.isidentifier() else "f")

    def __deepcopy__(self, memo: dict) -> "Transformation":
        """Itself, unless it is of an object that is copied."""
        inner = copy.deepcopy(self.function, memo)
        return self if inner is self.function else dataclasses.replace(self, function=inner)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return getattr(rules(), self.rule)(interp, self.function, args, kwargs, *self.options)

    @boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _compiled(self)(*args, **kwargs)


SAME_IF_EQUAL = (Transformation, types.MethodType)


class Axes:
    """in_axes and out_axes: trees of integers and None, which hash by what they hold."""

    def __init__(self, tree: Any):
        self.tree = tree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axes) and self.tree == other.tree

    def __hash__(self) -> int:
        return hash(repr(self.tree))

    def __repr__(self) -> str:
        return repr(self.tree)


class Batched(Transformation):
    """A function to be batched."""

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        in_axes, out_axes, name, size = self.options
        return rules().vmap(interp, self.function, args, kwargs, in_axes.tree, out_axes.tree, name, size)


def batch_function(
    function: Callable,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
) -> Batched:
    return Batched(function, "vmap_", "vmap", (Axes(in_axes), Axes(out_axes), axis_name, axis_size))


def hashable_numbers(value: Any) -> Any:
    """argnums and argnames as they can be hashed."""
    return tuple(value) if isinstance(value, (list, tuple)) else value


def gradient(
    function: Callable,
    rule: str,
    argnums: Any = None,
    argnames: Any = None,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Transformation:
    """grad, value_and_grad, jacfwd or jacrev of a function; hessian: forward mode over reverse mode."""
    options = (hashable_numbers(argnums), hashable_numbers(argnames), has_aux, holomorphic)
    if rule == "hessian":
        return Transformation(Transformation(function, "", "jacrev", options), "hessian_", "jacfwd", options)
    return Transformation(function, f"{rule}_", rule, options)


class Applied:
    """A linear function, as the front end reads it: of its residuals and its arguments."""

    __recto_always__ = True

    def __init__(self, linear: Any):
        self.linear = linear
        self.__name__ = linear.program.name

    @boundary
    def __call__(self, *args: Any) -> Any:
        return _compiled(self)(*args)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        residuals, *rest = args
        return self.linear.at([interp.sym(x) for x in residuals]).__recto_call__(interp, rest, kwargs)
