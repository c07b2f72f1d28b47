"""numpy-100: every answer, as a function that returns all that the answer sets."""
import numpy as np

from ..scripts import answers, as_function

# They need a file, a shell, the internet or a console.
NOT_A_FUNCTION = {1, 2, 5}


def fill(table):
    for number, (title, code) in enumerate(answers(table.folder / "100_Numpy_exercises_with_solutions.md"), 1):
        if number in NOT_A_FUNCTION:
            continue
        try:
            program, _ = as_function(code, {"np": np}, [])
        except SyntaxError:
            continue
        table.add(title, program)
