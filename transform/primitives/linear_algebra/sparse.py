"""Sparse matrix products of known pattern: the numbers are an operand, their positions a parameter.

    sparse_dot(data, x)        A @ x                    data: f64[nnz], x: f64[n] or f64[n,k]
    sampled_dot(u, v)          (u vᵀ) where A is stored: the cotangent of data in A @ v
    sparse_dense(data)         A.toarray()
    sparse_entries(x)          what a dense x has where A is stored
    sparse_solve(data, b)      the x of A @ x = b, which SciPy's SuperLU finds on the host

Each is linear in each operand, and the derivatives of one are the others (of the transposed pattern). In all of them
data (of u, v and x the same) may have further axes in front, those of batches.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.sparsity import Pattern
from ...ir.builder import TABLE
from ...ir.primitive import Primitive
from ...ir.program import Type
from .._rules import all_batched
from ..data_movement.gather_scatter import gather, scatter_add
from ..data_movement.shape import transpose
from ..lowering.common_forms import inline
from ..lowering.scipy import sparse, sparse_linalg

SCALARS = "map over an array of numbers, and make the matrix of each row of it"
COLAMD = "COLAMD"  # the order of columns that SuperLU takes if none is given


def check_data(pattern: Pattern, data: Type) -> None:
    if data.shape[-1:] != (len(pattern.rows),):
        raise CompileError(
            f"{data} are not the numbers of a sparse matrix that stores {len(pattern.rows)}",
            SCALARS,
            kind=ValueError,
        )


def check(pattern: Pattern, *types: Type) -> None:
    if any(t.dtype != types[0].dtype for t in types):
        raise CompileError("dtypes differ: " + " and ".join(map(str, types)), kind=TypeError)


def dot_type(data: Type, x: Type, *, pattern: Pattern) -> Type:
    check(pattern, data, x)
    check_data(pattern, data)
    lead = data.ndim - 1
    if x.ndim - lead not in (1, 2) or x.shape[:lead] != data.shape[:-1] or x.shape[lead] != pattern.shape[1]:
        raise CompileError(f"shapes differ: a sparse matrix {pattern.shape} and {x}", kind=ValueError)
    return x.update(shape=(*x.shape[:lead], pattern.shape[0], *x.shape[lead + 1 :]), weak=False)


def sampled_type(u: Type, v: Type, *, pattern: Pattern, lead: int = 0) -> Type:
    check(pattern, u, v)
    if (
        (u.shape[lead], v.shape[lead]) != pattern.shape
        or u.shape[:lead] != v.shape[:lead]
        or u.shape[lead + 1 :] != v.shape[lead + 1 :]
    ):
        raise CompileError(f"shapes differ: {u} and {v} for a sparse matrix {pattern.shape}", kind=ValueError)
    return u.update(shape=(*u.shape[:lead], len(pattern.rows)), weak=False)


def dense_type(data: Type, *, pattern: Pattern) -> Type:
    check_data(pattern, data)
    return data.update(shape=(*data.shape[:-1], *pattern.shape), weak=False)


def entries_type(x: Type, *, pattern: Pattern) -> Type:
    if x.shape[-2:] != pattern.shape:
        raise CompileError(f"shapes differ: {x} and a sparse matrix {pattern.shape}", kind=ValueError)
    return x.update(shape=(*x.shape[:-2], len(pattern.rows)), weak=False)


def solve_type(data: Type, b: Type, *, pattern: Pattern, factors: bool = False, order: str = COLAMD) -> Type:
    if pattern.shape[0] != pattern.shape[1]:
        raise CompileError(f"matrix must be square (has shape {pattern.shape})", kind=ValueError)
    return dot_type(data, b, pattern=pattern)


# -- meaning -------------------------------------------------------------------------------------------------------


def index(at: np.ndarray) -> np.ndarray:
    return at.astype(np.int32)


def add_up(terms: Any, at: np.ndarray, count: int, lead: int) -> Any:
    """Sums of the terms along an axis, by their places."""
    shape = (*terms.shape[:lead], count, *terms.shape[lead + 1 :])
    if isinstance(terms, np.ndarray):
        out = np.zeros(shape, terms.dtype)
        places: Any = (*[slice(None)] * lead, at)
        np.add.at(out, places, terms)
        return out
    zeros = np.broadcast_to(np.zeros((), terms.dtype), shape)
    return scatter_add(zeros, terms, index(at), axes=(lead,), at=lead)


def take(x: Any, at: np.ndarray, lead: int) -> Any:
    if isinstance(x, np.ndarray):
        return np.take(x, at, lead)
    return gather(x, index(at), axes=(lead,), at=lead)


def times(data: Any, x: Any) -> Any:
    """(…, n) times (…, n) or (…, n, k)."""
    if x.ndim > data.ndim:
        data = broadcast_last(data, x.shape)
    return data * x


def broadcast_last(data: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(data, np.ndarray):
        return np.broadcast_to(data[..., None], shape)
    return TABLE["broadcast"](data, shape=shape, axes=tuple(range(data.ndim)))


def dot_value(data: np.ndarray, x: np.ndarray, *, pattern: Pattern) -> np.ndarray:
    data, x, lead = np.asarray(data), np.asarray(x), np.ndim(data) - 1
    return add_up(times(data, take(x, pattern.columns, lead)), pattern.rows, pattern.shape[0], lead)


def sampled_value(u: np.ndarray, v: np.ndarray, *, pattern: Pattern, lead: int = 0) -> np.ndarray:
    u, v = np.asarray(u), np.asarray(v)
    found = take(u, pattern.rows, lead) * take(v, pattern.columns, lead)
    return np.sum(found, -1, dtype=u.dtype) if u.ndim > lead + 1 else found


def dense_value(data: np.ndarray, *, pattern: Pattern) -> np.ndarray:
    data, (m, n) = np.asarray(data), pattern.shape
    return add_up(data, pattern.flat, m * n, data.ndim - 1).reshape((*data.shape[:-1], m, n))


def entries_value(x: np.ndarray, *, pattern: Pattern) -> np.ndarray:
    return np.asarray(x)[..., pattern.rows, pattern.columns]


def solve_value(
    data: np.ndarray, b: np.ndarray, *, pattern: Pattern, factors: bool = False, order: str = COLAMD
) -> np.ndarray:
    """factors: by splu, else by spsolve. The solution of a singular system is NaN."""
    data, b = np.asarray(data), np.asarray(b)
    if data.ndim > 1:
        each = [solve_value(*one, pattern=pattern, factors=factors, order=order) for one in zip(data, b)]
        return np.stack(each) if each else np.empty_like(b)
    if not factors:
        return (
            sparse_linalg.spsolve(matrix_of(data, pattern), b, order)
            .reshape(b.shape)
            .astype(b.dtype, copy=False)
        )
    found = cached_factors(pattern, order, data.dtype.str, data.tobytes())
    return np.full_like(b, np.nan) if found is None else found.solve(b)


def matrix_of(data: np.ndarray, pattern: Pattern) -> Any:
    """SciPy's matrix, in a format that SuperLU takes."""
    made = getattr(sparse, f"{pattern.format}_matrix")
    parts = (data, pattern.arrays) if pattern.format == "coo" else (data, *pattern.arrays)
    matrix = made(parts, pattern.shape, copy=True)
    return matrix.tocsc() if pattern.format == "coo" else matrix


@functools.lru_cache(8)
def cached_factors(pattern: Pattern, order: str, dtype: str, data: bytes) -> Any:
    """The factors, which are kept for the next right side; None of a singular matrix."""
    try:
        return sparse_linalg.splu(matrix_of(np.frombuffer(data, dtype), pattern).tocsc(), order)
    except RuntimeError:
        return None


# -- lowering ------------------------------------------------------------------------------------------------------


def lower_dot(emit: Any, data: Any, x: Any, *, out: Type, pattern: Pattern) -> Any:
    """The products are added one by one, which is twice as fast as sums of padded rows."""
    lead = len(data.type.shape) - 1
    add = lambda data, x: add_up(
        times(data, take(x, pattern.columns, lead)), pattern.rows, pattern.shape[0], lead
    )
    return inline(emit, add, data, x)


def lower_sampled(emit: Any, u: Any, v: Any, *, out: Type, pattern: Pattern, lead: int = 0) -> Any:
    def product(u: Any, v: Any) -> Any:
        found = take(u, pattern.rows, lead) * take(v, pattern.columns, lead)
        return TABLE["reduce_sum"](found, axes=(lead + 1,)) if found.ndim > lead + 1 else found

    return inline(emit, product, u, v)


def lower_dense(emit: Any, data: Any, *, out: Type, pattern: Pattern) -> Any:
    lead, (m, n) = len(data.type.shape) - 1, pattern.shape
    return inline(
        emit, lambda data: TABLE["reshape"](add_up(data, pattern.flat, m * n, lead), shape=out.shape), data
    )


def lower_entries(emit: Any, x: Any, *, out: Type, pattern: Pattern) -> Any:
    lead = len(x.type.shape) - 2
    places = index(pattern.rows), index(pattern.columns)
    return inline(emit, lambda x: gather(x, *places, axes=(lead, lead + 1), at=lead), x)


def lower_solve(emit: Any, data: Any, b: Any, *, out: Type, **how: Any) -> Any:
    return emit.callback(lambda data, b: (solve_value(data, b, **how),), data, b, out=out, effect=False)


# -- batching ------------------------------------------------------------------------------------------------------


def batch_dot(p: Any, n: int, operands: Any, batched: Any, *, pattern: Any, **how: Any) -> Any:
    """A batch of right sides is a matrix of them, where only they are a batch."""
    data, x = operands
    if batched[0] or len(data.shape) > 1:
        return p(*all_batched(n, operands, batched), pattern=pattern, **how)
    flat = transpose(x, axes=(*range(1, len(x.shape)), 0))
    if len(x.shape) == 2:
        return transpose(p(data, flat, pattern=pattern, **how), axes=(1, 0))
    k = x.shape[2]
    found = p(data, TABLE["reshape"](flat, shape=(x.shape[1], k * n)), pattern=pattern, **how)
    return transpose(TABLE["reshape"](found, shape=(pattern.shape[0], k, n)), axes=(2, 0, 1))


def batch_sampled(p: Any, n: int, operands: Any, batched: Any, *, pattern: Any, lead: Any = 0) -> Any:
    return p(*all_batched(n, operands, batched), pattern=pattern, lead=lead + 1)


def batch_one(p: Any, n: int, operands: Any, batched: Any, *, pattern: Any) -> Any:
    return p(*operands, pattern=pattern)


# -- printing ------------------------------------------------------------------------------------------------------


def matrix_text(pattern: Pattern, data: str = "_0") -> str:
    """The matrix, which printing/text/sparse_matrices.py writes out."""
    return f"{mark(pattern)}.matrix({data})"


MARKS: weakref.WeakKeyDictionary[Pattern, int] = weakref.WeakKeyDictionary()


def mark(pattern: Pattern) -> str:
    """A name for a pattern, until a file is complete."""
    if pattern not in MARKS:
        used = set(MARKS.values())
        MARKS[pattern] = next(k for k in itertools.count() if k not in used)
    return f"pattern_{MARKS[pattern]}_"


def marked(name: str) -> Pattern:
    return next(p for p in MARKS if mark(p) == name)


def show_dot(call: Any) -> str:
    return (
        f"{matrix_text(call.param('pattern'))} @ _1"
        if call.operands[0].type.ndim == 1
        else f"np.stack([{matrix_text(call.param('pattern'), 'a')} @ b for a, b in zip(_0, _1)])"
    )


def show_sampled(call: Any) -> str:
    name, lead = mark(call.param("pattern")), dict(call.params).get("lead", 0)
    at = lambda operand, axis: f"{operand}[{':, ' * lead}{name}.{axis}]"
    product = f"{at('_0', 'rows')} * {at('_1', 'columns')}"
    return f"np.sum({product}, axis={lead + 1})" if call.operands[0].type.ndim > lead + 1 else product


def show_dense(call: Any) -> str:
    return (
        f"{matrix_text(call.param('pattern'))}.toarray()"
        if call.operands[0].type.ndim == 1
        else f"np.stack([{matrix_text(call.param('pattern'), 'a')}.toarray() for a in _0])"
    )


def show_entries(call: Any) -> str:
    name = mark(call.param("pattern"))
    return f"_0[{'..., ' * (call.operands[0].type.ndim > 2)}{name}.rows, {name}.columns]"


def show_solve(call: Any) -> str:
    how, batch = dict(call.params), call.operands[0].type.ndim > 1
    pattern, data, b = how["pattern"], "a" if batch else "_0", "b" if batch else "_1"
    matrix, order = matrix_text(pattern, data), how.get("order", COLAMD)
    options = f", permc_spec={order!r}" * (order != COLAMD)
    if how.get("factors"):
        solved = f"sparse.linalg.splu({matrix}{'.tocsc()' * (pattern.format != 'csc')}{options}).solve({b})"
    else:
        solved = f"sparse.linalg.spsolve({matrix}{'.tocsc()' * (pattern.format == 'coo')}, {b}{options})"
    return f"np.stack([{solved} for a, b in zip(_0, _1)])" if batch else solved


sparse_dot = Primitive(
    "sparse_dot",
    dot_value,
    dot_type,
    lower_dot,
    batch_dot,
    "multilinear",
    show=show_dot,
    transpose=(
        lambda t, data, x, *, pattern: sampled_dot(t, x, pattern=pattern, lead=len(data.shape) - 1),
        lambda t, data, x, *, pattern: sparse_dot(data, t, pattern=pattern.T),
    ),
)
sampled_dot = Primitive(
    "sampled_dot",
    sampled_value,
    sampled_type,
    lower_sampled,
    batch_sampled,
    "multilinear",
    show=show_sampled,
    transpose=(
        lambda t, u, v, *, pattern, lead=0: sparse_dot(t, v, pattern=pattern),
        lambda t, u, v, *, pattern, lead=0: sparse_dot(t, u, pattern=pattern.T),
    ),
)
sparse_dense = Primitive(
    "sparse_dense",
    dense_value,
    dense_type,
    lower_dense,
    batch_one,
    "linear",
    show=show_dense,
    transpose=(lambda t, data, *, pattern: sparse_entries(t, pattern=pattern),),
)
sparse_entries = Primitive(
    "sparse_entries",
    entries_value,
    entries_type,
    lower_entries,
    batch_one,
    "linear",
    show=show_entries,
    transpose=(lambda t, x, *, pattern: sparse_dense(t, pattern=pattern),),
)
sparse_solve = Primitive(
    "sparse_solve",
    solve_value,
    solve_type,
    lower_solve,
    batch_dot,
    "smooth",
    show=show_solve,
    jvp=(
        lambda t, x, data, b, *, pattern, **how: sparse_solve(
            data, -sparse_dot(t, x, pattern=pattern), pattern=pattern, **how
        ),
        lambda t, x, data, b, **how: sparse_solve(data, t, **how),
    ),
    transpose=(None, lambda t, data, b, *, pattern, **how: sparse_solve(data, t, pattern=pattern.T, **how)),
)
