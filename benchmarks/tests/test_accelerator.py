"""The programs of `benchmarks.accelerator` compute what NumPy does; nothing is timed here."""
import argparse
import functools
import json
import signal
import time

import numpy as np
import pytest

import recto
from .. import accelerator, accelerator_kernels as kernels, accelerator_recto as ours, accelerator_worker as worker
from ..accelerator_programs import WORK

pytestmark = pytest.mark.xla

of_kind = lambda *kinds: [title for title, work in WORK.items() if work.how in kinds]


def plain(work):
    """The NumPy function; `shifted` is that of `convolution`."""
    name = "shifted" if work.function == "convolution" else work.function
    return functools.partial(getattr(kernels, name), **(work.static or {}))


def close(found, expected, title):
    for x, y in zip(recto.tree.leaves(found), recto.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-12, err_msg=title)


def along(work, given, k):
    """The derivative of a NumPy function in a random direction, and that direction, by central differences."""
    first, *rest = given
    generator, several = np.random.default_rng(k), isinstance(first, list)
    direction = [generator.random(x.shape) - 0.5 for x in (first if several else [first])]

    def at(t):
        moved = [x + t * d for x, d in zip(first if several else [first], direction)]
        return plain(work)(moved if several else moved[0], *rest)
    return (at(1e-6) - at(-1e-6)) / 2e-6, direction


@pytest.mark.parametrize("title", of_kind("forward"))
def test_programs_give_what_numpy_gives(title):
    given = WORK[title].given(WORK[title].cpu, "float64")
    close(ours.compiled(WORK[title])(*given), plain(WORK[title])(*given), title)


@pytest.mark.parametrize("title", of_kind("batch"))
def test_batches_are_loops_over_the_samples(title):
    samples, *rest = given = WORK[title].given(WORK[title].cpu, "float64")
    close(ours.compiled(WORK[title])(*given), np.stack([plain(WORK[title])(x, *rest) for x in samples]), title)


@pytest.mark.parametrize("title", of_kind("gradient", "step"))
def test_gradients_are_those_of_the_numpy_functions(title):
    work = WORK[title]
    given = work.given(work.cpu, "float64")
    result = ours.compiled(work)(*given)
    value, gradient = result if work.how == "gradient" else (result[1], [
        (x - np.asarray(new)) / ours.RATE for x, new in zip(given[0], result[0])])
    close(value, plain(work)(*given), title)
    expected, direction = along(work, given, 1)
    found = sum(np.sum(np.asarray(g) * d) for g, d in zip(recto.tree.leaves(gradient), direction, strict=True))
    assert np.isclose(found, expected, rtol=1e-5, atol=1e-7), title


@pytest.mark.parametrize("title", of_kind("norms"))
def test_norms_are_those_of_each_gradient(title):
    work = WORK[title]
    parameters, images, labels = work.given(work.cpu, "float64")
    single = [recto.grad(plain(work))(parameters, *sample) for sample in zip(images, labels)]
    expected = [sum(np.sum(np.asarray(g) ** 2) for g in gradient) for gradient in single]
    close(ours.compiled(work)(parameters, images, labels), np.array(expected), title)


def test_every_program_is_in_one_of_these_tests_and_keeps_its_dtype():
    assert sorted(of_kind("forward", "batch", "gradient", "step", "norms")) == sorted(WORK) and len(WORK) >= 20
    for title, work in WORK.items():
        arrays = [x for x in recto.tree.leaves(work.given(work.cpu)) if isinstance(x, np.ndarray)]
        assert {x.dtype.name for x in arrays} == {work.dtype}, title


@pytest.mark.parametrize("title", WORK)
def test_programs_compute_in_the_dtype_of_their_arguments(title):
    work = WORK[title]
    found = recto.tree.leaves(ours.compiled(work)(*work.given(work.cpu)))
    assert {x.dtype.name for x in found} == {work.dtype}


# -- the run -------------------------------------------------------------------------------------------------

class Answers:
    """A side that answers, or raises, without a process."""
    platform = "cpu"

    def __init__(self, name, folder, value=1.0, seconds=1e-3, failing=()):
        self.name, self.folder, self.value, self.seconds, self.failing = name, folder, value, seconds, failing

    def ask(self, _, command, title, *folder):
        if command in self.failing:
            raise accelerator.Failure(f"{command} went wrong")
        if command == "sample":
            return [self.seconds, self.seconds / 2]
        file = self.folder / f"{self.name}.npz"
        np.savez(file, **{"0": np.full(3, self.value)})
        return {"seconds": 2.0, "file": str(file)}


def measured(*sides):
    title = next(iter(WORK))
    row = accelerator.measured(list(sides), title, time.monotonic() + 60.0)
    return row, accelerator.shown_row(title, row)


def test_programs_are_measured_and_shown(tmp_path):
    row, cells = measured(Answers("recto", tmp_path), Answers("jax", tmp_path, seconds=2e-3))
    assert row["agrees"] and row["difference"] == 0.0 and len(row["recto"]["samples"]) == accelerator.SAMPLES
    assert len(cells) == len(accelerator.HEADS)
    assert cells[2:] == ["float32", "1", "2", "2.00", "2.00", "2.00", "2.00", "0e+00"]
    assert "of 1 programs, jax / recto: 2.00; queued 2.00; below 0.95: 0." in accelerator.means({"a": row})


def test_results_that_differ_have_no_ratio(tmp_path):
    row, cells = measured(Answers("recto", tmp_path, 1.5), Answers("jax", tmp_path))
    assert row["difference"] == 0.5 and not row["agrees"]
    assert cells[5:7] == ["–", "–"] and cells[-1] == "5e-01 **> 0.03**"
    row, _ = measured(Answers("recto", tmp_path, np.nan), Answers("jax", tmp_path))
    assert row["difference"] == np.inf and not row["agrees"]


@pytest.mark.parametrize("command", ["first", "sample"])
def test_failures_of_a_side_are_recorded_and_the_other_is_measured(tmp_path, command):
    row, cells = measured(Answers("recto", tmp_path, failing=(command,)), Answers("jax", tmp_path))
    assert row["recto"]["error"] == f"{command} went wrong" and cells[5] == "–"
    assert f"* a, recto: {command} went wrong" in accelerator.failures({"a": row})
    assert row["jax"]["first"] == 2.0 and bool(row["jax"]["samples"]) == (command == "first")


def test_processes_answer_and_start_again_after_they_ended():
    side = accelerator.Side("recto", "cpu")
    try:
        assert side.ask(60.0, "hello")["device"] == "cpu"
        with pytest.raises(accelerator.Failure, match="KeyError: 'no such program'"):
            side.ask(60.0, "first", "no such program", ".")
        side.process.kill()
        with pytest.raises(accelerator.Failure, match="the process ended in hello with code -9"):
            side.ask(60.0, "hello")
        assert side.ask(60.0, "hello")["device"] == "cpu"
        side.process.send_signal(signal.SIGSTOP)
        with pytest.raises(accelerator.Failure, match="no answer to hello in 0 s"):
            side.ask(0.0, "hello")
    finally:
        side.end()


def test_files_of_results_are_shown(tmp_path):
    row, _ = measured(Answers("recto", tmp_path), Answers("jax", tmp_path))
    found = {"platform": "cpu", "machine": "a machine", "rows": {"a": row, "b": {"left out": "the time was up"}},
             "sides": {"recto": {"device": "cpu", "version": "1"}, "jax": {"error": "none"}}}
    accelerator.write(tmp_path / "found.json", found)
    assert accelerator.known_rows(tmp_path / "found.json") == found["rows"]
    assert accelerator.known_rows(tmp_path / "none.json") == accelerator.known_rows(None) == {}
    page = accelerator.shown(json.loads((tmp_path / "found.json").read_text()))
    assert page.startswith("cpu: cpu; recto 1; a machine.\n\n| program |") and "| a | 64 × 32 × 48 × 48 |" in page
    assert page.endswith("* b: left out, the time was up\n")


def test_programs_are_chosen_by_name_and_by_what_the_file_lacks(tmp_path):
    row, _ = measured(Answers("recto", tmp_path), Answers("jax", tmp_path))
    first, second, *others = WORK
    file = tmp_path / "found.json"
    accelerator.write(file, {"rows": {first: row, second: {"left out": "the time was up"}}})
    given = argparse.Namespace(json=file, only=[], missing=False)
    chosen = lambda **changed: accelerator.chosen(argparse.Namespace(**{**vars(given), **changed}))
    assert chosen() == ({}, list(WORK))
    assert chosen(only=[second]) == ({first: row, second: {"left out": "the time was up"}}, [second])
    assert chosen(missing=True)[1] == [second, *others]


def test_dumps_keep_the_optimised_text(tmp_path):
    for name in ("a.cpu_after_optimizations.txt", "a.before_optimizations.txt", "a.ll"):
        (tmp_path / name).write_text("")
    accelerator.prune(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a.cpu_after_optimizations.txt"]


def test_training_steps_are_compared_by_what_they_add():
    title = of_kind("step")[0]
    host = WORK[title].given(WORK[title].cpu)
    found = worker.differences(WORK[title], host, [*(x + 1 for x in host[0]), np.float32(3.0)])
    assert all(np.allclose(found[str(k)], 1.0, atol=1e-6) for k in range(len(host[0])))
    assert found[str(len(host[0]))] == 3.0
