"""`jit`: a Python function, read once per signature, compiled, and called through the C++ dispatcher."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Unpack, overload

from recto import runtime, transform
from recto.transform import CompileError, NeedsArrays, NeedsSize, NeedsSlots, NeedsStatic, Reading, Type
from recto.transform.core import sources
from recto.transform.core.errors import KEYS_ARE_DATA

from .._boundary.argument_checks import check_arguments, needs_function
from .._boundary.garbage_collection import few_collections
from .._boundary.tracebacks import boundary
from .._convention.arguments import Enter, Entered, at
from .._convention.methods import P, R
from .._convention.tree_classes import refuse_other_attributes
from .._dispatch.ahead_of_time import Lowered
from .._dispatch.device_placement import SingleDeviceProgram, arrange, shardings_of
from .._dispatch.dispatcher import Dispatcher
from .._dispatch.held_objects import in_slots
from .._dispatch.options import Options
from .._dispatch.pickling import by_name, texts_of
from .._dispatch.static_inference import needed_places, static_arguments
from .._dispatch.variant import read, size_of
from .._show.describing import describe_function, document_function
from .._show.explain import explain
from .signatures import Decorator, JitOptions, M, Ufunc


class Function(Dispatcher[P, R]):
    """A compiled function. Call it, or look at its stages: `.source .program .stablehlo .hlo .explain .lower`."""

    def __init__(self, function: Callable[..., Any], options: Options):
        super().__init__(function, options)
        if hasattr(function, "prefix"):
            self.__doc__ = document_function(self)

    def __reduce__(self) -> tuple:
        return by_name(self) or (received, (self.__wrapped__, self.options, texts_of(self.__wrapped__)))

    def __copy__(self) -> "Function":
        return self

    def __deepcopy__(self, memo: dict) -> "Function":
        """Itself, like a function, unless it is of an object that is copied."""
        inner = copy.deepcopy(self.__wrapped__, memo)
        return self if inner is self.__wrapped__ else jit_of(inner, self.options)

    def __repr__(self) -> str:
        return describe_function(self)

    # -- looking at it -------------------------------------------------------------------------------------

    def _reading(self, args: tuple, kwargs: dict) -> tuple[Entered, Reading]:
        arranged, reading = self._arranged(args, kwargs, SingleDeviceProgram)
        return arranged.entered, reading

    def _arranged(self, args: tuple, kwargs: dict, arranged: Callable[..., Any]) -> tuple[Any, Reading]:
        static = {(k,) for k in (*self.requested, *static_arguments(args, kwargs, types=True))}
        listed = guessed = self.long_lists(args, kwargs)
        sizes = None if any(isinstance(v, (str, Type)) for v in (*args, *kwargs.values())) else {}
        slotted: tuple | None = None  # the arguments before lists of objects among them stood in slots
        keyed: CompileError | None = None  # why numbers in containers are data where they are keys
        while True:
            try:
                known = {place[:1] for place in static}  # lists of which a number is known are no arrays
                enter = Enter(frozenset(static), True, listed=listed - known)
                given = arranged(self, enter.all(args, kwargs, self.parameter_names))
                return given, read(self, given, listed, sizes)
            except NeedsArrays as error:
                listed |= error.places
            except NeedsSlots as error:
                slotted = slotted or (args, kwargs)
                args, kwargs = in_slots(args, kwargs, error.places)
                listed |= {("slot", *place) for place in error.places}
            except NeedsSize as error:
                sizes[error.key] = size_of(error, given.entered, arrange(self, given.entered))
            except CompileError as error:
                if guessed:
                    listed, guessed = listed - guessed, frozenset()
                    continue
                teaches = isinstance(error, NeedsStatic) and error.sources
                if slotted is not None and not teaches:
                    (args, kwargs), slotted = slotted, None
                    continue
                held = {place for place in static if len(place) > 1}
                if held and keyed is None and not teaches:
                    static, listed, keyed = static - held, listed | {KEYS_ARE_DATA}, error
                    continue
                if not teaches:
                    raise (keyed or error) from None
                whole, inside = needed_places(error, args, kwargs, frozenset(static))
                places = ({(k,) for k in whole} | inside | set(error.sources or ())) - static
                places = {p for p in places if isinstance(p, tuple)}
                if not places or any(isinstance(at(args, kwargs, p), (str, Type)) for p in places):
                    raise
                static |= places

    @boundary
    def program(self, *args: Any, **kwargs: Any) -> transform.Program:
        """The typed primitive program for arguments of these types (arrays, or strings such as "f64[3,4]")."""
        return transform.optimise(self._reading(args, kwargs)[1].program)

    @boundary
    def source(self, *args: Any, style: str = "numpy", comments: str = "statements", **kwargs: Any) -> str:
        """The program as Python source.

        Args:
            args: arrays, or strings such as "f64[3,4]"; "f64[n,4]": the text is for all sizes n that its header says.
            style: "numpy" (for people; depends on NumPy alone) or "primitive" (exact, one primitive a line).
            comments: "lines" (where the user's lines stand), "statements" (and the user's statements above those that
                compute their cotangents) or "none".

        Raises:
            CompileError: the function is outside the language, or its code depends on a size that has a name.
        """
        from .._show.all_sizes import source_text  # a process that compiles does not print

        with few_collections():
            return source_text(self, args, kwargs, style, comments)

    @boundary
    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """The StableHLO module for arguments of these types; `.compile()` it ahead of time."""
        arranged, reading = self._arranged(args, kwargs, arrange)
        order = self.order_of(args, kwargs)
        in_order = lambda args, kwargs: self.order_of(args, kwargs) == order
        if reading.fields_alone:
            refuse_other_attributes((*args, *kwargs.values()))
        return Lowered(arranged, reading, in_order if reading.ordered else None)

    @boundary
    def stablehlo(self, *args: Any, **kwargs: Any) -> str:
        """The StableHLO module as text."""
        return self.lower(*args, **kwargs).text()

    @boundary
    def hlo(self, *args: Any, **kwargs: Any) -> str:
        """The optimised HLO that XLA runs."""
        return self.lower(*args, **kwargs).compile().hlo()

    @boundary
    def explain(self, *args: Any, **kwargs: Any) -> str:
        """Explain what is static and dynamic, which loops were unrolled, memory and cost."""
        return explain(self, args, kwargs)


@overload
def jit(function: Ufunc, **options: Unpack[JitOptions]) -> Function[..., Any]: ...
@overload
def jit(function: M, **options: Unpack[JitOptions]) -> M: ...
@overload
def jit(function: Callable[P, R], **options: Unpack[JitOptions]) -> Function[P, R]: ...
@overload
def jit(**options: Unpack[JitOptions]) -> Decorator: ...


@needs_function
@check_arguments
def jit(
    function: Callable[..., Any] | classmethod | staticmethod | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    donate_argnums: int | Sequence[int] = (),
    inline: bool = False,
    device: runtime.Device | None = None,
    in_shardings: Any = None,
    out_shardings: Any = None,
) -> Any:
    """Compile a function through XLA, once for each signature of its arguments.

    The function is plain Python and NumPy; its source is read, and it is not traced. Arrays and numbers are dynamic,
    and everything else is static. Mutated ndarray arguments are written back.

    Args:
        function: the function; without it, a decorator is returned.
        static_argnums, static_argnames: arguments to compile into the program; they must be hashable. An integer that
            determines something static (a shape, an axis) becomes static by itself.
        donate_argnums: arguments whose buffers the program may overwrite; they must not be used afterwards.
        inline: read the function into its compiled callers instead of keeping it a function of its own.
        device: the device to run on.
        in_shardings: the layout of the arguments on several devices: a sharding, or a tuple with one for each
            positional argument; the entry of a container may be a tree prefix. None keeps the arguments' own layout.
        out_shardings: the same for the results; None lets XLA choose.

    Raises:
        CompileError: at the first call with a signature, if the function is outside the language.

    >>> import numpy as np, recto
    >>> @recto.jit
    ... def halve(n):
    ...     steps = 0
    ...     while n > 1:
    ...         n, steps = n // 2, steps + 1
    ...     return steps
    >>> int(halve(1000))
    9
    """
    as_tuple = lambda v: (v,) if isinstance(v, (int, str)) else tuple(v)
    shardings = shardings_of(in_shardings, out_shardings, device)
    options = Options(
        as_tuple(static_argnums),
        as_tuple(static_argnames),
        as_tuple(donate_argnums),
        inline,
        device,
        shardings,
    )
    if function is None:
        return lambda f: jit_of(f, options)
    return jit_of(function, options)


def _read_jit(function: Any = None, **options: Any) -> Any:
    """jit inside compiled code: the function is read into its caller anyway."""
    return _same if function is None else function


def _same(function: Any) -> Any:
    return function


jit.__recto_reading__ = _read_jit


def received(function: Callable[..., Any], options: Options, texts: tuple) -> Any:
    """A compiled function of another process. `texts`: of functions that were sent by value."""
    sources.receive(texts)
    return jit_of(function, options)


def jit_of(function: Callable[..., Any], options: Options) -> Any:
    if isinstance(function, (classmethod, staticmethod)):
        return type(function)(jit_of(function.__func__, options))
    if not callable(function):
        raise TypeError(f"jit needs a function, not {type(function).__name__}")
    return Function(function, options)
