"""The command line: `recto grad model.py:loss …`. A command's module is imported when the command is used."""

from .main import cli, main

__all__ = ["cli", "main"]
