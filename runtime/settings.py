"""Process-wide settings of the runtime: one instance, `settings`, which the facade's config writes."""

import os
from dataclasses import dataclass
from typing import Any

from . import _xla


@dataclass
class Settings:
    """`enable_x64=False` turns 64-bit host values into 32-bit ones wherever they enter a device."""

    enable_x64: bool = os.environ.get("RECTO_ENABLE_X64", "1").lower() not in ("0", "false", "off")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dataclass_fields__:
            raise AttributeError(f"no setting {name!r}; there are: {', '.join(self.__dataclass_fields__)}")
        super().__setattr__(name, bool(value))
        if name == "enable_x64":
            _xla.ENABLE_X64.set_global(bool(value))


settings = Settings()
