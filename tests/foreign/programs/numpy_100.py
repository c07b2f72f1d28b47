"""numpy-100: every answer, as a function that returns all that the answer sets."""
import ast

import numpy as np
from numpy.lib import stride_tricks

from ..scripts import answers, as_function, executed

# They need a shell or a console, or measure time.
NOT_A_FUNCTION = {"1", "2", "5", "92"}


NAMES = {"np": np, "stride_tricks": stride_tricks, "sliding_window_view": stride_tricks.sliding_window_view}


def fill(table):
    for title, code in answers(table.folder / "100_Numpy_exercises_with_solutions.md"):
        if title.split(".")[0] in NOT_A_FUNCTION:
            continue
        try:
            program, _ = as_function(code, dict(NAMES), [])
        except SyntaxError:
            continue
        table.add(title, program)
        if "random" in code:
            drawn(table, title, code)


def drawn(table, title, code):
    """The rest of an answer, with the random numbers that it starts with as arguments."""
    body = ast.parse(code).body
    is_draw = ["random" in ast.unparse(s) and isinstance(s, ast.Assign) for s in body]
    if not any(is_draw):
        return
    last = len(body) - is_draw[::-1].index(True)
    if any(isinstance(s, (ast.FunctionDef, ast.ClassDef)) for s in body[:last]):
        return
    namespace = dict(NAMES)
    np.random.seed(4)
    try:
        executed(ast.unparse(ast.Module(body[:last], [])), namespace)
    except Exception:
        return
    function, arguments = as_function(ast.unparse(ast.Module(body[last:], [])), namespace)
    table.add(f"{title}, drawn", function, *arguments)
