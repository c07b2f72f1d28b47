"""What stands outside the function: constants, arrays, helpers, classes."""
from __future__ import annotations

from .blocks import function
from .draft import Draft, Line, Refused
from .expressions import literal

POINT = """@dataclasses.dataclass
class Point:
    a: float
    k: float = 1.0

    def total(self):
        return self.a + self.k * {c}

    def __add__(self, other):
        return Point(self.a + other.a, self.k)
"""
PLAIN = """class {name}:
    rate = {c}

    def __init__(self, a, k={c}):
        self.a = a
        self.k = k
        self.total = {zero}
        self.items = [a, k]

    def bump(self, d):
        {bump}
        return self.total

    def push(self, v):
        {push}

    @property
    def half(self):
        return self.a {op} {p}

    @staticmethod
    def scale(v, k={c}):
        return v {op} k

    @classmethod
    def made(cls, v):
        return cls(v, v + {c})

    def size(self):
        return {size}

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __add__(self, other):
        return {name}(self.a + other.a, self.k)
"""
CHILD = """class {name}(Base):
    def __init__(self, a, k):
        super().__init__({super})
        self.b = a {op} {c}

    def bump(self, d):
        super().bump(d {op} {c})
        {bump}
        return self.{attribute}

    def __call__(self, v):
        return v {op} self.b
"""


def filled(d: Draft, template: str, name: str) -> str:
    choices = {
        "bump": ["self.total += d", "self.total = self.total + d * self.k", "self.k, self.a = self.a, self.k",
                 "if d > 0:\n            self.total += d\n        else:\n            self.total -= self.rate",
                 "for v in self.items:\n            self.total += v * d"],
        "push": ["self.items[0] = v", "self.items[-1] = self.items[0] + v", "self.items = [v, self.a]", "self.k = v"],
        "size": ["len(self.items)", "len(self)", "self.items[0] + self[1]", "self.scale(self.k)", "self.rate * 2"],
        "op": ["+", "*", "-", "/"], "p": ["2", "4"], "zero": ["0.0", "0", "a", "a * 0"], "super": ["a, k", "k, a", "a"],
        "attribute": ["total", "b", "k", "half"]}
    for hole, texts in choices.items():
        template = template.replace(f"{{{hole}}}", d.rng.choice(texts))
    while "{c}" in template:
        template = template.replace("{c}", literal(d, 0), 1)
    return template.replace("{name}", name)


def outside(d: Draft, has_classes: bool = False) -> None:
    """Some definitions at the head of the module."""
    d.lines.append(Line(0, ""))
    for make in (constants, classes, helper):
        if d.chance(0.55) or has_classes and make is classes:
            try:
                make(d)
            except Refused:
                continue


def constants(d: Draft) -> None:
    d.use("global")
    texts = {"K": literal(d, 0), "RATE": literal(d, 0), "WEIGHTS": f"np.array([{literal(d, 0)}, 2.0, {literal(d, 0)}])",
             "TABLE": f"[{literal(d, 0)}, {literal(d, 0)}, 1]", "INDEX": "[0, 2, 1]",
             "LIMITS": f'{{"a": {literal(d, 0)}, "b": {literal(d, 0)}}}', "SHIFT": "np.int64(2)"}
    for name in d.rng.sample(sorted(texts), d.rng.randint(1, 3)):
        d.add(f"{name} = {texts[name]}")
        d.names.append(name)
        d.fixed.add(name)
        d.globals.add(name)


def classes(d: Draft) -> None:
    d.use("class")
    d.add(*filled(d, PLAIN, "Base").splitlines())
    d.classes.append("Base")
    if d.chance(0.5):
        d.add(*filled(d, CHILD, "Child").splitlines())
        d.classes.append("Child")


def helper(d: Draft) -> None:
    function(d, "helper twice")
    while not d.lines[-1].text.startswith("return") and d.lines[-1].depth == 0:     # not its sample call
        d.lines.pop()
    d.names = [n for n in d.names if n.startswith(("helper", "twice")) or n.isupper()]
    d.fixed |= set(d.names)
