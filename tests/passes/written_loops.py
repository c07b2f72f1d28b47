"""Functions of which a test writes the text: before and after loops have become array operations they give what Python
gives."""
import numpy as np

import recto
from recto.transform import evaluate
from recto.transform.ir.program import check
from recto.transform.passes.vectorize.counted_loops import with_array_loops


def written(text, path):
    """The function f of a text, which is in a file, as its source is read from there."""
    path.write_text("import numpy as np\n" + text)
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["f"]


def agree_with_python(text, path, given, **tolerance):
    """The programs before and after."""
    function = written(text, path)
    with np.errstate(all="ignore"):
        expected = function(*[x.copy() for x in given])
        program = recto.jit(function).program(*given)
        found = check(with_array_loops(program))
        values, before = evaluate(found, *given), evaluate(program, *given)
    for value, same, want in zip(values, before, expected):
        np.testing.assert_allclose(same, want, err_msg=text, **tolerance)
        np.testing.assert_allclose(value, want, err_msg=text, **tolerance)
    return program, found
