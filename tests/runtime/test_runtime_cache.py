import os
import pathlib
import subprocess
import sys

import platformdirs
import pytest

from recto import runtime
from recto.runtime import Store

KEY = "ab" + "0" * 62


def test_what_is_put_is_got(tmp_path):
    store = Store(tmp_path / "new" / "folder")
    assert store.get(KEY) is None
    store.put(KEY, b"payload")
    assert store.get(KEY) == b"payload"
    store.put(KEY, b"")
    assert store.get(KEY) == b"" and store.info().entries == 1
    store.clear()
    assert store.get(KEY) is None and store.info()[1:3] == (0, 0)


def entry(store):
    return pathlib.Path(store.folder, KEY[:2], KEY)


@pytest.mark.parametrize("spoil", [lambda b: b"", lambda b: b[:20], lambda b: b[:-1], lambda b: b + b"x",
                                   lambda b: b"x" + b[1:], lambda b: b[:-1] + b"x",
                                   lambda b: os.urandom(len(b))])
def test_unsound_entries_are_absent_and_rewritten(tmp_path, spoil):
    store = Store(tmp_path)
    store.put(KEY, b"payload")
    entry(store).write_bytes(spoil(entry(store).read_bytes()))
    assert store.get(KEY) is None
    store.put(KEY, b"payload")
    assert store.get(KEY) == b"payload"


def test_an_entry_under_another_key_is_foreign(tmp_path):
    store = Store(tmp_path)
    store.put(KEY, b"payload")
    other = KEY[:-1] + "1"
    entry(store).rename(entry(store).with_name(other))
    assert store.get(other) is None


def test_the_least_recently_used_go_first(tmp_path):
    store = Store(tmp_path, limit=10_000)
    keys = [f"key-{i:064x}" for i in range(12)]
    for i in range(8):
        store.put(keys[i], bytes(1000))
        os.utime(tmp_path / "ke" / keys[i], (i, i))
    assert store.get(keys[0]) is not None  # now the most recently used
    for key in keys[8:]:
        store.put(key, bytes(1000))
    assert store.info().bytes <= 10_000
    assert store.get(keys[0]) is not None and store.get(keys[1]) is None and store.get(keys[11]) is not None


def test_keys_cannot_leave_the_folder(tmp_path):
    for key in ("../../etc", "a/b", "", "key", KEY[:-1] + "/", "../" + KEY):
        with pytest.raises(ValueError, match="a key is"):
            Store(tmp_path).get(key)


def test_a_disabled_store_keeps_nothing():
    store = Store(None)
    store.put(KEY, b"x")
    assert store.get(KEY) is None and store.info().entries == 0
    store.clear()


def test_an_unusable_folder_is_no_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file")
    store.put(KEY, b"x")
    assert store.get(KEY) is None


def test_default_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("RECTO_CACHE_DIR", str(tmp_path))
    assert runtime.default_folder() == tmp_path
    monkeypatch.delenv("RECTO_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert runtime.default_folder() == pathlib.Path(platformdirs.user_cache_dir("recto", appauthor=False))
    if sys.platform == "linux":
        assert runtime.default_folder() == tmp_path / "xdg" / "recto"
        monkeypatch.delenv("XDG_CACHE_HOME")
        assert runtime.default_folder() == pathlib.Path.home() / ".cache" / "recto"
    monkeypatch.setenv("RECTO_CACHE", "0")
    assert runtime.default_folder() is None and runtime.default_store().folder is None


def test_the_key_depends_on_everything(monkeypatch):
    keys = {runtime.executable_key("a"), runtime.executable_key("b"), runtime.executable_key("a", {"o": 1}),
            runtime.executable_key("a", {"o": 2})}
    monkeypatch.setenv("XLA_FLAGS", "--xla_x=1")
    assert len(keys | {runtime.executable_key("a")}) == 5
    monkeypatch.delenv("XLA_FLAGS")
    assert runtime.executable_key("a", {"p": 1, "o": 2}) == runtime.executable_key("a", {"o": 2, "p": 1})


WRITER = """
import sys
from recto.runtime.compilation.cache import Store
store = Store(sys.argv[1])
for i in range(300):
    payload = sys.argv[2].encode() * 5000
    store.put("a" * 64, payload)
    seen = store.get("a" * 64)
    assert seen is not None and len(set(seen)) == 1 and len(seen) == 5000
"""


def test_processes_share_a_store(tmp_path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), letter]) for letter in "ab"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    assert [path.name for path in tmp_path.glob("??/*")] == ["a" * 64]
