"""`recto show --html`: a page whose lines light up together: by its structure, and in a browser if there is one."""
from __future__ import annotations

import asyncio
import html.parser
import pathlib
import re

import pytest

from . import browser
from .running import LOSS, recto

LIT = "rgb(255, 243, 191)"
COLOURS = """Object.fromEntries([...document.querySelectorAll("main section")].map(s => [s.dataset.stage,
    [...s.querySelectorAll("code")].filter(c => getComputedStyle(c).backgroundColor == "%s")
        .map(c => c.dataset.l)]))"""
PANELS = ["source", "transformed", "program", "stablehlo"]


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> pathlib.Path:
    from .running import MODEL
    folder = tmp_path_factory.mktemp("page")
    (folder / "model.py").write_text(MODEL)
    done = recto("show", "model.py:loss", "--args", LOSS, "--html", "loss.html", cwd=folder)
    assert done.code == 0, done.err
    return folder / "loss.html"


class Lines(html.parser.HTMLParser):
    """The lines of each panel: (the user's line, text)."""

    def __init__(self, text: str):
        super().__init__()
        self.panels: dict[str, list[list]] = {}
        self.inside = False
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.fetched += [v for k, v in attributes if k in ("src", "href")]
        if tag == "section":
            self.panels[found["data-stage"]] = []
        elif tag == "code":
            self.panels[list(self.panels)[-1]].append([found.get("data-l"), ""])
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "code"

    def handle_data(self, data):
        if self.inside:
            self.panels[list(self.panels)[-1]][-1][1] += data


@pytest.mark.xla
def test_the_page_holds_everything_and_fetches_nothing(page):
    found = Lines(page.read_text())
    assert sorted(found.panels) == sorted(PANELS) and found.fetched == []
    assert not re.search(r"https?://|@import|url\(", page.read_text())
    texts = {name: "\n".join(text for _, text in lines) for name, lines in found.panels.items()}
    assert "def loss(w, b, x, y):" in texts["source"] and "def grad_loss(w, b, x, y):" in texts["transformed"]
    assert "prim.dot(" in texts["program"] and "stablehlo.dot_general" in texts["stablehlo"]


@pytest.mark.xla
def test_every_line_of_the_user_is_linked_in_every_panel(page):
    found, text = Lines(page.read_text()), page.read_text()
    folded = {"8": PANELS, "9": ["source", "program", "stablehlo"]}      # line 9 became part of a line that is 8's
    for line, panels in folded.items():
        linked = [name for name, lines in found.panels.items() if line in [n for n, _ in lines]]
        assert sorted(linked) == sorted(panels)
        assert f'.recto:has([data-l="{line}"]:hover) [data-l="{line}"] {{ background: var(--lit); }}' in text


@pytest.mark.xla
def test_lines_light_up_under_the_pointer(page, tmp_path):
    """In a real browser, where one is installed; its style sheet says the same anywhere."""
    if browser.installed():
        asyncio.run(pointed(page, tmp_path / "page.png"))
    rules = re.findall(r':has\(\[data-l="(\d+)"\]:hover\) \[data-l="(\d+)"\]', page.read_text())
    shown = {n for lines in Lines(page.read_text()).panels.values() for n, _ in lines if n}
    assert rules and all(a == b for a, b in rules) and shown == {a for a, _ in rules}


async def pointed(file: pathlib.Path, picture: pathlib.Path) -> None:
    async with browser.opened(file) as page:
        assert all(not lit for lit in (await page.value(COLOURS % LIT)).values())
        for stage in ("source", "stablehlo"):
            await page.point(f'section[data-stage="{stage}"] code[data-l="8"]')
            lit = await page.value(COLOURS % LIT)
            assert sorted(lit) == sorted(PANELS) and all(set(lines) == {"8"} for lines in lit.values())
            assert all(await page.value(VISIBLE % 8))
        await page.screenshot(picture)
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
        assert picture.stat().st_size > 10_000


VISIBLE = """[...document.querySelectorAll("main section")].map(s => {
    const box = s.querySelector("pre").getBoundingClientRect();
    return [...s.querySelectorAll('code[data-l="%s"]')].some(c => {
        const r = c.getBoundingClientRect(); return r.top >= box.top - 1 && r.bottom <= box.bottom + 1; }); })"""
