"""What people write by mistake: each refusal with the words it has, and the same program cured as its hint says.

    class ListByNumber(Mistake):
        says, hint, kind = "the index of a Python list must be known", "np.array(…)", CompileError
        def wrong(self): …          # what was written; raises
        def cured(self): …          # what the hint proposes
        def plain(self): …          # the same in plain Python
"""
from __future__ import annotations

import importlib
import linecache
import traceback
from collections.abc import Callable
from typing import Any

import recto

KINDS = ("names", "containers", "shapes", "static", "libraries", "state", "options", "values")
OWN = "mistakes"


class Mistake:
    """One mistake. `says` begins the message, `hint` is part of the way out, `kind` is what the error is (too)."""
    says: str
    hint: str = ""
    kind: type[BaseException] = recto.CompileError

    def wrong(self) -> Any:
        raise NotImplementedError

    def cured(self) -> Any:
        raise NotImplementedError

    def plain(self) -> Any:
        raise NotImplementedError


def mistakes() -> dict[str, Mistake]:
    found = {}
    for kind in KINDS:
        module = importlib.import_module(f"mistakes.{kind}")
        for name, cls in vars(module).items():
            if isinstance(cls, type) and issubclass(cls, Mistake) and cls is not Mistake:
                found[f"{kind}.{name}"] = cls()
    return found


def raised(mistake: Mistake) -> Exception:
    try:
        mistake.wrong()
    except Exception as error:
        return error
    raise AssertionError(f"{type(mistake).__name__} raises nothing")


def seen(mistake: Mistake, own: Callable[[str], bool]) -> tuple[int, int]:
    """Lines of the traceback as Python prints it: all, and those that are not about the user's frames (`own` tells of a
    file whether it is his)."""
    error = raised(mistake)
    frames = traceback.extract_tb(error.__traceback__)[1:]         # without that of `raised`
    printed = "".join(traceback.format_exception(error)).splitlines()
    first = len("".join(traceback.format_list(traceback.extract_tb(error.__traceback__)[:1])).splitlines())
    users = sum(len("".join(traceback.format_list([frame])).splitlines()) for frame in frames if own(frame.filename))
    spans = getattr(error, "spans", [])
    users += sum(len(span.excerpt().splitlines()) for span in spans if own(span.file))
    total = len(printed) - first
    return total, total - users


linecache.checkcache()
