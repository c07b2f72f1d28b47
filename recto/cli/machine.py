"""`recto devices`, `recto cache`, `recto doctor`: the devices, the disk cache, installed versions and a
self-test.
"""

from __future__ import annotations

import importlib.metadata
import json
import pathlib
import platform
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

import recto

from .. import __version__
from .faults import NO


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def devices(as_json: bool) -> None:
    """The devices that compiled functions can run on."""
    from recto import runtime  # XLA: `recto --help` looks at every command

    found = [{"id": d.id, "platform": d.platform, "kind": d.device_kind} for d in runtime.devices()]
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    for d in found:
        click.echo(f"{d['platform']}:{d['id']}  {d['kind']}")


@click.group()
def cache() -> None:
    """The disk cache of compiled functions."""


@cache.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def info(as_json: bool) -> None:
    """Show the folder of the cache, and its size."""
    from recto import runtime  # as above

    found = runtime.default_store().info()
    if as_json:
        click.echo(json.dumps(found._asdict(), indent=2))
    elif not found.folder:
        click.echo("the cache is off")
    else:
        click.echo(f"{found.folder}\n{found.entries} entries, {size(found.bytes)} of {size(found.limit)}")
        if found.refused:
            click.echo(f"not used: {found.refused}", err=True)


@cache.command()
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
def clear(quiet: bool) -> None:
    """Remove all entries."""
    from recto import runtime  # as above

    store = runtime.default_store()
    before = store.info()
    store.clear()
    if not quiet:
        click.echo(f"removed {before.entries} entries, {size(before.bytes)}", err=True)


def size(count: int) -> str:
    """1.5 MiB"""
    number, units = float(count), ["bytes", "KiB", "MiB", "GiB"]
    while number >= 1024 and len(units) > 1:
        number, units = number / 1024, units[1:]
    return f"{number:.0f} {units[0]}" if units[0] == "bytes" else f"{number:.1f} {units[0]}"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> None:
    """Show the installed versions, and whether compiled code works. Exit 1 if compiled code does not run."""
    rows = list(check_parts())
    if as_json:
        click.echo(json.dumps([dict(zip(("what", "state", "words"), row)) for row in rows], indent=2))
    else:
        for what, state, words in rows:
            colour = {"ok": "green", "no": "red"}.get(state, "yellow")
            click.echo(f"{click.style(state.ljust(4), fg=colour)} {what:<12} {words}")
    if any(state == "no" for _, state, _ in rows):
        raise SystemExit(NO)


REQUIRED = ("numpy", "scipy", "jaxlib", "gast", "astunparse", "click", "pygments", "rich")
OPTIONAL = ("jax", "torch", "IPython", "tornado")


def check_parts() -> Iterator[tuple[str, str, str]]:
    """(what, "ok", "no" or "-", words) of each part."""
    yield "recto", "ok", f"{__version__}, in {pathlib.Path(__file__).parents[1]}"
    yield (
        "python",
        "ok" if sys.version_info >= (3, 11) else "no",
        f"{platform.python_version()}, {platform.platform()}",
    )
    for name in REQUIRED:
        version = installed(name)
        yield name, "ok" if version else "no", version or "it is not installed"
    for name in OPTIONAL:
        yield name, "ok" if (version := installed(name)) else "-", version or "not installed, and not needed"
    yield from (attempt(what, work) for what, work in WORKS.items())


def installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def attempt(what: str, work: Callable[[], str]) -> tuple[str, str, str]:
    try:
        return what, "ok", work()
    except Exception as error:  # whatever it is, that is the answer
        return what, "no", f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def cubed(x: Any) -> Any:
    return x**3


def prints() -> str:
    found = recto.generate(cubed, "grad", "x: f64")(2.0)
    assert found == 12.0, found
    return "the gradient of x ** 3 is printed, and right in NumPy"


def compiles() -> str:
    start = time.perf_counter()
    found = float(recto.grad(cubed)(2.0))
    assert found == 12.0, found
    return f"the gradient of x ** 3 is compiled, and right; {time.perf_counter() - start:.2f} s"


def runs_on() -> str:
    return ", ".join(f"{d.platform}:{d.id} {d.device_kind}" for d in recto.devices())


def keeps() -> str:
    from recto import runtime  # as above

    found = runtime.default_store().info()
    if not found.folder:
        return "off"
    if found.refused:
        raise OSError(found.refused)
    return f"{found.folder}, {found.entries} entries, {size(found.bytes)} of {size(found.limit)}"


WORKS = {"source": prints, "compiler": compiles, "devices": runs_on, "disk cache": keeps}
COMMANDS = {"devices": devices, "cache": cache, "doctor": doctor}
