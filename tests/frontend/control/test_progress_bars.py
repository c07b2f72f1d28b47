"""Loops through progress bars of tqdm and rich, and texts written to files."""

import io
import sys
import types

import numpy as np
import pytest
from rich import progress

import recto


SEEN: list = []


class tqdm:
    """What tqdm.std.tqdm is to a compiled function: a class of that name, in a module of that name."""

    __module__ = "tqdm.std"
    __qualname__ = "tqdm"

    def __init__(self, iterable=None, desc=None, total=None, leave=True, disable=False):
        self.iterable, self.desc, self.seen = iterable, desc, SEEN
        self.total = len(iterable) if total is None and hasattr(iterable, "__len__") else total
        self.seen.append(("begun", desc, None if self.total is None else int(self.total)))

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.update(1)
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def update(self, n=1):
        self.seen.append(int(n))

    def set_postfix(self, **values):
        self.seen.append({k: round(float(v), 6) for k, v in values.items()})

    def close(self):
        self.seen.append("closed")


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)


trange.__module__ = "tqdm.std"


@pytest.fixture(autouse=True)
def module(monkeypatch):
    made = types.ModuleType("tqdm.std")
    made.tqdm, made.trange = tqdm, trange
    monkeypatch.setitem(sys.modules, "tqdm.std", made)


def over_a_range(x, n):
    bar, total = tqdm(range(n), desc="fit"), 0.0
    for k in bar:
        total += x * k
        bar.set_postfix(loss=total)
    return total


def over_an_array(x, n):
    return sum([k * v for k, v in enumerate(tqdm(np.arange(3.0) * x))])


def nested(x, n):
    for _ in trange(2, desc="epochs"):
        for k in tqdm([1.0, 2.0], leave=False):
            x = x * k
    return x


def over_pairs(x, n):
    return sum(a * b * x for a, b in tqdm(zip([1.0, 2.0], [3.0, 4.0]), total=2))


def moved_by_hand(x, n):
    with tqdm(total=n) as bar:
        for _ in range(n):
            x = 2.0 * x
            bar.update(1)
    return x


def left(x, n):
    with tqdm(range(n)) as bar:
        for k in bar:
            x = x + k
            if x > 4.0:
                break
    return x


ROWS = [over_a_range, over_an_array, nested, over_pairs, moved_by_hand, left]


@pytest.mark.xla
@pytest.mark.parametrize("f", ROWS, ids=lambda f: f.__name__)
def test_bars_show_what_they_show_in_python(f):
    SEEN.clear()
    wanted = f(2.0, 4)
    shown = list(SEEN)
    SEEN.clear()
    assert float(recto.jit(f)(2.0, 4)) == wanted
    assert SEEN == shown


@pytest.mark.xla
def test_gradients_show_bars():
    SEEN.clear()
    assert float(recto.grad(over_a_range)(2.0, 4)) == 6.0
    assert SEEN.count(1) == 4 and SEEN[-1] == "closed"


def rich_bar(x, n):
    total = 0.0
    for k in progress.track(range(n), description="fit"):
        total += k * x
    return total


@pytest.mark.xla
def test_track_of_rich(capsys):
    assert float(recto.jit(rich_bar)(2.0, 4)) == 12.0


FILE = io.StringIO()


def written(x, n):
    for k in range(n):
        FILE.write(f"{k} {x:.1f}\n")
    FILE.flush()
    if x > 1.0:
        sys.stderr.write(f"large {x:g}\n")
    return x


@pytest.mark.xla
def test_texts_are_written_to_files(capsys):
    assert float(recto.jit(written)(1.5, 2)) == 1.5
    assert (FILE.getvalue(), capsys.readouterr().err) == ("0 1.5\n1 1.5\n", "large 1.5\n")


def number_written(x):
    FILE.write(x)


def test_only_texts_are_written():
    with pytest.raises(TypeError, match="must be str"):
        recto.jit(number_written)(1.5)
