"""Compiled functions and gradients as work items of pools of processes; workers share the cache on disk."""
import concurrent.futures
import multiprocessing
import os
import pathlib

import numpy as np
import pytest

import recto
from processes import work

pytestmark = pytest.mark.xla
ROOT = pathlib.Path(__file__).parent.parent
PATHS = os.pathsep.join([str(ROOT.parent), str(ROOT)])      # workers import the recto that is tested, and these tests
W, X = np.linspace(-1.0, 1.0, 3), np.arange(6.0).reshape(2, 3)
ITEMS = {"by name": work.compiled, "gradient": work.slope, "made here": recto.vmap(recto.grad(work.loss), (None, 0)),
         "second derivative": recto.hessian(work.loss)}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", PATHS)


def check(first, second, function):
    """What two workers found, one after the other: the same, and only the first had to compile."""
    for value, _ in (first, second):
        np.testing.assert_allclose(value, np.asarray(function(W, X)), rtol=1e-12)
    assert first[1] > 0 == second[1]


def test_process_pools(cache):
    """Two pools of one worker, the second after the first."""
    def found():
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
            return {name: pool.submit(work.counted, item, W, X).result(100) for name, item in ITEMS.items()}

    first, second = found(), found()
    for name, item in ITEMS.items():
        check(first[name], second[name], item)


def test_joblib(cache):
    joblib = pytest.importorskip("joblib")
    with joblib.parallel_config("loky", n_jobs=2):
        found = joblib.Parallel()(joblib.delayed(work.slope)(w, X) for w in (W, 2 * W, 3 * W))
    for k, value in enumerate(found):
        np.testing.assert_allclose(value, np.asarray(work.slope((k + 1) * W, X)), rtol=1e-12)


def test_dask(cache):
    """Sweeps and ensembles on a cluster of processes; functions of __main__ and closures go by value."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            one, other = client.scheduler_info()["workers"]
            for function in ITEMS.values():
                run = lambda place: client.submit(work.counted, function, W, X, workers=[place], pure=False).result(100)
                check(run(one), run(other), function)
            swept = client.gather(client.map(work.slope, [k * W for k in range(4)], [X] * 4))
            for k, value in enumerate(swept):
                assert type(value) is recto.Array
                np.testing.assert_allclose(value, np.asarray(work.slope(k * W, X)), rtol=1e-12)
