"""`recto completion bash|zsh|fish`, and completion of FILE:FUNCTION."""

from __future__ import annotations

import ast
import pathlib

import click
from click.shell_completion import CompletionItem, get_completion_class


def complete_target(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Files that hold Python; behind the colon the functions of the file, which is read but not run."""
    file, colon, start = incomplete.rpartition(":")
    if not colon:
        return python_files(incomplete)
    return [CompletionItem(f"{file}:{name}") for name in names_in(file) if name.startswith(start)]


def python_files(start: str) -> list[CompletionItem]:
    path = pathlib.Path(start or ".")
    folder = path if start.endswith("/") or not start else path.parent
    found = (
        p for p in sorted(folder.glob("*")) if p.suffix == ".py" or p.is_dir() and not p.name.startswith(".")
    )
    prefix = (
        ""
        if str(folder) == "." and not start.startswith("./")
        else start[: len(start) - len(path.name)]
        if not start.endswith("/")
        else start
    )
    names = [prefix + p.name + ("/" if p.is_dir() else ":") for p in found]
    return [CompletionItem(n) for n in names if n.startswith(start)]


def names_in(file: str) -> list[str]:
    try:
        tree = ast.parse(pathlib.Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return []
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.ClassDef):
            found += [f"{node.name}.{n.name}" for n in node.body if isinstance(n, ast.FunctionDef)]
    return found


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """The script that makes a shell complete recto's commands: eval "$(recto completion bash)"."""
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "recto", "_RECTO_COMPLETE").source())


COMMANDS = {"completion": completion}
