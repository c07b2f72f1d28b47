"""XLA agrees: one row of every entry, many rows in one program."""
import numpy as np
import pytest

from recto.runtime import default_platform
from recto.runtime.device import buffers
from recto.runtime.compilation import executable
from recto.transform import lowered

from .compare import same_in_xla
from .rows import ROWS
from .scalars import SCALARS
from .scipy_rows import SCIPY

GROUP = 40


def one_each(rows):
    """The first row of every function that is no plain ufunc (the primitives' own laws run these)."""
    first = {}
    for r in rows:
        if not isinstance(r[0], np.ufunc):
            first.setdefault(r[0] if isinstance(r[0], str) else id(r[0]), r)
    return list(first.values())


CHOSEN = one_each(ROWS) + one_each(SCIPY) + one_each(SCALARS)


def run(program, *inputs):
    made = executable.compile(lowered(program, platform=default_platform()).text)
    return [buffers.host(b) for b in made.run([buffers.put(np.asarray(x)) for x in inputs])]


@pytest.mark.parametrize("start", range(0, len(CHOSEN), GROUP))
def test_xla_agrees(start):
    same_in_xla(CHOSEN[start:start + GROUP], run)
