"""The laws that every primitive keeps, each a function of a row. They look at NumPy only, but for `xla_agrees`."""
from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
import scipy.special as special
from scipy import sparse

from recto.runtime import default_platform
from recto.runtime.device import buffers
from recto.runtime.compilation import executable
from recto.transform.ir.builder import TABLE, Builder, Sym
from recto.transform.core.dtypes import is_inexact, kind
from recto.transform.ir.evaluate import evaluate
from recto.transform import lowered
from recto.transform.ir.program import Call, Const, Program, Type, Var, check
from recto.transform.printing.text.sparse_matrices import with_matrices
from recto.transform.reader import read

from ._row import Row

NAMESPACE = {"np": np, "math": math, "special": special, "sparse": sparse, "ml_dtypes": ml_dtypes}


def type_of(value: Any) -> Type:
    value = np.asarray(value)
    return Type(value.dtype, value.shape)


def results(row: Row, operands: Sequence[Any] | None = None) -> tuple[np.ndarray, ...]:
    """The NumPy meaning on the row's operands, as a tuple."""
    primitive = TABLE[row.primitive]
    with np.errstate(all="ignore"):
        out = primitive.numpy(*(row.operands if operands is None else operands), **row.params)
    return tuple(np.asarray(o) for o in (out if primitive.multiple else (out,)))


def built(row: Row, write: Any, *arrays: np.ndarray) -> Program:
    """The checked program of `write(builder, *symbols)`, with a parameter for each array."""
    builder = Builder()
    out = write(builder, *(builder.parameter(type_of(a)) for a in arrays))
    return check(builder.finish(out if isinstance(out, (tuple, list)) else [out], "f"))


def widest(value: Any) -> np.ndarray:
    value = np.asarray(value)
    return value.astype(np.complex128 if kind(value.dtype) == "c" else np.float64)


def close(got: Any, wanted: Any, rtol: float, what: str) -> None:
    """Equal to a relative tolerance of the largest finite element."""
    got, wanted = map(widest, (got, wanted))
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1.0)
    np.testing.assert_allclose(got, wanted, rtol=rtol, atol=rtol * scale, err_msg=what)


# -- types -------------------------------------------------------------------------------------------------------

def inferred_type_is_computed_type(row: Row) -> None:
    inferred = TABLE[row.primitive].output_types(tuple(map(type_of, row.operands)), row.params)
    computed = tuple(map(type_of, results(row)))
    assert inferred == computed, f"inferred {[*map(str, inferred)]}, computed {[*map(str, computed)]}"


# -- derivatives -------------------------------------------------------------------------------------------------

def exact(row: Row) -> bool:
    """In double precision, away from kinks."""
    arrays = [x for x in (*row.operands, *results(row)) if is_inexact(x.dtype)]
    return row.derivative and all(x.dtype in (np.float64, np.complex128) for x in arrays)


def tangent(x: np.ndarray, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    t = rng.normal(size=x.shape)
    return np.asarray(t + 1j * rng.normal(size=x.shape) if kind(x.dtype) == "c" else t, x.dtype)


def difference(f: Any, x: np.ndarray, t: np.ndarray, h: float = 1e-3) -> np.ndarray:
    """The derivative of f at x along t, by central differences of fourth order."""
    with np.errstate(all="ignore"):
        return (8 * (f(x + h * t) - f(x - h * t)) - (f(x + 2 * h * t) - f(x - 2 * h * t))) / (12 * h)


def replaced(operands: Sequence[Any], k: int, value: Any) -> list[Any]:
    return [value if i == k else o for i, o in enumerate(operands)]


def tangents(row: Row, rule: Any, t: Any, *values: Any) -> list[Any]:
    """What a jvp rule gives for the inexact results; `values` are the results, then the operands."""
    count = len(values) - len(row.operands)
    multiple = TABLE[row.primitive].multiple
    given = rule(t, tuple(values[:count]) if multiple else values[0], *values[count:], **row.params)
    return [g for g in (given if multiple else (given,)) if g is not None]


def jvp_is_the_difference(row: Row) -> None:
    """In each operand, and the rule computes the same on symbols."""
    primitive = TABLE[row.primitive]
    if primitive.kind != "smooth":
        return
    outs = results(row)
    inexact = [j for j, out in enumerate(outs) if is_inexact(out.dtype)]
    for k, x in enumerate(row.operands):
        rule = primitive.jvp_rule(k) if is_inexact(x.dtype) else None
        if rule is None:
            continue
        t = tangent(x, k)
        with np.errstate(all="ignore"):
            got = tangents(row, rule, t, *outs, *row.operands) if exact(row) else None
        for place, j in enumerate(inexact if exact(row) else ()):
            wanted = difference(lambda v: results(row, replaced(row.operands, k, v))[j], x, t)
            close(got[place], wanted, 1e-6, f"operand {k}, result {j}")
        symbolic_rule(row, rule, [type_of(outs[j]) for j in inexact], got, t, *outs, *row.operands)


def jvp_can_be_transposed(row: Row) -> None:
    """In the program of a jvp rule the tangent passes only through operands that have a transpose rule."""
    primitive = TABLE[row.primitive]
    if primitive.kind != "smooth":
        return
    for k, x in enumerate(row.operands):
        rule = primitive.jvp_rule(k) if is_inexact(x.dtype) and row.derivative else None
        if rule is None:
            continue
        program = built(row, lambda b, *syms: tangents(row, rule, *syms), x, *results(row), *row.operands)
        moving = {program.parameters[0].name}
        for call in program.body:
            places = [i for i, o in enumerate(call.operands) if isinstance(o, Var) and o.name in moving]
            if places:
                rules, together = call.primitive.transpose, call.primitive.kind == "linear"
                fine = rules and all(rules[i] for i in places) and (together or len(places) == 1)
                assert fine, f"operand {k}: {call.primitive.name}"
                moving.update(v.name for v in call.outputs)


def symbolic_rule(row: Row, rule: Any, expected: list[Type], values: list[Any] | None, *arrays: Any) -> None:
    """A rule on symbols gives a program of the expected result types, and of the values it has on arrays."""
    if not row.derivative:
        return
    program = built(row, lambda b, *syms: tangents(row, rule, *syms), *arrays)
    for given, wanted in zip(program.result_types, expected, strict=True):
        assert given.matches(wanted), f"rule gives {given}, not {wanted}"
    with np.errstate(all="ignore"):
        computed = evaluate(program, *arrays)
    for got, value in zip(computed, values or ()):
        np.testing.assert_allclose(got, value, rtol=1e-12, atol=1e-12)


def linear_operands(row: Row) -> list[int]:
    rules = TABLE[row.primitive].transpose
    return [k for k, x in enumerate(row.operands) if is_inexact(x.dtype) and rules[k] is not None]


def linear_part(row: Row, k: int, t: np.ndarray) -> np.ndarray:
    """What operand k contributes to the result when it is t."""
    operands = list(row.operands)
    if TABLE[row.primitive].kind == "linear":
        for i in linear_operands(row):
            operands[i] = np.zeros_like(operands[i])
    return results(row, replaced(operands, k, t))[0]


def pairing(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.real(np.sum(a * b)))


def transpose_is_the_adjoint(row: Row) -> None:
    """<ct, L t> = <L' ct, t>. The rule sees only the types of the operands that it may not read."""
    primitive = TABLE[row.primitive]
    if primitive.transpose is None:
        return
    (out,) = results(row)
    if not is_inexact(out.dtype):
        return
    ct, linear = tangent(out, 99), linear_operands(row)
    for k in linear:
        hidden = linear if primitive.kind == "linear" else [k]
        inputs = [type_of(x) if i in hidden else x for i, x in enumerate(row.operands)]
        t, rule = tangent(row.operands[k], k), primitive.transpose[k]
        got = np.asarray(rule(ct, *inputs, **row.params))
        assert got.shape == t.shape, f"operand {k}: cotangent of shape {got.shape}, not {t.shape}"
        if exact(row):
            left, right = pairing(ct, linear_part(row, k, t)), pairing(got, t)
            np.testing.assert_allclose(left, right, rtol=1e-11, atol=1e-11, err_msg=f"operand {k}")
        symbolic_transpose(row, rule, k, hidden, got, ct)


def symbolic_transpose(row: Row, rule: Any, k: int, hidden: list[int], value: np.ndarray, ct: np.ndarray) -> None:
    seen = [x for i, x in enumerate(row.operands) if i not in hidden]

    def write(builder: Builder, ct: Sym, *syms: Sym) -> Any:
        rest = iter(syms)
        inputs = (type_of(x) if i in hidden else next(rest) for i, x in enumerate(row.operands))
        return rule(ct, *inputs, **row.params)

    program = built(row, write, ct, *seen)
    wanted = type_of(row.operands[k])
    assert program.result_types[0].matches(wanted), f"operand {k}: rule gives {program.result_types[0]}, not {wanted}"
    (got,) = evaluate(program, ct, *seen)
    if got.dtype in (np.float64, np.complex128):
        np.testing.assert_allclose(got, value, rtol=1e-12, atol=1e-12)


# -- batching ----------------------------------------------------------------------------------------------------

def batch_is_a_loop(row: Row) -> None:
    """For every choice of batched operands; and the rule computes the same on symbols."""
    count, n = len(row.operands), len(row.variants)
    masks = list(itertools.product((True, False), repeat=count))[:-1] if count < 4 else [(True,) * count]
    for mask in masks:
        operands = [np.stack([v[k] for v in row.variants]) if b else row.operands[k] for k, b in enumerate(mask)]
        lanes = [results(row, [o[i] if b else o for o, b in zip(operands, mask)]) for i in range(n)]
        wanted = [np.stack(outs) for outs in zip(*lanes)]
        primitive = TABLE[row.primitive]
        with np.errstate(all="ignore"):
            got = primitive.batch(primitive, n, tuple(operands), mask, **row.params)
            program = built(row, lambda b, *syms: primitive.batch(primitive, n, syms, mask, **row.params), *operands)
            symbolic = evaluate(program, *operands)
        for direct, built_up, w in zip(got if primitive.multiple else (got,), symbolic, wanted, strict=True):
            same_values(direct, w, f"batched {mask}")
            same_values(built_up, w, f"batched {mask}, on symbols")


def same_values(got: Any, wanted: np.ndarray, what: str) -> None:
    got = np.asarray(got)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), f"{what}: {type_of(got)}, not {type_of(wanted)}"
    if kind(got.dtype) in "biu":
        np.testing.assert_array_equal(got, wanted, err_msg=what)
    else:
        close(got, wanted, 64 * float(ml_dtypes.finfo(got.dtype).eps), what)


# -- printing ----------------------------------------------------------------------------------------------------

def shown(row: Row) -> str:
    """The print form of a call on operands _0 _1 …"""
    primitive = TABLE[row.primitive]
    if isinstance(primitive.show, str):
        return primitive.show
    types = tuple(map(type_of, row.operands))
    atoms = tuple(Const(o, t) if k in row.constants else Var(f"_{k}", t)
                  for k, (o, t) in enumerate(zip(row.operands, types)))
    outputs = tuple(Var(f"out_{k}", t) for k, t in enumerate(primitive.output_types(types, row.params)))
    return primitive.show(Call(outputs, primitive, atoms, tuple(sorted(row.params.items()))))


def shown_text_means_the_same(row: Row) -> None:
    if "shown" in row.skip:
        return
    text = shown(row)
    writes, names = TABLE[row.primitive].access == "write", {f"_{k}": x.copy() for k, x in enumerate(row.operands)}
    with np.errstate(all="ignore"):                      # the print form of a write is a statement that changes _0
        if writes:
            exec(text, dict(NAMESPACE), names)
        value = names["_0"] if writes else eval(*with_patterns(text, names))
    outputs = value if TABLE[row.primitive].multiple else (value,)
    for got, wanted in zip(outputs, results(row), strict=True):
        same_values(got, wanted, text)


def with_patterns(text: str, names: dict) -> tuple[str, dict]:
    """The expression with sparse matrices written out, and the names in it."""
    *constants, [expression] = with_matrices([ast.parse(text).body], [])
    space = {**NAMESPACE, **names}
    for statement in itertools.chain(*constants):
        exec(ast.unparse(ast.fix_missing_locations(statement)), space)
    return ast.unparse(ast.fix_missing_locations(expression)), space


def printed_call_reads_back(row: Row) -> None:
    """As a program with the operands as parameters, or as constants where the row says so."""
    def write(builder: Builder, *syms: Sym) -> Any:
        operands = [builder.lift(x) if k in row.constants else syms[k] for k, x in enumerate(row.operands)]
        return builder.bind(TABLE[row.primitive], operands, row.params)

    program = built(row, write, *row.operands)
    assert read(str(program)) == program, str(program)


# -- lowering ----------------------------------------------------------------------------------------------------

def compiled(rows: Sequence[Row], platform: str | None = None) -> list[tuple[np.ndarray, ...]]:
    """What XLA makes of the rows, all of them in one program, written for this platform (None: for the default one)."""
    arrays = [x for r in rows for x in r.operands]
    ends = list(itertools.accumulate(len(r.operands) for r in rows))

    def write(builder: Builder, *syms: Sym) -> list[Sym]:
        out: list[Sym] = []
        for r, end in zip(rows, ends):
            made = builder.bind(TABLE[r.primitive], syms[end - len(r.operands):end], r.params)
            out.extend(made if TABLE[r.primitive].multiple else [made])
        return out

    program = built(rows[0], write, *arrays)
    text = lowered(program, platform=platform or default_platform())
    run = executable.compile(text.text, callbacks=text.callbacks)
    flat = iter([buffers.host(b) for b in run.run([buffers.put(x) for x in arrays])])
    return [tuple(next(flat) for _ in results(r)) for r in rows]


def agrees(row: Row, got: Sequence[np.ndarray]) -> str | None:
    """None, or where XLA's result differs from NumPy's."""
    for g, wanted in zip(got, results(row), strict=True):
        if kind(wanted.dtype) in "biu":
            wrong = np.asarray(g != wanted)
        else:
            wrong = ~within(g, wanted, row)
        if wrong.any():
            place = tuple(int(i[0]) for i in np.nonzero(wrong)) if wrong.ndim else ()
            operands = [x[place] if x.shape == wrong.shape else x for x in row.operands]
            return f"{wrong.sum()} of {wrong.size}; at {place} of {operands}: {g[place]!r}, NumPy: {wanted[place]!r}"
    return None


def within(got: np.ndarray, wanted: np.ndarray, row: Row) -> np.ndarray:
    """Elementwise: equal, NaN both, or within the row's units of the last place. Zeros agree in sign."""
    eps = float(ml_dtypes.finfo(wanted.dtype).eps)
    g, w = widest(got), widest(wanted)
    with np.errstate(all="ignore"):
        size = np.abs(w)
        if row.normwise:
            size = np.abs(w[np.isfinite(w)]).max(initial=1.0)
        fine = (np.abs(g - w) <= row.ulps * eps * size) & np.isfinite(w)
        tiny = np.abs(g - w) < float(ml_dtypes.finfo(wanted.dtype).tiny)             # XLA flushes subnormal numbers
    signs = np.signbit(g.real) == np.signbit(w.real)
    strict = (g == 0) & (w == 0) & (row.zeros and not row.normwise and w.dtype == np.float64)
    return np.where(strict, signs, fine | tiny | (g == w) | np.isnan(g) & np.isnan(w))
