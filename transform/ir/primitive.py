"""The record of a primitive: everything that the compiler knows about one operation.

    kind          owes                         meaning
    smooth        jvp                          differentiable, not linear
    linear        transpose                    linear in all its linear operands together (add, reshape, concatenate …)
    multilinear   transpose                    linear in each of its linear operands alone (mul, dot …)
    discrete      nothing: its derivative is 0 integer- or boolean-valued, or piecewise constant
    control       a pass handles it            holds programs

Signatures of the rules (operands are Syms or NumPy arrays; `inputs` are all operands, in order):
    numpy(*arrays, **params)                       -> array, or tuple of arrays if `multiple`
    infer(*types, **params)                        -> Type, or tuple of Types if `multiple`; raises CompileError
    lower                                          a StableHLO or "chlo.…" mnemonic, or a function
          (emit, *values, out, **params)           -> value, or tuple of values      (see lower.py)
    batch(n, operands, batched, **params)          -> result(s) with the batch axis first. Batched operands have it
                                                   first
                                                   (of size n), the others lack it; at least one is batched
    jvp[k](t, out, *inputs, **params)              -> the tangent of out due to tangent t of operand k: linear in t
    transpose[k](ct, *inputs, **params)            -> the cotangent of operand k. None: not linear (not
                                                   differentiable) in it.
                                                   inputs[k] itself may be a Type only: use its shape and dtype, not
                                                   its value.
                                                   A smooth primitive gives it too for an operand it is linear in (div)
    access                                         "read": the result is a window of operand 0; "write": the result is
                                                   operand 0
                                                   with a window replaced. The lowering keeps these in place inside
                                                   loops
    partial                                        its jvp rules also take used=, which results have a use that is
                                                   differentiated
    effect                                         must not be removed although its results are unused
    foldable                                       may be computed while compiling when all operands are constants
    show                                           a NumPy expression over _0 _1 … (operands), or a function of the
          (call)                                   Call that returns such text
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from .builder import TABLE, builder_of
from .program import Type

ALL = (True,) * 8  # results
KINDS = {
    "smooth": "jvp",
    "linear": "transpose",
    "multilinear": "transpose",
    "discrete": None,
    "control": None,
}


class OperandRules(Protocol):
    """The derivative rules of a primitive by operand: a tuple, or an object that makes them."""

    def __getitem__(self, k: int, /) -> Any: ...


@dataclasses.dataclass(frozen=True, eq=False)
class Primitive:
    name: str
    numpy: Callable[..., Any]
    infer: Callable[..., Any]
    lower: str | Callable[..., Any]
    batch: Callable[..., Any] | None
    kind: str
    jvp: OperandRules | None = None
    transpose: OperandRules | None = None
    show: str | Callable[..., str] | None = None
    multiple: bool = False
    partial: bool = False
    effect: bool = False
    foldable: bool = True
    access: str | None = None

    def __post_init__(self) -> None:
        if self.name in TABLE:
            raise TypeError(f"primitive {self.name} is defined twice")
        owed = KINDS[self.kind]
        if owed and getattr(self, owed) is None:
            raise TypeError(f"primitive {self.name} is {self.kind}: it owes a {owed} rule")
        if self.kind != "control" and (self.batch is None or self.show is None):
            raise TypeError(f"primitive {self.name} owes a batch rule and a print form")
        TABLE[self.name] = self

    def __call__(self, *operands: Any, **params: Any) -> Any:
        builder = builder_of(operands)
        return builder.bind(self, operands, params) if builder else self.numpy(*operands, **params)

    def jvp_rule(self, k: int, used: Sequence[bool] = ALL) -> Callable[..., Any] | None:
        """The jvp rule for an operand, if these results have a use that is differentiated."""
        rule = self.jvp[k] if self.jvp else None
        return functools.partial(rule, used=used) if rule and self.partial else rule

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        out = self.infer(*types, **params)
        return tuple(out) if self.multiple else (out,)

    def __repr__(self) -> str:
        return f"<primitive {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return find, (self.name,)


def find(name: str) -> Primitive:
    return TABLE[name]
