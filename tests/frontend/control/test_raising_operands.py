"""Behind an operand that raises, nothing of a statement is done, whether the exception is caught or leaves."""
import linecache
import types

import numpy as np
import pytest

import corpus

STATEMENTS = r"""
both(doubled(v), said(3.0))
both(said(1.0), second=doubled(v)); said(8)
both(*[doubled(v), said(1)])
y = both(both(doubled(v), said(1)), said(2))
y = [doubled(v), said(1.0)]
y = (said(1), (doubled(v), said(2)), said(3))
y = {"a": doubled(v), "b": said(1)}
print(f"{doubled(v)} {said(1)}")
print(doubled(v), said(1))
y = doubled(v) + said(1)
y = said(1) + doubled(v) * said(2)
y = -doubled(v) + filled(a, 7.0)
y = doubled(v) < said(2) < said(3)
y = doubled(v) in [said(1), said(2)]
y = said(1) if doubled(v) > 0 else said(2)
y = doubled(v) > 0 and said(1) or said(2)
y = sum([doubled(w) + said(w) for w in (1.0, v, 2.0)])
y = sum(doubled(w) + said(w) for w in (1.0, v))
y = (lambda w: said(w) + doubled(w) + said(w))(v)
h = lambda w, r=doubled(v): said(w); h(1)
y = (z := doubled(v)) + said(z)
y = z = doubled(v); said(1)
y, z = doubled(v), said(1)
a[int(doubled(v))] = said(2)
a[said(1)] = doubled(v) + said(2)
y = a[int(doubled(v))] + a[said(1)]
y = a[int(doubled(v)) - 2:said(2)].sum()
a[0] += doubled(v) + said(1)
a += doubled(v); said(2)
a[1:] = filled(a, 5.0) + doubled(v)
a.fill(doubled(v)); said(3)
np.add(a, doubled(v), out=a); said(1)
np.copyto(a, doubled(v)); filled(a, 1.0)
y = np.maximum(doubled(v), said(1))
y = np.array([doubled(v), said(1)])
y = int(doubled(v)) + said(1)
o.v = doubled(v) + said(1)
o.v += doubled(v)
y = o + filled(a, doubled(v))
y = o < doubled(v)
y = doubled(v) in o
y = o[int(doubled(v))]
o(doubled(v), filled(a, 3.0))
return a, doubled(v), said(1)
assert doubled(v) > said(1), said(2)
q = [1, 2]; del q[said(0)]; q[0] = doubled(v); said(3)
for i in range(int(doubled(v))): said(i)
while doubled(v) > 1: said(1); v = v - 3
for w in steps(v): said(w)
if doubled(v) > 0: said(1)
with np.errstate(all="ignore"): y = doubled(v) + said(1)
match doubled(v):\n        case 2.0: said(1)\n        case _: said(2)
match said(3):\n        case 3 if doubled(v) > 0: said(1)\n        case _: said(2)
""".strip().splitlines()


def doubled(v):
    if v < 0:
        raise ValueError("negative")
    return v * 2


def said(v):
    print("said", v)
    return v


def both(first, second=1):
    print("both", first, second)
    return first


def filled(a, v):
    a[0] = v
    return v


def steps(v):
    yield said(1)
    yield doubled(v)
    yield said(2)


class Loud:
    def __init__(self):
        self.v = 0.0

    def __add__(self, other):
        print("added")
        return 1.0

    def __lt__(self, other):
        print("compared")
        return True

    def __contains__(self, other):
        print("searched")
        return True

    def __getitem__(self, index):
        print("read")
        return 1.0

    def __call__(self, *args):
        print("called")
        return 1.0


FORMS = """
def caught(v, a):
    o, y, z = Loud(), 0.0, 0.0
    try:
    {}
    except ValueError as error:
        print("caught", error)
    return a, o.v, z


def left(v, a):
    o, y, z = Loud(), 0.0, 0.0
{}
    return a, o.v, z
"""


def functions_with(statement: str) -> types.ModuleType:
    lines = statement.replace("\\n", "\n")
    indented = lines.replace("\n", "\n    ")
    name = f"raising_operand_{STATEMENTS.index(statement)}"
    text = "import numpy as np\n" + FORMS.format(f"    {indented}", f"    {lines}")
    linecache.cache[f"{name}.py"] = len(text), None, text.splitlines(True), f"{name}.py"
    module = types.ModuleType(name)
    vars(module).update(doubled=doubled, said=said, both=both, filled=filled, steps=steps, Loud=Loud)
    exec(compile(text, f"{name}.py", "exec"), vars(module))
    return module


@pytest.mark.parametrize("statement", STATEMENTS)
def test_nothing_is_done_behind_an_operand_that_raises(statement):
    module = functions_with(statement)
    for function in (module.caught, module.left):
        for v in (-1.0, 1.0):
            corpus.check_case(corpus.Case(function, (v, np.array([1.0, 2.0, 3.0]))), corpus.run_interpreted)
