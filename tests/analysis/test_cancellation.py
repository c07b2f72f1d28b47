"""Cancellation: results do not move with a value that is said to cancel; and values that matter are not among them."""
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from strategies import randoms

from recto.transform import primitives as prim
from recto.transform.analysis.cancellation import cancelled_values
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Call, Program, Type, Var
from recto.transform.reader import read

SHAPE = (3, 4)
ROWS, WHOLE = Type(np.dtype(float), SHAPE[:1]), Type(np.dtype(float), SHAPE)
thorough = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


class Scores:
    """Random programs around a maximum m: values that grow as exp(-m), their sums and products; a quotient of two of
    them, or a logarithm."""

    def __init__(self, random):
        self.random = random

    def program(self):
        b = Builder()
        x = b.parameter(WHOLE, "x")
        m = prim.reduce_max(x, axes=(1,))
        e = prim.exp((x - spread(m)) * self.random.choice((1.0, 1.0, 2.0)))
        wide = [e]
        for _ in range(self.random.randint(1, 5)):
            wide.append(self.step(wide))
        over, under = self.random.choice(wide), self.random.choice(wide)
        match self.random.choice(("quotient", "quotient", "logarithm", "other")):
            case "quotient":
                result = over / under
            case "logarithm":
                result = prim.log(over) + spread(m) * self.random.choice((1.0, 2.0, -1.0))
            case _:
                result = self.random.choice((over, over + 1.0, over * spread(m), prim.exp(over)))
        return b.finish([result], "f")

    def step(self, wide):
        x, y = (self.random.choice(wide) for _ in range(2))
        match self.random.choice(("add", "sub", "mul", "div", "square", "sum", "max", "maximum", "scale")):
            case "sum" | "max" as name:
                reduce = prim.reduce_sum if name == "sum" else prim.reduce_max
                return spread(reduce(x, axes=(1,)))
            case "square":
                return prim.integer_pow(x, exponent=2)
            case "scale":
                return x * self.random.choice((3.0, 0.5, -1.0))
            case name:
                return getattr(prim, name)(x, y)


def spread(x):
    return prim.broadcast(x, shape=SHAPE, axes=(0,))


def moved(program: Program, name: str, by: float) -> Program:
    """The program with another number added to one of its values."""
    body = []
    for call in program.body:
        if [v.name for v in call.outputs] != [name]:
            body.append(call)
            continue
        (out,) = call.outputs
        before = Var(f"{name}_before", out.type)
        body.append(Call((before,), call.primitive, call.operands, call.params))
        b = Builder()
        amount = b.lift(np.full(out.type.shape, by)).atom
        body.append(Call((out,), TABLE["add"], (before, amount)))
    return Program(program.name, program.parameters, tuple(body), program.results)


@thorough
@given(randoms)
def test_results_do_not_move_with_values_that_cancel(random):
    program = Scores(random).program()
    x = np.array([[0.5, -1.0, 0.25, 0.75], [1.0, 0.5, -0.5, 0.0], [-0.25, -0.75, -0.5, -1.0]])
    for name in cancelled_values(program, program.results):
        with np.errstate(all="ignore"):
            (one,), (other,) = evaluate(program, x), evaluate(moved(program, name, 0.125), x)
        if np.isfinite(one).all() and np.isfinite(other).all():
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-11, err_msg=str(program))


PROGRAM = '''
from recto.transform import primitives as prim
def f(x: "f64[3]"):
    m = prim.reduce_max(x, axes=(0,))
    wide = prim.broadcast(m, shape=(3,), axes=())
    gap = prim.sub(x, wide)
    e = prim.exp(gap)
    total = prim.reduce_sum(e, axes=(0,))
    {calls}
    return y
'''


@pytest.mark.parametrize("calls, names", [
    ("log = prim.log(total)\n    y = prim.add(m, log)", {"m"}),
    ("log = prim.log(total)\n    y = prim.sub(log, m)", set()),
    ("more = prim.broadcast(total, shape=(3,), axes=())\n    y = prim.div(e, more)", {"m"}),
    ("more = prim.broadcast(total, shape=(3,), axes=())\n    y = prim.mul(e, more)", set()),
    ("square = prim.mul(total, total)\n    more = prim.broadcast(square, shape=(3,), axes=())\n"
     "    part = prim.mul(e, e)\n    y = prim.div(part, more)", {"m"}),
    ("y = prim.copy(total)", set()),
    ("large = prim.add(total, 1.0)\n    y = prim.div(total, large)", set()),
    ("sine = prim.sin(total)\n    y = prim.mul(sine, 0.0)", set()),
])
def test_by_example(calls, names):
    program = read(PROGRAM.format(calls=calls))
    assert cancelled_values(program, program.results) == names
