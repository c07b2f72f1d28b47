"""CFDPython: the functions of the lessons, and each of their cells that computes something."""
import ast

import matplotlib
import numpy

from ..scripts import DRAWING, as_function, cells, executed, kept_of, plain_python


def fill(table):
    matplotlib.use("Agg")
    for path in sorted((table.folder / "lessons").glob("*.ipynb")):
        lesson(table, path)


def lesson(table, path):
    namespace = {"numpy": numpy, "__name__": path.stem}
    for number, code in enumerate(cells(path), 1):
        try:
            tree = ast.parse(plain_python(code))
        except SyntaxError:                             # an exercise: a loop without its body
            continue
        loops = [s for s in ast.walk(tree) if isinstance(s, (ast.For, ast.While))]
        inside = any(isinstance(s, ast.FunctionDef) for s in tree.body)
        if loops and not inside:
            function, arguments = as_function(code, namespace)
            table.add(f"{path.stem}, cell {number}", function, *arguments)
        text = ast.unparse(ast.Module(kept_of(tree.body, set(DRAWING)), []))
        if "css_styling" in code or "Error" in code:
            continue
        try:
            executed(text, namespace)
        except Exception:
            continue
    for name, call in FUNCTIONS.get(path.stem, {}).items():
        arguments, grad = call(namespace)
        table.add(f"{path.stem}, {name}", namespace[name], *arguments, grad=grad)


def ramp(*shape):
    return numpy.random.default_rng(3).normal(1.0, 0.1, shape)


FUNCTIONS = {
    "03_CFL_Condition": {"linearconv": lambda m: ((41,), ())},
    "11_Defining_Function_in_Python": {"simpleadd": lambda m: ((3.0, 4.0), (0, 1)), "fibonacci": lambda m: ((7,), ())},
    "09_Step_7": {"diffuse": lambda m: ((10,), ())},
    "12_Step_9": {"laplace2d": lambda m: ((ramp(12, 10), ramp(12), 0.2, 0.1, 1e-3), (0, 1))},
    "14_Step_11": {
        "build_up_b": lambda m: ((ramp(8, 9), 1.0, 0.01, ramp(8, 9), ramp(8, 9), 0.1, 0.2), (3, 4)),
        "pressure_poisson": lambda m: ((ramp(8, 9), 0.1, 0.2, ramp(8, 9)), (0, 3)),
        "cavity_flow": lambda m: ((5, ramp(41, 41), ramp(41, 41), 0.001, 0.05, 0.05, ramp(41, 41), 1.0, 0.1), (1, 2)),
    },
    "15_Step_12": {
        "build_up_b": lambda m: ((1.0, 0.01, 0.1, 0.2, ramp(8, 9), ramp(8, 9)), (4, 5)),
        "pressure_poisson_periodic": lambda m: ((m["p"].copy(), 0.1, 0.2), (0,)),
    },
}
