"""Loop views: the operands of a loop and the parameters of its body, by role (bounds, invariants, carries).

    fori_loop(lo, hi, *invariants, *carries)    body(index, *invariants, *carries) -> carries
    while_loop(*invariants, *carries)           body(*invariants, *carries) -> carries;  test(the same) -> bool
    iterate(k, *invariants, *carries)           body(*invariants, *carries) -> carries

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]", n: "i64[]"):
...     def body(i: "i64[]", x: "f64[3]", y: "f64[]"):
...         x_i = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))
...         z = prim.add(y, x_i)
...         return z
...     (y,) = prim.fori_loop(0, n, x, 1.0, body=body, invariant=1, step=1)
...     return y
... ''')
>>> loop = LoopView(program.body[0])
>>> [list(map(str, part)) for part in (loop.bounds, loop.invariants, loop.carries)]
[['0', 'n'], ['x'], ['1.0']]
>>> [[p.name for p in part] for part in (loop.index, loop.inner_invariants, loop.inner_carries)], loop.first
([['i'], ['x'], ['y']], 3)
"""

from __future__ import annotations

from ..ir.program import Atom, Call, Const, Program, Var

LOOPS = {"fori_loop": 2, "while_loop": 0, "iterate": 1}  # and the number of their bounds


def is_loop(call: Call) -> bool:
    return call.primitive.name in LOOPS


class LoopView:
    """A call of a loop.

    bounds, invariants, carries                     its operands
    index, inner_invariants, inner_carries          the parameters of its body
    lead, first         the numbers of the first operand behind the bounds, and of the first carry
    shift               what is added to the number of an operand for that of its parameter
    """

    __slots__ = ("call", "body", "test", "lead", "first", "shift")

    def __init__(self, call: Call):
        self.call = call
        self.body: Program = call.param("body")
        self.lead = LOOPS[call.primitive.name]
        self.test: Program | None = None if self.lead else call.param("test")
        self.first: int = self.lead + call.param("invariant")
        self.shift = len(self.body.parameters) - len(call.operands)

    @property
    def bounds(self) -> tuple[Atom, ...]:
        return self.call.operands[: self.lead]

    @property
    def invariants(self) -> tuple[Atom, ...]:
        return self.call.operands[self.lead : self.first]

    @property
    def carries(self) -> tuple[Atom, ...]:
        return self.call.operands[self.first :]

    @property
    def index(self) -> tuple[Var, ...]:
        return self.body.parameters[: self.lead + self.shift]

    @property
    def inner_invariants(self) -> tuple[Var, ...]:
        return self.body.parameters[self.lead + self.shift : self.first + self.shift]

    @property
    def inner_carries(self) -> tuple[Var, ...]:
        return self.body.parameters[self.first + self.shift :]


def asks_for_states(call: Call) -> Call | None:
    """The `iterate` of which a loop asks for every state, the last first."""
    if call.primitive.name != "fori_loop" or call.param("step") != -1:
        return None
    view = LoopView(call)
    end = view.bounds[1]
    if not isinstance(end, Const) or int(end.value) != -1:
        return None
    given = {view.index[0], *view.inner_invariants}
    found = [
        c
        for c in view.body.body
        if c.primitive.name == "iterate"
        and c.operands[0] == view.index[0]
        and all(isinstance(o, Const) or o in given for o in c.operands)
    ]
    return found[0] if len(found) == 1 else None


def only_begins(call: Call, value: Atom) -> bool:
    """Whether a value, to a loop that asks for states, is nothing but what these begin with."""
    asked = asks_for_states(call)
    if asked is None:
        return False
    view, steps = LoopView(call), LoopView(asked)
    inner = {p for p, o in zip(view.inner_invariants, view.invariants) if o == value}
    read = [o for c in view.body.body if c is not asked for o in c.operands] + [
        *asked.operands[: steps.first]
    ]
    return value not in (*view.bounds, *view.carries) and not inner.intersection((*read, *view.body.results))
