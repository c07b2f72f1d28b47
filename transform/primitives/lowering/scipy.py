"""scipy.special, imported when one of its functions is first computed with (the import takes longer than all of
ours)."""

from __future__ import annotations

from typing import Any


class Special:
    """Stands for the module: `special.erf` is a function that imports it when called."""

    def __getattr__(self, name: str) -> Any:
        def function(*args: Any, **kwargs: Any) -> Any:
            import scipy.special        # takes longer than all of ours
            return getattr(scipy.special, name)(*args, **kwargs)
        function.__name__ = name
        return function


special = Special()
