"""Dispatch on the kind of an abstract value: one table, kind → rule, for each operation.

A kind is a class of state/values.py, or a Python class whose objects are static values; the nearest base
decides, and `object` is the default. The module that defines a kind registers its rules:

    @LENGTH.of(View)
    def length_of_view(interp, view): …

So a new kind of value is one module, and no operation knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .interpreter import Interpreter

Rule = Callable[..., Any]


class Operation:
    """The rules of an operation.

    >>> size = Operation("size")
    >>> @size.of(object)
    ... def of_others(interp, value):
    ...     return 1
    >>> @size.of(list, tuple)
    ... def of_sequences(interp, value):
    ...     return len(value)
    >>> size(None, [1, 2]), size(None, "ab")
    (2, 1)
    """

    def __init__(self, name: str):
        self.name = name
        self.rules: dict[type, Rule] = {}
        self.nearest: dict[type, Rule] = {}

    def of(self, *kinds: type) -> Callable[[Rule], Rule]:
        """Enter a rule for these kinds. It takes the interpreter, the value, and what the operation is given."""

        def enter(rule: Rule) -> Rule:
            self.rules.update(dict.fromkeys(kinds, rule))
            self.nearest.clear()
            return rule

        return enter

    def __call__(self, interp: Interpreter, value: Any, *more: Any) -> Any:
        kind = type(value)
        rule = self.nearest.get(kind)
        if rule is None:
            rule = self.nearest[kind] = next(self.rules[base] for base in kind.__mro__ if base in self.rules)
        return rule(interp, value, *more)


ITERATE = Operation("what a loop over a value goes through: Counted, Listed or a list")
LENGTH = Operation("len(value)")
CLASS = Operation("type(value)")
CONTAINS = Operation("item in value: called with the value, then the item")
ITEM = Operation("value[index]")
TRUTH = Operation("the truth of a value: a bool, or a dynamic bool[]")
ATTRIBUTE = Operation("value.name")
