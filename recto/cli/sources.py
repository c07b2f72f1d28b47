"""Find the function of model.py:Model.loss: import files as Python does, with their packages, or read them from
stdin.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import io
import linecache
import os
import pathlib
import re
import sys
import tokenize
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any

from .._show.source import undecorate
from .faults import STDIN, UNLOADABLE, USAGE, Fault, near


def load(target: str) -> Callable[..., Any]:
    """The function that FILE:NAME names."""
    file, name = split_target(target)
    module = load_module(file)
    if not name:
        known = list(functions_in(module))
        if len(known) == 1:
            return find(module, known[0], file)
        raise Fault(
            USAGE, f"which function of {file}?", f"{file}:{known[0]}, of {', '.join(known)}" if known else ""
        )
    return find(module, name, file)


def split_target(target: str) -> tuple[str, str]:
    """("model.py", "Model.loss"); a name may be left out."""
    file, colon, name = target.rpartition(":")
    if not colon or name.endswith(".py") or "/" in name or "\\" in name:
        return target, ""
    return file, name


def load_module(file: str) -> types.ModuleType:
    """Import a file, which runs what stands at its top level. What it prints goes to the standard error."""
    if file in ("-", STDIN):
        return module_of_text(standard_input(), STDIN)
    path = pathlib.Path(file)
    if not path.exists() and DOTTED.fullmatch(file) and is_there(file):
        with report_import_error(file), first_on_the_path(os.getcwd()):
            return importlib.import_module(file)
    if path.is_dir():
        raise Fault(USAGE, f"{file} is a folder", "name a file in it: " + ", ".join(python_files(path)[:3]))
    if not path.is_file():
        raise Fault(USAGE, f"there is no file {file}{near(path.name, python_files(path.parent))}")
    tree = parse_text(text_of(path, file), file)
    root, name = import_location(path.resolve(), tree)
    taken = "." not in name and is_taken(name)
    if taken and name not in SPEAKING:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)  # else whoever wants Python's would find the file
    with report_import_error(file), first_on_the_path(str(root)):
        return module_at(path.resolve(), f"{name}_") if taken else importlib.import_module(name)


DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")  # package.module


def is_there(module: str) -> bool:
    """Whether there is a module of this name, in the working directory or where Python looks."""
    with first_on_the_path(os.getcwd()), contextlib.suppress(Exception):
        return importlib.util.find_spec(module) is not None
    return False


SPEAKING = ("this", "antigravity")  # modules of Python's that print, or open a window, when they are imported


@contextlib.contextmanager
def first_on_the_path(folder: str) -> Iterator[None]:
    """Modules are looked for in a folder first, as for a script in it; afterwards last, so that no file there is taken
    for a module of Python's, or of a package, that the command imports later."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        last_on_the_path(folder)


def last_on_the_path(folder: str) -> None:
    if folder in sys.path:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.append(folder)


def standard_input() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise Fault(UNLOADABLE, f"the standard input is not {error.encoding}") from None


def python_files(folder: pathlib.Path) -> list[str]:
    return sorted(p.name for p in folder.glob("*.py") if p.is_file()) if folder.is_dir() else []


def text_of(path: pathlib.Path, file: str) -> str:
    """The text of a file, in the encoding that it declares as Python has it."""
    try:
        content = path.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding)
    except OSError as error:
        raise Fault(UNLOADABLE, f"{file} can't be read: {error.strerror}") from None
    except SyntaxError as error:  # of the declaration, or in the lines where it would be
        raise Fault(UNLOADABLE, f"{file}: {error.msg}", ENCODING) from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{file}, line {line}: the byte {content[error.start]:#x} is not {error.encoding}"
        raise Fault(UNLOADABLE, message, ENCODING) from None


ENCODING = "save the file as UTF-8, or declare its encoding in the first line: # -*- coding: latin-1 -*-"


def parse_text(text: str, file: str) -> ast.Module:
    try:
        return ast.parse(text, file)
    except SyntaxError as error:
        place = f", line {error.lineno}" if error.lineno else ""
        caret = (
            f"\n    {error.text.strip()}\n    {' ' * ((error.offset or 1) - 1 - indent(error.text))}^"
            if error.text
            else ""
        )
        raise Fault(UNLOADABLE, f"{file}{place}: {error.msg}{caret}") from None
    except (ValueError, RecursionError, MemoryError) as error:  # a zero byte; expressions that are too deep
        raise Fault(UNLOADABLE, f"{file}: {error or 'too deep for Python'}") from None


def indent(text: str | None) -> int:
    return len(text or "") - len((text or "").lstrip())


def import_location(path: pathlib.Path, tree: ast.Module) -> tuple[pathlib.Path, str]:
    """The folder to import from, and the module's name there: folders with __init__.py are its packages.

    So are as many folders as the file's relative imports go up.
    """
    up = max((n.level for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)), default=0)
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").is_file() or len(parts) <= up:
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts)


def is_taken(name: str) -> bool:
    """Whether there is a module of this name already (a file called random.py)."""
    return name in sys.modules or name in sys.stdlib_module_names


def module_at(path: pathlib.Path, name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def module_of_text(text: str, name: str) -> types.ModuleType:
    """A module whose text did not come from a file."""
    tree = parse_text(text, name)
    module = sys.modules["stdin"] = types.ModuleType("stdin")
    module.__file__ = name
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    with report_import_error(name):
        exec(compile(tree, name, "exec"), vars(module))
    return module


@contextlib.contextmanager
def report_import_error(file: str) -> Iterator[None]:
    """Report an error that a file raises while it is imported as the fault of the file."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except Fault:
        raise
    except (Exception, SystemExit) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f" (line {last.lineno} of {pathlib.Path(last.filename).name})"
        raise Fault(UNLOADABLE, f"{file} can't be imported: {type(error).__name__}: {error}{place}") from None


# -- names ---------------------------------------------------------------------------------------------------


def find(module: types.ModuleType, name: str, file: str) -> Callable[..., Any]:
    """A function of a module, or of a class in it."""
    found: Any = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            known = functions_in(module)
            hint = f"{file} has {', '.join(known)}" if known else f"{file} has no functions"
            raise Fault(USAGE, f"there is no function {name} in {file}{near(name, known)}", hint) from None
    if not callable(found) or isinstance(found, type):
        raise Fault(USAGE, f"{name} in {file} is no function: it is {describe(found)}")
    function: Callable[..., Any] = found
    return function


def describe(value: Any) -> str:
    if isinstance(value, type):
        methods = [f"{value.__name__}.{n}" for n, v in vars(value).items() if is_own(v, value.__module__)]
        return f"a class, with {', '.join(methods)}" if methods else "a class"
    return f"{type(value).__name__} {value!r}"[:60]


def functions_in(module: types.ModuleType) -> dict[str, Any]:
    """The functions that a module defines, and the methods of its classes."""
    found: dict[str, Any] = {}
    for name, value in vars(module).items():
        if is_own(value, module.__name__):
            found[name] = value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            methods = {f"{name}.{n}": v for n, v in vars(value).items() if is_own(v, module.__name__)}
            found |= {n: v for n, v in methods.items() if not n.split(".")[1].startswith("__")}
    return found


def is_own(value: Any, module: str) -> bool:
    ours = hasattr(value, "__recto_function__") or hasattr(value, "__recto_call__") and callable(value)
    plain = isinstance(value, types.FunctionType) or ours
    return plain and getattr(undecorate(value), "__module__", None) == module


def is_marked(value: Any) -> bool:
    """Whether a function was decorated with one of recto's."""
    return hasattr(value, "__recto_function__")
