"""Number the processes of a job by the variables that its launcher sets: Slurm, Open MPI, PMI, Kubernetes.

A launcher that starts one process for each task says how many there are, the number of each, and mostly a host that all
can reach. Recto's own variables come before those of launchers, and arguments before both.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Mapping
from typing import NamedTuple

FIRST_PORT, PORTS = 61440, 4096  # one of these, by the number of the job, as in JAX


class Place(NamedTuple):
    """The known facts about a process among others; None: not known."""

    address: str | None = None
    size: int | None = None
    process: int | None = None


def complete_from_environment(
    address: str | None, size: int | None, process: int | None
) -> tuple[str, int, int]:
    """The given values, completed from the environment. Raises ValueError, naming what is missing."""
    known = Place(address, size, process)
    for look in (own_variables, slurm, open_mpi, pmi, kubernetes):
        if None not in known:
            break
        seen = look(os.environ)
        known = Place(*[a if a is not None else b for a, b in zip(known, seen)])
    wanted = ("coordinator_address", "num_processes", "process_id")
    if missing := [name for name, value in zip(wanted, known) if value is None]:
        raise ValueError(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} needed: found neither "
            + "in RECTO_COORDINATOR_ADDRESS, RECTO_NUM_PROCESSES, RECTO_PROCESS_ID nor in variables of Slurm, "
            "Open MPI, PMI or Kubernetes"
        )
    assert known.address is not None and known.size is not None and known.process is not None
    return known.address, known.size, known.process


def number(variables: Mapping[str, str], *names: str) -> int | None:
    """The first of these variables that is there. Raises ValueError if it is no number."""
    for name in names:
        if name in variables:
            if not variables[name].isdecimal():
                raise ValueError(f"{name} must be a number from 0, not {variables[name]!r}")
            return int(variables[name])
    return None


def own_variables(variables: Mapping[str, str]) -> Place:
    return Place(
        variables.get("RECTO_COORDINATOR_ADDRESS"),
        number(variables, "RECTO_NUM_PROCESSES"),
        number(variables, "RECTO_PROCESS_ID"),
    )


def slurm(variables: Mapping[str, str]) -> Place:
    """Tasks of a job step; the first host of the step is the coordinator's."""
    nodes = variables.get("SLURM_STEP_NODELIST") or variables.get("SLURM_NODELIST")
    job = number(variables, "SLURM_JOB_ID")
    address = f"{first_node(nodes)}:{port_of(job)}" if nodes and job is not None else None
    return Place(
        address, number(variables, "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"), number(variables, "SLURM_PROCID")
    )


def first_node(nodes: str) -> str:
    """The first host of a list of Slurm's.

    >>> first_node("gpu[003-007,12],cpu1"), first_node("head,gpu[1-2]"), first_node("a[1-2]-ib[3,4]")
    ('gpu003', 'head', 'a1-ib3')
    """
    first = re.split(r",(?![^\[]*\])", nodes)[0]
    return re.sub(r"\[(\w+)[^\]]*\]", r"\1", first)


def port_of(job: int) -> int:
    return FIRST_PORT + job % PORTS


def open_mpi(variables: Mapping[str, str]) -> Place:
    """Ranks of mpirun. Up to Open MPI 4 a variable names the machine of mpirun, which runs rank 0 by default."""
    size = number(variables, "OMPI_COMM_WORLD_SIZE")
    uri = re.match(r"(\d+)\.\d+;tcp6?://(\[[^\]]*\]|[^,:]+)", variables.get("OMPI_MCA_orte_hnp_uri", ""))
    address = f"{uri[2]}:{port_of(int(uri[1]))}" if uri else None
    if address is None:
        address = on_one_machine(size, number(variables, "OMPI_COMM_WORLD_LOCAL_SIZE"), os.getppid)
    return Place(address, size, number(variables, "OMPI_COMM_WORLD_RANK"))


def pmi(variables: Mapping[str, str]) -> Place:
    """Ranks of MPICH, Intel MPI, Cray MPI. No variable names a host: it is known where all run on one machine."""
    size = number(variables, "PMI_SIZE")
    address = on_one_machine(size, number(variables, "MPI_LOCALNRANKS"), os.getppid)
    return Place(address, size, number(variables, "PMI_RANK"))


def on_one_machine(size: int | None, local: int | None, parent: Callable[[], int]) -> str | None:
    """The address if all processes are children of one launcher."""
    return f"127.0.0.1:{port_of(parent())}" if size is not None and size == local else None


def kubernetes(variables: Mapping[str, str]) -> Place:
    """Pods of an indexed job behind a headless service: their hosts are <job>-<index>.<service>…; the number of pods
    is not among their variables.
    """
    index = number(variables, "JOB_COMPLETION_INDEX")
    if index is None:
        return Place()
    host = re.fullmatch(rf"(.+)-{index}(\..+)?", variables.get("HOSTNAME", ""))
    address = f"{host[1]}-0{host[2] or domain()}:{FIRST_PORT}" if host else None
    return Place(address, None, index)


def domain() -> str:
    """The domain of this host: the rest of its full name."""
    return socket.getfqdn().removeprefix(socket.gethostname())
