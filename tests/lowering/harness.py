"""Running lowered text through XLA, and counting the copies that it makes inside loops."""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from recto.runtime import Executable, compile, default_platform, host_values, put
from recto.transform import lowered
from recto.transform.ir.program import Program

ITEM = {"pred": 1, "c64": 8, "c128": 16, "bf16": 2, **{f"{k}{8 * n}": n for k in "suf" for n in (1, 2, 4, 8)}}
COPY = re.compile(r"= (\w+)\[([\d,]+)\][^ ]* copy\(")
CALLEE = re.compile(r"(?:to_apply|calls|body|condition|true_computation|false_computation)=%([\w.~-]+)"
                    r"|branch_computations=\{([^}]*)\}")
HEAD = re.compile(r"(?:ENTRY )?%([\w.~-]+) ")
LOOP = re.compile(r"(?:body|condition)=%([\w.~-]+)")


def compiled(p: Program) -> Executable:
    return compile(lowered(p, platform=default_platform()).text)


def run(exe: Executable, arguments: Sequence[Any]) -> list[np.ndarray]:
    return [np.array(h) for h in host_values(exe.run([put(a) for a in arguments]))]


def copies(exe: Executable, least: int = 128) -> int:
    """Copies of arrays of at least `least` bytes in the bodies of loops, after all of XLA's passes."""
    parts = {m.group(1): part for part in re.split(r"\n(?=[%E])", exe.hlo()) if (m := HEAD.match(part))}
    inside = reachable(parts, {name for part in parts.values() for name in LOOP.findall(part)})
    found = [shape for name in inside for shape in COPY.findall(parts[name])]
    return sum(int(np.prod([int(d) for d in dims.split(",")])) * ITEM[dtype] >= least for dtype, dims in found)


def reachable(parts: dict[str, str], start: set[str]) -> set[str]:
    """The computations that those of `start` call, and these themselves."""
    seen, pending = set(), set(start)
    while pending:
        name = pending.pop()
        seen.add(name)
        for single, several in CALLEE.findall(parts[name]):
            pending |= {single, *re.findall(r"%([\w.~-]+)", several)} - {""} - seen
    return seen
