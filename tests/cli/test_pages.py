"""Every command of docs/cli.md gives what the page says."""
from __future__ import annotations

import pathlib

import pytest

from . import pages

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "cli.md"


@pytest.mark.xla
def test_the_commands_of_the_page_give_what_it_says():
    done = list(pages.executed(PAGE.read_text()))
    assert len(done) > 20
    assert [(command, got) for _, command, want, got in done if not pages.same(want, got)] == []


def test_dots_stand_for_any_lines():
    assert pages.same("a\n...\nb\n", "a\nx\ny\nb\n") and not pages.same("a\nb\n", "a\nc\n")
    assert pages.same("took 3 ms\n", "took 27.1 µs\n") and not pages.same("a...b\n", "axb\n")
