"""The C++ callable of a dispatcher, and Python functions that are called before it."""

from typing import Any, Protocol


class Route(Protocol):
    """`finish` is called with the results of calls that had host arguments; `static`: static positions and names."""

    finish: Any
    static: tuple[Any, ...]

    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...


def before(call: Any, route: Route) -> Route:
    """A function that calls a route, as a route."""
    call.finish, call.static = route.finish, route.static
    return call
