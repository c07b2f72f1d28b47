"""Ahead-of-time compilation: a function lowered and compiled for given types of arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.runtime import Array, Unfinished, pytree
from recto.transform import AnotherSize, Reading

from .._boundary.tracebacks import boundary
from .._convention.epilogue import described_results, structure_of
from .._convention.tree_classes import refuse_other_attributes


class Lowered:
    """A function lowered for certain types."""

    def __init__(
        self, arranged: Any, reading: Reading, in_order: Callable[[tuple, dict], bool] | None = None
    ):
        self.in_order = (
            in_order  # are the keys of dicts among arguments in the order that it is for, if that counts?
        )
        self.reading, self.program = transform.optimise_reading(reading)
        self.placed = arranged.placed(self.reading, self.program)
        self._lowered = transform.lowered(
            self.program, **self.placed.target(), native=runtime.compiles_kernels()
        )

    def text(self) -> str:
        """StableHLO, pretty-printed."""
        return runtime.pretty(self._lowered.text)

    @boundary
    def compile(self) -> "Compiled":
        made = runtime.compile(
            self._lowered.text,
            callbacks=self._lowered.callbacks,
            layout=self.placed.layout,
            short_rounds=self._lowered.short_rounds,
            hosted=self._lowered.hosted,
        )
        return Compiled(self, made)


class Compiled:
    """An executable for given argument types: call it with arrays of exactly these types."""

    def __init__(self, lowered: Lowered, executable: runtime.Executable):
        self.lowered, self.executable = lowered, executable

    @boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.lowered.in_order is not None and not self.lowered.in_order(args, kwargs):
            raise TypeError(
                "the keys of a dict, or keywords, come in another order than the program was compiled for"
            )
        if self.lowered.reading.fields_alone:
            refuse_other_attributes((*args, *kwargs.values()))
        results = self.of(pytree.leaves((args, kwargs)))
        described = described_results(self.lowered.reading)
        out = pytree.unflatten(structure_of(described, len(results)), results)
        try:
            return out(args, kwargs) if type(out) is Unfinished else out
        except AnotherSize as error:
            raise ValueError(str(error)) from None

    def of(self, leaves: list) -> list[Array]:
        """The results of the program for such arguments, leaf by leaf."""
        leaves = [*(np.asarray(transform.fetch(p)) for p in self.lowered.reading.captures), *leaves]
        parameters = self.executable.parameters
        if len(leaves) != len(parameters):
            raise TypeError(f"{len(parameters)} arrays are needed, {len(leaves)} given")
        buffers = [
            x.buf if isinstance(x, Array) else runtime.put(np.asarray(x), place, weak=p.weak_type)
            for x, p, place in zip(leaves, parameters, self.executable.places[0])
        ]
        return [Array(b) for b in self.executable.run(buffers)]

    def hlo(self) -> str:
        return self.executable.hlo()

    def cost_analysis(self) -> dict:
        """Operations and bytes, as XLA counts them ("flops", "bytes accessed", …)."""
        return self.executable.cost_analysis()

    def memory_analysis(self) -> dict:
        """Bytes of arguments, outputs, temporaries and aliases."""
        return self.executable.memory_analysis()
