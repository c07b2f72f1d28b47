"""Everyday mistakes: the message, the class, the place and the way out; the cured program runs; few lines to read."""
import linecache
import pathlib

import numpy as np
import pytest

import recto
from mistakes import Mistake, mistakes, raised, seen

FOLDER = str(pathlib.Path(__file__).parent)
MISTAKES = mistakes()
MOST_LINES = 10             # beyond the user's frames


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_told_in_words_that_lead_out(name):
    mistake = MISTAKES[name]
    error = raised(mistake)
    hint = getattr(error, "hint", None) or str(error)
    assert isinstance(error, mistake.kind)
    assert str(error).startswith(mistake.says) and mistake.hint in hint


@pytest.mark.parametrize("name", MISTAKES)
def test_the_way_out_works(name):
    mistake = MISTAKES[name]
    assert np.allclose(np.asarray(mistake.cured()), np.asarray(mistake.plain()), equal_nan=True)


@pytest.mark.parametrize("name", MISTAKES)
def test_the_error_stands_at_a_line_of_the_users(name):
    error = raised(MISTAKES[name])
    for span in getattr(error, "spans", []):
        assert span.file.startswith(FOLDER) and linecache.getline(span.file, span.line).strip()


@pytest.mark.parametrize("name", MISTAKES)
def test_it_is_read_in_one_glance(name):
    total, beyond = seen(MISTAKES[name], lambda file: file.startswith(FOLDER))
    assert beyond <= MOST_LINES and total <= 30


def test_there_are_many():
    assert len(MISTAKES) >= 60 and all(isinstance(m, Mistake) for m in MISTAKES.values())
    assert not hasattr(recto, "beartype")
