"""What only the last round computes is computed behind the loop: programs mean the same, bit by bit."""
import corpus
import exits
import numpy as np
import pytest
from printing.test_exits import first_above

import recto
from recto.transform.passes.autodiff.sinking import sink_exits

from .equal import assert_equal
from .test_corpus import readings

LEFT = ("early_return", "break_continue", "rootfinding", "while_loops", "searching", "mandelbrot", "errors_at_runtime")


@pytest.mark.parametrize("share", range(2))
def test_loops_that_are_left_mean_the_same(share, tmp_path):
    changed = 0
    for seed in range(share, 40, 2):
        f, _ = exits.function(seed, tmp_path)
        for arguments in exits.arguments(seed):
            entered, reading = recto.jit(f)._reading(arguments, {})
            sunk = sink_exits(reading.program)
            assert_equal(reading.program, sunk, *corpus.Read(reading, reading.program, entered.leaves).operands)
            changed += sunk is not reading.program
    assert changed > 30


@pytest.mark.parametrize("module", [m for m in corpus.module_names() if m in LEFT])
def test_so_do_those_of_the_corpus(module):
    for program, operands in readings(module):
        assert_equal(program, sink_exits(program), *operands)


def test_a_returned_value_is_computed_behind_the_loop():
    program = sink_exits(recto.jit(first_above).program(np.ones(4), 2.0))
    (loop,) = [call for call in program.body if call.primitive.name == "while_loop"]
    assert "cond" not in {call.primitive.name for call in loop.param("body").body}
