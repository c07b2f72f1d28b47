"""Loops that carry the same values become one: the same values, with each computed once."""
import numpy as np
import pytest

from recto.transform import reader
from recto.transform.ir.evaluate import evaluate
from recto.transform.passes.autodiff.loop_fusion import fused

HEAD = "from recto.transform import primitives as prim\n"
LOOP = '''
    def {name}(i: "i64[]", a: "f64[3]", {parameters}):
{body}
        return {results}
    {outputs} = prim.fori_loop({lo}, {hi}, a, {starts}, body={name}, invariant=1, step={step})
'''
STEP = '''        {x}_1 = prim.mul({x}, a)
        {x}_2 = prim.sin({x}_1)
'''
ROW = '''        tape_1 = prim.update_slice(tape, {x}, i, 0, drop=(0,), sizes=(1, 3))
'''


def loop(name, x, start, tape=False, lo=0, hi="n", step=1, body=None):
    more = ', tape: "f64[9,3]"' if tape else ""
    return LOOP.format(name=name, parameters=f'{x}: "f64[3]"{more}', lo=lo, hi=hi, step=step,
                       body=(body or STEP).format(x=x) + (ROW.format(x=x) if tape else ""),
                       results=f"{x}_2" + (", tape_1" if tape else ""),
                       outputs=f"{name}_x," + (f" {name}_tape" if tape else ""),
                       starts=start + (", blank" if tape else ""))


def program(*loops, results):
    return reader.read(HEAD + 'def f(a: "f64[3]", x: "f64[3]", y: "f64[3]", n: "i64[]", blank: "f64[9,3]"):'
                       + "".join(loops) + f"    return {results}\n")


def agree(before, n=4):
    after = fused(before)
    r = np.random.default_rng(0)
    given = [*r.normal(size=(3, 3)), np.asarray(n), np.zeros((9, 3))]
    for want, got in zip(evaluate(before, *given), evaluate(after, *given), strict=True):
        np.testing.assert_array_equal(want, got)
    return sum(c.primitive.name == "fori_loop" for c in after.body), after


OTHER = '''        {x}_1 = prim.mul({x}, a)
        {x}_2 = prim.cos({x}_1)
'''


@pytest.mark.parametrize("second, left", [
    (loop("second", "y", "x", tape=True), 1),                   # the second records what the first carries
    (loop("second", "x", "x"), 1),                              # both are the same
    (loop("second", "y", "x", body=OTHER), 2),                  # begins alike, goes on otherwise
    (loop("second", "y", "y"), 2),                              # begins otherwise
    (loop("second", "y", "x", lo=1), 2),                        # other indices
    (loop("second", "y", "first_x"), 2),                        # needs what the first gives
])
@pytest.mark.parametrize("n", [0, 1, 5])
def test_same_values_in_fewer_loops(second, left, n):
    tape = ", second_tape" if "second_tape" in second else ""
    count, _ = agree(program(loop("first", "x", "x"), second, results="first_x, second_x" + tape), n)
    assert count == left


def test_the_work_is_done_once():
    two = program(loop("first", "x", "x"), loop("second", "y", "x", tape=True), results="first_x, second_tape")
    _, after = agree(two)
    (call,) = [c for c in after.body if c.primitive.name == "fori_loop"]
    assert [c.primitive.name for c in call.param("body").body].count("sin") == 1


def test_loops_around_others_are_fused_with_them():
    inner = '''        def {name}_inner(j: "i64[]", a: "f64[3]", z: "f64[3]"):
            z_1 = prim.sin(z)
            return z_1
        ({x}_2,) = prim.fori_loop(0, 3, a, {x}, body={name}_inner, invariant=1, step=1)
'''
    nested = lambda name, x, **how: loop(name, x, "x", body=inner.replace("{name}", name), **how)
    both = nested("first", "x"), nested("second", "y", tape=True)
    count, after = agree(program(*both, results="first_x, second_tape"))
    (call,) = [c for c in after.body if c.primitive.name == "fori_loop"]
    assert count == 1 and [c.primitive.name for c in call.param("body").body].count("fori_loop") == 1
