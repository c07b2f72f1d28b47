"""Construction of heap objects that a call returns or stores in the caller's objects, each object once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from recto.transform import FromHeap, HeapParts

from .tree_classes import SKIPPED, blank, fill


class Heaps:
    """The objects of one call, made when the first of their heap is asked for.

    parts: what the heaps hold. value_of: a structure -> the value that it stands for.
    """

    def __init__(self, parts: Sequence[HeapParts], value_of: Callable[[Any], Any]):
        self.parts, self.value_of = parts, value_of
        self.made: dict[int, list] = {}

    def pick(self, structure: FromHeap) -> Any:
        """An object, or a list of objects."""
        objects, number = self.objects(structure.heap), self.value_of(structure.number)
        return [at(objects, n) for n in number] if structure.listed else at(objects, number)

    def objects(self, k: int) -> list:
        """All objects of a heap. They are there before what they hold, which may be others of them."""
        if k not in self.made:
            heap = self.parts[k]
            count = int(self.value_of(heap.count))
            given = [] if heap.given is None else self.value_of(heap.given)
            which = [0] * count if heap.classes is None else list(map(int, self.value_of(heap.classes)))
            self.made[k] = [*given, *[blank(heap.members[n][0]) for n in which[len(given) :]]]
            lists = {name: self.value_of(part) for name, part in heap.lists.items()}
            for number, (made, n) in enumerate(zip(self.made[k], which)):
                if number < len(given):
                    continue
                held = {name: part[number] for name, part in lists.items()} | heap.same
                fill(made, {name: held[name] for name in heap.members[n][1] if held[name] is not SKIPPED})
        return self.made[k]


def at(objects: list, number: Any) -> Any:
    """The object of a number. What stands in the place of None may be the number of none."""
    return objects[int(number)] if int(number) < len(objects) else None
