"""Errors of the command line, with their exit codes and messages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

from recto.transform.core.spelling import did_you_mean

NO, USAGE, UNLOADABLE, UNWRITABLE = 1, 2, 3, 4
STDIN = "<stdin>"


class Fault(Exception):
    """A command ends: the message and, for tools, the same as fields."""

    def __init__(self, code: int, message: str, hint: str = "", span: Any = None, as_json: bool = False):
        super().__init__(message)
        self.code, self.message, self.hint, self.span, self.as_json = code, message, hint, span, as_json

    def fields(self) -> dict[str, Any]:
        place = (
            {"file": self.span.file, "line": self.span.line, "column": self.span.column} if self.span else {}
        )
        return {"message": self.message, **({"hint": self.hint} if self.hint else {}), **place}


def report(fault: Fault) -> None:
    """Tell a person on the standard error, or a tool on the standard output."""
    if fault.as_json:
        click.echo(json.dumps({"ok": False, "exit": fault.code, "error": fault.fields()}, indent=2))
        return
    first, *rest = fault.message.split("\n")
    click.echo(click.style("recto: ", fg="red", bold=True) + click.style(first, bold=True), err=True)
    for line in [*rest, *(fault.span.excerpt().rstrip().split("\n") if fault.span else ())]:
        click.echo(line, err=True)
    for line in fault.hint.split("\n") if fault.hint else ():
        click.echo(click.style(f"  hint: {line}", fg="cyan"), err=True)


def near(wanted: str, known: Iterable[str]) -> str:
    """The suggestion ": did you mean loss?", or nothing."""
    meant = did_you_mean(wanted, known, 3, 0.5)
    return f": {meant}" if meant else ""
