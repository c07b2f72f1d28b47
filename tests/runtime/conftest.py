"""Every test of the runtime has a cache folder of its own."""
import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("RECTO_CACHE", raising=False)
    return tmp_path / "cache"
