"""Functions from programs that are scripts, notebooks and answers in Markdown: their text, in a function.

The text stays as it is, but for its figures: statements that draw (what mentions matplotlib, or a name that such a
statement set) are left out, as are lines for IPython. Where matplotlib is called in a function, that is a check of its
own."""
from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import pathlib
import re
import sys
import tempfile
import types

DRAWING = {"plt", "pyplot", "matplotlib", "display", "HTML", "FuncAnimation", "Axes3D", "YouTubeVideo", "cm", "mpl"}


def module(path: pathlib.Path, name: str | None = None) -> types.ModuleType:
    """The module of a file, imported; files beside it can be imported by it."""
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(name or re.sub(r"\W", "_", path.stem), path)
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def without_figures(body: list[ast.stmt]) -> list[ast.stmt]:
    names = set(DRAWING)
    while True:
        size = len(names)
        kept = kept_of(body, names)
        if len(names) == size:
            return kept


def kept_of(body: list[ast.stmt], names: set[str]) -> list[ast.stmt]:
    kept = []
    for statement in body:
        inner = {field: getattr(statement, field) for field in ("body", "orelse") if getattr(statement, field, None)}
        if isinstance(statement, (ast.If, ast.For, ast.While, ast.With)) and inner:
            for field, block in inner.items():
                setattr(statement, field, kept_of(block, names))
            if statement.body:
                kept.append(statement)
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            kept.append(statement)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            kept.append(statement)
        elif draws(statement, names):
            names.update(stored_names([statement]))
        else:
            kept.append(statement)
    return kept


def draws(statement: ast.stmt, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
               for node in ast.walk(statement))


def stored_names(body: list[ast.stmt]) -> list[str]:
    """Names that the statements set, in their order; not those of inner functions and comprehensions."""
    found: dict[str, None] = {}
    for statement in body:
        if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                found |= {node.id: None for node in ast.walk(target)
                          if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        if isinstance(statement, (ast.With, ast.Try)):
            found |= dict.fromkeys(stored_names(statement.body))
    return list(found)


def as_function(text: str, namespace: dict, parameters: list[str] | None = None) -> tuple[types.FunctionType, list]:
    """A function with the text as its body, in the namespace: it returns what the text sets at its top level.
    Its parameters are the names of data that it reads."""
    tree = ast.parse(plain_python(text))
    body = without_figures(tree.body)
    heads = [s for s in body if isinstance(s, (ast.Import, ast.ImportFrom, ast.ClassDef))]
    body = [s for s in body if s not in heads]
    read = {node.id for node in ast.walk(ast.Module(body, [])) if isinstance(node, ast.Name)}
    if parameters is None:
        parameters = sorted(name for name in read if name in namespace and is_data(namespace[name]))
    returned = [name for name in stored_names(body) if not callable(namespace.get(name))]
    lines = [*(ast.unparse(s) for s in heads), f"def program({', '.join(parameters)}):",
             *("    " + line for s in body for line in ast.unparse(s).split("\n")),
             f"    return {{{', '.join(f'{name!r}: {name}' for name in returned)}}}"]
    return defined("\n".join(lines), "program", namespace), [namespace[name] for name in parameters]


def is_data(value: object) -> bool:
    return not callable(value) and not isinstance(value, types.ModuleType) and "matplotlib" not in str(type(value))


def defined(text: str, name: str, namespace: dict) -> types.FunctionType:
    """A function of the text, which is written to a file: compiled code needs a function's source."""
    filled = dict(namespace)
    executed(text, filled)
    return filled[name]


def executed(text: str, namespace: dict) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".py", prefix="foreign_", delete=False) as file:
        file.write(text)
    namespace |= {"__name__": "foreign_text", "__file__": file.name}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, file.name, "exec"), namespace)


def plain_python(text: str) -> str:
    return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in text.splitlines())


def main_loop(found: types.ModuleType, name: str = "main", **settings: float) -> types.FunctionType:
    """The function `main` of a script without its figures; it returns what it sets."""
    body = [s for s in main_tree(found, name, settings).body if not isinstance(s, ast.Return)]
    return as_function("\n".join(ast.unparse(s) for s in body), vars(found), [])[0]


def whole_main(found: types.ModuleType, name: str = "main", **settings: float) -> types.FunctionType:
    """The function `main` of a script, with its figures."""
    return defined(ast.unparse(main_tree(found, name, settings)), name, vars(found))


def main_tree(found: types.ModuleType, name: str, settings: dict[str, float]) -> ast.FunctionDef:
    """The tree of a function; `settings`: what some of its variables are set to first, instead of its own values."""
    import inspect
    import textwrap
    tree = ast.parse(textwrap.dedent(inspect.getsource(getattr(found, name)))).body[0]
    for statement in tree.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in settings:
            statement.value = ast.Constant(settings.pop(target.id))
    assert not settings, settings
    return tree


def cells(path: pathlib.Path) -> list[str]:
    """The code of a notebook."""
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def answers(path: pathlib.Path) -> list[tuple[str, str]]:
    """Titles and code of the answers in a Markdown page."""
    return [(re.sub(r" *\(?[★☆]+\)? *$", "", title.strip()), code) for title, code in
            re.findall(r"^#### ([^\n]*)\n+```python\n(.*?)```", path.read_text(), re.M | re.S)]
