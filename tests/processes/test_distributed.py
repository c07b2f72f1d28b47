"""Two and four processes on this machine: devices, arrays, training, checkpoints, the death of one of them."""
import pathlib
import signal
import time
from typing import NamedTuple

import numpy as np
import pytest

import recto
from processes import jobs
from processes.together import Job, together

pytestmark = pytest.mark.xla


class Found(NamedTuple):
    """What the processes of three jobs returned, one after the other, by name: some 0.7 s of each process go into its
    start. The second job reads what the first saved, the third what the second did; all have one cache on disk."""
    folder: pathlib.Path
    two: list[dict]                     # processes with two devices each
    four: list[dict]                    # with one
    two_again: list[dict]

    def all(self, name):
        return [one[name] for job in (self.two, self.four, self.two_again) for one in job if name in one]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("jobs")
    cache = {"RECTO_CACHE_DIR": str(folder / "cache")}
    two = together("training,collectives,places,saves,cached", 2, folder, 2, **cache)
    four = together("training,collectives,loads,saves", 4, folder, 1, **cache)
    return Found(folder, two, four, together("loads,cached,slow", 2, folder, 2, **cache))


def test_training_steps_equal_those_of_one_process(found):
    expected = jobs.alone(None)
    assert len(found.all("training")) == 6
    for one in found.all("training"):
        for name in PARAMS:
            for way in (one["data_parallel"], one["tensor_parallel"]["params"], one["replicas"]):
                np.testing.assert_allclose(way[name], expected[name], rtol=1e-12, atol=1e-13)
        assert one["tensor_parallel"]["communicates"]


PARAMS = tuple(jobs.PARAMS)


def test_collectives_across_processes(found):
    n = 4
    x, y = np.arange(1.0, n + 1), np.arange(1.0, n * n + 1).reshape(n, n)
    expected = {"psum": [x.sum()] * n, "pmax": [float(n)] * n, "all_gather": [x.tolist()] * n,
                "ppermute": np.roll(x, 1).tolist(), "all_to_all": y.T.tolist(), "psum_scatter": y.sum(0).tolist(),
                "axis_index": (x * np.arange(n)).tolist()}
    assert found.all("collectives") == [expected] * 6


def test_devices_arrays_and_refusals(found):
    found = [one["places"] for one in found.two]
    for k, one in enumerate(found):
        assert (one["process"], one["processes"], one["devices"]) == (k, 2, 4)
        assert one["owners"] == [0, 0, 1, 1] and one["local"] == [k, k] and one["mine"] == [4 * k, 4 * k + 2]
        assert one["moved"] == one["gathered"] == list(range(8)) and one["callback"] == list(range(4))
        assert one["text"] == " ".join(["Array(<parts in other processes>, shape=(8,), dtype=float64)"] * 2)
        refused = one["refused"]
        assert "recto.distributed.gather(x)" in refused["read"] and "out_shardings" in refused["move"]
        assert "belongs to process" in refused["default"] and "process" in refused["device"]
        assert "and once" in refused["again"] and "can't be divided" in refused["uneven"]
        assert "a part of shape (2,), not (4,)" in refused["shape"]
    assert "pmap" not in found[0]["refused"] and "this is process 1" in found[1]["refused"]["pmap"]


def checks(one):
    np.testing.assert_array_equal(one["w"], jobs.TREE["w"])
    np.testing.assert_array_equal(one["half"], jobs.TREE["w"])
    np.testing.assert_array_equal(one["b"][0], jobs.TREE["b"][0])
    assert one["step"] == 7


def test_checkpoints_are_read_on_other_numbers_of_processes(found):
    assert len(found.all("saves")) == 6 and all("is there already" in one["again"] for one in found.all("saves"))
    for job, writers in ((found.four, "saved-by-2"), (found.two_again, "saved-by-4")):
        for one in job:
            assert list(one["loads"]) == [writers]
            checks(one["loads"][writers])
    here = jobs.loads(found.folder)                     # eight devices of this process
    for writers in ("saved-by-2", "saved-by-4"):
        checks(here[writers])
        tree = recto.distributed.load(found.folder / writers, {"w": None, "b": [None], "step": None, "half": None})
        np.testing.assert_array_equal(tree["w"], jobs.TREE["w"])


@pytest.mark.parametrize("victim", [0, 1])
def test_a_killed_process_ends_the_others_within_seconds(victim, tmp_path):
    job = Job("endless", 3, tmp_path)
    limit = time.monotonic() + 60
    while len(list(tmp_path.glob("ready-*"))) < 3 and time.monotonic() < limit:
        time.sleep(0.05)
    job.processes[victim].send_signal(signal.SIGKILL)
    since = time.monotonic()
    ended = job.wait()
    assert time.monotonic() - since < 25                # the heartbeat's 4 s, and a machine that is busy
    assert ended[victim].status == -signal.SIGKILL
    for k in {0, 1, 2} - {victim}:
        assert ended[k].status not in (0, -signal.SIGKILL)
        assert "another process has ended" in ended[k].text or "another task died" in ended[k].text, ended[k].text


def test_an_exception_in_one_process_ends_the_others(tmp_path):
    job = Job("unequal", 3, tmp_path)
    job.processes[2].wait(100)
    since = time.monotonic()
    ended = job.wait()
    assert time.monotonic() - since < 25 and "of this process alone" in ended[2].text
    assert all(e.status not in (0, -signal.SIGKILL) for e in ended)


def test_processes_end_at_different_times(found):
    assert found.all("slow") == [{"process": 0}, {"process": 1}]


def test_processes_that_run_other_programs_are_told(tmp_path):
    ended = Job("unlike", 2, tmp_path).wait()
    assert ended[1].status not in (0, -signal.SIGKILL)
    assert "process 1 runs another program than process 0" in ended[1].text


def test_the_disk_cache_serves_a_second_job(found):
    first, second = ([one["cached"] for one in job] for job in (found.two, found.two_again))
    assert [one["compiled"] for one in second] == [0, 0] < [one["compiled"] for one in first]
    assert all(one["total"] == [4.0] * 4 for one in (*first, *second))
