"""What compiled code depends on is recognised in another process: nothing is read again where it is the same, and a
change of any one thing is noticed."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

from disk_object_rows import HIDDEN, NEVER_KEPT, OBJECTS, UNCHANGED
from disk_rows import CLOSURES, FUNCTIONS, TRANSFORMED

KEPT = {**TRANSFORMED, **CLOSURES, **FUNCTIONS, **OBJECTS, **HIDDEN}
CASES = {**KEPT, **NEVER_KEPT, **UNCHANGED}
PROGRAM = """
import importlib, json, os, sys
import numpy as np
import recto
from recto._dispatch import variant
sys.path.insert(0, sys.argv[1])
from quick import compile_quickly
del sys.path[0]
compile_quickly()
count = 0
def counted(*given, read=variant.read):
    global count
    count += 1
    return read(*given)
variant.read = counted
found = {}
for name in sorted(os.listdir("cases")):
    sys.path.insert(0, os.path.join("cases", name))
    sys.modules.pop("aside", None)
    before = count
    module = importlib.import_module("case_" + name)
    try:
        value = [repr(np.asarray(v).tolist()) for v in module.call()]
    except Exception as error:
        value = f"{type(error).__name__}: {error}"
    found[name] = value, count - before
    del sys.path[0]
print(json.dumps(found))
"""
NAMES = {title: f"{k:02}" for k, title in enumerate(CASES)}


def run(folder, texts, cache):
    """By title: what `call()` gave, and how many functions were read for it."""
    for title, (text, also) in texts.items():
        place = folder / "cases" / NAMES[title]
        place.mkdir(parents=True, exist_ok=True)
        (place / f"case_{NAMES[title]}.py").write_text(text)
        (place / "aside.py").write_text(also)
    (folder / "main.py").write_text(PROGRAM)
    environment = {**os.environ, "RECTO_CACHE": cache, "RECTO_CACHE_DIR": str(folder / "cache"),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "main.py", pathlib.Path(__file__).parent]
    done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {title: found[NAMES[title]] for title in texts}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Five processes: two before the changes, two after them (the first without a cache), and one that is back."""
    folder = tmp_path_factory.mktemp("disk")
    before = {title: case.before() for title, case in CASES.items()}
    after = {title: case.after() for title, case in CASES.items()}
    return {"first": run(folder, before, "1"), "second": run(folder, before, "1"), "fresh": run(folder, after, "0"),
            "changed": run(folder, after, "1"), "back": run(folder, before, "1")}


@pytest.mark.parametrize("title", {**KEPT, **UNCHANGED})
def test_nothing_is_read_again(runs, title):
    (value, read), (again, reads) = runs["first"][title], runs["second"][title]
    assert isinstance(value, list), value
    assert read and not reads and again == value


@pytest.mark.parametrize("title", KEPT)
def test_a_change_is_noticed(runs, title):
    value, reads = runs["changed"][title]
    assert reads and value == runs["fresh"][title][0] != runs["first"][title][0]


@pytest.mark.parametrize("title", KEPT)
def test_what_was_kept_before_is_found_again(runs, title):
    assert runs["back"][title] == [runs["first"][title][0], 0]


@pytest.mark.parametrize("title", NEVER_KEPT)
def test_what_has_no_lasting_identity_is_read_every_time(runs, title):
    assert runs["second"][title] == runs["first"][title] and isinstance(runs["first"][title][0], list)
    assert runs["changed"][title] == runs["fresh"][title] and runs["fresh"][title][0] != runs["first"][title][0]


@pytest.mark.parametrize("title", UNCHANGED)
def test_what_makes_no_difference_reads_nothing(runs, title):
    value, reads = runs["changed"][title]
    assert not reads and value == runs["fresh"][title][0]
