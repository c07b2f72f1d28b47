"""Find PJRT plugins: libraries with the drivers of accelerators, which are installed beside jaxlib.

They are found where JAX finds them, and in the same order of precedence: the variable PJRT_NAMES_AND_LIBRARY_PATHS
("name:path,name:path"), packages inside `jax_plugins`, entry points of that name, and the package `libtpu`. JAX imports
such packages, which import JAX; here their files are located, and nothing of them is run before a device is asked for.
"""

import functools
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

VARIABLE = "PJRT_NAMES_AND_LIBRARY_PATHS"
# Of the packages that are known: the platform, and the library.
PACKAGES = {
    "xla_cuda13": ("cuda", "xla_cuda_plugin.so"),
    "xla_cuda12": ("cuda", "xla_cuda_plugin.so"),
    "xla_rocm7": ("rocm", "xla_rocm_plugin.so"),
    "xla_rocm60": ("rocm", "xla_rocm_plugin.so"),
    "metal_plugin": ("metal", "pjrt_plugin_metal_14.dylib"),
    "libtpu": ("tpu", "libtpu.so"),
}
ALIASES = {"gpu": ("cuda", "rocm", "metal")}
LIBRARIES = ("*plugin*.so", "*pjrt*.so", "*.so", "*.dylib")


class Plugin(NamedTuple):
    """A platform, the library that drives it, the package it stands in ("" if it stands in none), and options for the
    client.
    """

    platform: str
    library: pathlib.Path
    package: str = ""
    options: tuple[tuple[str, Any], ...] = ()


@functools.cache
def plugins() -> dict[str, Plugin]:
    """All that are installed, by platform. Raises ValueError for a variable that cannot be read."""
    found: dict[str, Plugin] = {}
    for plugin in (
        *named_by_variable(os.environ.get(VARIABLE, "")),
        *in_packages(),
        *at_entry_points(),
        *tpu(),
    ):
        found.setdefault(plugin.platform, plugin)
    return found


def named_by_variable(text: str) -> Iterator[Plugin]:
    """`name:path` pairs. A path that ends with .json is a file with library_path and create_option."""
    for part in filter(None, text.split(",")):
        name, colon, path = part.partition(":")
        if not (colon and name and path):
            raise ValueError(f"{VARIABLE} is 'name:path,name:path', not {text!r}")
        options: dict[str, Any] = {}
        if path.endswith(".json"):
            described = json.loads(pathlib.Path(path).read_text())
            path, options = described["library_path"], described.get("create_option", {})
        yield Plugin(name.lower(), pathlib.Path(path), "", tuple(options.items()))


def in_packages() -> Iterator[Plugin]:
    """Packages inside of the namespace `jax_plugins`; finding a namespace runs nothing."""
    spec = importlib.util.find_spec("jax_plugins")
    for folder in spec.submodule_search_locations or () if spec else ():
        for package in sorted(pathlib.Path(folder).iterdir()) if os.path.isdir(folder) else ():
            yield from in_folder(package.name, package)


def at_entry_points() -> Iterator[Plugin]:
    """Packages that name themselves among the entry points `jax_plugins`: libraries among their files."""
    for point in importlib.metadata.entry_points(group="jax_plugins"):
        files = [f for f in (point.dist.files or () if point.dist else ()) if f.suffix in (".so", ".dylib")]
        folders = dict.fromkeys(pathlib.Path(str(f.locate())).parent for f in files)
        package = point.module.rpartition(".")[2]
        for folder in folders:
            yield from in_folder(package if package in PACKAGES else point.name, folder)


def tpu() -> Iterator[Plugin]:
    spec = importlib.util.find_spec("libtpu")
    for folder in spec.submodule_search_locations or () if spec else ():
        yield from in_folder("libtpu", pathlib.Path(folder))


def in_folder(package: str, folder: pathlib.Path) -> Iterator[Plugin]:
    """The plugin of a package: its library is known, or one that is named as plugins are."""
    platform, name = PACKAGES.get(package, (re.sub(r"^(xla|pjrt)_|_plugin$", "", package), None))
    patterns = LIBRARIES if name is None else (name,)
    libraries = [path for pattern in patterns for path in sorted(folder.glob(pattern))]
    if libraries:
        yield Plugin(platform, libraries[0], package)


def resolve_platform(platform: str) -> str:
    """The platform that a name stands for: "gpu" for the first kind of GPU that is installed.

    Raises RuntimeError if there is no plugin for it.
    """
    if platform == "cpu":
        return platform
    for name in ALIASES.get(platform, (platform,)):
        if name in plugins():
            return name
    listed = ", ".join(["cpu", *plugins()])
    raise RuntimeError(
        f"no plugin for {platform!r} is installed, as jax-cuda13-plugin is one (recto[cuda13]); there are devices for: "
        + listed
    )
