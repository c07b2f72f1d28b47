"""A check: a function of somebody else's, arguments for it, and what is compared besides the result."""
from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Callable
from typing import Any


@dataclasses.dataclass(frozen=True)
class Check:
    name: str
    function: Callable[..., Any]
    arguments: Callable[[], tuple]      # makes new ones, for each run
    grad: tuple[int, ...] = ()          # positions of the arguments that it is differentiated by; none: no check
    state: Callable[[], Any] | None = None      # globals that the function changes
    documented: str = ""                # in what the result may differ, as the documentation says
    alike: Callable[[Any, Any], bool] | None = None     # are Python's result and ours the same but for that?


@dataclasses.dataclass
class Table:
    """The checks of one repository, which lies below `folder`."""
    folder: pathlib.Path
    checks: dict[str, Check] = dataclasses.field(default_factory=dict)

    def add(self, name: str, function: Callable, *arguments: Any, make: Callable[[], tuple] | None = None,
            grad: tuple[int, ...] = (), state: Callable[[], Any] | None = None, documented: str = "",
            alike: Callable[[Any, Any], bool] | None = None) -> None:
        """Arguments are copied for each run; those that can't be copied are made by `make`."""
        import copy
        assert name not in self.checks, name
        self.checks[name] = Check(name, function, make or (lambda: copy.deepcopy(arguments)), grad, state,
                                   documented, alike)
