"""Process-wide settings."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

from recto import runtime, transform
from recto.transform.core.spelling import did_you_mean

from .. import debug
from .._boundary.argument_checks import check_arguments


SETTINGS = (
    "enable_x64",
    "disable_jit",
    "checks",
    "num_cpu_devices",
    "asynchronous",
    "native",
    "matmul_precision",
    "tape_limit",
)
TEXTS = "checks", "matmul_precision"


class Config:
    """`config.update(name, value)`; names: "enable_x64", "disable_jit", "checks", "num_cpu_devices", "asynchronous",
    "native", "matmul_precision", "tape_limit".

    >>> import recto
    >>> recto.config.enable_x64
    True
    """

    def __init__(self) -> None:
        self._disable_jit = os.environ.get("RECTO_DISABLE_JIT", "0") not in ("0", "")
        self.update("enable_x64", os.environ.get("RECTO_ENABLE_X64", "1") != "0")
        self.settle()

    def __repr__(self) -> str:
        """The settings and their values. (What would load XLA, or start its clients, is not asked for.)"""
        told = ("enable_x64", "disable_jit", "checks")
        return f"<recto.config: {', '.join(f'{name}={getattr(self, name)!r}' for name in told)}>"

    def settle(self) -> None:
        """Note whether calls must take the whole way: as plain Python, or with checks."""
        self.indirect = self._disable_jit or bool(transform.settings.checks)

    @property
    def disable_jit(self) -> bool:
        """Whether compiled functions run as plain Python."""
        return self._disable_jit

    @disable_jit.setter
    def disable_jit(self, disable: bool) -> None:
        self._disable_jit = bool(disable)
        self.settle()

    @property
    def checks(self) -> tuple[str, ...]:
        """The kinds of faults that compiled functions are checked for: see `recto.debug.checks`."""
        return transform.settings.checks

    @property
    def enable_x64(self) -> bool:
        """64-bit dtypes by default (as NumPy has them); off: every 64-bit dtype becomes its 32-bit sibling."""
        return transform.settings.enable_x64

    @property
    def num_cpu_devices(self) -> int:
        """As how many devices the CPU counts: 1 unless set, before they are first used."""
        return runtime.num_cpu_devices()

    @property
    def asynchronous(self) -> bool:
        """Whether compiled calls return before their results are there. No, unless set before arrays are
        first made.

        Worth it where every call takes milliseconds and Python has as much to do in between: waking a thread costs
        0.1 ms.
        """
        return runtime.asynchronous()

    @property
    def native(self) -> bool:
        """Whether loops of numbers may become native functions, if llvmlite is installed. Changes affect
        later compilations."""
        return transform.settings.native

    @property
    def matmul_precision(self) -> str:
        """The rounding of products and convolutions of float32 on accelerators: "float32", as NumPy's, or
        "tensorfloat32", with factors of 11 bits, several times as fast. Changes affect later compilations.
        """
        return transform.settings.matmul_precision

    @property
    def tape_limit(self) -> int:
        """Bytes that the tape of a loop may take. Of loops that need more, gradients keep snapshots, and run the
        iterations a second time. Unless set: 8 MB, which a CPU writes as fast as it computes again; 1 GB where
        RECTO_PLATFORM names an accelerator. Changes affect later compilations.
        """
        return transform.settings.tape_limit

    @check_arguments
    def update(self, name: str, value: bool | int | str) -> None:
        """Set a switch. "checks" takes True, False, or kinds: "bounds,nan"; "matmul_precision" takes "float32" or
        "tensorfloat32"; "tape_limit" takes a number of bytes.

        Raises AttributeError for an unknown name; ValueError for a value that the setting does not have; RuntimeError
        for the number of devices and for "asynchronous" once devices are in use.
        """
        if name not in SETTINGS:
            meant = did_you_mean(name, SETTINGS) or ", ".join(SETTINGS)
            raise AttributeError(f"there is no setting {name!r}: {meant}")
        if isinstance(value, str) and name not in TEXTS:
            raise TypeError(f"value of {name} is True, False or a number, not {value!r}")
        match name:
            case "enable_x64":
                transform.settings.enable_x64 = runtime.settings.enable_x64 = bool(value)
            case "disable_jit":
                self.disable_jit = bool(value)
            case "checks":
                debug.use(debug.kinds_of_faults(value))
            case "num_cpu_devices":
                runtime.set_num_cpu_devices(value)
            case "asynchronous":
                runtime.set_asynchronous(bool(value))
            case "native":
                transform.settings.native = bool(value)
            case "matmul_precision":
                transform.settings.matmul_precision = checked_precision(value)
            case "tape_limit":
                transform.settings.tape_limit = checked_size(value)


def checked_precision(value: Any) -> str:
    if value not in transform.PRECISIONS:
        raise ValueError(f"matmul_precision is {' or '.join(map(repr, transform.PRECISIONS))}, not {value!r}")
    return value


def checked_size(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"tape_limit is a number of bytes, not {value!r}")
    return value


config = Config()
debug.note_dependent(config.settle)


@contextlib.contextmanager
@check_arguments
def disable_jit(disable: bool = True) -> Iterator[None]:
    """A context manager: in its block, compiled functions run as plain Python, so that you can debug them with pdb.

    >>> import recto
    >>> with recto.disable_jit():
    ...     recto.jit(lambda x: type(x).__name__)(1.5)
    'float'
    """
    before, config.disable_jit = config.disable_jit, disable
    try:
        yield
    finally:
        config.disable_jit = before
