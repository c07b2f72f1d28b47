"""Start several processes of one job on this machine, and collect what each of them found."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent                               # these processes import the recto that is tested
SECONDS = 120                                           # no run takes more: a hang fails


class Ended(NamedTuple):
    """Exit status, what the process wrote as JSON, and what it printed."""
    status: int
    found: dict | None
    text: str


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Job:
    """`size` processes that each call `jobs.<name>(folder)` after `initialize`, for each of the names in turn."""

    def __init__(self, names: str, size: int, folder: pathlib.Path, devices: int = 1, **variables: str):
        self.folder, self.size = folder, size
        environment = {**os.environ, "RECTO_COORDINATOR_ADDRESS": f"127.0.0.1:{free_port()}",
                       "RECTO_NUM_PROCESSES": str(size), "RECTO_NUM_CPU_DEVICES": str(devices),
                       "OPENBLAS_NUM_THREADS": "1",
                       "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), **variables}
        environment.pop("XLA_FLAGS", None)
        self.outputs = [folder / f"{names}-{n}.txt" for n in range(size)]
        self.results = [folder / f"{names}-{n}.json" for n in range(size)]
        self.processes = [
            subprocess.Popen([sys.executable, HERE / "jobs.py", names, folder, result], cwd=ROOT,
                             env={**environment, "RECTO_PROCESS_ID": str(n)}, stdout=output.open("w"),
                             stderr=subprocess.STDOUT)
            for n, (output, result) in enumerate(zip(self.outputs, self.results))]

    def wait(self) -> list[Ended]:
        """Of each process; those that do not end are killed, and have the status -9."""
        limit = time.monotonic() + SECONDS
        for process in self.processes:
            try:
                process.wait(max(0.1, limit - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
        return [Ended(p.returncode, json.loads(r.read_text()) if r.exists() else None, o.read_text())
                for p, r, o in zip(self.processes, self.results, self.outputs)]


def together(names: str, size: int, folder: pathlib.Path, devices: int = 1, **variables: str) -> list[dict]:
    """What each process of a job returned, by name. Fails if one of them did."""
    ended = Job(names, size, folder, devices, **variables).wait()
    assert [e.status for e in ended] == [0] * size, "\n".join(e.text for e in ended)
    return [e.found for e in ended]
