"""The disk cache runs nothing that an entry could choose, and trusts only what its owner alone can write."""
import copy
import functools
import json
import os
import pathlib
import pickle
import stat
import sys
import threading
import warnings

import numpy as np
import pytest

import disk_forgeries as forged
import recto
from recto import runtime
from recto._cache import records
from recto._dispatch import variant


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "trap_module.py").write_text("import disk_forgeries\ndisk_forgeries.ran('module')\n")
    forged.RAN.clear()
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch):
    """How often a function was read."""
    found = []
    real = variant.read
    monkeypatch.setattr(variant, "read", lambda *given: found.append(given) or real(*given))
    return found


def call(function=forged.compiled):
    """What a new compiled function gives: (result, argument after the call)."""
    x = np.array([1.0, 5.0, 3.0])
    return np.asarray(recto.jit(function)(x)).tolist(), x.tolist()


def entry(folder):
    """The store and the key of the only record."""
    (path,) = folder.glob("??/call-*")
    return runtime.default_store(), path.name


def forge(folder, change):
    """Write another record in the place of the one that is there: `change(header, executable) -> executable`."""
    store, key = entry(folder)
    blob, rest = records.pieces(store.get(key))
    header, executable = records.pieces(blob)
    header = json.loads(header)
    executable = change(header, executable)
    store.put(key, framed(json.dumps(header).encode(), executable) + rest)


def framed(header, executable=b""):
    """A record as it stands in an entry."""
    return records.with_length(records.with_length(header) + executable)


def is_recalled(reads, function=forged.compiled):
    """Does a call read nothing? And nothing else may have run."""
    count = len(reads)
    assert call(function) == forged.ANSWERS[function]
    assert forged.RAN == [] and "trap_module" not in sys.modules
    return len(reads) == count


def holds(folder, reads, *changes):
    """The call answers right after each forgery, reads the function again, and nothing has run."""
    is_recalled(reads)
    for change in changes:
        assert is_recalled(reads)
        forge(folder, change)
        assert not is_recalled(reads)


def with_objects(header):
    """Entries of its own before what the record refers to."""
    text, count = json.dumps(header), len(forged.OBJECTS)
    for k in reversed(range(len(header["objects"]))):
        text = text.replace(f'["object", {k}]', f'["object", {k + count}]')
    header.clear()
    header.update(json.loads(text))
    header["objects"] = [*forged.OBJECTS, *header["objects"]]


@pytest.mark.parametrize("title", forged.PATHS)
def test_no_path_runs_anything(folder, reads, title):
    path = forged.PATHS[title]

    def at(put):
        def change(header, executable):
            with_objects(header)
            put(header)
            return executable
        return change

    def refer(header):
        header["objects"].append(path)
        reference = ["object", len(header["objects"]) - 1]
        header["guards"].insert(0, ["tuple", forged.rooted("argument", reference), "x"])
    holds(folder, reads, at(lambda header: header["guards"].insert(0, ["tuple", path, "float:2.0"])),
          at(lambda header: header["guards"].insert(0, ["tuple", path, "float:2.0"])), at(refer),
          at(lambda header: header["captures"].append(path)), at(lambda header: header["used"].append(path)),
          at(lambda header: header["structure"].__setitem__(8, ["list", path])))


@pytest.mark.parametrize("place", forged.PLACES)
@pytest.mark.parametrize("title", forged.CALLED)
def test_nothing_that_would_be_called_is_taken(folder, reads, title, place):
    def change(header, executable):
        with_objects(header)
        forged.PLACES[place](header, copy.deepcopy(forged.CALLED[title]))
        return executable
    holds(folder, reads, change)


class Exploit:
    def __reduce__(self):
        return forged.ran, ("pickle",)


EXPLOIT = pickle.dumps(Exploit())
FORMATS = {
    "pickle": pickle.dumps([Exploit()]), "pickles in a list": pickle.dumps([EXPLOIT]),
    "framed pickle": records.with_length(EXPLOIT), "pickle for a record": framed(EXPLOIT), "nothing": b"",
    "zeros": b"\0" * 100, "ones": b"\xff" * 100, "deep": framed(b"[" * 100_000), "number": framed(b"7"),
    "no fields": framed(b"{}"), "few fields": framed(b'{"objects":[]}'), "large number": framed(b"9" * 10_000)}


@pytest.mark.parametrize("title", FORMATS)
def test_other_formats_are_ignored_and_rewritten(folder, reads, title):
    is_recalled(reads)
    store, key = entry(folder)
    store.put(key, FORMATS[title])
    assert not is_recalled(reads)
    assert is_recalled(reads)


def test_entries_of_the_format_before_are_ignored_and_rewritten(folder, reads):
    is_recalled(reads)
    store, key = entry(folder)
    path = folder / key[:2] / key
    path.write_bytes(path.read_bytes().replace(b"recto-cache-2", b"recto-cache-1"))
    assert not is_recalled(reads)
    assert is_recalled(reads)


FIELDS = ["captures", "static", "frozen", "parameters", "used", "results", "structure", "count", "same"]
WRONG = [7, -1, "x", None, True, ["tuple", 7], ["tuple", "x"], ["tuple", ["out", 99]], ["frozenset", 9], {}, [], [[]],
         ["float", "x"], ["frozenset", ["tuple", 0, "x"]]]


@pytest.mark.parametrize("field", FIELDS)
def test_a_record_with_a_wrong_part_is_ignored(folder, reads, field):
    def putting(wrong):
        def change(header, executable):
            header[field] = wrong
            return executable
        return change
    holds(folder, reads, *map(putting, WRONG))


def test_an_executable_that_is_none_is_ignored(folder, reads):
    holds(folder, reads, lambda _, b: b"", lambda _, b: b[:-100], lambda _, b: b"\xff" * 1000,
          lambda _, b: b[:8] + b[100:], lambda _, b: EXPLOIT)


def test_an_executable_for_other_types_is_ignored(folder, reads):
    is_recalled(reads, forged.plain)
    recto.jit(forged.plain)(np.ones(4, np.float32))
    store = runtime.default_store()
    keys = [path.name for path in folder.glob("??/call-*")]
    found = [records.pieces(records.pieces(store.get(key))[0]) for key in keys]
    for key, (header, _), (_, executable) in zip(keys, found, reversed(found), strict=True):
        store.put(key, framed(header, executable))
    assert not is_recalled(reads, forged.plain)
    assert is_recalled(reads, forged.plain)


# -- modules that a function imports -----------------------------------------------------------------------------------

def test_a_module_is_imported_only_for_the_function_that_says_so(folder, monkeypatch):
    from recto._cache.path_lookup import Refused, look
    (folder.parent / "lazily.py").write_text("K = 2.0\n")

    def reads_it(x):
        def inner(y):
            import lazily
            return y * lazily.K
        return inner(x)
    path = recto.transform.Path(("import", "lazily"))
    monkeypatch.delitem(sys.modules, "lazily", raising=False)
    for functions in ((), (call,)):
        with pytest.raises(Refused):
            look(path, functions)
    assert look(path, (reads_it,)).K == 2.0


# -- who may write -----------------------------------------------------------------------------------------------------

def warned(function):
    """The result of a call, and what it warned of."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        return function(), [str(w.message) for w in found]


def is_off(folder, reads, *words):
    """Calls are right, read every time, warn once, and leave no trace in the folder."""
    before = sorted(folder.rglob("*"))
    recalled, messages = warned(lambda: [is_recalled(reads), is_recalled(reads), is_recalled(reads, forged.plain)])
    assert not any(recalled) and sorted(folder.rglob("*")) == before
    assert len(messages) == 1 and all(word in messages[0] for word in ("disk cache is off", str(folder), *words))


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_can_write_is_refused_with_one_warning(folder, reads, mode):
    folder.mkdir()
    folder.chmod(mode)
    is_off(folder, reads, "chmod -R go-w", "RECTO_CACHE_DIR")


def test_entries_in_a_folder_that_was_opened_are_not_read(folder, reads):
    is_recalled(reads)
    folder.chmod(0o777)
    runtime.compilation.cache._store.cache_clear()
    is_off(folder, reads)


def test_a_folder_of_another_user_is_refused_with_one_warning(folder, reads, monkeypatch):
    """As with sudo, which keeps the home."""
    is_recalled(reads)
    runtime.compilation.cache._store.cache_clear()
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    is_off(folder, reads, "belongs to another user", "RECTO_CACHE_DIR")


def with_owner(real, other):
    """os.fstat, with another owner for the files that `other` names."""
    def fstat(descriptor):
        found = real(descriptor)
        if not other(os.readlink(f"/proc/self/fd/{descriptor}")):
            return found
        values = list(found)
        values[stat.ST_UID] += 1
        return os.stat_result(values)
    return fstat


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_entries_of_another_user_are_ignored(folder, reads, monkeypatch):
    is_recalled(reads)
    monkeypatch.setattr(os, "fstat", with_owner(os.fstat, lambda name: "/call-" in name))
    assert warned(lambda: is_recalled(reads)) == (False, [])


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_entries_that_others_can_write_are_ignored_and_rewritten(folder, reads, mode):
    is_recalled(reads)
    store, key = entry(folder)
    (folder / key[:2] / key).chmod(mode)
    assert not is_recalled(reads)
    assert is_recalled(reads)


def test_links_and_pipes_are_ignored_and_rewritten(folder, reads, tmp_path):
    is_recalled(reads)
    store, key = entry(folder)
    path, elsewhere = folder / key[:2] / key, tmp_path / "elsewhere"
    for replace in (lambda: path.symlink_to(elsewhere), lambda: os.mkfifo(path)):
        path.rename(elsewhere)
        before = elsewhere.read_bytes()
        replace()
        assert not is_recalled(reads)
        assert elsewhere.read_bytes() == before and path.is_file() and not path.is_symlink()


@pytest.mark.parametrize("mask", [0, 0o002, 0o022, 0o077])
def test_what_is_made_is_for_the_owner_alone(tmp_path, monkeypatch, mask):
    folder = tmp_path / "new" / "and" / "deep"
    monkeypatch.setenv("RECTO_CACHE_DIR", str(folder))
    before = os.umask(mask)
    try:
        _, messages = warned(call)
    finally:
        os.umask(before)
    assert messages == []
    made = [*(tmp_path / "new").rglob("*"), tmp_path / "new"]
    assert len(made) == 5
    for path in made:
        assert stat.S_IMODE(path.lstat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_threads_that_meet_a_folder_of_others_warn_once(folder):
    folder.mkdir()
    folder.chmod(0o777)
    store = runtime.Store(folder)
    barrier = threading.Barrier(16)

    def work(k):
        barrier.wait()
        store.put(f"{k:064x}", b"x")
        assert store.get(f"{k:064x}") is None
    threads = [threading.Thread(target=functools.partial(work, k)) for k in range(16)]
    _, messages = warned(lambda: [[t.start() for t in threads], [t.join() for t in threads]])
    assert len(messages) == 1 and list(folder.iterdir()) == []


def test_info_tells_why_a_folder_is_not_used(folder):
    folder.mkdir()
    assert runtime.Store(folder).info().refused == ""
    folder.chmod(0o777)
    assert "chmod" in runtime.Store(folder).info().refused


def test_only_entries_are_removed(tmp_path):
    """The folder may be one in which other things lie."""
    store = runtime.Store(tmp_path)
    store.put("ab" * 32, b"x")
    for name in ("ab/other", "go/gofmt", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    assert store.info().entries == 1
    store.clear()
    left = {str(p.relative_to(tmp_path)) for p in pathlib.Path(tmp_path).rglob("*") if p.is_file()}
    assert left == {"ab/other", "go/gofmt", "notes.txt"}
