"""For all tests: a disk cache of their own, eight devices, and the mark `xla` on what compiles."""
import os
import pathlib
import shutil
import tempfile

import pytest

import recto

HERE = pathlib.Path(__file__).parent
COMPILING = ("lowering", "runtime", "library/test_xla.py", "primitives/test_indexing_in_loops.py",
             "primitives/test_linalg.py", "devices", "test_canaries.py", "test_jit.py", "test_disk_cache.py")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):      # workers share the folder that their controller made
        config.cache_folder = os.environ["RECTO_CACHE_DIR"] = tempfile.mkdtemp(prefix="recto-tests-")
    recto.config.update("num_cpu_devices", 8)


def pytest_unconfigure(config):
    shutil.rmtree(getattr(config, "cache_folder", ""), ignore_errors=True)


def pytest_collection_modifyitems(items):
    for item in items:
        path = item.path.relative_to(HERE).as_posix()
        if path.startswith(COMPILING) or "xla" in item.originalname:
            item.add_marker(pytest.mark.xla)
