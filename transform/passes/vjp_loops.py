"""Reverse mode through loops.

A loop whose trip count is known, or bounded, keeps a *tape* of what the backward rounds need: arrays with a row for
every round (`tapes`). The index runs backwards, and nothing is taped that follows from it, or that an array which the loop
writes still holds at its end (`written_once`). A loop of unknown length keeps snapshots of its state instead
(`snapshots`), as do counted loops whose tape would not stay in the cache.
"""
from __future__ import annotations

from typing import Sequence

from ..build import Builder, Sym
from ..program import Call
from .jvp import Activity
from .rounds import Rounds
from .snapshots import Snapshots
from .tapes import Short, Taped
from .vjp import CONTROL, Pullback


def forward_loop(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity
) -> tuple[Sequence[Sym], Pullback]:
    if not any(activity.outputs(call, active)):
        return b.bind(call.primitive, inputs, dict(call.params)), lambda back, bars, known: [None] * len(inputs)
    rounds = Rounds(call, inputs, active, activity)
    loop = Snapshots(rounds) if not rounds.fits_tape() else Short(rounds) if rounds.test else Taped(rounds)
    return loop.sweep(b), loop.pull


CONTROL.update(fori_loop=forward_loop, while_loop=forward_loop)
