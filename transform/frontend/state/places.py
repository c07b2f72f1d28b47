"""Where the lists are made that are known item by item."""
from __future__ import annotations

from typing import Any


class Places:
    """The places where lists are made, by their ids; the lists are kept, so that no other gets the id. last: by places.
    """

    def __init__(self) -> None:
        self.found: dict[int, tuple[list, Any]] = {}
        self.last: dict[Any, list] = {}

    def of(self, obj: Any) -> Any:
        """Where a list is made; None if that is not known, or it is no list."""
        return self.found[id(obj)][1] if id(obj) in self.found else None

    def made_at(self, place: Any) -> list | None:
        """The list that was made last at a place."""
        return self.last.get(place)

    def note(self, made: list, place: Any) -> list:
        """Remember where a list is made. Returns it."""
        if place is not None:
            self.found[id(made)] = made, place
            self.last[place] = made
        return made
