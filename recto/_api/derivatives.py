"""`grad value_and_grad vjp jvp linearize linear_transpose hvp`: derivatives as compiled functions.

Every transformation is an object that the front end calls (`__recto_call__`) where compiled code uses it, and that is
compiled as a function of its own where Python calls it. Compiled functions have `.source()`, which prints the
derivative.
"""

from __future__ import annotations

import functools
import inspect
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, overload

from recto.transform import Path

from .._boundary.argument_checks import check_arguments, needs_function
from .._boundary.tracebacks import boundary
from .._convention.arguments import blank
from .._convention.transformation import Applied, Transformation, compile_by, gradient as derived, rules
from .._convention.methods import P, R
from .._dispatch.options import Options
from .jit import Function, jit_of
from .signatures import Derivative, DerivativeDecorator, Names, Numbers, Ufunc, ValueAndDerivative

if TYPE_CHECKING:
    from recto.transform import Interpreter


class Known(dict):
    """The compiled transformations of a function, in its __dict__, so that they live as long as it does."""

    name = "__recto_transformed__"

    def __init__(self, owner: Callable[..., Any]):
        self.owner = weakref.ref(owner)  # functools.wraps copies what is in a __dict__

    @classmethod
    def of(cls, owner: types.FunctionType) -> "Known":
        found = owner.__dict__.get(cls.name)
        if found is None or found.owner() is not owner:
            found = owner.__dict__[cls.name] = cls(owner)
        return found

    def __reduce__(self) -> tuple:
        return dict, ()


def compile_transformed(transformation: Transformation | Applied) -> Function:
    """The transformed function, compiled; the same one when it is asked for again."""
    function = inspect.unwrap(transformation)
    try:
        if not isinstance(function, types.FunctionType):
            return _compile_untracked(transformation)
        known = Known.of(function)
        if transformation not in known:
            known[transformation] = jit_of(transformation, Options())
        return known[transformation]
    except TypeError:  # a function that does not hash
        return jit_of(transformation, Options())


@functools.lru_cache(64)
def _compile_untracked(transformation: Transformation | Applied) -> Function:
    """Compile the derivative of a bound method, a partial or an object, whose lifetime nothing else tracks."""
    return jit_of(transformation, Options())


compile_by(compile_transformed)


def _gradient(rule: str, doc: str) -> Any:
    """grad or value_and_grad."""

    def read(
        function: Any = None,
        argnums: Any = None,
        has_aux: bool = False,
        argnames: Any = None,
        holomorphic: bool = False,
    ) -> Any:
        if function is None:
            return lambda f: read(f, argnums, has_aux, argnames, holomorphic)
        return derived(function, rule, argnums, argnames, has_aux, holomorphic)

    def gradient(
        function: Callable[..., Any] | None = None,
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> Any:
        made = read(function, argnums, has_aux, argnames, holomorphic)
        return compile_transformed(made) if function is not None else lambda f: compile_transformed(made(f))

    gradient.__name__ = gradient.__qualname__ = rule
    gradient.__doc__ = doc
    made = needs_function(check_arguments(gradient))
    made.__recto_reading__ = read
    return made


grad: Derivative = _gradient(
    "grad",
    """The gradient of a function that returns one real number, as a compiled function.

    Args:
        function: returns a scalar (or (scalar, aux) with `has_aux`). Without it, a decorator is returned.
        argnums: the index of the positional argument to differentiate with respect to (by default the first), or a
            tuple of indices; then the gradient is a tuple. The gradient of a container has its structure.
        has_aux: the function returns (value, aux), and the result is (gradient, aux).
        argnames: the same by name, whether the arguments are passed by position or by name.
        holomorphic: the function is holomorphic; the gradient is its complex derivative.

    Raises:
        CompileError: the input is an integer, or the result is not a scalar, or is complex without `holomorphic`.

    The gradient of a real function of z = x + iy is ∂f/∂x - i ∂f/∂y, as in JAX: its conjugate points uphill.

    >>> import numpy as np, recto
    >>> recto.grad(lambda x: np.sum(x ** 2))(np.array([1.0, 2.0]))
    Array([2., 4.], dtype=float64)
    >>> complex(recto.grad(lambda z: np.abs(z) ** 2)(1.0 + 2.0j))
    (2-4j)
    """,
)

value_and_grad: ValueAndDerivative = _gradient(
    "value_and_grad",
    """Like `grad`, with the value: (value, gradient).

    With `has_aux` the result is ((value, aux), gradient).

    >>> import numpy as np, recto
    >>> value, gradient = recto.value_and_grad(np.sin)(0.0)
    >>> float(value), float(gradient)
    (0.0, 1.0)
    """,
)


jacfwd: Derivative = _gradient(
    "jacfwd",
    """The Jacobian by forward mode, which is cheap for few inputs. Arguments as for `grad`.

    For every array of the result it has the structure of the arguments differentiated, with arrays of shape
    result.shape + argument.shape. With `has_aux` the result is (jacobian, aux).

    >>> import numpy as np, recto
    >>> recto.jacfwd(lambda x: x[::-1] ** 2)(np.array([1.0, 2.0]))
    Array([[0., 4.],
           [2., 0.]], dtype=float64)
    """,
)

jacrev: Derivative = _gradient(
    "jacrev",
    """The Jacobian by reverse mode, which is cheap for few outputs. Otherwise like `jacfwd`.

    >>> import numpy as np, recto
    >>> recto.jacrev(lambda x: x[::-1] ** 2)(np.array([1.0, 2.0]))
    Array([[0., 4.],
           [2., 0.]], dtype=float64)
    """,
)

jacobian = jacrev


@overload
def hessian(
    function: Ufunc,
    argnums: Numbers = None,
    has_aux: bool = False,
    argnames: Names = None,
    holomorphic: bool = False,
) -> Function[..., Any]: ...
@overload
def hessian(
    function: Callable[P, Any],
    argnums: Numbers = None,
    has_aux: bool = False,
    argnames: Names = None,
    holomorphic: bool = False,
) -> Function[P, Any]: ...
@overload
def hessian(
    *, argnums: Numbers = None, has_aux: bool = False, argnames: Names = None, holomorphic: bool = False
) -> DerivativeDecorator: ...


@needs_function
@check_arguments
def hessian(
    function: Callable[..., Any] | None = None,
    argnums: Numbers = None,
    has_aux: bool = False,
    argnames: Names = None,
    holomorphic: bool = False,
) -> Any:
    """The Hessian, the matrix of second derivatives, by forward mode over reverse mode. Arguments as for `grad`.

    >>> import numpy as np, recto
    >>> recto.hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]))
    Array([[4., 2.],
           [2., 0.]], dtype=float64)
    """
    made = _read_hessian(function, argnums, has_aux, argnames, holomorphic)
    return compile_transformed(made) if function is not None else lambda f: compile_transformed(made(f))


def _read_hessian(
    function: Any = None,
    argnums: Any = None,
    has_aux: bool = False,
    argnames: Any = None,
    holomorphic: bool = False,
) -> Any:
    if function is None:
        return lambda f: _read_hessian(f, argnums, has_aux, argnames, holomorphic)
    return derived(function, "hessian", argnums, argnames, has_aux, holomorphic)


hessian.__recto_reading__ = _read_hessian


@overload
def jvp(
    function: Callable[..., R], primals: tuple | list, tangents: tuple | list, has_aux: Literal[False] = False
) -> tuple[R, R]: ...
@overload
def jvp(
    function: Callable[..., tuple], primals: tuple | list, tangents: tuple | list, has_aux: bool
) -> tuple[Any, Any, Any]: ...


@check_arguments
def jvp(
    function: Callable[..., Any], primals: tuple | list, tangents: tuple | list, has_aux: bool = False
) -> Any:
    """The value of a function and its derivative along tangents of its arguments: (value, tangent).

    Args:
        primals: the arguments.
        tangents: a tangent for each, with the same structure; None means zeros. If the function writes into an
            argument, the tangent array given for it is written too.
        has_aux: the function returns (value, aux), and the result is (value, tangent, aux).

    >>> import recto
    >>> value, tangent = recto.jvp(lambda x: x ** 3, (2.0,), (1.0,))
    >>> float(value), float(tangent)
    (8.0, 12.0)
    """
    return compile_transformed(_read_jvp(function, has_aux))(tuple(primals), tuple(tangents))


def _read_jvp(function: Any, has_aux: bool) -> Transformation:
    return Transformation(function, "jvp_", "jvp", (has_aux,))


jvp.__recto_call__ = lambda interp, args, kwargs: rules().bind_jvp(interp, *args, **kwargs)


class Linear:
    """A linear function at a point, with the arrays that it keeps: what `vjp` and `linearize` give.

    Call it with tangents or cotangents; `.source()` prints it.
    """

    residuals: list
    sealed: Any

    @boundary
    def __call__(self, *args: Any) -> Any:
        return self.function(self.residuals, *args)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        """Met in compiled code, as a global or in a closure: its arrays are read from outside."""
        held = interp.external(self.residuals, Path(("argument", self), (("attribute", "residuals"),)))
        residuals = [interp.sym(x) for x in interp.known_items(held, "the residuals")]
        return self.sealed.value.at(residuals).__recto_call__(interp, args, kwargs)

    @property
    def __name__(self) -> str:
        return self.sealed.value.program.name

    @property
    def function(self) -> Function:
        """The compiled function of the residuals and the arguments."""
        return _apply_sealed(self.sealed)

    @boundary
    def source(self, *args: Any, style: str = "numpy") -> str:
        return self.function.source(self.residuals, *args, style=style)

    def __repr__(self) -> str:
        return f"<{self.sealed.value.name}>"


@functools.lru_cache(64)
def _apply_sealed(sealed: Any) -> Function:
    return jit_of(Applied(sealed.value), Options())


@overload
def vjp(function: Callable[..., R], *primals: Any, has_aux: Literal[False] = False) -> tuple[R, Linear]: ...
@overload
def vjp(function: Callable[..., tuple], *primals: Any, has_aux: bool) -> tuple[Any, Linear, Any]: ...


@check_arguments
def vjp(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of a function, and its pullback: (value, pull).

    `pull(cotangent)` returns a tuple with the cotangent of each primal. If the function writes into arguments, the
    cotangents of their new contents may follow: `pull(cotangent, *written)`. None means zeros.

    >>> import numpy as np, recto
    >>> value, pull = recto.vjp(lambda x, y: x * np.sin(y), 2.0, 0.0)
    >>> [float(bar) for bar in pull(1.0)]
    [0.0, 2.0]
    """
    return compile_transformed(Transformation(function, "vjp_", "vjp", (has_aux, Linear)))(*primals)


@overload
def linearize(
    function: Callable[..., R], *primals: Any, has_aux: Literal[False] = False
) -> tuple[R, Linear]: ...
@overload
def linearize(function: Callable[..., tuple], *primals: Any, has_aux: bool) -> tuple[Any, Linear, Any]: ...


@check_arguments
def linearize(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of a function, and its derivative there as a linear function of tangents: (value, push).

    Values of the primals that the derivative needs are computed once; loops and branches run again with the tangents.

    >>> import numpy as np, recto
    >>> value, push = recto.linearize(np.sin, 0.0)
    >>> float(push(3.0))
    3.0
    """
    return compile_transformed(Transformation(function, "linearize_", "linearize", (has_aux, Linear)))(
        *primals
    )


vjp.__recto_call__ = lambda interp, args, kwargs: rules().bind_vjp(interp, *args, **kwargs)
linearize.__recto_call__ = lambda interp, args, kwargs: rules().bind_linearize(interp, *args, **kwargs)


@check_arguments
def linear_transpose(function: Callable[..., Any], *primals: Any) -> Transposed:
    """The transpose of a function that is linear in its floating arguments.

    Args:
        primals: arguments; only their types matter, and type strings such as "f64[3,4]" are accepted.

    Raises:
        CompileError: when the transpose is called, if the function is not linear.

    >>> import numpy as np, recto
    >>> transposed = recto.linear_transpose(lambda x: np.array([x[0] + x[1], 3 * x[1]]), "f64[2]")
    >>> transposed(np.array([1.0, 10.0]))
    (Array([ 1., 31.], dtype=float64),)
    """
    return Transposed(function, tuple(blank(p) for p in primals))


class Transposed:
    def __init__(self, function: Callable[..., Any], primals: tuple):
        self.function = compile_transformed(Transformation(function, "transpose_", "transpose"))
        self.primals = primals

    @boundary
    def __call__(self, cotangent: Any) -> Any:
        return self.function(self.primals, cotangent)

    @boundary
    def source(self, cotangent: Any, style: str = "numpy") -> str:
        return self.function.source(self.primals, cotangent, style=style)


linear_transpose.__recto_call__ = lambda interp, args, kwargs: rules().bind_transpose(interp, *args)


@check_arguments
def hvp(function: Callable[..., Any], primals: tuple | list, tangents: tuple | list) -> tuple:
    """The product of a scalar function's Hessian and tangents, by forward over reverse mode. It costs a few gradients.

    Returns:
        a tuple, H·v, with the structure of the primals.

    >>> import numpy as np, recto
    >>> (hv,) = recto.hvp(lambda x: np.sum(x ** 3), (np.array([1.0, 2.0]),), (np.array([1.0, 1.0]),))
    >>> hv
    Array([ 6., 12.], dtype=float64)
    """
    return compile_transformed(Transformation(function, "hvp_", "hvp"))(tuple(primals), tuple(tangents))


hvp.__recto_call__ = lambda interp, args, kwargs: rules().bind_hvp(interp, *args)


def stop_gradient(x: Any) -> Any:
    """x, treated as a constant by derivatives. x may be a container.

    >>> import recto
    >>> float(recto.grad(lambda x: x * recto.stop_gradient(x))(3.0))
    3.0
    """
    return x


stop_gradient.__recto_call__ = lambda interp, args, kwargs: rules().bind_stop(interp, *args)
