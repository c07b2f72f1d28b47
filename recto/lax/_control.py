"""Control flow as functions of functions (cond, scan, while_loop …), in plain Python: it runs outside
compiled code, and inside it is read like user code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._api.jit import jit
from .._boundary.argument_checks import check_arguments, checked_outside
from ._rules import Rule, begin_scan, check_carry, finish_scan, scan_length, store_row, tree_map


@Rule
@check_arguments
def cond(
    pred: Any, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any, operand: Any = ...
) -> Any:
    """true_fun(*operands) if pred else false_fun(*operands). A single operand may be given as `operand=`.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.cond(True, np.sin, np.cos, 0.0)
    np.float64(0.0)

    Raises:
        CompileError: the two give different structures, shapes or dtypes (in compiled code).
    """
    operands = operands if operand is ... else (*operands, operand)
    return true_fun(*operands) if pred else false_fun(*operands)


@checked_outside
def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any, operand: Any = ...) -> Any:
    """branches[index](*operands); an index out of range means the first or the last.

    >>> from recto import lax
    >>> lax.switch(7, [lambda x: x, lambda x: x + 1, lambda x: x * x], 5.0)
    25.0
    """
    operands = operands if operand is ... else (*operands, operand)
    if len(branches) == 1:
        return branches[0](*operands)
    middle = len(branches) // 2
    lower = lambda *args: switch(index, branches[:middle], *args)
    upper = lambda *args: switch(index - middle, branches[middle:], *args)
    return cond(index < middle, lower, upper, *operands)


@checked_outside
def while_loop(cond_fun: Callable[..., Any], body_fun: Callable[..., Any], init_val: Any) -> Any:
    """val = init_val; while cond_fun(val): val = body_fun(val).

    >>> from recto import lax
    >>> lax.while_loop(lambda x: x < 100.0, lambda x: x * 2.0, 3.0)
    192.0

    Raises:
        TypeError: body_fun changes the structure, a shape or a dtype of its argument (in compiled code CompileError).
    """
    while cond_fun(init_val):
        init_val = check_carry("while_loop", init_val, body_fun(init_val))
    return init_val


@checked_outside
def fori_loop(
    lower: Any, upper: Any, body_fun: Callable[..., Any], init_val: Any, *, unroll: Any = None
) -> Any:
    """val = init_val; for i in range(lower, upper): val = body_fun(i, val).

    It is differentiable in both modes also where the bounds are dynamic. `unroll` is left to the compiler.

    >>> from recto import lax
    >>> lax.fori_loop(0, 5, lambda i, total: total + i, 0)
    10

    Raises:
        TypeError: body_fun changes the structure, a shape or a dtype of its argument (in compiled code CompileError).
    """
    for i in range(lower, upper):
        init_val = check_carry("fori_loop", init_val, body_fun(i, init_val))
    return init_val


@checked_outside
def scan(
    f: Callable[..., Any],
    init: Any,
    xs: Any = None,
    length: Any = None,
    reverse: bool = False,
    unroll: Any = 1,
) -> tuple:
    """carry, y = f(carry, x) for all x along the first axes of the arrays in xs: the last carry, and the ys stacked.

    It stays one loop, whatever its length, and the results are written in place. Without xs, `length` steps are made;
    they may be dynamic if f gives None for y. `unroll` is left to the compiler.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.scan(lambda total, x: (total + x, total * x), 0.0, np.array([1.0, 2.0, 3.0]))
    (np.float64(6.0), array([0., 2., 9.]))

    Raises:
        TypeError: f changes the structure, a shape or a dtype of the carry, or the arrays in xs differ in length (in
            compiled code CompileError).
    """
    count = scan_length(xs, length)
    return _scan(f, init, xs, count, reverse) if _surely(count) else _no_steps(f, init, xs, count)


def _surely(count: Any) -> bool:
    return not (isinstance(count, int) and count == 0)


def _scan(f: Callable[..., Any], init: Any, xs: Any, count: Any, reverse: bool) -> tuple:
    carry, ys = begin_scan(f, init, xs, count)
    for k in range(count - 1, -1, -1) if reverse else range(count):
        after, y = f(carry, tree_map(lambda x: x[k], xs))
        carry = check_carry("scan", carry, after)
        store_row(ys, k, y)
    return carry, finish_scan(ys)


@jit
def _no_steps(f: Callable[..., Any], init: Any, xs: Any, count: Any) -> tuple:
    """Empty results have the types that a step would give: those are known to the compiler."""
    return begin_scan(f, init, xs, count)


@checked_outside
def map(f: Callable[..., Any], xs: Any, *, batch_size: int | None = None) -> Any:
    """f(x) for all x along the first axes of the arrays in xs, one after the other, stacked.

    For all of them at once there is vmap. `batch_size` is accepted; it changes no result.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.map(np.sum, np.ones((2, 3)))
    array([3., 3.])
    """
    return scan(lambda _, x: (None, f(x)), None, xs)[1]


# -- associative scan ----------------------------------------------------------------------------------------


@checked_outside
def associative_scan(fn: Callable[..., Any], elems: Any, reverse: bool = False, axis: int = 0) -> Any:
    """All running results of an associative function of two trees, by halving: about 2 log(n) calls on whole arrays.

    Blelloch: Prefix sums and their applications. CMU-CS-90-190 (1990).

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.associative_scan(np.multiply, np.array([1.0, 2.0, 3.0, 4.0]))
    array([ 1.,  2.,  6., 24.])
    """
    if reverse:
        elems = tree_map(lambda x: np.flip(x, axis), elems)
    result = _running(fn, elems, axis)
    return tree_map(lambda x: np.flip(x, axis), result) if reverse else result


def _running(fn: Callable[..., Any], elems: Any, axis: int) -> Any:
    count = _size(elems, axis)
    if count < 2:
        return elems
    odd = _running(fn, fn(_part(elems, axis, 0, count - 1, 2), _part(elems, axis, 1, count, 2)), axis)
    first = _part(elems, axis, 0, 1, 1)
    if count == 2:
        return tree_map(lambda x, y: np.concatenate((x, y), axis), first, odd)
    before = odd if count % 2 else _part(odd, axis, 0, count // 2 - 1, 1)
    even = fn(before, _part(elems, axis, 2, count, 2))
    return tree_map(lambda x, y, z: _merged(x, y, z, axis), first, even, odd)


def _part(elems: Any, axis: int, start: int, stop: int, step: int) -> Any:
    return tree_map(lambda x: x[_along(x, axis, slice(start, stop, step))], elems)


def _along(x: Any, axis: int, part: slice) -> tuple:
    return (slice(None),) * (axis % x.ndim) + (part,)


def _merged(first: Any, even: Any, odd: Any, axis: int) -> Any:
    """The first element, then the odd and the other even ones in turns."""
    count = 1 + even.shape[axis] + odd.shape[axis]
    out = np.empty(odd.shape[: axis % odd.ndim] + (count,) + odd.shape[axis % odd.ndim + 1 :], odd.dtype)
    out[_along(out, axis, slice(0, 1))] = first
    out[_along(out, axis, slice(2, None, 2))] = even
    out[_along(out, axis, slice(1, None, 2))] = odd
    return out


def _size(elems: Any, axis: int) -> int:
    sizes: list = []
    tree_map(lambda x: sizes.append(x.shape[axis]), elems)
    if len(set(sizes)) != 1:
        raise TypeError(f"associative_scan got arrays with different sizes along axis {axis}: {sizes}")
    return sizes[0]
