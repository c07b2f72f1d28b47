"""The style sheet and the script of pages and of outputs in notebooks."""

COLOURS = {  # words, as pygments abbreviates their kinds: on light, on dark
    "k": ("#7a3fd1", "#d2a8ff"),
    "kn": ("#b3202a", "#ff8f86"),
    "kt": ("#0550ae", "#79c0ff"),
    "kd": ("#7a3fd1", "#d2a8ff"),
    "kc": ("#0550ae", "#79c0ff"),
    "nf": ("#7a3fd1", "#d2a8ff"),
    "nd": ("#7a3fd1", "#d2a8ff"),
    "nb": ("#0550ae", "#79c0ff"),
    "bp": ("#0550ae", "#79c0ff"),
    "mi": ("#0550ae", "#79c0ff"),
    "mf": ("#0550ae", "#79c0ff"),
    "mh": ("#0550ae", "#79c0ff"),
    "s": ("#0a3069", "#a5d6ff"),
    "s1": ("#0a3069", "#a5d6ff"),
    "s2": ("#0a3069", "#a5d6ff"),
    "sd": ("#0a3069", "#a5d6ff"),
    "c1": ("#57606a", "#a3adb8"),
    "c": ("#57606a", "#a3adb8"),
    "ow": ("#7a3fd1", "#d2a8ff"),
    "nv": ("#8a3200", "#ffa657"),
    "ni": ("#8a3200", "#ffa657"),
}
LIGHT = {
    "back": "#ffffff",
    "text": "#1f2328",
    "edge": "#d0d7de",
    "bar": "#f6f8fa",
    "faint": "#57606a",
    "lit": "#fff3bf",
    "pin": "#ffe27a",
    "accent": "#0550ae",
    "box": "#f3f6fb",
}
DARK = {
    "back": "#0d1117",
    "text": "#e6edf3",
    "edge": "#3d444d",
    "bar": "#161b22",
    "faint": "#a3adb8",
    "lit": "#332a08",
    "pin": "#4a3c08",
    "accent": "#79c0ff",
    "box": "#131a24",
}
STYLE = """
.recto { color: var(--text); background: var(--back); }
.recto pre { margin: 0; padding: 8px 0; overflow: auto; background: var(--back);
  font: 12.5px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.recto code { display: block; width: max-content; min-width: 100%; box-sizing: border-box; white-space: pre;
  padding: 0 12px 0 0; color: var(--text); background: none; font: inherit; }
.recto code::before { content: attr(data-n); display: inline-block; width: 3em; margin-right: 1em;
  text-align: right; color: var(--faint); user-select: none; }
.recto code[data-l] { cursor: pointer; }
.recto section { border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; display: flex;
  flex-direction: column; min-height: 0; min-width: 0; background: var(--back); }
.recto h2 { font: 600 13px/1.2 system-ui, sans-serif; margin: 0; padding: 8px 12px; background: var(--bar);
  color: var(--text); border-bottom: 1px solid var(--edge); display: flex; align-items: center; gap: 8px; }
.recto h2 small { font-weight: 400; color: var(--faint); flex: 1; }
"""
PAGE_STYLE = """
html { scroll-padding: 40px; }
html, body { margin: 0; }
body.recto { font: 14px/1.5 system-ui, sans-serif; min-height: 100vh; display: flex; flex-direction: column; }
header { padding: 16px 20px 0; }
h1 { font-size: 19px; line-height: 1.3; margin: 0; }
h1 small { font-size: 13px; font-weight: 400; color: var(--faint); margin-left: .5em; }
header p { margin: 2px 0 0; color: var(--faint); overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: 6px 28px; margin: 10px 0 0; }
dl > div { min-width: 0; } dt { font-size: 12px; color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
dd code { display: inline; font: 12.5px ui-monospace, Menlo, Consolas, monospace; padding: 0; white-space: normal; }
dd code::before { content: none !important; }
main { flex: 1; display: grid; gap: 14px; padding: 14px 20px 20px; grid-template-columns: minmax(0, 1fr); }
.views { display: flex; flex-direction: column; gap: 14px; min-width: 0; min-height: 0; }
[role=tablist] { display: none; gap: 2px; flex-wrap: wrap; border-bottom: 1px solid var(--edge); }
.js [role=tablist] { display: flex; flex: none; }
[role=tab] { font: 600 13px system-ui, sans-serif; color: var(--faint); background: none; border: 0;
  border-bottom: 3px solid transparent; padding: 7px 12px 6px; cursor: pointer; white-space: nowrap; }
[role=tab][aria-selected=true] { color: var(--text); border-color: var(--accent); }
.js .views section[hidden] { display: none; }
button.copy { font: 12px system-ui, sans-serif; color: var(--text); background: var(--back);
  border: 1px solid var(--edge); border-radius: 6px; padding: 3px 9px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.recto .pinned { background: var(--pin) !important; }
footer { padding: 0 20px 16px; font-size: 12.5px; color: var(--faint); }
kbd { font: 11.5px ui-monospace, Menlo, monospace; border: 1px solid var(--edge); border-radius: 4px; padding: 0 4px; }
figure { margin: 0; padding: 12px; overflow: auto; flex: 1; }
svg { display: block; margin: 0 auto; font: 12px system-ui, sans-serif; }
svg .node rect, svg .port rect { fill: var(--back); stroke: var(--faint); }
svg .port rect { stroke-dasharray: 3 2; fill: var(--bar); }
svg .box > rect { fill: var(--box); stroke: var(--accent); fill-opacity: .75; }
svg .box > text { fill: var(--accent); font-weight: 600; }
svg text { fill: var(--text); }
svg path { fill: none; stroke: var(--faint); stroke-width: 1.2; opacity: .75; }
svg [data-l] { cursor: pointer; }
svg .node.pinned rect { fill: var(--pin); }
@media (min-width: 1000px) {
  body.recto { height: 100vh; }
  main { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); grid-template-rows: minmax(0, 1fr); min-height: 0; }
  main > section { min-height: 0; } main pre, main figure { flex: 1; min-height: 0; }
  .js .views section:not([hidden]) { flex: 1; }
  body:not(.js) .views { overflow: auto; } body:not(.js) .views section { flex: none; }
}
@media (max-width: 560px) {
  header { padding: 12px 12px 0; } main { padding: 12px; } footer { padding: 0 12px 12px; }
  .recto pre { font-size: 11.5px; } .recto code::before { width: 2.2em; margin-right: .7em; }
}
@media print {
  body.recto { height: auto; display: block; } main { display: block; }
  [role=tablist], button.copy, footer { display: none !important; }
  .recto section, .js .views section[hidden] { display: block; margin: 0 0 12pt; overflow: visible; border-radius: 0; }
  .recto pre, figure { overflow: visible; } .recto code { white-space: pre-wrap; width: auto;
    overflow-wrap: anywhere; } .recto .pinned { background: none !important; } svg { max-width: 100%; height: auto; }
}
"""
SCRIPT = """
// Tabs; lines that belong together: under the pointer, pinned by a click or Enter, reached by the arrow keys; copying.
document.body.classList.add("js");
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const tabs = all("[role=tab]"), panels = all(".views section");
function choose(tab, focus) {
  for (const t of tabs) { t.setAttribute("aria-selected", t === tab); t.tabIndex = t === tab ? 0 : -1; }
  for (const p of panels) p.hidden = p.id !== tab.getAttribute("aria-controls");
  if (focus) tab.focus();
  if (pinned) show(pinned, null);
}
for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
document.querySelector("[role=tablist]")?.addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], k = tabs.indexOf(document.activeElement);
  if (step && k >= 0) choose(tabs[(k + step + tabs.length) % tabs.length], true);
});
function show(line, origin) {       // bring the lines that belong to this one into view, in the other panels
  for (const scroller of all("main pre, main figure")) {
    if (scroller.contains(origin) || !scroller.offsetParent) continue;
    const found = scroller.querySelector(`[data-l="${line}"]`);
    if (!found) continue;
    const box = scroller.getBoundingClientRect(), at = found.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom)
      scroller.scrollTo({ top: scroller.scrollTop + at.top - box.top - box.height / 3, behavior: "smooth" });
  }
}
let pinned = null;
function pin(line, origin) {
  for (const e of all(".pinned")) e.classList.remove("pinned");
  pinned = line === pinned ? null : line;
  if (pinned) { for (const e of all(`main [data-l="${pinned}"]`)) e.classList.add("pinned"); show(pinned, origin); }
  history.replaceState(null, "", pinned ? "#L" + pinned : location.pathname + location.search);
}
const main = document.querySelector("main"), linked = event => event.target.closest?.("[data-l]");
main.addEventListener("mouseover", event => { const l = linked(event); if (l && !pinned) show(l.dataset.l, l); });
main.addEventListener("click", event => {
  const l = linked(event);
  if (!l || String(getSelection())) return;
  l.tabIndex = 0;
  l.focus({ preventScroll: true });
  pin(l.dataset.l, l);
});
main.addEventListener("keydown", event => {
  const here = linked(event);
  if (event.key === "Escape" && pinned) return pin(pinned, null);
  if (!here) return;
  if (event.key === "Enter") pin(here.dataset.l, here);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const lines = all("[data-l]", here.closest("pre, svg")), next = lines[lines.indexOf(here) + step];
  if (next) { here.tabIndex = -1; next.tabIndex = 0; next.focus(); if (!pinned) show(next.dataset.l, next); }
});
for (const block of all("main pre, main svg")) {
  const first = block.querySelector("[data-l]");
  if (first) first.tabIndex = 0;
}
for (const button of all("button.copy")) button.addEventListener("click", async () => {
  const text = all("code", button.closest("section")).map(c => c.textContent).join("\\n") + "\\n";
  try { await navigator.clipboard.writeText(text); } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area); area.select(); document.execCommand("copy"); area.remove();
  }
  button.textContent = "copied"; setTimeout(() => button.textContent = "copy", 1500);
});
if (tabs.length) choose(tabs[0]);
if (/^#L\\d+$/.test(location.hash)) pin(location.hash.slice(2), null);
"""


def variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def palette() -> str:
    """Colours, on light and on dark; paper is light."""
    words = lambda k: "\n".join(f".recto .r-{name} {{ color: {both[k]}; }}" for name, both in COLOURS.items())
    return (
        f".recto {{ {variables(LIGHT)} }}\n{words(0)}\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n.recto {{ {variables(DARK)} }}\n{words(1)}\n}}\n"
    )
