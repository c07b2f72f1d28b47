"""The table of rewriting rules, and predicates on calls that passes need beside the primitives' records.

A rule belongs to primitives, and is tried where such a call is about to be appended to a `Rewriter`:

    rule(scope, call) -> None      nothing to do
                         Atom      what the output of the call is; a list of Atoms for several outputs
                         Call      this one instead
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from ...core.dtypes import settings
from ...ir.builder import TABLE
from ...ir.primitive import Primitive
from ...ir.program import Atom, Call, Const, Program, Var
from ...primitives._rules import pointwise
from .constant_folding import fold_constants
from .speculation import is_risky

if TYPE_CHECKING:
    from .rewriter import Rewriter

Rule = Callable[["Rewriter", Call], Call | Atom | list[Atom] | None]
R = TypeVar("R", bound=Callable[..., Any])

NAMED: dict[str, list[Rule]] = {}  # primitive -> its rules
POINTWISE: list[Rule] = []  # rules of all elementwise primitives
PREPARED: dict[str, tuple[Rule, ...]] = {}  # primitive -> all the rules that apply to it, in order

FREE = frozenset(["inside", "broadcast", "iota"])  # cost nothing where they are used
COMMUTATIVE = frozenset(["add", "mul", "eq", "ne", "and_", "or_", "xor", "maximum", "minimum"])
# kinds of elementwise primitives that cost less than reading an array
CHEAP = ("linear", "multilinear", "discrete")
ENDLESS = "while_loop"  # the one primitive that may never end
FAIL = frozenset(
    ["cholesky", "lu", "qr", "eigh", "eig", "svd", "triangular_solve", "solve", "inv", "det", "slogdet"]
)
# as printed for NumPy they may raise; in XLA they give NaN
COMPARED_BYTES = 512  # larger constants are equal only if they are the same object


def rule(*names: str) -> Callable[[R], R]:
    """Enter a rule of the primitives of these names."""

    def enter(function: R) -> R:
        for name in names:
            NAMED.setdefault(name, []).append(function)
            PREPARED.pop(name, None)
        return function

    return enter


def pointwise_rule(function: R) -> R:
    """Enter a rule of all elementwise primitives."""
    POINTWISE.append(function)
    PREPARED.clear()
    return function


def rules_of(primitive: Primitive) -> tuple[Rule, ...]:
    """The rules of a primitive, in the order in which they are tried."""
    found = PREPARED.get(primitive.name)
    if found is None:
        general = POINTWISE if primitive.batch is pointwise else []
        fold = [fold_constants] if primitive.foldable else []
        found = PREPARED[primitive.name] = (*fold, *NAMED.get(primitive.name, ()), *general)
    return found


def instead(call: Call, name: str, *operands: Atom, **params: Any) -> Call:
    """The call of another primitive that gives the same outputs."""
    return Call(call.outputs, TABLE[name], operands, tuple(sorted(params.items())), call.span)


# -- what a scope asks of calls ------------------------------------------------------------------------------------


def writes(call: Call) -> bool:
    """Whether the call may be done in place, in the memory of an operand."""
    return call.primitive.kind == "control" or call.primitive.access == "write"


def is_free(call: Call, free: set[str]) -> bool:
    """Whether the call is as cheap where it stands as if its value were handed there. So is arithmetic on a
    few numbers, and on arrays that are free themselves: `free` has the names of these."""
    primitive = call.primitive
    if primitive.name in FREE:
        return True
    if primitive.kind not in CHEAP or primitive.batch is not pointwise and primitive.name != "select_region":
        return False
    return not call.outputs[0].type.shape or all([type(o) is Const or o.name in free for o in call.operands])


def key_of(call: Call) -> Hashable | None:
    """The key that equal calls share; None if they must not be merged, or can't be compared quickly."""
    primitive = call.primitive
    operands = [o.name if type(o) is Var else constant_key(o) for o in call.operands]
    if primitive.kind != "control":
        return (
            primitive.name,
            frozenset(operands) if primitive.name in COMMUTATIVE else tuple(operands),
            call.params,
        )
    program = call.params[0][1]
    if not isinstance(program, Program) or len(call.params) > 1 or not movable(call):
        return None
    return primitive.name, tuple(operands), id(program)


def constant_key(atom: Const) -> Hashable:
    value = atom.value
    compared = settings.any_size or value.nbytes <= COMPARED_BYTES
    return value.dtype.str, value.shape, value.tobytes() if compared else id(value)


def movable(call: Call) -> bool:
    """Whether the call may be skipped where it would have run, or run once for many times. So it is without
    effects, and ends."""
    return (
        not call.primitive.effect and call.primitive.name != ENDLESS and all(map(movable, calls_inside(call)))
    )


def harmless(call: Call) -> bool:
    """Whether a movable call may also run where it would not have. Not if it raises something in Python or
    NumPy: a[i] out of bounds, int(nan)."""
    primitive = call.primitive
    if settings.faults:
        return False
    if is_risky(call) or primitive.name == "pow" and call.operands[0].type.dtype.kind in "iu":
        return False
    if primitive.name == "to_int" and not call.operands[0].type.shape:
        return False
    return primitive.name not in FAIL and all(map(harmless, calls_inside(call)))


def calls_inside(call: Call) -> list[Call]:
    """The calls of the programs that a call holds."""
    return [c for p in call.programs() for c in p.body] if call.primitive.kind == "control" else []
