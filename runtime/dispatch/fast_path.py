"""Calls of executables through jaxlib's C++ dispatcher (3-4 us a call).

`dispatcher(name, load)` gives a callable. On a signature it has not seen, `load` is asked what to run; from
then on C++ finds the executable by itself, converts host arguments, runs, and builds the result. Below the
C++ table lies a second one, by types alone: NumPy, scalar and device arguments share executables.

What C++ would accept in silence is caught here:

* NumPy arguments are read asynchronously. For signatures with one, C++ gives an `Unfinished` result, and
  finishing it waits. A program that keeps the caller waiting for long (most run in the caller's thread anyway) is
  given copies from then on, see `on_copies`. Calls with device arrays pay nothing.
* Programs that communicate between devices lock up XLA's CPU if several are under way: it starts the next on
  threads that the first still needs. Calls for several devices are finished in the same way, so they wait.
* C++ takes static arguments for the same that are equal: (1,) and (True,), 0.0 and -0.0. From the first on for which
  there are such others, they are compared by types and signs as well, see `on_exact`.
* C++ obeys the 64-bit flag of JAX where that is in the same process, see `beside_jax`.
* Finishing also refuses what looks like an ndarray to C++ but is not: masked arrays, other subclasses,
  foreign byte order (C++ reads the bytes as they are).
* An array without axes, which a function may write, looks to C++ like a number of NumPy's. C++ learns nothing of calls
  with such arrays, and where it has run what it knows for numbers, they are run again.
"""

import functools
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _xla
from .._xla import Aval, Buffer, Device
from ..arrays.array import Array
from ..compilation.executable import Executable, show
from ..device import buffers
from ..device.client import (
    address_of,
    asynchronous,
    client,
    current_device,
    default_device,
    has_other_devices,
)
from ..device.sharding import Sharding, SingleDeviceSharding, sharding_of
from ..host.callbacks import original_exception
from ..settings import settings
from . import pytree
from .beside_jax import beside_jax, is_misled
from .exact import Exact, bare, exact_key, has_equals, on_exact
from .route import Route, before


MOST_KNOWN = 1024  # signatures of a function

Wrapper = Callable[[Route], Route]
Args = tuple[Any, ...]  # of a call
Kwargs = dict[Any, Any]


class Loaded(NamedTuple):
    """The compiled form of one signature of a function.

    `kept` has one flag for each of the hidden values and then each leaf of the arguments: is it a parameter
    of the executable? `parameters` describes those that are, in order. `structure` is that of the Python
    result, its leaves being `results` in order. `hidden` are arrays passed before the arguments on every
    call. `donated` are the parameters whose buffers the call consumes (as the text says by
    `tf.aliasing_output`).
    """

    executable: Executable
    parameters: tuple[Aval, ...]
    kept: tuple[bool, ...]
    results: tuple[Aval, ...]
    structure: Any
    donated: tuple[int, ...] = ()
    hidden: tuple[Any, ...] = ()


class Entry(NamedTuple):
    """A `Loaded` made ready: hidden values on the device, handlers for the results, data for the C++ table."""

    executable: Executable
    parameters: tuple[Aval, ...]
    kept: tuple[bool, ...]
    hidden: list[Buffer]
    handlers: list[Any]
    places: tuple[Sharding, ...]
    fast: _xla.Fast
    fast_from_host: _xla.Fast


class Unfinished(functools.partial[Any]):
    """The result of a C++ call that leaves work to the host: call it with `(args, kwargs)` of the call.

    In the structure of a result it is a node: its data is called with (results, args, kwargs).
    """


def dispatcher(
    name: str,
    load: Callable[[Args, Kwargs, tuple[Aval, ...]], Loaded],
    static_argnums: Sequence[int] = (),
    static_argnames: Sequence[str] = (),
) -> Callable[..., Any]:
    """A callable on trees of `Array`, ndarray, NumPy and Python numbers, which gives a tree of `Array`.

    `load(args, kwargs, signatures)` is called once for each new combination of types, static values and
    device, with one signature for each leaf that is not static, in order. Static arguments must hash.

    The callable raises TypeError, naming the argument, for leaves that are not arrays or numbers and for
    arrays that would lose their meaning; what the computation raised; and what `load` raises.
    """
    route: Route

    def wrap(around: Wrapper) -> None:
        nonlocal route
        route = around(route)

    route = fast_route(name, load, static_argnums, static_argnames, wrap=wrap)

    @functools.wraps(route, updated=())
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            result = route(*args, **kwargs)
        except _xla.Failure as error:
            raise original_exception(error) from None
        return result(args, kwargs) if type(result) is Unfinished else result

    return call


class Entries:
    """The signatures of a function; each is made once, however many threads ask for it."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Entry] = {}
        self.making: dict[tuple[Any, ...], threading.RLock] = {}

    def find(self, key: tuple[Any, ...], make: Callable[[], Entry]) -> Entry:
        with self.making.setdefault(key, threading.RLock()):
            entry = self.known.get(key)
            if entry is None:
                try:
                    entry = make()
                finally:
                    self.making.pop(key, None)
                while len(self.known) >= MOST_KNOWN:
                    self.known.pop(next(iter(self.known)), None)
                self.known[key] = entry
        return entry


def fast_route(
    name: str,
    load: Callable[..., Any],
    static_argnums: Sequence[int] = (),
    static_argnames: Sequence[str] = (),
    moves: bool = False,
    wrap: Callable[[Wrapper], None] = lambda around: None,
) -> Route:
    """The C++ callable of `dispatcher`, for callers that finish `Unfinished` results by themselves.

    `moves`: arguments may be on any devices, and are moved to where the executable wants them. `wrap` is called when
    it is time to put the callable `on_copies` (a call with NumPy arguments was waited for), `on_exact` (a static
    argument may be equal to another that is not the same) or `beside_jax` (JAX has been imported); with each once.
    """
    positions, names = list(static_argnums), list(static_argnames)
    entries = Entries()
    told: set[Wrapper] = set()

    def tell(around: Wrapper) -> None:
        if around not in told:
            told.add(around)
            wrap(around)

    finish = _finisher(lambda: tell(on_copies), lambda args, kwargs: alive()(*args, **kwargs))

    def miss(*args: Any, **kwargs: Any) -> tuple[Any, _xla.Fast | None, bool]:
        if _xla.jax_enable_x64() is not None:
            tell(beside_jax)
        client()  # raises in a forked child
        again = is_misled() or equal_to_others(args, kwargs)
        entry, values, signatures, lone = find(args, kwargs)
        return _run(entry, values), None if again or lone else _fast(entry, values, signatures), again or lone

    def equal_to_others(args: Args, kwargs: Kwargs) -> bool:
        """Whether C++ would take other static arguments for these."""
        found = any(has_equals(value) for _, value in _split(args, kwargs, positions, names)[0])
        if found:
            tell(on_exact)
        return found

    def find(args: Args, kwargs: Kwargs) -> tuple[Entry, list[Any], tuple[Aval, ...], bool]:
        args, kwargs = tuple(map(bare, args)), {name: bare(value) for name, value in kwargs.items()}
        static, dynamic = _split(args, kwargs, positions, names)
        static = tuple((key, exact_key(value)) for key, value in static)
        leaves, structure = pytree.flatten(list(dynamic.values()))
        if has_other_devices():
            gather_loose(leaves)
        signatures = _signatures(leaves, dynamic)
        values = [leaf.buf if type(leaf) is Array else leaf for leaf in leaves]
        device, shardings = _where(values, moves)
        lone = tuple(map(is_lone, leaves))
        place = address_of(device), shardings
        key = static, tuple(dynamic), structure, signatures, lone, place, settings.enable_x64

        def make() -> Entry:
            with default_device(device):
                return _ready(load(args, kwargs, signatures), len(leaves), finish)

        return entries.find(key, make), values, signatures, any(lone)

    def uncached(*args: Any, **kwargs: Any) -> Any:
        return miss(*args, **kwargs)[0]

    # C++ holds `uncached`, and `finish` where the collector does not see it
    alive: Any = weakref.ref(uncached)
    fast = _xla.fast_path(name, uncached, miss, positions, names, pytree.REGISTRY, _to_device)
    fast.__name__ = fast.__qualname__ = name
    fast.finish, fast.static = finish, (positions, names)
    return fast


def _to_device(value: Any, sharding: Any, layout: Any) -> Buffer:
    """Move an argument that C++ can't move by itself."""
    return buffers.put(value, getattr(sharding, "named", None))


# --- on a new signature ---------------------------------------------------------------------------


def _split(
    args: Args, kwargs: Kwargs, positions: list[Any], names: list[Any]
) -> tuple[tuple[Any, ...], dict[int | str, Any]]:
    """(the static arguments, the others by position or name in the order of C++: keywords sorted)."""
    fixed = {n % len(args) for n in positions if -len(args) <= n < len(args)}
    given = {**dict(enumerate(args)), **{name: kwargs[name] for name in sorted(kwargs)}}
    static = tuple((key, value) for key, value in given.items() if key in fixed or key in names)
    return static, {key: value for key, value in given.items() if key not in fixed and key not in names}


def _signatures(leaves: list[Any], dynamic: dict[int | str, Any]) -> tuple[Aval, ...]:
    """The signature that C++ sees in each leaf. Raises TypeError or OverflowError, naming the argument."""
    found = []
    for position, leaf in enumerate(leaves):
        try:
            found.append(_signature(leaf))
        except (TypeError, OverflowError) as error:
            raise type(error)(f"{_path(position, dynamic)}: {error}") from None
    return tuple(found)


def _signature(leaf: Any) -> Aval:
    if type(leaf) is Array:
        return _xla.signature(leaf.buf, settings.enable_x64)
    _check_leaf(leaf)
    try:
        return _xla.signature(leaf, settings.enable_x64)
    except _xla.Failure:
        raise TypeError(f"a {_describe(leaf)} is neither an array of numbers nor a number") from None


def _describe(leaf: Any) -> str:
    kind = f"{type(leaf).__module__}.{type(leaf).__qualname__}".removeprefix("builtins.")
    if isinstance(leaf, np.ndarray):
        return f"{kind} of dtype {leaf.dtype}"
    plain = type(leaf) in (str, bytes, type(None))  # the text of other objects is not asked for
    return f"{kind} ({leaf!r:.60})" if plain else f"{kind}"


def _check_leaf(leaf: Any) -> None:
    """Raise for host values that C++ would take for something else, and for arrays of JAX's clients."""
    if type(leaf) is Buffer and _xla.devices_of(leaf)[0].client is not client():
        raise TypeError(f"a {_describe(leaf)} is an array of another client of XLA: pass np.asarray(x)")
    if isinstance(leaf, np.ndarray):
        array = leaf.view(np.ndarray) if leaf.dtype.names and isinstance(leaf, np.recarray) else leaf
        if not buffers.plain(array).dtype.isnative:
            raise TypeError(
                f"an array of foreign byte order ({leaf.dtype.str}): pass x.astype(x.dtype.newbyteorder('='))"
            )
    elif type(leaf) is int and not -(2**63) <= leaf < 2**63:
        raise OverflowError(f"Python integer {leaf} does not fit in int64")


def _path(position: int, dynamic: dict[int | str, Any]) -> str:
    """`argument 0['weights'][1]` or `argument scale`, of the leaf at this position."""
    paths = [
        f"argument {key}{pytree.show_path(path)}"
        for key, value in dynamic.items()
        for path, _ in pytree.flatten_with_path(value)[0]
    ]
    return paths[position]


def gather_loose(leaves: list[Any]) -> None:
    """Arrays of the host, which were put on the first device for want of a place, go where the others lie."""
    arrays = [leaf for leaf in leaves if type(leaf) is Array]
    loose = [array for array in arrays if not array.is_placed()]
    places = {buffers.place_of(array.buf) for array in arrays if array.is_placed()}
    if loose and len(places) == 1:
        (place,) = places
        if isinstance(place, Device):
            for array in loose:
                array.become(Array(buffers.move(array.buf, place)))


def _where(values: list[Any], moves: bool) -> tuple[Device, tuple[Any, ...] | None]:
    """The location of the device arguments: the device, and if it is several the sharding of each argument.

    Arguments on the current device may meet others that are spread over several. Raises ValueError for other
    mixtures.
    """
    given = [sharding_of(value) if type(value) is Buffer else None for value in values]
    found = {sharding.devices for sharding in given if sharding is not None}
    spread = max(found, key=len, default=())
    if len(spread) > 1:
        found -= {spread, (current_device(),)}
    elif moves or len(found) < 2:
        return (spread[0] if spread and not moves else current_device()), None
    if found and not moves:
        named = sorted({"{}:{}".format(*address_of(d)) for devices in (spread, *found) for d in devices})
        raise ValueError(f"arguments are on different devices: {', '.join(named)}")
    return current_device(), tuple(given)


# --- making an entry ------------------------------------------------------------------------------


def _ready(loaded: Loaded, leaves: int, finish: Any) -> Entry:
    """Check what `load` returned, and prepare it."""
    places, targets = loaded.executable.places
    hidden = [
        _to_buffer(getattr(x, "buf", x), place) for x, place in zip(loaded.hidden, _hidden_places(loaded))
    ]
    results = [Aval(tuple(a.shape), np.dtype(a.dtype), a.weak_type) for a in loaded.results]
    check(loaded, leaves)
    boxed = loaded.structure.compose(pytree.BOX)
    inputs, outputs = _raw(places, loaded.parameters), _raw(targets, results)
    fast = _xla.Fast(
        loaded.executable.raw,
        boxed,
        inputs,
        outputs,
        results,
        [True] * len(outputs),
        list(loaded.kept),
        [None] * len(inputs),
        hidden,
    )
    if _waits(loaded.executable):
        finish = _finisher(None, finish.run_again)
    waiting = _xla.node(pytree.REGISTRY, Unfinished, finish, [boxed])
    from_host = fast._replace(out_pytree_def=waiting)
    return Entry(
        loaded.executable,
        tuple(loaded.parameters),
        loaded.kept,
        hidden,
        _xla.handlers(results, outputs),
        places,
        fast,
        from_host,
    )


def check(loaded: Loaded, leaves: int) -> None:
    """Prove that the parts of what is loaded fit each other, and so many leaves of arguments. Raises
    AssertionError.
    """
    assert len(loaded.kept) == len(loaded.hidden) + leaves, "kept: one flag for each hidden value and leaf"
    assert sum(loaded.kept) == len(loaded.parameters), "parameters: one for each value that is kept"
    assert loaded.structure.num_leaves == len(loaded.results), "structure: one leaf for each result"
    _check_types(loaded)


def _raw(places: Sequence[Sharding], avals: Sequence[Aval]) -> list[Any]:
    return [place.raw(len(aval.shape)) for place, aval in zip(places, avals, strict=True)]


def _hidden_places(loaded: Loaded) -> list[Sharding]:
    """The sharding of each hidden value; those that are no parameters go to the first device."""
    kept = iter(loaded.executable.places[0])
    return [
        next(kept) if keep else SingleDeviceSharding(loaded.executable.device)
        for keep in loaded.kept[: len(loaded.hidden)]
    ]


def _to_buffer(value: Any, place: Sharding) -> Buffer:
    return buffers.move(value, place) if type(value) is Buffer else buffers.put(value, place)


def _check_types(loaded: Loaded) -> None:
    """C++ compares byte counts only, so a compiler's mistake must end here."""
    for what, declared, actual in (
        ("parameter", loaded.parameters, loaded.executable.parameters),
        ("result", loaded.results, loaded.executable.results),
    ):
        assert len(declared) == len(actual), f"{len(declared)} {what}s declared, of {len(actual)}"
        for position, (a, b) in enumerate(zip(declared, actual)):
            same = tuple(a.shape) == b.shape and np.dtype(a.dtype) == b.dtype
            assert same, f"{what} {position} declared as {show(a)}, the executable has {show(b)}"


def _fast(entry: Entry, values: list[Any], signatures: tuple[Aval, ...]) -> _xla.Fast | None:
    """The C++ dispatcher's data for this signature; None: always come back here (callbacks; nothing to wait
    for; arguments to be moved)."""
    from_host = any(type(x) is not Buffer and not s.weak_type for x, s in zip(values, signatures))
    if entry.executable.callbacks or (from_host and not entry.handlers) or not _in_place(entry, values):
        return None
    return entry.fast_from_host if from_host or _waits(entry.executable) else entry.fast


def _waits(executable: Executable) -> bool:
    """Whether calls are waited for: those of several devices, and those that may be stopped."""
    return executable.layout is not None or executable.stops and not asynchronous()


def _in_place(entry: Entry, values: list[Any]) -> bool:
    """Whether all device arguments are where the executable wants them."""
    kept = [value for value, keep in zip(values, entry.kept[len(entry.hidden) :]) if keep]
    wanted = entry.fast.in_shardings[len(entry.fast.in_shardings) - len(kept) :]
    return all(
        type(value) is not Buffer or _xla.alike(value._sharding, raw) for value, raw in zip(kept, wanted)
    )


def _run(entry: Entry, values: list[Any]) -> Any:
    """The call itself, this once without C++. Host arguments are copied, so nothing needs to be waited for."""
    kept = [value for value, keep in zip([*entry.hidden, *values], entry.kept) if keep]
    arguments = [_argument(*given) for given in zip(kept, entry.parameters, entry.places)]
    results = entry.executable.run_unchecked(arguments, entry.handlers)
    return entry.fast.out_pytree_def.unflatten(results)


def _argument(value: Any, aval: Aval, place: Sharding) -> Buffer:
    """A buffer in its place; arrays of JAX's, on devices of another client, go through the host."""
    if type(value) is Buffer and hasattr(value._sharding, "_hlo_sharding"):
        return buffers.move(value, place)
    return buffers.put(np.asarray(value, aval.dtype), place, aval.weak_type)


# --- waiting for calls with host arguments, or for several devices --------------------------------


def _finisher(
    late: Callable[[], None] | None, run_again: Callable[[tuple[Any, ...], Mapping[Any, Any]], Any]
) -> Any:
    """The function that finishes the results of one dispatcher.

    `late`: None if it waits always, and tells nobody. `run_again`: calls the function without C++.
    """
    told = False

    def wait(value: Any) -> None:
        nonlocal told
        if type(value) is Array:
            if not value.buf.is_ready():
                if late is not None and not told:
                    told = True
                    late()
                value.buf.block_until_ready()
        else:
            leaves = value.args[0] if type(value) is Unfinished else pytree.leaves(value)
            found = [leaf.buf for leaf in leaves if type(leaf) is Array]
            known = told or late is None or type(value) is Unfinished
            if late is not None and not known and not all(buffer.is_ready() for buffer in found):
                told = True
                late()
            buffers.block(found)

    def finish_from_host(
        results: tuple[Any, ...],
        args: Args,
        kwargs: Mapping[Any, Any],
        given: tuple[Any, ...] | None = None,
    ) -> Any:
        """The result of a call that had NumPy arguments: wait until they have been read, refuse impostors. `given`:
        what C++ was called with (`with_prepared_arguments`)."""
        (value,) = results
        try:
            wait(value)
        except _xla.Failure as error:
            raise original_exception(error) from None
        sound = not kwargs
        for argument in args:
            kind = type(argument)
            if not (argument.shape and argument.dtype.isnative if kind is np.ndarray else kind in SOUND):
                sound = False
        if not sound:
            passed = given or (args, kwargs)
            _refuse_impostors(args, kwargs, passed)
            if any(map(is_lone, pytree.REGISTRY.flatten(passed)[0])):
                value = run_again(*passed)
        return value(args, kwargs) if type(value) is Unfinished else value

    finish: Any = finish_from_host
    finish.run_again = run_again
    return finish


def with_prepared_arguments(result: Any, args: Args, kwargs: Kwargs) -> Any:
    """The result of a C++ call with arguments made from the caller's, finished with the caller's own
    arguments."""
    if type(result) is Unfinished and hasattr(result.func, "run_again"):
        return Unfinished(result.func, *result.args, given=(args, kwargs))
    return result


def is_lone(leaf: Any) -> bool:
    """Whether it is an array without axes."""
    return isinstance(leaf, np.ndarray) and not leaf.shape


def on_copies(route: Route) -> Route:
    """A fast route whose NumPy arguments are copied first, so that a call need not wait until they have been read.

    Arrays inside of containers are not copied; for them, and for keywords, calls wait as before.
    """

    def call(*args: Any, **kwargs: Any) -> Any:
        mine = [a if type(a) in SOUND else _owned_copy(a) for a in args]
        if kwargs or any(a is INSIDE for a in mine):
            return route(*args, **kwargs)
        result = route(*mine)
        if type(result) is not Unfinished or result.func is not route.finish:
            return result
        ((value,),) = result.args  # what `finish` is bound to
        return value

    return before(call, route)


def _owned_copy(argument: Any) -> Any:
    """A copy of an array of NumPy, a large one at an address where XLA needs no copy of its own; INSIDE for what has to
    be looked at when the call is finished: arrays in containers, those that are not what C++ takes them for."""
    plain = type(argument) is np.ndarray and argument.dtype.kind in "biufc" and argument.dtype.isnative
    if plain and argument.shape:
        if argument.nbytes < LARGE:
            return argument.copy()
        room = np.empty(argument.nbytes + ALIGNED, np.uint8)
        start = -room.ctypes.data % ALIGNED
        own = room[start : start + argument.nbytes].view(argument.dtype).reshape(argument.shape)
        own[...] = argument
        return own
    if isinstance(argument, np.ndarray) or any(
        isinstance(x, np.ndarray) for x in pytree.REGISTRY.flatten(argument)[0]
    ):
        return INSIDE
    return argument


INSIDE = object()
ALIGNED, LARGE = 64, 2**16  # bytes
SCALARS = [np.dtype(code).type for code in "?bhilBHILefdFD"]
SOUND = frozenset({Array, Buffer, bool, int, float, complex, *SCALARS})  # C++ can't have mistaken them


def _refuse_impostors(args: Args, kwargs: Mapping[Any, Any], passed: tuple[Any, ...]) -> None:
    """Raise TypeError for the first argument that is not what C++ took it for (a memmap, say, is). `passed`: what C++
    was called with, where for example masked arrays are in parts."""
    leaves = pytree.REGISTRY.flatten(passed)[0]
    for leaf in leaves:
        if isinstance(leaf, np.ndarray) and (type(leaf) is not np.ndarray or not leaf.dtype.isnative):
            break
    else:
        return
    given = {**dict(enumerate(args)), **{name: kwargs[name] for name in sorted(kwargs)}}
    for name, value in given.items():
        for position, leaf in enumerate(_leaves_of_tree(value)):
            if not any(leaf is one for one in leaves):
                continue
            try:
                _check_leaf(leaf)
            except TypeError as error:
                raise TypeError(f"{_path(position, {name: value})}: {error}") from None


def _leaves_of_tree(value: Any) -> list[Any]:
    """The leaves; none of what was no tree to C++, because its keys have no order."""
    try:
        return pytree.leaves(value)
    except ValueError:
        return []


class Frozen(pytree.Constant):
    """A static value inside an argument, in the place of a leaf."""


pytree.register_class(Frozen, lambda node: ((), Exact(node.value)), lambda exact, _: Frozen(exact.value))
pytree.register_class(Unfinished, lambda node: (node.args[0], node.func), Unfinished)
