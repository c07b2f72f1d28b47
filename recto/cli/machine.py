"""`recto devices` and `recto cache`: list the devices, and show or clear the disk cache."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
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
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
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
@click.option("-q", "--quiet", is_flag=True, help="Say nothing.")
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


COMMANDS = {"devices": devices, "cache": cache}
