"""Each check in a process of its own, with limits on processor time and memory. A process imports the table of a
repository and forks once for each check."""
from __future__ import annotations

import importlib
import json
import os
import pathlib
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator

from .checks import Check, Table
from .laws import LAWS, SECONDS

BYTES = 24 << 30            # of addresses; XLA reserves many


def forked(work: Callable[[], object], seconds: float) -> object:
    """What `work` returns in a child process, as JSON; a string if it did not end or could not."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        os.setpgrp()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        try:
            answer: object = work()
        except BaseException:
            answer = "crash: " + traceback.format_exc()[-1500:]
        with os.fdopen(write, "w") as out:
            json.dump(answer, out)
            out.flush()
        os._exit(0)
    os.close(write)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.alarm(3 * int(seconds))
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    signal.alarm(0)
    if text:
        return json.loads(text)
    stopped = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGXCPU)
    return "slow" if stopped else f"crash: status {status}"


def run(repository: str, folder: pathlib.Path, chosen: Callable[[str], bool], laws: list[str],
        report: Callable[[dict], None]) -> list[str]:
    """Run the chosen checks of a repository and report a record of each.

    Returns:
        The keys of all checks that there are.
    """
    sys.path[:0] = [str(folder / repository), str(folder)]
    module = importlib.import_module(f".programs.{repository.replace('-', '_').replace('.', '_').lower()}", __package__)
    table = Table(folder / repository)
    module.fill(table)
    keys = {f"{repository}: {check.name} [{law}]": (check, law)
            for check in table.checks.values() for law in laws_of(check)}
    for key, (check, law) in keys.items():
        if law in laws and chosen(key):
            report({"repository": repository, "name": check.name, "law": law} | verdict(check, law))
    return list(keys)


def laws_of(check: Check) -> Iterator[str]:
    yield "jit"
    if check.grad:
        yield "grad"


def verdict(check: Check, law: str) -> dict:
    answer = forked(lambda: LAWS[law](check), 3 * SECONDS)
    if isinstance(answer, str):
        answer = ("slow", "", SECONDS) if answer == "slow" else ("crash", answer, 0.0)
    word, message, seconds = answer
    return {"verdict": word, "message": message, "seconds": round(seconds, 1)}
