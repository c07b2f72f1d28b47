"""Several processes that form one runtime: the coordination service, barriers, and texts that all can read.

Process 0 runs the service. Every process sends it signs of life from a thread of C++; if they fail to come, the service
ends all processes. Arrays travel between processes by gloo, not through the service.
"""

import atexit
import contextlib
import dataclasses
import hashlib
import socket
import sys
from typing import Any

from .. import _xla

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclasses.dataclass(frozen=True)
class Group:
    """This process among several. `host`: the address at which the others reach it; `end`: how many seconds it waits
    for them when it parts.
    """

    link: Any
    service: Any
    process: int
    size: int
    host: str
    end: int


_group: Group | None = None


def group() -> Group | None:
    """None: this process is alone."""
    return _group


def is_joined() -> bool:
    """Whether this process is one of several (or has been started as the only one of a job)."""
    return _group is not None


def process_index() -> int:
    """The number of this process, from 0."""
    return _group.process if _group else 0


def process_count() -> int:
    """The number of processes that form the runtime."""
    return _group.size if _group else 1


def connect(
    address: str, size: int, process: int, bind: str | None, heartbeat: int, start: int, end: int
) -> None:
    """Join the processes; waits until all are there. Raises RuntimeError if they are not in time."""
    global _group
    service = None
    if process == 0:
        service = _xla.coordination_service(bind or bound_address(address), size, heartbeat, start, end)
    link = _xla.coordination_link(address, process, heartbeat, start, end)
    try:
        link.connect()
    except _xla.Failure as error:
        raise RuntimeError(
            f"process {process} of {size} could not join the others at {address}: {error}"
        ) from None
    _group = Group(link, service, process, size, own_host(address), end)
    atexit.register(leave)


def bound_address(address: str) -> str:
    """The address at which process 0 listens: every interface, unless all processes are on one machine."""
    host, _, port = address.rpartition(":")
    return address if host in LOOPBACK else f"[::]:{port}"


def own_host(address: str) -> str:
    """The address of this machine on the network by which it reaches the coordinator."""
    host, _, port = address.rpartition(":")
    kind, *_, target = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_DGRAM)[0]
    with socket.socket(kind, socket.SOCK_DGRAM) as route:
        route.connect(target)  # sends nothing
        return route.getsockname()[0]


def disconnect() -> None:
    """Wait for the other processes, and part from them. Raises RuntimeError if one of them has failed.

    (The link's own `shutdown` does not wait, and without process 0 the others would be ended.)
    """
    global _group
    if _group is None:
        return
    left, _group = _group, None
    atexit.unregister(leave)
    try:
        left.link.wait_at_barrier("end", 1000 * left.end)
        left.link.shutdown()
    except _xla.Failure as error:
        raise RuntimeError(f"process {left.process} could not part from the others: {error}") from None
    finally:
        if left.service is not None:
            left.service.shutdown()


def leave() -> None:
    """At the end of the process: part from the others in order, unless this one ends by an exception. Then they are
    not waited for: they notice that the connections are closed.
    """
    if getattr(sys, "last_value", None) is None or hasattr(sys, "ps1"):
        with contextlib.suppress(RuntimeError):
            disconnect()


def barrier(name: str, timeout: float) -> None:
    """Wait until all processes call this with this name, which each may be used once. Raises RuntimeError."""
    if _group is not None:
        _call(f"wait at the barrier {name!r}", _group.link.wait_at_barrier, name, round(1000 * timeout))


def publish(key: str, text: str) -> None:
    """Make a text known to all processes, under a key that is used once."""
    if _group is not None:
        _call(f"publish {key!r}", _group.link.key_value_set, key, text)


def published(key: str, timeout: float) -> str:
    """The text under a key; waits until some process makes it known. Raises RuntimeError."""
    assert _group is not None, "a process that is alone has nothing to read"
    return _call(f"read {key!r}", _group.link.blocking_key_value_get, key, round(1000 * timeout))


_compared: dict[tuple[int, ...], int] = {}
TIMEOUT = 300.0  # seconds that a process waits for the program of another one


def compare_programs(text: str, members: tuple[int, ...]) -> None:
    """Raise RuntimeError if this process's n-th program for these processes is not that of the first of them.

    It would wait for the others, or exchange arrays that mean something else.
    """
    if _group is None or len(members) < 2 or _group.process not in members:
        return
    count = _compared[members] = _compared.get(members, 0) + 1
    digest = lambda content: hashlib.sha256(content.encode()).hexdigest()
    key, name = f"program/{digest(str(members))}/{count}", text.partition("@")[2].split(" ", 1)[0]
    mine = f"{digest(text)} {name}"
    if _group.process == members[0]:
        publish(key, mine)
    elif (other := published(key, TIMEOUT)) != mine:
        raise RuntimeError(
            f"process {_group.process} runs another program than process {members[0]}: {name}, not "
            f"{other.partition(' ')[2]}, or with other types or constants; all processes have to make the same calls"
        )


def _call(what: str, function: Any, *args: Any) -> Any:
    try:
        return function(*args)
    except _xla.Failure as error:
        raise RuntimeError(f"process {process_index()} could not {what}: {error}") from None
