"""For all tests: a disk cache of their own, eight devices, the same random examples, the mark `xla` on what compiles,
a choice of rows for `make quick`, quick compilation of what runs once, and fewer walks through all objects."""

import contextlib
import ctypes
import gc
import os
import pathlib
import shutil
import tempfile
import zlib

import pytest
from hypothesis import settings

os.environ["RECTO_CHECK"] = "1"  # before the compiler is imported: every stage is checked
os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy is: its threads spin, in each of 300 processes

import recto
from recto import runtime
from recto import Function
from corpus import tried
from quick import QUICK

ROOT = pathlib.Path(__file__).parent
COMPILING = (
    "lowering",
    "runtime",
    "library/test_xla.py",
    "primitives/test_indexing_in_loops.py",
    "primitives/test_linalg.py",
    "devices",
    "robust",
    "test_jit.py",
    "test_disk_cache.py",
)
# These start processes, or try random programs, or read all that there is.
LONG = (
    "cli",
    "hunt",
    "platforms/test_plugins.py",
    "random_programs",
    "test_disk_contents.py",
    "test_freshness.py",
    "test_imports.py",
    "test_native_loops.py",
    "test_packaging.py",
    "test_reload.py",
    "test_unfiled.py",
)
# These hold programs to laws and to values, each run a few times: XLA need not do its best for them. All else is
# compiled as it is for users, and so is what tells the last digits, and a part of what tests of the front end, of the
# library, of devices, of calls and of errors compile, of the corpus, of the primitives, of the documentation and of the
# examples (all of them with RECTO_EVERY=1; `make hunt` compiles random programs both ways).
QUICKLY = (
    "batching",
    "checks",
    "derivatives",
    "emit",
    "hard_points",
    "lax",
    "libraries",
    "library/test_stored",
    "platforms/test_cuda.py",
    "printing",
    "random_keys",
    "random_programs",
    "windows",
    "test_derivatives.py",
    "test_edges.py",
    "frontend/control/test_growth.py",
    "frontend/state/test_state.py",
    "frontend/bounded/test_windows.py",
    "library/test_indexing.py",
    "test_source.py",
)
AS_FOR_USERS = {
    "test_programs.py": 6,
    "primitives/": 6,
    "test_docs.py": 6,
    "benchmarks/tests/": 6,
    "examples/test_science.py": 6,
    "examples/test_training.py": 6,
    "frontend/": 6,
    "host/": 6,
    "library/": 6,
    "robust/": 4,
    "test_arguments.py": 4,
    "test_errors.py": 4,
    "test_host_calls.py": 4,
    "test_mistakes.py": 4,
    "test_reload.py": 4,
    "test_wrappers.py": 4,
    "devices/": 3,
    "random_streams/": 3,
    "lowering/test_random_loops.py": 3,
}  # one in so many of these
LAST_DIGITS = "float32"


def pytest_addoption(parser):
    parser.addoption(
        "--rows",
        type=int,
        metavar="N",
        help="run at most N rows of each parametrised test, always the same ones",
    )


def pytest_configure(config):
    same_examples_everywhere()
    if not hasattr(config, "workerinput"):  # workers share the folder that their controller made
        config.cache_folder = os.environ["RECTO_CACHE_DIR"] = tempfile.mkdtemp(prefix="recto-tests-")
    recto.config.update("num_cpu_devices", 8)


def same_examples_everywhere():
    """Random programs are the same in every run: see strategies.py."""
    settings.register_profile("recto", derandomize=True, deadline=None, database=None, print_blob=True)
    settings.load_profile("recto")


def pytest_collection():
    """Collecting makes tens of thousands of objects that stay."""
    gc.disable()


def pytest_collection_finish():
    """What is there by now stays to the end: the collector need not look at it again and again."""
    MEMORY.freeze()
    gc.enable()
    gc.set_threshold(100_000, 10, 100)


def pytest_unconfigure(config):
    shutil.rmtree(getattr(config, "cache_folder", ""), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config, items):
    for item in items:
        path = path_of(item)
        if path.startswith(COMPILING) or "xla" in getattr(item, "originalname", ""):
            item.add_marker(pytest.mark.xla)
        if path.startswith(LONG) or path.endswith("test_random_programs.py"):
            item.add_marker(pytest.mark.long)
    if config.option.rows:
        left_out = set(items) - few_rows(items, config.option.rows)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=list(left_out))


def path_of(item):
    """The file of a test: its path in tests/, or that from the root."""
    return item.path.relative_to(ROOT).as_posix().removeprefix("tests/")


def few_rows(items, most):
    """So many rows of each test function, spread over its rows by a checksum of their names."""
    tests = {}
    for item in items:
        tests.setdefault((item.path, item.cls, item.originalname), []).append(item)
    checksum = lambda item: zlib.crc32(item.name.encode())
    return {item for rows in tests.values() for item in sorted(rows, key=checksum)[:most]}


def compiled_functions():
    return [found for found in gc.get_objects() if issubclass(type(found), Function)]


@pytest.fixture(scope="module")
def few_objects():
    """For tests that call the collector, or ask what refers to an object: they look through all objects but those that
    were there before, a second each time at the end of a run."""
    gc.collect()
    MEMORY.freeze()


class Memory:
    """Forgets and collects whenever the process has grown. Functions of modules, as those of recto.random, keep what
    they were compiled for, some 3 MB each time; and the collector alone comes too late for what XLA holds."""

    GROWN = 400  # MB

    def __init__(self):
        self.least = self.used()
        self.early = ()  # functions that stay to the end

    def used(self):
        """MB in memory; 0 where that is not known."""
        try:
            return (
                int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
                >> 20
            )
        except (OSError, ValueError):
            return 0

    def freeze(self):
        """From now on the collector passes over what is there now."""
        self.early = (*self.early, *compiled_functions())
        gc.freeze()

    def bound(self):
        if self.used() > self.least + self.GROWN:
            self.forget()
            gc.collect()
            with contextlib.suppress(OSError, AttributeError):
                ctypes.CDLL(None).malloc_trim(0)
            self.least = self.used()

    def forget(self):
        """Compiled functions begin anew; what they were compiled to is still on disk."""
        later = compiled_functions()  # those made since objects were frozen
        for function in (*self.early, *later):
            function.versions, function.twins = [], {}
            function.take_shortcut()


MEMORY = Memory()


def compiles_quickly(item):
    path = path_of(item)
    if path.startswith(QUICKLY):
        return LAST_DIGITS not in item.name
    one_in = next((n for part, n in AS_FOR_USERS.items() if path.startswith(part)), 1)
    return not tried(item.name, one_in)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    with pytest.MonkeyPatch.context() as patch:
        if compiles_quickly(item):
            patch.setattr(runtime.settings, "xla_options", QUICK)
        result = yield
    MEMORY.bound()
    return result
