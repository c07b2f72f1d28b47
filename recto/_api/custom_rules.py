"""`custom_jvp custom_vjp checkpoint cotangent_of`: functions and blocks with custom derivative rules."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from recto.transform import CompileError, Path

from .._boundary.argument_checks import check_arguments, needs_function
from .._convention.methods import Method, P, R
from .._dispatch.pickling import by_name
from .derivatives import Transformation, rules
from .._convention.written_rules import Backward, written_rule

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

    rule: Callable[..., Any] | None = None

    @check_arguments
    def defjvp(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Say what the rule is; a decorator."""
        self.rule = rule
        return rule

    @check_arguments
    def defjvps(self, *parts: Callable[..., Any] | None) -> None:
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

    pair: tuple[Callable[..., Any], Callable[..., Any]] | None = None
    written: Backward | None = None  # the rule, where it is one function

    @check_arguments
    def defvjp(self, forward: Callable[..., Any], backward: Callable[..., Any]) -> None:
        """Say what the rule is."""
        self.pair = forward, backward

    @check_arguments
    def defvjp_file(self, rule: Callable[..., Any] | str, wrt: str | Sequence[str] | None = None) -> None:
        """The rule is one function, as `recto vjp` writes it: f_vjp(x, y, out_bar) -> (out, x_bar, y_bar).

        So a derivative that Recto has written, and you have edited, is given back. `recto check` compares it with the
        derivative of the function.

        Args:
            rule: the function, or the file that it is in: "f_vjp.py" or "derivatives.py:f_vjp". A file is looked for in
                the working directory, then beside the function's own.
            wrt: the arguments that it has cotangents of, in their order: by default those that the head of a file
                names, else all.

        Raises:
            TypeError: the parameters of the rule are not those of the function and one cotangent.

        >>> import numpy as np, recto
        >>> def cube_vjp(x, out_bar):
        ...     return x ** 3, 3 * out_bar * x ** 2
        >>> cube = recto.custom_vjp(lambda x: x ** 3)
        >>> cube.defvjp_file(cube_vjp)
        >>> float(recto.grad(cube)(2.0))
        12.0
        """
        forward, backward = written_rule(self.__wrapped__, rule, wrt)
        self.pair, self.written = (forward, backward), backward

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        if self.pair is None:
            raise CompileError(
                f"{self.__name__} is a custom_vjp without a rule", f"call {self.__name__}.defvjp(fwd, bwd)"
            )
        return rules().custom_vjp(
            interp, self.__wrapped__, args, kwargs, self.guard(interp, "pair"), self.nondiff, self.bind
        )


@dataclasses.dataclass(frozen=True)
class Policy:
    """The values that the backward sweep keeps besides the arguments: one of `recto.checkpoint_policies`."""

    kept: str


AnyPolicy = str | Policy | Callable[..., Any] | None
BY_NAME = {
    "nothing": "nothing",
    "dots": "dots",
    "everything": "everything",
    "nothing_saveable": "nothing",
    "everything_saveable": "everything",
    "dots_saveable": "dots",
    "checkpoint_dots": "dots",
    "dots_with_no_batch_dims_saveable": "dots without batch",
    "checkpoint_dots_with_no_batch_dims": "dots without batch",
}


def policy_of(policy: Any) -> Any:
    """A policy as the compiler takes it: its text, or a function."""
    if policy is None:
        return "nothing"
    if isinstance(policy, Policy):
        return policy.kept
    if isinstance(policy, str):
        if policy not in BY_NAME:
            raise ValueError(f"no policy {policy!r}; there are: {', '.join(BY_NAME)}")
        return BY_NAME[policy]
    return policy


@overload
def checkpoint(function: Callable[P, R], *, policy: AnyPolicy = None) -> Callable[P, R]: ...
@overload
def checkpoint(*, policy: AnyPolicy = None) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


@needs_function
@check_arguments
def checkpoint(function: Callable[..., Any] | None = None, *, policy: AnyPolicy = None) -> Any:
    """Let reverse mode recompute the function instead of saving its intermediate values.

    Args:
        policy: what to save besides the arguments: "nothing", the results of matrix products ("dots"), or "everything";
            one of `recto.checkpoint_policies`, or its name; or a function policy(primitive, *types, **parameters) that
            says for each call of the program whether its results are saved.

    >>> import numpy as np, recto
    >>> layer = recto.checkpoint(lambda x: np.tanh(np.sin(x)))
    >>> float(recto.grad(layer)(0.0))
    1.0
    """
    if function is None:
        return lambda f: checkpoint(f, policy=policy)
    return _checkpointed(function, policy)


def _checkpointed(function: Any, policy: Any) -> Any:
    kept = policy_of(policy)
    return function if kept == "everything" else Checkpointed(function, "", "checkpoint", (kept,))


@check_arguments
def checkpoint_name(x: Any, name: str) -> Any:
    """x, named for the policies of `checkpoint` that save values by their names."""
    return x


checkpoint_name.__recto_call__ = lambda interp, args, kwargs: rules().bind_name(interp, *args, **kwargs)


class Checkpointed(Transformation):
    """Outside compiled code it is the function itself."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def _read_checkpoint(function: Any = None, policy: Any = None) -> Any:
    if function is None:
        return lambda f: _read_checkpoint(f, policy)
    return _checkpointed(function, policy)


checkpoint.__recto_reading__ = _read_checkpoint
remat = checkpoint


@contextlib.contextmanager
def blank_cotangent(value: Any) -> Iterator[Any]:
    yield _zeros(value)


def _zeros(value: Any) -> Any:
    """Zeros for arrays and numbers in containers."""
    match value:
        case dict():
            return {k: _zeros(v) for k, v in value.items()}
        case list() | tuple():
            items = [_zeros(v) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return np.zeros_like(value)[()]


def cotangent_of(value: Any) -> contextlib.AbstractContextManager[Any]:
    """A context manager: its block edits the cotangent of a value, which has its name behind `as`.

    In the backward sweep, at the place where the block stands, the cotangent that has been summed up so far is bound to
    the name, the block runs, and what the name is bound to then is passed on. The block may clip, scale, print or check
    it, and read variables of the function around it; it may not change them. Second derivatives differentiate the
    edited gradient. Forward mode has no cotangents, and refuses the block.

    Where nothing is differentiated the block does nothing. Run as plain Python it runs on zeros.

    Args:
        value: a variable, attribute or item, or a tuple of these, with floating-point arrays or numbers.

    >>> import numpy as np, recto
    >>> def loss(x):
    ...     y = x ** 2
    ...     with recto.cotangent_of(y) as y_bar:
    ...         y_bar = np.clip(y_bar, -1.0, 1.0)
    ...     return np.sum(y ** 2)
    >>> recto.grad(loss)(np.array([0.1, 3.0]))
    Array([4.e-03, 6.e+00], dtype=float64)
    """
    return blank_cotangent(value)


def _read_block(interp: Interpreter, args: list, kwargs: dict) -> Any:
    return rules("cotangents").cotangent_of(interp, *args, **kwargs)


setattr(cotangent_of, "__recto_call__", _read_block)  # noqa: B010 (type checkers know no such attribute)
