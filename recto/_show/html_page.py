"""The stages of a function as an HTML page; lines made from one source line are highlighted together.

The linking is done by style sheets (`:has`), so that it works in notebooks, which run no scripts of outputs; the page
also brings the linked lines into view.
"""

from __future__ import annotations

from collections.abc import Sequence

from .stage import Stage

COLOURS = {
    "k": ("#8250df", "#d2a8ff"),
    "kn": ("#cf222e", "#ff7b72"),
    "kt": ("#0550ae", "#79c0ff"),
    "kd": ("#8250df", "#d2a8ff"),
    "kc": ("#0550ae", "#79c0ff"),
    "nf": ("#8250df", "#d2a8ff"),
    "nd": ("#8250df", "#d2a8ff"),
    "nb": ("#0550ae", "#79c0ff"),
    "bp": ("#0550ae", "#79c0ff"),
    "mi": ("#0550ae", "#79c0ff"),
    "mf": ("#0550ae", "#79c0ff"),
    "mh": ("#0550ae", "#79c0ff"),
    "s": ("#0a3069", "#a5d6ff"),
    "s1": ("#0a3069", "#a5d6ff"),
    "s2": ("#0a3069", "#a5d6ff"),
    "sd": ("#0a3069", "#a5d6ff"),
    "c1": ("#6e7781", "#8b949e"),
    "c": ("#6e7781", "#8b949e"),
    "ow": ("#8250df", "#d2a8ff"),
    "nv": ("#953800", "#ffa657"),
    "ni": ("#953800", "#ffa657"),
}
STYLE = """
.recto { --back: #ffffff; --text: #1f2328; --edge: #d0d7de; --bar: #f6f8fa; --faint: #8c959f; --lit: #fff3bf;
  color: var(--text); background: var(--back); }
.recto pre { margin: 0; padding: 6px 0; overflow: auto; line-height: 1.5; background: var(--back);
  font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.recto code { display: block; width: max-content; min-width: 100%; box-sizing: border-box; white-space: pre;
  padding: 0 12px 0 0; color: var(--text); background: none; font: inherit; }
.recto code::before { content: attr(data-n); display: inline-block; width: 3.2em; margin-right: 1em;
  text-align: right; color: var(--faint); user-select: none; }
.recto code[data-l] { cursor: default; }
.recto section { border: 1px solid var(--edge); border-radius: 6px; overflow: hidden; display: flex;
  flex-direction: column; min-height: 0; min-width: 0; }
.recto h2 { font: 600 12px/1 system-ui, sans-serif; margin: 0; padding: 8px 12px; background: var(--bar);
  color: var(--text); border-bottom: 1px solid var(--edge); }
.recto h2 small { font-weight: 400; color: var(--faint); margin-left: .6em; }
"""
DARK = """{ --back: #0d1117; --text: #e6edf3; --edge: #30363d; --bar: #161b22; --faint: #6e7681; --lit: #4b3d0c; }"""
PAGE_STYLE = """
html, body { height: 100%; margin: 0; }
body.recto { display: flex; flex-direction: column; }
header { padding: 14px 20px 4px; font: 600 17px/1.3 system-ui, sans-serif; }
header p { margin: 2px 0 0; font: 400 13px/1.4 system-ui, sans-serif; color: var(--faint); }
main { flex: 1; min-height: 0; display: grid; gap: 12px; padding: 12px 20px 20px;
  grid-template-columns: repeat(2, minmax(0, 1fr)); grid-template-rows: minmax(0, 1fr); }
main > div { display: flex; flex-direction: column; gap: 12px; min-height: 0; min-width: 0; }
main section { flex: 1 1 0; }
main section[data-stage="source"] { flex: 0 1 auto; max-height: 50%; }
main pre { flex: 1; }
@media (max-width: 900px) { html, body { height: auto; } main { grid-template-columns: minmax(0, 1fr); } }
"""
SCRIPT = """
// Bring the lines that belong to the one under the pointer into view, in the other panels.
document.querySelector("main").addEventListener("mouseover", event => {
  const line = event.target.closest("code[data-l]");
  if (!line) return;
  for (const section of document.querySelectorAll("main section")) {
    const found = section.querySelector(`code[data-l="${line.dataset.l}"]`);
    if (!found || section.contains(line)) continue;
    const pre = section.querySelector("pre");
    const top = found.offsetTop - pre.offsetTop, bottom = top + found.offsetHeight;
    if (top < pre.scrollTop || bottom > pre.scrollTop + pre.clientHeight)
      pre.scrollTo({ top: top - pre.clientHeight / 3, behavior: "smooth" });
  }
});
"""


def page(stages: Sequence[Stage], title: str, about: str) -> str:
    """A page of its own, with nothing to fetch."""
    from .highlighting import escape, panel  # pygments: for pages alone, which few processes make

    columns = [stages[0::2], stages[1::2]] if len(stages) > 1 else [stages]
    inside = ["\n".join(panel(stage, COLOURS) for stage in column) for column in columns]
    panels = "\n".join(f"<div>\n{part}\n</div>" for part in inside)
    head = f"{escape(title)}<p>{escape(about)}</p>"
    styles = STYLE + PAGE_STYLE + colours() + links(stages, ".recto") + dark()
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{styles}</style>\n</head>\n'
        f'<body class="recto">\n<header>{head}</header>\n<main>\n{panels}\n</main>\n<script>{SCRIPT}</script>\n'
        "</body>\n</html>\n"
    )


def fragment(stages: Sequence[Stage], number: str) -> str:
    """A piece of a notebook; `number` tells it from others."""
    from .highlighting import panel  # as above

    own = f'.recto[data-id="{number}"]'
    columns = f"repeat({min(2, len(stages))}, minmax(0, 1fr))"
    grid = f"{own} {{ display: grid; gap: 8px; grid-template-columns: {columns}; }}"
    styles = STYLE + grid + colours() + links(stages, own) + dark()
    panels = "\n".join(panel(stage, COLOURS) for stage in stages)
    return f'<style>{styles}</style>\n<div class="recto" data-id="{number}">\n{panels}\n</div>'


def colours() -> str:
    return "\n".join(f".recto .r-{name} {{ color: {light}; }}" for name, (light, _) in COLOURS.items())


def dark() -> str:
    """The same in the dark."""
    words = "\n".join(f".recto .r-{name} {{ color: {colour}; }}" for name, (_, colour) in COLOURS.items())
    return f"\n@media (prefers-color-scheme: dark) {{\n.recto {DARK}\n{words}\n}}\n"


def links(stages: Sequence[Stage], scope: str) -> str:
    """A rule for each line of the user: while the pointer is on one of its lines, all are lit."""
    lines = sorted({line for stage in stages for _, line in stage.lines if line is not None})
    return "\n" + "\n".join(
        f'{scope}:has([data-l="{n}"]:hover) [data-l="{n}"] {{ background: var(--lit); }}' for n in lines
    )
