"""A folder with a model in it."""
import pathlib

import pytest

from .running import MODEL


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path
