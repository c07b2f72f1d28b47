"""Common operations of lists of computed length that consist of several bounded lists."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.errors import CompileError
from ...interpreter import Interpreter
from ...lists.list_methods import ListMethods
from ...model_operations import called_in_models
from ...state.values import Instance
from ..model import Model


class Sequence(ListMethods, Model):
    """called: what such a list is, in messages."""

    __recto_class__ = list
    called: ClassVar[str]

    def replace_item(self, index, value):
        self[index] = value

    def __contains__(self, value):
        return self.count(value) > 0

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __lt__(self, other):
        refuse(self, "<")

    def __le__(self, other):
        refuse(self, "<=")

    def __gt__(self, other):
        refuse(self, ">")

    def __ge__(self, other):
        refuse(self, ">=")


@called_in_models
def refuse(interp: Interpreter, value: Instance, what: str) -> Any:
    raise CompileError(f"{what} of {value.cls.called}", "write a loop over its items")
