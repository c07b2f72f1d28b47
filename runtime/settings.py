"""Process-wide settings of the runtime: one instance, `settings`, which the facade's config writes."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _xla


@dataclass
class Settings:
    """`enable_x64=False` turns 64-bit host values into 32-bit ones wherever they enter a device. `xla_options`: fields
    of XLA's DebugOptions, for programs that are compiled without options of their own.
    """

    enable_x64: bool = os.environ.get("RECTO_ENABLE_X64", "1").lower() not in ("0", "false", "off")
    xla_options: Mapping[str, Any] = field(default_factory=dict)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dataclass_fields__:
            raise AttributeError(f"no setting {name!r}; there are: {', '.join(self.__dataclass_fields__)}")
        super().__setattr__(name, dict(value) if name == "xla_options" else bool(value))
        if name == "enable_x64":
            _xla.ENABLE_X64.set_global(bool(value))


settings = Settings()
