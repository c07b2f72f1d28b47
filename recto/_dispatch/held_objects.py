"""Object arguments: instances of Python classes, and containers of Python's library.

jaxlib's dispatcher compares static arguments by identity, so every new object would be read again. Slots take
their place: the guards choose a program, and follow paths that begin at a slot as they follow those that
begin at a global.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from recto.runtime import pytree
from recto.transform import CompileError, NoRows, Slot

from .._convention.objects import LEAF, OBJECT, has_apart_keys, kind_of
from .._convention.stores import LEAVES

pytree.register_class(Slot, lambda slot: ((), slot), lambda slot, _: slot)


def in_slots(args: tuple, kwargs: dict, places: Collection[tuple]) -> tuple[tuple, dict]:
    """The arguments with slots of their own for those at these places."""

    def change(key: int | str, value: Any) -> Any:
        if (key,) not in places:
            return value
        slot = Slot((key,))
        slot.value = value
        return slot

    return tuple([change(k, v) for k, v in enumerate(args)]), {k: change(k, v) for k, v in kwargs.items()}


class Held:
    """The objects of a call in their slots, for as long as the call takes: `with Held(…)`.

    args, kwargs: the arguments with the slots in their places.
    """

    def __init__(self, args: tuple, kwargs: dict, found: list[tuple[Slot, Any]]):
        self.args, self.kwargs, self.found = args, kwargs, found
        self.slots = frozenset([slot for slot, _ in found])

    def __enter__(self) -> None:
        self.before = [slot.value for slot, _ in self.found]  # of a call that called this one
        for slot, value in self.found:
            slot.value = value

    def __exit__(self, *error: Any) -> None:
        for (slot, _), value in zip(self.found, self.before):
            slot.value = value


class Holder:
    """The slots of a function.

    Args:
        static: the arguments that the user requested to be static.
    """

    def __init__(self, static: frozenset):
        self.static = static
        self.slots: dict[tuple, Slot] = {}
        self.whole: set[tuple] = set()  # places of lists of objects that stand in slots as a whole
        self.refused: dict[tuple, CompileError] = {}  # … that can't be read so: why, in the call under way
        self.apart = (
            False  # were there dicts that are no trees to C++? (It does not recover from each that it meets.)
        )

    def take(self, args: tuple, kwargs: dict) -> Held | None:
        """The objects among these arguments; None if there are none."""
        for value in (*args, *kwargs.values()) if kwargs else args:
            if type(value) not in LEAVES and kind_of(type(value)) != LEAF:
                break
        else:
            return None
        found: list[tuple[Slot, Any]] = []
        mine = tuple(
            [v if type(v) in LEAVES else self.with_slots(v, (k,), found) for k, v in enumerate(args)]
        )
        named = {k: self.with_slots(v, (k,), found) for k, v in kwargs.items()} if kwargs else kwargs
        return Held(mine, named, found) if found else None

    def hold_whole(self, places: frozenset[tuple]) -> None:
        self.whole |= places

    def refuse_whole(self, slots: frozenset[Slot], error: CompileError) -> bool:
        """Take lists apart again that stood in slots; whether there were any."""
        found = self.whole & {slot.place for slot in slots}
        self.whole -= found
        self.refused |= dict.fromkeys(found, error)
        return bool(found)

    def final(self, error: Exception) -> Exception:
        """The error that ends a call: why lists could not stand in slots, if that is all that is amiss. The next call
        tries again."""
        refused, self.refused = list(self.refused.values()), {}
        told = isinstance(error, CompileError) and (error.grows or error.chooses)
        return next((e for e in refused if told and isinstance(e, NoRows)), error)

    def with_slots(self, value: Any, place: tuple, found: list[tuple[Slot, Any]]) -> Any:
        kind = LEAF if type(value) in LEAVES else kind_of(type(value))
        if kind == LEAF or place[0] in self.static:
            return value
        apart = kind != OBJECT and isinstance(value, dict) and has_apart_keys(value)
        self.apart = self.apart or apart
        whole = place in self.whole and (type(value) is dict or type(value) is list and value)
        if kind == OBJECT or apart or whole:
            slot = self.slots.get(place)
            if slot is None:
                slot = self.slots.setdefault(place, Slot(place))
            found.append((slot, value))
            return slot
        before = len(found)
        if isinstance(value, dict):
            items = {k: self.with_slots(v, (*place, k), found) for k, v in dict.items(value)}
            made: Any = items if type(value) is dict else OrderedDict(items)
        else:
            parts = [
                v if type(v) in LEAVES else self.with_slots(v, (*place, k), found)
                for k, v in enumerate(value)
            ]
            made = type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        return made if len(found) > before else value
