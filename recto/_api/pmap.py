"""`pmap`: a function of one member, run on several devices, each with its own part of the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from recto import runtime

from .._boundary.argument_checks import check_arguments, needs_function
from .._convention.methods import P, R
from .._convention.transformation import Axes, Transformation, rules
from .._dispatch.device_placement import Parallel
from .._dispatch.options import Options
from .jit import Function, jit_of
from .signatures import Decorator

if TYPE_CHECKING:
    from recto.transform import Interpreter

UNNAMED = "devices"


class Parallelised(Transformation):
    """A function to be run by several devices; inside compiled code a batch that lies along them."""

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        in_axes, out_axes, name, size, devices = self.options
        found = tuple(d.id for d in runtime.devices())
        ids = found if devices is None else tuple(d for d in found if d in devices)
        return rules().pmap(interp, self.function, args, kwargs, in_axes.tree, out_axes.tree, name, size, ids)


def _read_pmap(
    function: Any = None,
    axis_name: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: Any = (),
    donate_argnums: Any = (),
    devices: Any = None,
    axis_size: int | None = None,
) -> Any:
    if function is None:
        return lambda f: _read_pmap(
            f, axis_name, in_axes, out_axes, static_broadcasted_argnums, donate_argnums, devices, axis_size
        )
    ids = None if devices is None else tuple(sorted(map(of_default_platform, devices)))
    return Parallelised(function, "pmap_", "pmap", (Axes(in_axes), Axes(out_axes), axis_name, axis_size, ids))


def of_default_platform(device: Any) -> int:
    """The number of a device. Raises ValueError for a device of another platform."""
    if (name := runtime.platform_of(device)) != runtime.default_platform():
        raise ValueError(
            f"pmap is for devices of the default platform, {runtime.default_platform()}, not of {name}: set "
            f"RECTO_PLATFORM={name}"
        )
    return device.id


class PmapOptions(TypedDict, total=False):
    in_axes: int | tuple | list | dict | None
    out_axes: Any
    static_broadcasted_argnums: int | Sequence[int]
    donate_argnums: int | Sequence[int]
    devices: Sequence | None
    axis_size: int | None


@overload
def pmap(
    function: Callable[P, R], axis_name: str | None = None, **options: Unpack[PmapOptions]
) -> Function[P, R]: ...
@overload
def pmap(*, axis_name: str | None = None, **options: Unpack[PmapOptions]) -> Decorator: ...


@needs_function
@check_arguments
def pmap(
    function: Callable[..., Any] | None = None,
    axis_name: str | None = None,
    *,
    in_axes: int | tuple | list | dict | None = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: int | Sequence[int] = (),
    donate_argnums: int | Sequence[int] = (),
    devices: Sequence | None = None,
    axis_size: int | None = None,
) -> Any:
    """Map a function over an axis of its arguments, with each value on a device of its own.

    All devices run the same program, each on its part; they communicate by the collectives of `recto.lax` (`psum` …).
    Arguments are moved to the devices unless they have the right layout already, and results stay on their devices.
    Inside compiled code a pmapped function is a batch, which XLA divides among the devices.

    Args:
        function: a function of one value. Without it, a decorator is returned.
        axis_name: the name of the axis for collectives.
        in_axes: the mapped axis of the arguments: an integer for all, or a tuple with one for each positional
            argument; None if all devices get the whole argument; the entry of a container may be a tree prefix.
        out_axes: the position of the axis in the results; None for results that are the same on all devices.
        static_broadcasted_argnums: arguments to compile into the program.
        donate_argnums: arguments whose memory the program may use; they must not be used afterwards.
        devices: the devices to use; by default the first ones. The members are assigned to them in order of their ids.
        axis_size: the number of values, if it does not follow from the arguments.

    Raises:
        CompileError: axes that do not exist, arguments of different sizes, more values than devices, collectives that
            not all devices reach.

    >>> import numpy as np, recto
    >>> normalised = recto.pmap(lambda x: x / recto.lax.psum(x, "i"), axis_name="i")
    >>> normalised(np.array([5.0]))
    Array([1.], dtype=float64)
    """
    if function is None:
        return lambda f: pmap(
            f,
            axis_name,
            in_axes=in_axes,
            out_axes=out_axes,
            devices=devices,
            axis_size=axis_size,
            static_broadcasted_argnums=static_broadcasted_argnums,
            donate_argnums=donate_argnums,
        )
    made = _read_pmap(function, axis_name, in_axes, out_axes, devices=devices, axis_size=axis_size)
    as_tuple = lambda v: (v,) if isinstance(v, int) else tuple(v)
    parallel = Parallel(Axes(in_axes), Axes(out_axes), axis_name or UNNAMED, axis_size, made.options[-1])
    return jit_of(
        made,
        Options(
            static_argnums=as_tuple(static_broadcasted_argnums),
            donate_argnums=as_tuple(donate_argnums),
            parallel=parallel,
        ),
    )


pmap.__recto_reading__ = _read_pmap
