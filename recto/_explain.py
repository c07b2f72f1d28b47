"""`.explain()`: what the compiler decided, in words."""
from __future__ import annotations

from typing import Any



def explain(function: Any, args: tuple, kwargs: dict) -> str:
    entered, reading = function._reading(args, kwargs)
    lines = [f"{function.__name__}: " + ", ".join(f"{p.name}: {p.type}" for p in reading.program.parameters)]
    lines += [f"  captured from outside: {path}" for path in reading.captures]
    lines += [f"  guarded: {path} = {value!r}" for path, value in reading.guards.items()
              if isinstance(value, (int, float, str, bool, tuple, type(None)))]
    lines += [
        f"  mutated argument: {reading.program.parameters[len(reading.captures) + k].name}" for k in reading.mutated
    ]
    lines += [f"  may raise: {exception.__name__} at {span}" for exception, _, span in reading.errors]
    lines += [f"  {note}" for note in [*dict.fromkeys(function.notes), *reading.notes]]
    compiled = function.lower(*args, **kwargs).compile()
    memory, cost = compiled.memory_analysis(), compiled.cost_analysis()
    lines.append(f"  memory: {memory['argument']} bytes in, {memory['output']} out, {memory['temp']} temporary")
    lines.append(f"  cost: {cost.get('flops', 0):.0f} flops, {cost.get('bytes accessed', 0):.0f} bytes accessed")
    return "\n".join(lines)
