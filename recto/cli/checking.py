"""`recto check`: are functions in the language, and do their types fit? Nothing is run."""
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from recto.transform import CompileError, InternalError

from .._emit import MissingTypes, Plan
from .._stages import some_sizes
from .completion import complete_target
from .faults import NO, USAGE, Fault
from .given import arguments, refusing, typed
from .sources import find, functions_in, load, load_module, split


@click.command()
@click.argument("target_", metavar="FILE[:FUNCTION]", shell_complete=complete_target)
@typed
@click.option("--json", "as_json", is_flag=True, help="What was found as JSON, for tools.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of what is right.")
def check(target_: str, args_: str | None, example: str | None, npz: str | None, as_json: bool, quiet: bool) -> None:
    """Type-check a function, or all functions of a file whose arguments are annotated, without running them.

    Shapes may have names: x: f64[n, 3]. A function is right if it is for all sizes of these names that are tried.
    """
    file, name = split(target_)
    with refusing(as_json):
        if name:
            function = load(target_)
            found = [checked(name, function, arguments(function, args_, example, npz))]
        elif args_ or example or npz:
            raise Fault(USAGE, "types are given, but no function", f"name it: {file}:function")
        else:
            module = load_module(file)
            found = [checked(n, find(module, n, file), {}) for n in functions_in(module)]
    tell(found, as_json, quiet, bool(name))
    if any(row["status"] == "error" for row in found):
        raise SystemExit(NO)


def checked(name: str, function: Callable, args: dict) -> dict[str, Any]:
    """What is known of a function: its types, or what is wrong and where."""
    try:
        plan = Plan.of(function, "jit", args)
        entered, reading = plan.read(some_sizes(plan))
    except MissingTypes as error:
        return {"function": name, "status": "skipped", "message": error.message, "hint": error.hint, "error": error}
    except (CompileError, InternalError) as error:
        span = error.span
        place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
        return {"function": name, "status": "error", "message": error.message, **place, "error": error}
    program = reading.program
    return {"function": name, "status": "ok", "arguments": {p.name: str(p.type) for p in program.parameters},
            "results": [str(t) for t in program.result_types[:reading.behind]], "sizes": plan.sizes}


def tell(found: list[dict[str, Any]], as_json: bool, quiet: bool, single: bool) -> None:
    if as_json:
        rows = [{k: v for k, v in row.items() if k != "error"} for row in found]
        click.echo(json.dumps({"ok": all(r["status"] != "error" for r in rows), "functions": rows}, indent=2))
        return
    for row in found:
        if row["status"] == "error":
            click.echo(click.style(f"{row['function']}: ", fg="red", bold=True) + str(row["error"]), err=True)
        elif row["status"] == "skipped" and single:
            raise Fault(USAGE, row["message"], row["hint"].replace("write the types: ", "--args "))
        elif not quiet:
            click.echo(line_of(row))


def line_of(row: dict[str, Any]) -> str:
    if row["status"] == "skipped":
        return f"{row['function']}: skipped, {row['message']}"
    arguments_ = ", ".join(f"{n}: {t}" for n, t in row["arguments"].items())
    return f"{row['function']}({arguments_}) -> {', '.join(row['results']) or 'None'}"


COMMANDS = {"check": check}
