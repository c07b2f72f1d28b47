"""The group of commands, and the exit code of the process."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from .._boundary.garbage_collection import few_collections
from .faults import STDIN, Fault, near, report

COMMANDS = {
    "grad": "emitting",
    "value-and-grad": "emitting",
    "vjp": "emitting",
    "jvp": "emitting",
    "hessian": "emitting",
    "vmap": "emitting",
    "jit": "emitting",
    "emit": "emitting",
    "show": "showing",
    "check": "checking",
    "explain": "explaining",
    "devices": "machine",
    "cache": "machine",
    "doctor": "machine",
    "bench": "bench",
    "completion": "completion",
}
EPILOG = """\b
Exit codes: 0 done; 1 no (the function does not compile, an emitted file is out of date);
2 usage error (unknown function, missing types); 3 the file can't be loaded;
4 the output can't be written."""


class Commands(click.Group):
    """A group of commands, whose modules are imported when they are used."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f".{COMMANDS[name]}", __package__)
        command: click.Command = module.COMMANDS[name]
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            context.fail(f"there is no command {args[0]!r}{near(args[0], COMMANDS)}")
        return super().resolve_command(context, args)


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="recto", message="recto %(version)s")
def cli() -> None:
    """Transform NumPy functions as source: derivatives, batches and compiled code that people can read.

    A function is named by its file: model.py:loss, model.py:Model.loss; - is the standard input.

    Every command that is given a file imports it as Python does: the code at its top level runs, and so do its imports.
    The function itself is read, not run (`recto bench` runs it). Don't name files that you would not run.
    """


def main() -> None:
    """Run the command line and leave the process."""
    given = [STDIN + a[1:] if a.startswith("-:") else a for a in sys.argv[1:]]  # -:f is no option
    try:
        with few_collections():
            cli.main(given, prog_name="recto", standalone_mode=False)
    except click.exceptions.Exit as error:
        raise SystemExit(error.exit_code) from None
    except click.Abort:
        raise SystemExit(130) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except Fault as fault:
        report(fault)
        raise SystemExit(fault.code) from None
