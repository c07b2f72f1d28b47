"""Random programs with loops, branches and mutation: XLA computes exactly what the NumPy interpreter does.

A failure names the seed and profile: `print(random_program([(seed, profile)]))` shows the program.
"""
from __future__ import annotations

import numpy as np
import pytest

from recto.transform.ir.evaluate import evaluate

from .harness import compiled, copies, run
from .random_programs import IN_PLACE, NAMES, PROFILES, random_arguments, random_program

TOGETHER = 5             # programs in one module: compiling is most of the time
MODULES = 3              # for each profile


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("module", range(MODULES))
def test_equals_interpreter(profile, module):
    cases = [(TOGETHER * module + k, profile) for k in range(TOGETHER)]
    p, arguments = random_program(cases), random_arguments(cases, module)
    exe = compiled(p)
    wanted, given = evaluate(p, *arguments), run(exe, arguments)
    pairs = enumerate(zip(wanted, given, strict=True))
    wrong = {cases[k // len(NAMES)] for k, (w, g) in pairs if not np.array_equal(w, g)}
    assert not wrong
    if profile in IN_PLACE:
        assert copies(exe) == 0
