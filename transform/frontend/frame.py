"""The activation record of a call that is read."""

from __future__ import annotations

from typing import Any

from .outside.paths import is_own

EXIT, RESULT = "<exit>", "<result>"  # a frame's registers: why the block ended, what it returns
NORMAL, BREAK, CONTINUE, RETURN = 0, 1, 2, 3


class Frame:
    """One call of a user function: its variables, and where its free names come from."""

    def __init__(
        self, name: str, file: str, local: frozenset[str], outer: "Frame | None", host: Any, node: Any = None
    ):
        self.name, self.file, self.local, self.outer = name, file, local, outer
        self.host, self.node = host, node
        self.inlined = 0  # how many calls of this function by itself, in branches, have been read in it
        self.own = is_own(host)
        self.variables: dict[str, Any] = {EXIT: NORMAL}
        self.origin = 0
        self.home: type | None = None  # the class whose method this is, if that is made in a function
        self.error: Any = 0  # the interpreter's error code when this frame looked last
        self.loop_depth = 0
        self.globals_declared: set[str] = set()
        self.nonlocals: set[str] = set()
        self.consumer: Any = None  # of a generator: what goes through it (see control/generators.py)

    @property
    def exit(self) -> Any:
        return self.variables[EXIT]

    @property
    def full_name(self) -> str:
        """The `__qualname__` of the function."""
        if self.home is not None:
            return f"{self.home.__qualname__}.{self.name}"
        inside = "" if self.outer is None else f"{self.outer.full_name}.<locals>."
        return getattr(self.host, "__qualname__", self.name) if not inside else inside + self.name

    def owner(self, name: str) -> "Frame | None":
        """The frame, this one or one around it, whose variable a name is."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.local and name not in frame.nonlocals:
                return frame
            frame = frame.outer
        return None
