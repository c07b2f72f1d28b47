"""Program => Program."""
from ..program import Program, check


def run(program: Program, *passes, show=None) -> Program:
    for step in passes:
        program = check(step(program))
        if show:
            show(f"# === {step.__name__} ===\n{program}")
    return program


def optimise(program: Program) -> Program:
    return program
