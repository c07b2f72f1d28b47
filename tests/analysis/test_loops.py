"""Views of loops, induction variables and regions: by the programs that they describe."""
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import randoms

from passes.random_programs import Grower
from recto.transform.analysis.counters import counting
from recto.transform.analysis.loops import LoopView, asks_for_states, is_loop, only_begins
from recto.transform.analysis.regions import is_empty, is_everything, region, same_region
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import walk
from recto.transform.reader import read

HEADER = "from recto.transform import primitives as prim\n"


@settings(max_examples=80, deadline=None)
@given(randoms)
def test_views_divide_operands_and_parameters(random):
    for call in filter(is_loop, walk(Grower(random).program())):
        loop = LoopView(call)
        assert (*loop.bounds, *loop.invariants, *loop.carries) == call.operands
        assert (*loop.index, *loop.inner_invariants, *loop.inner_carries) == loop.body.parameters
        assert len(loop.carries) == len(loop.inner_carries) == len(call.outputs) == len(loop.body.results)
        for outer, inner in zip((*loop.invariants, *loop.carries), (*loop.inner_invariants, *loop.inner_carries)):
            assert outer.type.matches(inner.type)
        assert (loop.test is None) == bool(loop.bounds)
        for n in range(loop.lead, len(call.operands)):
            assert loop.body.parameters[n + loop.shift].type.matches(call.operands[n].type)


BODY = HEADER + '''
def body(k: "i64[]", x: "f64[]", n: "i64[]", small: "i32[]"):
    {calls}
    return {result}
'''


@pytest.mark.parametrize("calls, result, step", [
    ("k_1 = prim.add(k, 3)", "k_1", 3),
    ("k_1 = prim.add(3, k)", "k_1", 3),
    ("k_1 = prim.sub(k, 2)", "k_1", -2),
    ("k_1 = prim.sub(2, k)", "k_1", 0),  # goes to and fro
    ("k_1 = prim.add(k, n)", "k_1", 0),
    ("k_1 = prim.add(n, 1)", "k_1", 0),
    ("k_1 = prim.mul(k, 2)", "k_1", 0),
    ("a = prim.add(k, 1)\n    k_1 = prim.add(a, 1)", "k_1", 0),
    ("k_1 = prim.add(k, 0)", "k_1", 0),
    ("", "k", 0),
])
def test_counters(calls, result, step):
    program = read(BODY.format(calls=calls or "unused = prim.neg(k)", result=f"{result}, x, n, small"))
    assert counting(program, 0) == step
    if step:
        given_ = [np.asarray(v) for v in (7, 1.5, 4, np.int32(2))]
        assert evaluate(program, *given_)[0] == 7 + step


def test_floats_and_arrays_do_not_count():
    program = read(HEADER + '''
def body(x: "f64[]", k: "i64[2]"):
    x_1 = prim.add(x, 1.0)
    one = prim.broadcast(1, shape=(2,), axes=())
    k_1 = prim.add(k, one)
    return x_1, k_1
''')
    assert counting(program, 0) == counting(program, 1) == 0


STATES = HEADER + '''
def f(n: "i64[]", x: "f64[]", c: "f64[]"):
    def body(k: "i64[]", c: "f64[]", x: "f64[]", x_bar: "f64[]"):
        def body(c: "f64[]", x: "f64[]"):
            t = prim.sin(x)
            x_1 = prim.mul(t, c)
            return x_1
        (state,) = prim.iterate({asked}, c, {begin}, body=body, invariant=1)
        slope = prim.cos(state)
        x_bar_1 = prim.mul(x_bar, slope){more}
        return {carried}, x_bar_1
    last = prim.sub(n, 1)
    y, x_bar = prim.fori_loop(last, {end}, c, x, 1.0, body=body, invariant={invariant}, step=-1)
    return x_bar
'''.replace("return {carried}, x_bar_1", "return {results}").replace("y, x_bar =", "{outputs} =")


def states(asked="k", begin="x", end=-1, more="", invariant=2):
    carried = invariant < 2
    return read(STATES.format(asked=asked, begin=begin, end=end, more=more, invariant=invariant,
                              results="x, x_bar_1" if carried else "x_bar_1",
                              outputs="y, x_bar" if carried else "(x_bar,)"))


@pytest.mark.parametrize("change, asks", [
    ({}, True),
    (dict(end=0), False),  # not the first one
    (dict(asked="2"), False),  # always the same one
    (dict(begin="x_bar"), False),  # which begins anew in every round
    (dict(invariant=1), False),
])
def test_loops_that_ask_for_states(change, asks):
    loop = states(**change).body[-1]
    assert (asks_for_states(loop) is not None) == asks
    if asks:
        assert asks_for_states(loop).primitive.name == "iterate"


def test_values_that_states_begin_with():
    loop = states().body[-1]
    c, x = LoopView(loop).invariants
    assert only_begins(loop, x) and not only_begins(loop, c)
    read_too = states(more="\n        more = prim.mul(x_bar_1, x)").body[-1]
    assert not only_begins(read_too, LoopView(read_too).invariants[1])


REGION = HEADER + '''
def f(x: "f64[3,4]", y: "f64[3,4]", n: "i64[]"):
    z = prim.select_region(x, y, {bounds}, axes={axes})
    return z
'''


@pytest.mark.parametrize("axes", [(0,), (1,), (0, 1)])
def test_regions_are_what_is_taken(axes):
    x, y = np.arange(12.0).reshape(3, 4), np.zeros((3, 4)) - 1
    for bounds in itertools.product((-1, 0, 1, 3, 4, "n"), repeat=2 * len(axes)):
        program = read(REGION.format(bounds=", ".join(map(str, bounds)), axes=axes))
        (call,), taken = program.body, {evaluate(program, x, y, n)[0].tobytes() for n in (-2, 0, 2, 9)}
        assert not is_empty(call) or taken == {y.tobytes()}
        assert not is_everything(call) or taken == {x.tobytes()}
        if "n" not in bounds:
            assert is_everything(call) == (taken == {x.tobytes()})
        assert sorted(region(call)) == sorted(axes) and same_region(call, call)


def test_other_bounds_are_another_region():
    (one,), (other,) = (read(REGION.format(bounds=b, axes=(0,))).body for b in ("0, n", "1, n"))
    assert not same_region(one, other)
