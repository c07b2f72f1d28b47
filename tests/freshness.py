"""The freshness matrix: what a function reads from outside is never stale, wherever it is held and whatever it is for.

A case is a holder (a global, a closure cell, a default …) and a role (a value, an index, a shape …). Each is changed in
three ways: the holder is rebound, its content is changed in place, the file is edited; in the same process, and between
two processes that share a disk cache. After each change the compiled function must give what plain Python gives.

    python tests/freshness.py [--every N] [--stored M]      the whole matrix, or every N-th case in one process,
                                                            and of these every M-th with a disk cache
"""
from __future__ import annotations

import argparse
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from quick import compile_quickly

HEAD = """\
import collections, dataclasses, enum, functools, types, typing
import numpy as np
import recto
class A:
    def run(self, x): return x + 1.0
class B:
    def run(self, x): return x * 2.0
OBJECTS = [A(), A()]
def double(x): return x * 2.0
def triple(x): return x * 3.0
X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
"""


class Role(NamedTuple):
    """What a value is for: two values of it, and what is computed from x and the value v."""
    before: str
    after: str
    body: str
    mutate: str = ""            # makes the object v of the first value hold the second


LIST, DICT, ARRAY = "v[:] = {}", "v.clear(); v.update({})", "v[...] = {}"
ROLES = {
    "value": Role("2.0", "3.0", "x * v"),
    "sign of zero": Role("0.0", "-0.0", "np.copysign(x, v)"),
    "kind of number": Role("2", "2.0", "np.arange(3) * v"),
    "key": Role("'a'", "'b'", "{'a': x, 'b': -x}[v]"),
    "integer index": Role("0", "1", "x[v]"),
    "list index": Role("[0, 1]", "[1, 2]", "x[v]", LIST),
    "longer list index": Role("[0, 1]", "[0, 1, 1]", "x[v]", LIST),
    "mask": Role("[True, False, True]", "[False, True, True]", "x[v]", LIST),
    "tuple index": Role("(0, 1)", "(1, 1)", "x[v]"),
    "index by lists": Role("([0, 1], [0, 0])", "([1, 1], [0, 1])", "x[v]"),
    "index with an ellipsis": Role("(..., 0)", "(..., 1)", "x[v]"),
    "index that is written": Role("[0, 1]", "[1, 2]", "written(x, v)", LIST),
    "slice": Role("slice(0, 2)", "slice(1, 3)", "x[v]"),
    "slices": Role("np.s_[0:2, 1]", "np.s_[1:3, 1]", "x[v]"),
    "range": Role("range(2)", "range(1, 3)", "sum(x[i] for i in v)"),
    "list of lists": Role("[[0], [1, 2]]", "[[0], [2, 2]]", "sum(x[i].sum() for g in v for i in g)", "v[1][0] = 2; {}"),
    "numbers": Role("[1.0, 2.0]", "[1.0, 3.0]", "x * v", LIST),
    "loop": Role("[1.0, 2.0]", "[1.0, 3.0]", "sum(x * k for k in v)", LIST),
    "array": Role("np.array([1.0, 2.0])", "np.array([1.0, 3.0])", "x * v", ARRAY),
    "array index": Role("np.array([0, 1])", "np.array([1, 2])", "x[v]", ARRAY),
    "shape": Role("(2, 3)", "(6, 1)", "x.reshape(v)"),
    "list shape": Role("[2, 3]", "[6, 1]", "x.reshape(v)", LIST),
    "axis": Role("0", "1", "x.sum(axis=v)"),
    "axes": Role("(0, 1)", "(1, 0)", "x.transpose(v)"),
    "repetitions": Role("2", "3", "np.tile(x, v)"),
    "dtype": Role("np.float32", "np.float64", "x.astype(v)"),
    "name of a dtype": Role("'f4'", "'f8'", "x.astype(v)"),
    "condition": Role("True", "False", "x if v else -x"),
    "nothing": Role("None", "2.0", "x if v is None else x * v"),
    "function": Role("double", "triple", "v(x)"),
    "function of NumPy": Role("np.sin", "np.cos", "v(x)"),
    "partial": Role("functools.partial(np.sum, axis=0)", "functools.partial(np.sum, axis=1)", "v(x)"),
    "options": Role("{'axis': 0}", "{'axis': 1}", "np.sum(x, **v)", DICT),
    "keys": Role("{'a': 1.0}", "{'a': 1.0, 'b': 1.0}", "x * len([k for k in v])", DICT),
    "key that is missing": Role("{}", "{'a': 2.0}", "x * v.get('a', 5.0)", DICT),
    "set": Role("{1, 2}", "{1, 3}", "x * (3 in v)", "v.discard(2); v.add(3); {}"),
    "length": Role("[7]", "[7, 7]", "x * len(v)", LIST),
    "class": Role("A", "B", "v().run(x)"),
    "object": Role("A()", "B()", "v.run(x)"),
    "which object": Role("OBJECTS[0]", "OBJECTS[1]", "x if v is OBJECTS[0] else -x"),
    "deque": Role("collections.deque([2.0])", "collections.deque([3.0])", "x * v[0]", "v[0] = 3.0; {}"),
    "bytes that change": Role("bytearray(b'ab')", "bytearray(b'cb')", "x * v[0]", "v[0] = 99; {}"),
}


class Holder(NamedTuple):
    """Where a value is held: a module with `plain`, `f` (the same compiled) and `arguments`; V stands for the value.

    `read` is what reads it in BODY, `rebind` what puts another value there, `aside` a second module. W stands for the
    value after the change, before and after an edit.
    """
    text: str
    read: str
    rebind: str = ""
    aside: str = ""
    held: str = ""              # the expression outside of the function, if it is another than `read`


PLAIN = "def plain(x): return BODY\n"
MODEL = "class Model:\n    def run(self, x): return BODY\n"
HOLDERS = {
    "global": Holder("G = V\n" + PLAIN, "G", "G = V"),
    "closure cell": Holder("""
def make(k):
    def plain(x): return BODY
    def put(new):
        nonlocal k
        k = new
    return plain, put, lambda: k
plain, put, get = make(V)
""", "k", "put(V)", held="get()"),
    "cell of a helper": Holder("""
def make(k):
    def helper(x): return BODY
    def put(new):
        nonlocal k
        k = new
    return helper, put, lambda: k
helper, put, get = make(V)
def plain(x): return helper(x)
""", "k", "put(V)", held="get()"),
    "default": Holder("def plain(x, k=V): return BODY\n", "k", "plain.__defaults__ = (V,)",
                      held="plain.__defaults__[0]"),
    "keyword default": Holder("def plain(x, *, k=V): return BODY\n", "k", "plain.__kwdefaults__ = {'k': V}",
                              held="plain.__kwdefaults__['k']"),
    "default of a helper": Holder("def g(x, k=V): return BODY\ndef plain(x): return g(x)\n", "k",
                                  "g.__defaults__ = (V,)", held="g.__defaults__[0]"),
    "keyword default of a helper": Holder("def g(x, *, k=V): return BODY\ndef plain(x): return g(x)\n", "k",
                                          "g.__kwdefaults__['k'] = V", held="g.__kwdefaults__['k']"),
    "default of a method": Holder("""
class Model:
    def run(self, x, k=V): return BODY
model = Model()
def plain(x): return model.run(x)
""", "k", "Model.run.__defaults__ = (V,)", held="Model.run.__defaults__[0]"),
    "default of a lambda": Holder("g = lambda x, k=V: BODY\ndef plain(x): return g(x)\n", "k",
                                  "g.__defaults__ = (V,)", held="g.__defaults__[0]"),
    "argument of a helper": Holder("G = V\ndef g(x, k): return BODY\ndef plain(x): return g(x, G)\n", "k", "G = V",
                                   held="G"),
    "global of a helper": Holder("def plain(x): return aside.g(x)\n", "G", "aside.G = V", held="aside.G",
                                 aside="G = V\ndef g(x): return BODY\n"),
    "attribute of a module": Holder(PLAIN, "aside.G", "aside.G = V", aside="G = V\n"),
    "import in the function": Holder("def plain(x):\n    import ASIDE as other\n    return BODY\n", "other.G",
                                     "aside.G = V", held="aside.G", aside="G = V\n"),
    "name imported in the function": Holder("def plain(x):\n    from ASIDE import G as k\n    return BODY\n", "k",
                                            "aside.G = V", held="aside.G", aside="G = V\n"),
    "attribute of an object": Holder(
        "class Model: pass\nmodel = Model()\nmodel.k = V\n" + PLAIN, "model.k", "model.k = V"),
    "attribute of an argument": Holder(
        "class Model: pass\nmodel = Model()\nmodel.k = V\ndef plain(model, x): return BODY\narguments = model, X\n",
        "model.k", "model.k = V"),
    "nested attribute": Holder(
        "class Model: pass\nmodel = Model()\nmodel.inner = Model()\nmodel.inner.k = V\n" + PLAIN, "model.inner.k",
        "model.inner.k = V"),
    "attribute through self": Holder(MODEL + "model = Model()\nmodel.k = V\ndef plain(x): return model.run(x)\n",
                                     "self.k", "model.k = V", held="model.k"),
    "object that is called": Holder(
        "class Model:\n    def __call__(self, x): return BODY\nmodel = Model()\nmodel.k = V\n"
        "def plain(m, x): return m(x)\narguments = model, X\n", "self.k", "model.k = V", held="model.k"),
    "compiled method": Holder(
        MODEL + "model = Model()\nmodel.k = V\nplain = model.run\n", "self.k", "model.k = V", held="model.k"),
    "slot": Holder("class Model:\n    __slots__ = 'k',\nmodel = Model()\nmodel.k = V\n" + PLAIN, "model.k",
                   "model.k = V"),
    "namespace": Holder("space = types.SimpleNamespace(k=V)\n" + PLAIN, "space.k", "space.k = V"),
    "class attribute": Holder("class Model: k = V\n" + PLAIN, "Model.k", "Model.k = V"),
    "class attribute through an object": Holder(
        "class Box:\n    def __init__(self, k): self.k = k\nclass Model: box = Box(V)\nmodel = Model()\n" + PLAIN,
        "model.box.k", "Model.box = Box(V)"),
    "attribute of a base": Holder("class Base: k = V\nclass Model(Base): pass\n" + PLAIN, "Model.k", "Base.k = V"),
    "overriding attribute": Holder("class Base: k = V\nclass Model(Base): pass\n" + PLAIN, "Model.k", "Model.k = V"),
    "property": Holder(
        "G = V\nclass Model:\n    @property\n    def k(self): return G\nmodel = Model()\n" + PLAIN, "model.k", "G = V",
        held="G"),
    "replaced property": Holder(
        "class Model:\n    k = property(lambda self: V)\nmodel = Model()\nnew = lambda self: W\n" + PLAIN, "model.k",
        "Model.k = property(new)", held="NONE"),
    "attribute that is computed": Holder(
        "G = V\nclass Model:\n    def __getattr__(self, name): return G\nmodel = Model()\n" + PLAIN, "model.k", "G = V",
        held="G"),
    "item of a dict": Holder("D = {'k': V}\n" + PLAIN, "D['k']", "D['k'] = V"),
    "item of a list": Holder("L = [0, V]\n" + PLAIN, "L[1]", "L[1] = V"),
    "last item of a list": Holder("L = [0, V]\n" + PLAIN, "L[-1]", "L[-1] = V"),
    "item of a tuple": Holder("T = 0, V\n" + PLAIN, "T[1]", "T = 0, V"),
    "item of a deque": Holder("Q = collections.deque([0, V])\n" + PLAIN, "Q[1]", "Q[1] = V"),
    "item of a list in a dict": Holder("D = {'k': [V]}\n" + PLAIN, "D['k'][0]", "D['k'][0] = V"),
    "field of a dataclass": Holder("""
@dataclasses.dataclass
class Config: k: typing.Any
config = Config(V)
""" + PLAIN, "config.k", "config.k = V"),
    "default of a dataclass": Holder("""
@dataclasses.dataclass
class Config: k: typing.Any = dataclasses.field(default_factory=lambda: V)
def plain(x): return BODY
""", "Config().k", "Config.__init__.__defaults__ = (V,)", held="NONE"),
    "field of a namedtuple": Holder(
        "Point = collections.namedtuple('Point', 'j k')\npoint = Point(0, V)\n" + PLAIN, "point.k",
        "point = Point(0, V)"),
    "default of a namedtuple": Holder(
        "Point = collections.namedtuple('Point', 'j k', defaults=(V,))\n" + PLAIN, "Point(0).k",
        "Point.__new__.__defaults__ = (V,)", held="Point.__new__.__defaults__[0]"),
    "value of a member": Holder("class Mode(enum.Enum): K = (0, V)\n" + PLAIN, "Mode.K.value[1]"),
    "attribute of a function": Holder("def g(): pass\ng.k = V\n" + PLAIN, "g.k", "g.k = V"),
    "attribute of a compiled function": Holder(
        "@recto.jit\ndef g(x): return x\ng.k = V\n" + PLAIN, "g.k", "g.k = V"),
    "attribute of a cached function": Holder(
        "@functools.lru_cache\ndef g(x): return x\ng.k = V\n" + PLAIN, "g.k", "g.k = V"),
    "argument of a partial": Holder(
        "def h(k, x): return BODY\ng = functools.partial(h, V)\ndef plain(x): return g(x)\n", "k",
        "g = functools.partial(h, V)", held="g.args[0]"),
    "keyword of a partial": Holder(
        "def h(x, k): return BODY\ng = functools.partial(h, k=V)\ndef plain(x): return g(x)\n", "k",
        "g = functools.partial(h, k=V)", held="g.keywords['k']"),
    "result of a helper": Holder("G = V\ndef g(): return G\ndef plain(x): return BODY\n", "g()", "G = V", held="G"),
    "static method": Holder(
        "class Model:\n    @staticmethod\n    def k(): return V\ndef new(): return W\n" + PLAIN, "Model.k()",
        "Model.k = staticmethod(new)", held="NONE"),
    "class method": Holder("class Model:\n    G = V\n    @classmethod\n    def k(cls): return cls.G\n" + PLAIN,
                           "Model.k()", "Model.G = V", held="Model.G"),
    "code of a helper": Holder("def g(): return V\ndef h(): return W\n" + PLAIN, "g()",
                               "g.__code__ = h.__code__", held="NONE"),
    "method of an object's own": Holder(
        "class Model:\n    def k(self): return V\nmodel = Model()\ndef new(): return W\n" + PLAIN, "model.k()",
        "model.k = new", held="NONE"),
    "method that overrides": Holder(
        "class Base:\n    def k(self): return V\nclass Model(Base): pass\nmodel = Model()\n"
        "def new(self): return W\n" + PLAIN, "model.k()", "Model.k = new", held="NONE"),
    "base": Holder(
        "class Old:\n    def k(self): return V\nclass New:\n    def k(self): return W\nclass Model(Old): pass\n"
        "model = Model()\n" + PLAIN, "model.k()", "Model.__bases__ = (New,)", held="NONE"),
}
WRITTEN = "def written(x, k):\n    y = x.copy()\n    y[k] = 7.0\n    return y\n"


class Case(NamedTuple):
    name: str
    holder: Holder
    role: Role

    def texts(self, module: str, after: bool = False) -> dict[str, str]:
        """The files of the case, before or after an edit."""
        fill = lambda text: self.filled(text, after).replace("ASIDE", f"{module}_aside")
        head = HEAD + WRITTEN + "arguments = X,\n"
        made = {f"{module}_aside": head + fill(self.holder.aside)} if self.holder.aside else {}
        imports = f"import {module}_aside as aside\n" if made else ""
        return {**made, module: head + imports + fill(self.holder.text) + "f = recto.jit(plain)\n"}

    def filled(self, text: str, after: bool) -> str:
        body = re.sub(r"\bv\b", self.holder.read, self.role.body)
        text = re.sub(r"\bW\b", lambda _: self.role.after, text.replace("BODY", body))
        return re.sub(r"\bV\b", lambda _: self.role.after if after else self.role.before, text)

    def change(self, how: str) -> str:
        """Statements that change the outside; none if it can't be changed so."""
        if how == "rebind":
            return self.filled(self.holder.rebind, True)
        held = self.holder.held or self.holder.read
        if not self.role.mutate or held == "NONE":
            return ""
        return f"v = {held}\n" + self.role.mutate.format(self.role.after if "{}" in self.role.mutate else "")


def cases() -> list[Case]:
    """(Compiled code makes no deques: they are only held outside of it.)"""
    return [Case(f"{h}: {r}", holder, role) for h, holder in HOLDERS.items() for r, role in ROLES.items()
            if not (r == "deque" and holder.held == "NONE")]


# -- running ---------------------------------------------------------------------------------------------------------

def answer(function: Any, module: Any) -> list:
    import numpy as np
    try:
        value = np.asarray(function(*module.arguments))
        return [str(value.dtype), list(value.shape), [repr(float(v)) for v in value.ravel()]]
    except Exception as error:
        return [type(error).__name__, str(error).splitlines()[0]]


def compared(module: Any) -> list | None:
    """None if the compiled function gives what plain Python gives; else both answers."""
    given, right = answer(module.f, module), answer(module.plain, module)
    return None if given == right else [given, right]


def run(folder: pathlib.Path, names: list[tuple[str, int]], how: str) -> dict[str, list]:
    """In this process: the cases that are wrong. `how`: 'first', or the change before or after the first call."""
    compile_quickly()
    table, wrong = {f"{c.name}": c for c in cases()}, {}
    for name, number in names:
        module = importlib.import_module(f"case_{number}")
        steps = [""] if how in ("first", "edit") else ["", *changes(table[name])] if how == "same" else \
            [table[name].change(how)]
        for step in steps:
            exec(step, vars(module))
            found = compared(module)
            if found:
                wrong[f"{name}, {how}: {step}"] = found
    return wrong


def changes(case: Case) -> list[str]:
    return [step for step in (case.change("mutate"), case.change("rebind")) if step]


def subprocessed(folder: pathlib.Path, names: list[tuple[str, int]], how: str, cache: str) -> dict[str, list]:
    (folder / "names.json").write_text(json.dumps(names))
    environment = {**os.environ, "RECTO_CACHE_DIR": str(folder / "cache"), "RECTO_CACHE": cache,
                   "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    command = [sys.executable, os.path.abspath(__file__), "--in", str(folder), "--how", how]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def written(folder: pathlib.Path, chosen: list[tuple[str, int]], after: bool = False) -> None:
    table = {c.name: c for c in cases()}
    for name, number in chosen:
        for module, text in table[name].texts(f"case_{number}", after).items():
            (folder / f"{module}.py").write_text(text)


def matrix(every: int = 1, start: int = 0, stored: int = 1) -> tuple[int, dict[str, list]]:
    """How many combinations were tried, and those that are wrong, with what was given and what is right.

    Args:
        every, start: the cases that are tried, in one process.
        stored: of these, every so manieth is tried between processes that share a disk cache too.
    """
    chosen = [(c.name, k) for k, c in enumerate(cases())][start::every]
    between = chosen[::stored]
    table = {c.name: c for c in cases()}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        written(folder, chosen)
        wrong = subprocessed(folder, chosen, "same", "0")
        wrong |= subprocessed(folder, between, "first", "1")
        for how in ("mutate", "rebind"):
            wrong |= subprocessed(folder, [c for c in between if table[c[0]].change(how)], how, "1")
        written(folder, between, after=True)
        wrong |= subprocessed(folder, between, "edit", "1")
    count = sum(len(changes(table[c])) for c, _ in chosen) + sum(len(changes(table[c])) + 1 for c, _ in between)
    return count, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--stored", type=int, default=1)
    parser.add_argument("--in", dest="folder")
    parser.add_argument("--how")
    given = parser.parse_args()
    if given.folder:
        sys.path.insert(0, given.folder)
        folder = pathlib.Path(given.folder)
        print(json.dumps(run(folder, json.loads((folder / "names.json").read_text()), given.how)))
        return
    count, wrong = matrix(given.every, given.start, given.stored)
    for name, (got, right) in wrong.items():
        print(f"{name!r}\n    compiled: {got}\n    Python:   {right}")
    print(f"{count} combinations of holder, role, change and process: {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
