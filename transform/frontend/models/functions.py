"""functools.cache and lru_cache."""

from __future__ import annotations

from .model import Model
from .operations import are_known


class Cached(Model):
    """A function that is called once for each combination of known arguments. With others it is called every time:
    it gives the same."""

    __recto_class__ = type(lambda: None)

    def __init__(self, function):
        self.__wrapped__ = function
        self.memo = {}

    def __call__(self, *args, **kwargs):
        key = (args, tuple(kwargs.items()))
        if not are_known(key):
            return self.__wrapped__(*args, **kwargs)
        if key not in self.memo:
            self.memo[key] = self.__wrapped__(*args, **kwargs)
        return self.memo[key]

    def cache_clear(self):
        self.memo.clear()
