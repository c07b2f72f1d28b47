"""`custom_jvp custom_vjp checkpoint`: functions with custom derivative rules."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from recto.transform import CompileError, Path

from .._boundary.argument_checks import checked, needs_function
from .._convention.methods import Method, P, R
from .._dispatch.pickling import by_name
from .derivatives import Transformation, rules

if TYPE_CHECKING:
    from recto.transform import Interpreter


class Ruled(Method[P, R]):
    """A function with a derivative rule. Outside compiled code it is the function itself."""

    def __init__(self, function: Callable[P, R], nondiff_argnums: Sequence[int] = ()):
        if not callable(function) and not isinstance(function, classmethod):
            given = "None" if function is None else type(function).__name__
            raise TypeError(f"{type(self).__name__} needs a function, not {given}")
        functools.update_wrapper(self, function, updated=())
        self.__wrapped__, self.nondiff = function, tuple(nondiff_argnums)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.__wrapped__(*args, **kwargs)

    def __reduce_ex__(self, protocol: int) -> Any:
        return by_name(self) or super().__reduce_ex__(protocol)

    def __copy__(self) -> "Ruled":
        return self

    def __deepcopy__(self, memo: dict) -> "Ruled":
        return self

    def guard(self, interp: Interpreter, name: str) -> Any:
        """The rule, another one of which later means another program."""
        rule = getattr(self, name)
        interp.outside.guard(Path(("argument", self), (("attribute", name),)), rule)
        return rule

    def bind(self, args: list, kwargs: dict) -> list:
        """All arguments by position, defaults included."""
        try:
            bound = inspect.signature(self.__wrapped__).bind(*args, **kwargs)
        except TypeError as error:
            raise CompileError(f"TypeError: {self.__name__}: {error}") from None
        bound.apply_defaults()
        if bound.kwargs:
            raise CompileError(
                f"{self.__name__} has keyword-only arguments: a derivative rule needs positions"
            )
        return list(bound.args)


class custom_jvp(Ruled[P, R]):
    """A function with a custom forward derivative; reverse mode is derived from it.

    The rule receives the primals and the tangents, two tuples, and returns the value and its tangent, which is linear
    in the tangents. With `nondiff_argnums` these arguments come first.

    >>> import numpy as np, recto
    >>> @recto.custom_jvp
    ... def log1pexp(x):
    ...     return np.log(1 + np.exp(x))
    >>> @log1pexp.defjvp
    ... def rule(primals, tangents):
    ...     (x,), (x_dot,) = primals, tangents
    ...     return log1pexp(x), x_dot * (1 - 1 / (1 + np.exp(x)))
    >>> float(recto.grad(log1pexp)(0.0))
    0.5
    """

    rule: Callable | None = None

    @checked
    def defjvp(self, rule: Callable) -> Callable:
        """Say what the rule is; a decorator."""
        self.rule = rule
        return rule

    @checked
    def defjvps(self, *parts: Callable | None) -> None:
        """The rule argument by argument: part(tangent, value, *primals) gives its share of the tangent.

        >>> import recto
        >>> @recto.custom_jvp
        ... def f(x, y):
        ...     return x * y
        >>> f.defjvps(lambda x_dot, out, x, y: x_dot * y, None)     # y is a constant for it
        >>> [float(g) for g in recto.grad(f, argnums=(0, 1))(2.0, 3.0)]
        [3.0, 0.0]
        """
        self.rule = Parts(self, parts)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        if self.rule is None:
            raise CompileError(
                f"{self.__name__} is a custom_jvp without a rule", f"call {self.__name__}.defjvp(rule)"
            )
        return rules().custom_jvp(
            interp, self.__wrapped__, args, kwargs, self.guard(interp, "rule"), self.nondiff, self.bind
        )


class Parts:
    """The rule of `defjvps`, as the front end calls it."""

    def __init__(self, function: custom_jvp, parts: tuple):
        self.function, self.parts = function, parts
        self.__name__ = "jvp_of_parts"

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        *fixed, primals, tangents = args
        return rules().sum_of_parts(interp, self.function, self.parts, fixed, primals, tangents)


class custom_vjp(Ruled[P, R]):
    """A function with a custom reverse derivative.

    `forward` returns (value, residuals); `backward` receives the residuals and the value's cotangent, and returns a
    tuple with the cotangents of the arguments (None for zeros). With `nondiff_argnums` these arguments come first in
    `backward`. Forward mode through it is refused.

    >>> import numpy as np, recto
    >>> @recto.custom_vjp
    ... def clip_gradient(x):
    ...     return x
    >>> clip_gradient.defvjp(lambda x: (x, None), lambda _, bar: (np.clip(bar, -1.0, 1.0),))
    >>> float(recto.grad(lambda x: 5.0 * clip_gradient(x))(2.0))
    1.0
    """

    pair: tuple[Callable, Callable] | None = None

    @checked
    def defvjp(self, forward: Callable, backward: Callable) -> None:
        """Say what the rule is."""
        self.pair = forward, backward

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        if self.pair is None:
            raise CompileError(
                f"{self.__name__} is a custom_vjp without a rule", f"call {self.__name__}.defvjp(fwd, bwd)"
            )
        return rules().custom_vjp(
            interp, self.__wrapped__, args, kwargs, self.guard(interp, "pair"), self.nondiff, self.bind
        )


Policy = Literal["nothing", "dots", "everything"]


@overload
def checkpoint(function: Callable[P, R], *, policy: Policy = "nothing") -> Callable[P, R]: ...
@overload
def checkpoint(*, policy: Policy = "nothing") -> Callable[[Callable[P, R]], Callable[P, R]]: ...


@needs_function
@checked
def checkpoint(function: Callable | None = None, *, policy: Policy = "nothing") -> Any:
    """Let reverse mode recompute the function instead of saving its intermediate values.

    Args:
        policy: what to save besides the arguments: "nothing", the results of matrix products ("dots"), or "everything".

    >>> import numpy as np, recto
    >>> layer = recto.checkpoint(lambda x: np.tanh(np.sin(x)))
    >>> float(recto.grad(layer)(0.0))
    1.0
    """
    if function is None:
        return lambda f: checkpoint(f, policy=policy)
    if policy == "everything":
        return function
    return Checkpointed(function, "", "checkpoint", (policy,))


class Checkpointed(Transformation):
    """Outside compiled code it is the function itself."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def _read_checkpoint(function: Any = None, policy: str = "nothing") -> Any:
    if function is None:
        return lambda f: _read_checkpoint(f, policy)
    return Checkpointed(function, "", "checkpoint", (policy,)) if policy != "everything" else function


checkpoint.__recto_reading__ = _read_checkpoint
remat = checkpoint
