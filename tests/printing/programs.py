"""Programs to print: each function builds one. `arguments(program)` are values for its parameters."""
import numpy as np

from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder
from recto.transform.core.errors import Span
from recto.transform.ir.program import Program, Type

F64, F32, I64, BOOL = (np.dtype(t) for t in ("f8", "f4", "i8", "?"))


def arguments(program: Program, seed: int = 0) -> list[np.ndarray]:
    """Random arguments; weak ones are Python numbers."""
    rng = np.random.default_rng(seed)
    out = []
    for p in program.parameters:
        kind = p.type.dtype.kind
        value = rng.integers(0, 2, p.type.shape) if kind == "b" else rng.integers(1, 4, p.type.shape) if kind in "iu" \
            else rng.normal(size=p.type.shape) + (1j * rng.normal(size=p.type.shape) if kind == "c" else 0)
        value = np.asarray(value, p.type.dtype)
        out.append(value.item() if p.type.weak else value)
    return out


def new(*parameters):
    """A builder and its parameters: new(("x", F64, (3,)), …)."""
    b = Builder()
    return b, *(b.parameter(Type(d, s), n) for n, d, s in parameters)


def line(b: Builder, n: int) -> None:
    b.site.span = Span("/home/u/model.py", n, 4, n, 20, "f")


def straight_line() -> Program:
    b, x, y = new(("x", F64, (3,)), ("y", F64, ()))
    line(b, 3)
    z = prim.sin(x) * y + 2.0
    b.name(z, "z")
    line(b, 4)
    return b.finish([z * z - x, prim.reduce_sum(z, axes=(0,))], "f")


def several_dtypes() -> Program:
    b, x, n, m = new(("x", F32, (3,)), ("n", I64, ()), ("m", BOOL, (3,)))
    half = x * np.float32(0.5)
    wide = half.astype(F64) + n
    return b.finish([half, wide, prim.select(m, x, -x), x * 2, prim.cast(m, dtype=F64) * wide], "f")


def counted_loop() -> Program:
    b, x = new(("x", F64, (5,)),)
    inner = Builder()
    i = inner.parameter(Type(I64), "i")
    xi = inner.parameter(Type(F64, (5,)), "x")
    s = inner.parameter(Type(F64), "s")
    line(inner, 4)
    body = inner.finish([s + prim.sin(prim.dynamic_slice(xi, i, sizes=(1,), drop=(0,)))], "body")
    line(b, 3)
    (out,) = prim.fori_loop(np.int64(0), np.int64(5), x, np.float64(0.0), body=body, step=1, invariant=1)
    return b.finish([out], "f")


PROGRAMS = [straight_line, several_dtypes, counted_loop]
