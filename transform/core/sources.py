"""Candidate source texts of a function: the present content of its file, and the contents that were noted
earlier.

Code without a file has a text too, which Python does not keep but which is found elsewhere: the command line of
`python -c`, the file behind `python < file`, the lines in the history of the prompt. All of these are candidates: a
text is the function's only if it compiles to its code.
"""

from __future__ import annotations

import contextlib
import itertools
import linecache
import os
import stat
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from .parsing import parse

KEPT = 4  # texts of one file
RECEIVED = 64  # texts of other processes
HISTORY = 1000  # lines of the prompt's history in which functions are looked for
Lines = tuple[str, ...]
_noted: dict[str, list[Lines]] = {}
_found: dict[tuple[str, str], Lines] = {}
_received: list[Lines] = []


def note(filename: str) -> None:
    """Keep what a file holds now: it may be edited before its functions are read."""
    lines = _now(filename)
    texts = _noted.setdefault(filename, [])
    if lines and (not texts or texts[0] != lines):
        _noted[filename] = [lines, *texts][:KEPT]


def note_text_of(function: Any) -> None:
    """Keep the text of a function's file, whatever is wrapped around it."""
    for _ in range(16):
        code = getattr(function, "__code__", None)
        if isinstance(code, types.CodeType):
            return note(code.co_filename)
        function = getattr(function, "__wrapped__", None) or getattr(function, "func", None)


def texts(filename: str) -> Iterator[Lines]:
    """The texts of a file, the newest first, as tuples of lines; none if there is no source."""
    cached = linecache.cache.get(filename, ())
    old = [tuple(cached[2])] if len(cached) == 4 else []
    now = _now(filename)
    if now:
        yield now
    yield from (text for text in [*old, *_noted.get(filename, ())] if text and text != now)
    if not now and filename in UNFILED:
        yield from UNFILED[filename]()


def remember(filename: str, function: str, lines: Lines) -> None:
    """Keep the text of a function without a file for messages: linecache would show it for all code of that name."""
    if filename in UNFILED and not _now(filename):
        _found[filename, function] = lines


def receive(texts: Iterable[Lines]) -> None:
    """Keep texts of functions that another process has sent by value: their code names no file."""
    for lines in texts:
        if lines not in _received:
            _received.insert(0, lines)
    del _received[RECEIVED:]


def line_of(filename: str, number: int, function: str) -> str:
    """A line of the text that a function was compiled from."""
    lines = _found.get((filename, function), ())
    return lines[number - 1] if 0 < number <= len(lines) else linecache.getline(filename, number)


def load_with(filename: str, module: dict[str, Any]) -> None:
    """Let the loader of a function's module give the text where there is no such file: in a zip. Modules that are
    frozen into Python (collections.abc) have their text in a file beside."""
    file = module.get("__file__")
    if filename.startswith("<frozen ") and filename not in linecache.cache and file and os.path.exists(file):
        lines = linecache.getlines(file)
        linecache.cache[filename] = sum(map(len, lines)), None, lines, filename
    elif not os.path.exists(filename):
        linecache.lazycache(filename, module)


def cell_of(filename: str) -> str | None:
    """IPython's name for the cell of a file name: In[3]."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    named = getattr(getattr(shell, "compile", None), "format_code_name", lambda name: None)(filename)
    return named[1] if named and named[0] == "Cell" else None


def _of_command_line() -> Iterator[Lines]:
    """python -c: the text is an argument of the interpreter."""
    arguments = sys.orig_argv[1:]
    after = [
        text for option, text in itertools.pairwise(arguments) if option[0:1] == "-" and option.endswith("c")
    ]
    candidates = [_lines(text) for text in [*after, *(a[2:] for a in arguments if a.startswith("-c"))]]
    yield from filter(_defines_function, candidates)


def _of_input() -> Iterator[Lines]:
    """python < file: the whole text, read without moving the file, or its statements; and what is typed at a prompt."""
    with contextlib.suppress(OSError, UnicodeDecodeError, AttributeError):
        status = os.fstat(0)
        if stat.S_ISREG(status.st_mode):
            lines = _lines(os.pread(0, status.st_size, 0).decode())
            yield from filter(_defines_function, [lines])
            yield from _statements(lines)
    yield from _of_history()


def _of_history() -> Iterator[Lines]:
    """The prompt: its lines are in the history of readline, if Python has loaded it."""
    readline: Any = sys.modules.get("readline")
    if readline is not None:
        last = readline.get_current_history_length()
        typed = (readline.get_history_item(k) or "" for k in range(max(1, last - HISTORY), last + 1))
        yield from _statements(tuple(f"{line}\n" for text in typed for line in text.split("\n")))


def _statements(lines: Lines) -> Iterator[Lines]:
    """Statements as a prompt compiles them, one by one, each from its line 1; the newest first."""
    starts = [k for k, line in enumerate(lines) if line.strip() and not line[0].isspace()]
    for k in reversed(starts):
        for end in [*(e for e in starts if e > k), len(lines)][:8]:
            statement = lines[k:end]
            if _defines_function(statement):
                yield statement
                break


def _defines_function(statement: Lines) -> bool:
    text = "".join(statement)
    if "def " not in text and "lambda" not in text:
        return False
    try:
        return bool(parse(text).body)
    except (SyntaxError, ValueError):
        return False


def _lines(text: str) -> Lines:
    return tuple(text.splitlines(keepends=True))


def _now(filename: str) -> Lines:
    linecache.checkcache(filename)
    return tuple(linecache.getlines(filename))


UNFILED = {
    "<string>": _of_command_line,
    "<stdin>": _of_input,
    "<console>": _of_history,
    "<dynamic-code>": lambda: iter(_received),  # how cloudpickle names what it sends by value
}
