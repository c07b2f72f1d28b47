"""What the lowering makes of loops, branches and helpers before it writes text; each form still computes the same."""
from __future__ import annotations

import numpy as np
import pytest

from recto.transform import primitives as prim
from recto.transform.ir.evaluate import evaluate
from recto.transform.lower import Analysis
from recto.transform.pipeline import lowering
from recto.transform.ir.program import walk
from recto.transform.ir.stages import through

from .construct import I64, array, cond, fori, program, read, while_, write
from .harness import compiled, copies, run


def prepared(p):
    return through(p, lowering(Analysis()), checked=True)


def names(p):
    return [call.primitive.name for call in walk(p)]


def agree(p, *arguments):
    new = prepared(p)
    wanted = evaluate(p, *arguments)
    for w, n, x in zip(wanted, evaluate(new, *arguments), run(compiled(p), arguments), strict=True):
        np.testing.assert_array_equal(n, w)
        np.testing.assert_array_equal(x, w)
    return new


A = np.arange(40.0)


def test_carries_that_do_not_change_are_only_read():
    body = lambda i, a, b, s: [write(a, read(a, i) + read(b, i) + s, i + 1), b, s]     # a stays a loop
    p = program(lambda a, b, s: fori(0, 9, [a, b, s], body), array(40), array(40), array())
    loop = next(c for c in walk(agree(p, A, A[::-1].copy(), np.float64(2))) if c.primitive.name == "fori_loop")
    assert len(loop.outputs) == 1 and loop.param("invariant") == 2


def test_a_loop_of_one_turn_or_none_is_no_loop():
    body = lambda i, a: [write(a, read(a, i) + 1.0, i)]
    assert names(agree(program(lambda a: fori(3, 4, [a], body), array(40)), A)).count("fori_loop") == 0
    assert names(agree(program(lambda a: fori(4, 4, [a], body), array(40)), A)) == []


def test_a_small_branch_is_no_branch():
    def body(i, a):
        return cond(read(a, i) > 5.0, [a, i], lambda a, i: [write(a, 0.0, i)], lambda a, i: [write(a, 1.0, i + 1)])
    p = program(lambda a: fori(0, 39, [a], body), array(40))
    assert "cond" not in names(agree(p, A))


def test_a_branch_that_costs_is_one():
    def body(i, s):
        return cond(s > 3.0, [s], lambda s: [prim.sin(prim.exp(s))], lambda s: [s + 1.0])
    assert "cond" in names(prepared(program(lambda s: fori(0, 9, [s], body), array())))


def test_a_known_branch_is_chosen():
    pick = lambda s: cond(s.builder.lift(np.asarray(True)), [s], lambda s: [s + 1.0], lambda s: [prim.exp(s)])
    assert names(agree(program(pick, array()), np.float64(2))) == ["add"]


def test_a_helper_that_writes_is_written_out():
    helper = program(lambda a, i: write(a, read(a, i) + 1.0, i + 1), array(40), array(dtype=I64))
    p = program(lambda a: fori(0, 30, [a], lambda i, a: prim.call(a, i, program=helper)), array(40))
    assert "call" not in names(agree(p, A))


def test_a_helper_that_reads_stays():
    helper = program(lambda a, i: read(a, i) + 1.0, array(40), array(dtype=I64))
    body = lambda i, a: [write(a, prim.call(a, i, program=helper)[0], i + 1)]
    p = program(lambda a: fori(0, 30, [a], body), array(40))
    assert "call" in names(agree(p, A))
    assert copies(compiled(p)) == 0


@pytest.mark.parametrize("turns", range(8))
def test_exchange_of_arrays(turns):
    """Two arrays, and three that rotate; the number of turns known and not."""
    two = lambda i, a, b: [b, write(a, read(b, i) + 1.0, i + 1)]
    three = lambda i, a, b, c: [b, c, write(a, read(b, i) + read(c, i), i + 1)]
    both = lambda n, a, b, c: (*fori(0, n, [a, b], two), *fori(0, n, [a, b, c], three))
    known = program(lambda a, b, c: both(turns, a, b, c), *[array(40)] * 3)
    found = program(both, array(dtype=I64), *[array(40)] * 3)
    arrays = [A, A[::-1].copy(), A * 2]
    agree(known, *arrays)
    agree(found, np.int64(turns), *arrays)


@pytest.mark.parametrize("step", (1, 3, -2))
def test_exchange_of_arrays_by_steps(step):
    body = lambda i, a, b: [b, write(a, read(b, i) + 1.0, i + 1)]
    exe = compiled(program(lambda lo, hi, a, b: fori(lo, hi, [a, b], body, step),
                           array(dtype=I64), array(dtype=I64), array(40), array(40)))
    assert copies(exe) == 0
    for lo, hi in ((0, 0), (0, 1), (0, 9), (12, 2), (5, -1), (7, 8)):
        a, b = A.copy(), A[::-1].copy()
        for i in range(lo, hi, step):
            a[i + 1] = b[i] + 1.0
            a, b = b, a
        for want, given in zip((a, b), run(exe, [np.int64(lo), np.int64(hi), A, A[::-1].copy()])):
            np.testing.assert_array_equal(given, want)


@pytest.mark.parametrize("count", (33, 64))
def test_many_scalars_are_one_vector(count):
    def turn(*values):
        return [prim.minimum(v + w, v * 0 + 99) for v, w in zip(values, values[1:] + values[:1])]
    types = array(40), *[array()] * count
    counted = program(lambda *state: fori(0, 5, state, lambda i, a, *xs: [write(a, xs[3], i), *turn(*xs)]), *types)
    test = lambda a, *xs: xs[0] + read(a, 3) < 60.0
    tested = program(lambda *state: while_(state, test, lambda a, *xs: [write(a, xs[3], 3), *turn(*xs)]), *types)
    arguments = [A, *(np.float64(k % 7) for k in range(count))]
    for p in (counted, tested):
        loop = next(c for c in walk(agree(p, *arguments)) if c.primitive.name in ("fori_loop", "while_loop"))
        assert [v.type.shape for v in loop.outputs] == [(40,), (count,)]


@pytest.mark.parametrize("shape, start, limit", [
    ((4096,), (1,), (4095,)), ((64, 64), (1, 1), (63, 63)), ((64, 64), (0, 5), (64, 64)),
    ((8, 16, 32), (1, 0, 2), (8, 16, 31))])
def test_a_large_part_is_replaced_by_concatenation(shape, start, limit):
    window = {"starts": start, "limits": limit, "strides": (1,) * len(shape), "drop": ()}
    p = program(lambda x: prim.put_slice(x, prim.slice_(x, **window) * 2.0, **window), array(*shape))
    assert "put_slice" not in names(agree(p, np.arange(np.prod(shape), dtype=float).reshape(shape)))


def test_old_version_after_the_write_is_kept():
    """Where the old array really lives on, it is copied."""
    def body(i, a, b):
        return [write(a, read(b, i), i + 1), a]
    p = program(lambda a, b: fori(0, 20, [a, b], body), array(40), array(40))
    agree(p, A, A[::-1].copy())


def test_while_without_scalars():
    """The loop that must wait for a read carries no scalar that could be fenced."""
    def body(i, a, b):
        x = read(a, i)
        a, = while_([a], lambda a: read(a, 0) < 7.0, lambda a: [write(a, read(a, 0) + 2.0, 0)])
        return [write(a, 0.0, 0), write(b, x, i)]
    p = program(lambda a, b: fori(0, 20, [a, b], body), array(40), array(40))
    agree(p, A, A)
    assert copies(compiled(p)) == 0


def test_prepared_is_the_program_itself_where_nothing_is_to_do():
    p = program(lambda x: prim.sin(x) + 1.0, array(4))
    assert prepared(p) is p


