"""Lists of numbers in attributes: loops lengthen them, and look at what they hold."""
from __future__ import annotations

import copy

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([0.5, 1.5, 2.5])


class Recorder:
    def __init__(self, *errors: float) -> None:
        self.errors, self.places, self.sums = list(errors), [], {"all": []}


def stops_when_the_record_says_so(r, x):
    for _ in range(100):
        x = x * 0.9
        r.errors.append(x * x)
        if len(r.errors) >= 2 and abs(r.errors[-1] - r.errors[-2]) < 1e-4:
            break
    return x


def goes_on_from_what_is_recorded(r, x):
    for k in range(60):
        if r.errors[-1] > x + k:
            continue
        r.errors.append(r.errors[-1] + x)
    return len(r.errors), sum(r.errors)


def records_pairs(r, x):
    for k in range(50):
        if x[k % 3] > 0.1 * k:
            r.places.append((k, x[k % 3]))
            r.sums["all"].append(x.sum() * k)
        if len(r.places) > 5:
            break
    return len(r.places), len(r.sums["all"])


def shortens_the_record(r, limit):
    while len(r.errors) > 1 and r.errors[-1] < limit:
        r.errors.pop()
    return r.errors[-1]


CALLS = [
    (stops_when_the_record_says_so, (Recorder(), 0.3)),
    (goes_on_from_what_is_recorded, (Recorder(4.0, 2.0), 1.3)),
    (records_pairs, (Recorder(), X)),
    (shortens_the_record, (Recorder(3.0, 1.0, 2.0), 2.5)),
]


@pytest.mark.parametrize("function, arguments", CALLS, ids=[f.__name__ for f, _ in CALLS])
def test_calls_leave_what_python_leaves(function, arguments):
    theirs, ours = copy.deepcopy(arguments), copy.deepcopy(arguments)
    compiled = recto.jit(function)
    for _ in range(3):
        wanted, found = function(*theirs), compiled(*ours)
        assert np.allclose(found, wanted, rtol=1e-12)
        for name, value in vars(theirs[0]).items():
            mine = getattr(ours[0], name)
            assert str(mine) == str(value) and [type(v) for v in mine] == [type(v) for v in value]
