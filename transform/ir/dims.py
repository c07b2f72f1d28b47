"""Symbolic dimensions: lengths in `Type.shape` that are known only while the program runs.

>>> n, m = Length("n"), Length("m")
>>> n == Length("n"), n == m, n == 5, n + 1 == Length("n") + 1
(True, False, False, True)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

AT_LEAST = 10**8  # a length counts as large where a size decides how something is printed


class Length(int):
    """The length of an axis, of which only the form is known: it equals lengths of the same form, and no number.

    form: what it is computed from; two lengths of one form are the same number. Arithmetic makes other lengths.
    """

    form: Hashable

    def __new__(cls, form: Hashable) -> Length:
        self = super().__new__(cls, AT_LEAST)
        self.form = form
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Length) and self.form == other.form

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.form)

    def __repr__(self) -> str:
        return f"Length({self.form!r})"

    def __neg__(self) -> "Length":
        return Length(("neg", self.form))


def _arithmetic(name: str) -> Callable[[Length, Any], Length]:
    def method(self: Length, other: Any) -> Length:
        return Length((name, self.form, other.form if isinstance(other, Length) else other))

    return method


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Length, f"__{_name}__", _arithmetic(_name))
    setattr(Length, f"__r{_name}__", _arithmetic("r" + _name))
