"""`recto show`: print every stage next to the source, in the terminal or as an HTML page."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import click

from recto.transform import CompileError

from .. import __version__
from .._show.emit import MARK, name_of, place_of
from .._show.page.facts import facts
from .._show.page.html_page import page
from .._show.stage import Stage
from .._show.stages import COMMENT, STAGES, Views, natural_chain, stages
from . import files
from .completion import complete_target
from .faults import USAGE, UNWRITABLE, Fault, near
from .given import arguments, refusing, options_of_types
from .sources import load

ON_PAGE = "source,transformed,tangent,batch,program,drawing,stablehlo"
OPTIONAL = ("tangent", "batch", "drawing")  # left out where a function has none


@click.command()
@click.argument("target_", metavar="FILE:FUNCTION", shell_complete=complete_target)
@options_of_types
@click.option(
    "--stage",
    "wanted",
    metavar="NAMES",
    help=f"One or several of {', '.join(STAGES)}, separated by commas. "
    f"Default in the terminal: transformed; on a page: {ON_PAGE.replace(',', ', ')}.",
)
@click.option(
    "--transform", metavar="CHAIN", help="The transformations of `transformed`; by default grad, if possible."
)
@click.option(
    "--html", metavar="FILE", help="Write an HTML page that highlights corresponding lines under the pointer."
)
@click.option("--force", is_flag=True, help="Overwrite a file that recto did not make.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the stages as JSON, with the user's line for each line."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def show(
    target_: str,
    args_: str | None,
    example: str | None,
    npz: str | None,
    wanted: str | None,
    transform: str | None,
    html: str | None,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Show a function and its stages: its program, its derivative, its StableHLO."""
    with refusing(as_json):
        names = chosen_stages(wanted or (ON_PAGE if html else "transformed"))
        function = load(target_)
        given = arguments(function, args_, example, npz)
        chain = transform or natural_chain(function, given)
        views = Views(function, given, chain)
        found = list(viewed(views, names, bool(html)))
        if html:
            write_page(found, views, html, force, quiet or as_json)
        if as_json:
            click.echo(json.dumps([fields(s) for s in found], indent=2))
        elif not html:
            source = stages(function, given, chain, ("source",))[0]
            for stage in found:
                side_by_side(source, stage) if stage.name != "source" else plain(stage)


def viewed(views: Views, names: list[str], lenient: bool) -> Iterator[Stage]:
    """The stages of these names, in the order of the pipeline."""
    for name in [n for n in STAGES if n in names]:
        try:
            stage = views.stage(name)
        except CompileError:
            if not lenient or name not in OPTIONAL:
                raise
            continue
        if stage.lines or stage.drawing:
            yield stage


def chosen_stages(text: str) -> list[str]:
    names = [n.strip() for n in text.split(",") if n.strip()]
    for n in names:
        if n not in STAGES:
            raise Fault(USAGE, f"there is no stage {n!r}{near(n, STAGES)}", f"there are {', '.join(STAGES)}")
    return names


def fields(stage: Stage) -> dict[str, Any]:
    return {
        "stage": stage.name,
        "title": stage.title,
        "lines": [{"text": text, "line": line} for text, line in stage.lines],
    }


def write_page(found: list[Stage], views: Views, out: str, force: bool, quiet: bool) -> None:
    text = page_of(found, views)
    before = files.current(pathlib.Path(out))
    if before is not None and MARK not in before and not force:
        raise Fault(UNWRITABLE, f"{out} was not made by recto", "--force overwrites it")
    written = files.write(text, out, True)
    files.say(f"{'wrote' if written else 'unchanged:'} {out}", quiet)


def page_of(found: list[Stage], views: Views) -> str:
    """The page of a function; what it became first."""
    order = ON_PAGE.split(",")
    found = sorted(found, key=lambda s: order.index(s.name) if s.name in order else len(order))
    user = views.plain.user
    words = views.derived.chained.title
    about = f"{words[:1].upper()}{words[1:]}. {MARK} {__version__}."
    return page(
        list(map(without_places, found)), name_of(user), place_of(user).strip(" ()"), about, facts(views)
    )


def without_places(stage: Stage) -> Stage:
    """A program without the comments that say what the links say."""
    if stage.name != "program":
        return stage
    return dataclasses.replace(
        stage, lines=tuple((COMMENT.sub("", text), line) for text, line in stage.lines)
    )


# -- the terminal --------------------------------------------------------------------------------------------


def plain(stage: Stage) -> None:
    for text, line in stage.lines:
        click.echo(f"{line or '':>5}  {text}")


def side_by_side(source: Stage, stage: Stage) -> None:
    """Each line of the stage, with the user's line that it stems from to its left where that is another one."""
    from rich.console import Console  # where a person looks at two columns
    from rich.syntax import Syntax
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 160)
    user = {line: text for text, line in source.lines}
    table = Table(box=None, pad_edge=False, title=f"{stage.title}", title_justify="left")
    table.add_column("line", justify="right", style="dim")
    table.add_column(source.title, overflow="fold")
    table.add_column(stage.title, overflow="fold", ratio=1)
    last = None
    syntax = lambda text, kind: Syntax(text, kind, background_color="default").highlight(text).split()[0]
    colour = lambda text, kind: syntax(text, kind) if text else ""
    for text, line in stage.lines:
        new = line is not None and line != last
        last = line if line is not None else last
        table.add_row(
            str(line) if new else "",
            colour(user.get(line, ""), "python") if new else "",
            colour(text, "python" if stage.language == "python" else "text"),
        )
    console.print(table)


COMMANDS = {"show": show}
