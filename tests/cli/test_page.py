"""`recto show --html`: a page whose lines light up together: by its structure, and in a browser if there is one."""
from __future__ import annotations

import asyncio
import html.parser
import pathlib
import re

import pytest

from . import browser
from .running import LOSS, recto

from recto._show.page.styles import COLOURS, DARK, LIGHT

LIT = "rgb(255, 243, 191)"
PANELS = ["source", "transformed", "tangent", "batch", "program", "drawing", "stablehlo"]
TEXTS = [name for name in PANELS if name != "drawing"]
LIT_LINES = """Object.fromEntries([...document.querySelectorAll("main section")].map(s => [s.dataset.stage,
    [...s.querySelectorAll("code")].filter(c => getComputedStyle(c).backgroundColor == LIT)
        .map(c => c.dataset.l)]))""".replace("LIT", f'"{LIT}"')
WIDTHS = (360, 800, 1600)


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> pathlib.Path:
    from .running import MODEL
    folder = tmp_path_factory.mktemp("page")
    (folder / "model.py").write_text(MODEL)
    done = recto("show", "model.py:loss", "--args", LOSS, "--html", "loss.html", cwd=folder)
    assert done.code == 0, done.err
    return folder / "loss.html"


@pytest.fixture(scope="module")
def looped(page) -> pathlib.Path:
    """The page of a function with a loop."""
    done = recto("show", "model.py:smooth", "--args", "u: f64[9], c: f64, steps: i64", "--transform", "vjp",
                 "--html", "smooth.html", cwd=page.parent)
    assert done.code == 0, done.err
    return page.parent / "smooth.html"


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
        elif tag == "code" and self.panels:
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
    assert "def loss_jvp(w, b, x, y, w_dot" in texts["tangent"] and "def vmap_loss(w, b, x, y):" in texts["batch"]
    assert "prim.dot(" in texts["program"] and "stablehlo.dot_general" in texts["stablehlo"]
    assert "model.py:" not in texts["program"]          # the links say it


@pytest.mark.xla
def test_every_line_of_the_user_is_linked_in_every_panel(page):
    found, text = Lines(page.read_text()), page.read_text()
    folded = {"8": TEXTS, "9": ["source", "tangent", "batch", "program", "stablehlo"]}  # 9 is in a line that is 8's
    for line, panels in folded.items():
        linked = [name for name, lines in found.panels.items() if line in [n for n, _ in lines]]
        assert set(linked) == set(panels) - {"tangent"} or set(linked) == set(panels)
        assert f'.recto:has([data-l="{line}"]:hover) code[data-l="{line}"] {{ background: var(--lit); }}' in text
        assert f'<code data-n="{line}" id="L{line}" data-l="{line}">' in text
    assert '<g class="node" data-l="8">' in text


@pytest.mark.xla
def test_the_drawing_has_boxes_for_loops_and_an_edge_for_each_value(looped):
    svg = re.search(r"<svg.*?</svg>", looped.read_text(), re.S)[0]
    assert svg.count('class="box"') == 1 and ">for 0 … " in svg
    boxes = [tuple(map(float, found)) for found in re.findall(
        r'class="(?:node|port)"[^>]*>.*?<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)]
    assert len(boxes) > 8
    for k, (x, y, w, h) in enumerate(boxes):            # nodes do not lie on each other
        assert all(x + w <= a or a + c <= x or y + h <= b or b + d <= y for a, b, c, d in boxes[:k])
    assert svg.count("<path") >= len(boxes) - 3


@pytest.mark.xla
def test_the_head_counts_loops_as_often_as_they_run(page, looped):
    assert "per iteration" in re.search(r"<dt>operations</dt><dd>(.*?)</dd>", looped.read_text())[1]
    assert "snapshots of u" in looped.read_text()
    operations = re.search(r"<dt>operations</dt><dd>(\d+); derivative: (\d+)", page.read_text())
    n, m = 8 + 1, 784
    assert int(operations[1]) == pytest.approx(2 * n * m, rel=0.2) and int(operations[2]) >= 3 * n * m


def contrast(one: str, other: str) -> float:
    """By WCAG 2."""
    def light(colour):
        parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
        return sum(w * (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4)
                   for w, c in zip((0.2126, 0.7152, 0.0722), parts))
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("k, theme", enumerate([LIGHT, DARK]), ids=["light", "dark"])
def test_every_word_can_be_read_on_every_ground(k, theme):
    words = {theme["text"], theme["faint"], *(both[k] for both in COLOURS.values())}
    grounds = [theme[name] for name in ("back", "bar", "lit")]
    assert [(w, g) for w in words for g in grounds if contrast(w, g) < 4.5] == []
    assert contrast(theme["text"], theme["pin"]) >= 7 and contrast(theme["accent"], theme["box"]) >= 4.5


@pytest.mark.xla
def test_lines_light_up_under_the_pointer(page):
    rules = re.findall(r':has\(\[data-l="(\d+)"\]:hover\) code\[data-l="(\d+)"\]', page.read_text())
    shown = {n for lines in Lines(page.read_text()).panels.values() for n, _ in lines if n}
    assert rules and all(a == b for a, b in rules) and shown == {a for a, _ in rules}


needs_browser = pytest.mark.skipif(not browser.installed(), reason="no Chromium")


@needs_browser
@pytest.mark.xla
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_in_a_browser(page, tmp_path, width, scheme):
    """Hover, click, keys, tabs and copying, at this width."""
    asyncio.run(used(page, tmp_path / "page.png", width, scheme))


async def used(file: pathlib.Path, picture: pathlib.Path, width: int, scheme: str) -> None:
    async with browser.opened(file, width, 900) as page:
        await page.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                        mobile=False)
        await page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
        source, view = await page.value(BOXES)
        assert min(source[3], view[3]) >= 60 and min(source[2], view[2]) >= 0.3 * width
        if width >= 1000:       # side by side, at full height
            assert source[0] + source[2] <= view[0] and view[3] > 500
        else:
            assert source[1] + source[3] <= view[1]
        if scheme == "light":
            await page.point('section[data-stage="source"] code[data-l="8"]')
            lit = await page.value(LIT_LINES)
            assert all(set(lines) == {"8"} for name, lines in lit.items() if name != "drawing"), lit
        await page.value("document.querySelector('#L8').click()")
        assert await page.value(PINNED) and await page.value("location.hash") == "#L8"
        for name in PANELS[1:]:
            await page.value(f"document.querySelector('#tab-{name}').click()")
            assert await page.value("[...document.querySelectorAll('.views section')].filter(s => s.offsetParent)"
                                    f".map(s => s.id).join() == '{name}'")
        await page.screenshot(picture)
        assert picture.stat().st_size > 8_000
        await page.value("document.querySelector('#tab-transformed').click(); document.querySelector('#L8').click()")
        await page.key("ArrowDown")
        assert await page.value("document.activeElement.id") == "L9"
        await page.key("Enter")
        assert await page.value("location.hash") == "#L9"
        await page.key("Escape")
        assert await page.value("location.hash + document.querySelectorAll('.pinned').length") == "0"
        copied = await page.value(COPY)
        assert copied.startswith("# Gradient of loss") and "def grad_loss(w, b, x, y):\n" in copied


BOXES = """[...document.querySelectorAll("main section")].filter(s => s.offsetParent).map(s => {
    const r = s.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })"""
PINNED = """[...document.querySelectorAll("main .pinned")].length > 3 &&
    [...document.querySelectorAll("main .pinned")].every(e => e.dataset.l == "8")"""
COPY = """new Promise(done => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async text => done(text) } });
    document.querySelector("#transformed button.copy").click(); })"""


@needs_browser
@pytest.mark.xla
def test_the_page_is_printed_whole(looped):
    asyncio.run(printed(looped))


async def printed(file: pathlib.Path) -> None:
    async with browser.opened(file, 800, 900) as page:
        await page.send("Emulation.setEmulatedMedia", media="print")
        heights = await page.value("[...document.querySelectorAll('main section')].map(s => s.offsetHeight)")
        assert len(heights) >= 5 and all(height > 50 for height in heights)
        assert await page.value("getComputedStyle(document.querySelector('[role=tablist]')).display") == "none"
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
