"""Inspection API of the array API standard: capabilities, devices and dtypes of the namespace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from recto.runtime import Device, canonical, current_device, devices


class NamespaceInfo:
    """Capabilities, devices and dtypes. Dtypes are NumPy's; the default ones follow `enable_x64`."""

    def capabilities(self) -> dict[str, Any]:
        """Outside of compiled code, masks select, and results may have sizes that depend on data."""
        return dict(np.__array_namespace_info__().capabilities())

    def default_device(self) -> Device:
        """The device of new arrays."""
        return current_device()

    def devices(self) -> list[Device]:
        """All devices."""
        return devices()

    def default_dtypes(self, *, device: Any = None) -> dict[str, np.dtype]:
        """The dtypes of Python's numbers and of indices."""
        found: Mapping[str, Any] = np.__array_namespace_info__().default_dtypes()
        return {kind: canonical(dtype) for kind, dtype in found.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, np.dtype]:
        """The dtypes of some kinds ("integral", "complex floating" …), or all."""
        found = np.__array_namespace_info__().dtypes(kind=kind)
        dtypes = {name: np.dtype(dtype) for name, dtype in found.items()}
        return {name: dtype for name, dtype in dtypes.items() if canonical(dtype) == dtype}
