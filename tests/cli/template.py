"""A process that has imported the command, and is forked for each call of it: 0.1 s instead of 0.5 s.

On each line of the standard input stands, as JSON, a call: arguments, folder, the files to which the three standard
streams go (the last two may be one), and variables of the environment that are read when a command runs. On the
standard output appears the exit code of each. Of its own a call has all that a process has.
"""
import gc
import json
import os
import runpy
import signal
import sys

del sys.path[0]                 # this folder

from recto.cli import checking, emitting, explaining, main, showing         # noqa: F401, E402

SECONDS = 120


def streams(files: list[str]) -> None:
    """Open the files in place of the standard streams."""
    writing = os.O_WRONLY | os.O_APPEND
    for number, (file, flags) in enumerate(zip(files, (os.O_RDONLY, writing, writing), strict=True)):
        opened = os.open(file, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0)


def begin(arguments: list[str], folder: str, files: list[str], environment: dict[str, str]) -> None:
    """Make a fork what `python -m recto …` is as it begins."""
    os.environ.update(environment)
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in os.environ
    signal.alarm(SECONDS)
    streams(files)
    os.chdir(folder)
    sys.argv = ["recto", *arguments]
    sys.path.insert(0, os.getcwd())


def wait_for_calls() -> None:
    """Returns in each fork, and at the end of the input leaves this process."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            return begin(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    sys.exit()


gc.freeze()
wait_for_calls()
runpy.run_module("recto", run_name="__main__", alter_sys=True)
