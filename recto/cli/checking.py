"""`recto check`: type-check functions. The file is imported; no function is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import click

from recto.transform import CompileError, InternalError, Type
from recto.transform.core.dtypes import short_name
from recto.transform.emit.fits import expression_text
from recto.transform.emit.sizes import assignments, fulfilling

from .._show.emit import MissingTypes, Plan
from .comparing import disagreements
from .completion import complete_target
from .faults import NO, USAGE, Fault
from .given import arguments, refusing, options_of_types
from .sources import find, functions_in, load, load_module, split_target


TRIED = 3  # values for a size with a name


@click.command()
@click.argument("target_", metavar="FILE[:FUNCTION]", shell_complete=complete_target)
@options_of_types
@click.option("--json", "as_json", is_flag=True, help="Report the findings as JSON, for tools.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only, not the functions that are right.")
def check(
    target_: str, args_: str | None, example: str | None, npz: str | None, as_json: bool, quiet: bool
) -> None:
    """Type-check a function, or all functions of a file whose arguments are annotated, without running them.

    The file is imported: the code at its top level runs.

    Shapes may have names: x: f64[n, 3]. A function is right if it is right for all sizes that are tried for them.
    """
    file, name = split_target(target_)
    with refusing(as_json):
        if name:
            function = load(target_)
            found = [check_function(name, function, arguments(function, args_, example, npz))]
        elif args_ or example or npz:
            raise Fault(USAGE, "types are given, but no function", f"name it: {file}:function")
        else:
            module = load_module(file)
            found = [check_function(n, find(module, n, file), {}) for n in functions_in(module)]
    tell(found, as_json, quiet, bool(name))
    if any(row["status"] == "error" for row in found):
        raise SystemExit(NO)


def check_function(name: str, function: Callable[..., Any], args: dict[Any, Any]) -> dict[str, Any]:
    """Check a function: its types, or the error and its place."""
    try:
        plan = Plan.of(function, "jit", args)
        programs = [plan.read(sizes)[1] for sizes in several_sizes(plan)]
    except MissingTypes as error:
        return {
            "function": name,
            "status": "skipped",
            "message": error.message,
            "hint": error.hint,
            "error": error,
        }
    except (CompileError, InternalError) as error:
        span = error.span
        place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
        return {"function": name, "status": "error", "message": error.message, **place, "error": error}
    wrong = wrong_rule(function, plan)
    if wrong:
        return {"function": name, "status": "error", "message": wrong, "error": wrong}
    text = lambda types: type_text(plan, types)
    parameters = zip(*(r.program.parameters for r in programs))
    results = zip(*(r.program.result_types[: r.behind] for r in programs))
    return {
        "function": name,
        "status": "ok",
        "arguments": {p[0].name: text([v.type for v in p]) for p in parameters},
        "results": list(map(text, results)),
        **({"rule": "right"} if is_ruled(function) else {}),
    }


def is_ruled(function: Callable[..., Any]) -> bool:
    """Whether a function has a rule that is a whole function (defvjp_file)."""
    return getattr(function, "written", None) is not None


def wrong_rule(function: Callable[..., Any], plan: Plan) -> str:
    """A message about a handwritten rule that is not the derivative; empty if it is."""
    if not is_ruled(function):
        return ""
    found = next(filter(None, (disagreements(function, plan, sizes) for sizes in several_sizes(plan))), [])
    rule = function.written.rule.__name__  # type: ignore[attr-defined]
    return f"{rule} is not its derivative: " + "; ".join(found) if found else ""


def summary(found: list[dict[str, Any]]) -> str:
    """5 functions: 3 right, 1 wrong, 1 skipped"""
    words = {"ok": "right", "error": "wrong", "skipped": "skipped"}
    counts = [(sum(r["status"] == s for r in found), word) for s, word in words.items()]
    noun = "function" if len(found) == 1 else "functions"
    return f"{len(found)} {noun}: {', '.join(f'{n} {word}' for n, word in counts if n) or 'nothing to check'}"


def several_sizes(plan: Plan) -> list[dict[str, int]]:
    """The sizes that were given, with a few values for those that have names only."""
    free = [s for s, n in plan.sizes.items() if n is None]
    known = {s: n for s, n in plan.sizes.items() if n is not None}
    tried = assignments(len(free))[: TRIED if free else 1]
    return [fulfilling(known | dict(zip(free, values)), plan.where) for values in tried]


def type_text(plan: Plan, types: Sequence[Type]) -> str:
    """f64[n,3]"""
    rows = {s: tuple(sizes[s] for sizes in several_sizes(plan)) for s, n in plan.sizes.items() if n is None}
    dims = [expression_text(rows, row) or "?" for row in zip(*(t.shape for t in types))]
    return f"{short_name(types[0].dtype)}[{','.join(dims)}]"


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
    if not single and not quiet:
        click.echo(summary(found))


def line_of(row: dict[str, Any]) -> str:
    if row["status"] == "skipped":
        return f"{row['function']}: skipped, {row['message']}"
    arguments_ = ", ".join(f"{n}: {t}" for n, t in row["arguments"].items())
    rule = ", and its rule is the derivative" if "rule" in row else ""
    return f"{row['function']}({arguments_}) -> {', '.join(row['results']) or 'None'}{rule}"


COMMANDS = {"check": check}
