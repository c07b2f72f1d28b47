"""Microseconds per call of the C++ route in `recto.runtime`, f64[8] arguments, one result.

    python benchmarks/dispatch_raw.py

Figures to meet, on a quiet machine (JAXLIB.md 4.2): raw buffers 2.9 / 3.5 / 8.4, `Array` 3.3 / 4.0 / 10.0 for
1, 3 and 20 arguments; NumPy in 4.1 / 7.4 / 36.8.
"""
import time
from collections.abc import Callable

import numpy as np

from recto import runtime

T = "tensor<8xf64>"


def program(count: int) -> str:
    """The sum of `count` arguments, doubled if there is one."""
    arguments = ", ".join(f"%a{i}: {T}" for i in range(count))
    terms = [f"a{i}" for i in range(count)] if count > 1 else ["a0", "a0"]
    lines = [f"%s{i} = stablehlo.add %{'s' + str(i - 1) if i > 1 else terms[0]}, %{terms[i]} : {T}"
             for i in range(1, len(terms))]
    body = "\n".join(lines)
    body += f"\nreturn %s{len(terms) - 1} : {T}"
    return f"module @m {{ func.func public @main({arguments}) -> {T} {{\n{body} }} }}"


def load(args: tuple, kwargs: dict, signatures: tuple) -> runtime.Loaded:
    executable = runtime.compile(program(len(signatures)))
    return runtime.Loaded(executable, signatures, (True,) * len(signatures), signatures[:1],
                          runtime.pytree.structure(0))


def microseconds(function: Callable, arguments: list, calls: int = 2000, rounds: int = 15) -> float:
    """The best round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            function(*arguments)
        best = min(best, (time.perf_counter() - start) / calls)
    return best * 1e6


def main() -> None:
    function = runtime.dispatcher("f", load)
    host = np.arange(8.0)
    array = runtime.device_put(host)
    kinds = {"raw buffer": array.buf, "Array": array, "ndarray": host}
    print(f"{'arguments':12}" + "".join(f"{count:>8}" for count in (1, 3, 20)))
    for kind, argument in kinds.items():
        times = [microseconds(function, [argument] * count) for count in (1, 3, 20)]
        print(f"{kind:12}" + "".join(f"{time:8.2f}" for time in times))
    executable = runtime.compile(program(1))
    print(f"{'.run, 1':12}{microseconds(executable.run, [[array.buf]]):8.2f}   (checked, pre-compiled)")


if __name__ == "__main__":
    main()
