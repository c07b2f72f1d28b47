"""As disk_rows: what code depends on through objects and classes; what is never kept, and what makes no difference."""
from __future__ import annotations

from disk_rows import Case

OBJECTS = {
    "structured argument": Case("""
A = np.array([(1.0, 2), (3.0, 4)], dtype=[("x", float), ("k", int)])
f = recto.jit(lambda a: a[::-1]["x"] * a["k"] * 2.0)
def call(): return [f(A), recto.jit(lambda a: a[1:])(A)["x"] * 2.0]
""", "k\"] * 2.0", "k\"] * 3.0"),
    "text of a structured array": Case("""
A = np.array([(1.0, 2), (3.0, 4)], dtype=[("x", float), ("k", int)])
@recto.jit
def f(a):
    if a["x"][0] > 0.0: raise ValueError(f"{a} 2.0")
def call():
    try: f(A)
    except ValueError as error: return [str(error)]
""", "a} 2.0", "a!r} 2.0"),
    "zero with a sign": Case("""
K = 0.0
f = recto.jit(lambda x: np.copysign(x, K))
def call(): return [f(X)]
""", "0.0", "-0.0"),
    "kind of a number": Case("""
K = 2
f = recto.jit(lambda x: x // K)
def call(): return [f(5)]
""", "K = 2", "K = 2.0"),
    "set": Case("""
S = {1, 2}
f = recto.jit(lambda x: x * (3 in S))
def call(): return [f(X)]
""", "1, 2", "1, 3"),
    "member of an enumeration": Case("""
class Mode(enum.Enum): A = 1; B = 2
MODE = Mode.A
f = recto.jit(lambda x: x if MODE is Mode.A else -x)
def call(): return [f(X)]
""", "MODE = Mode.A", "MODE = Mode.B"),
    "method": Case("""
class Model:
    k = 2.0
    def __call__(self, x): return self.run(x)
    def run(self, x): return x * self.k
model = Model()
f = recto.jit(lambda x: model(x))
def call(): return [f(X)]
""", "x * self.k", "x + self.k"),
    "call of an object": Case("""
class Model:
    def __call__(self, x): return x * 2.0
model = Model()
f = recto.jit(lambda x: model(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "variable of a class": Case("""
class Model:
    k = 2.0
f = recto.jit(lambda x: x * Model.k)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "static method": Case("""
class Model:
    @staticmethod
    def run(x): return x * 2.0
f = recto.jit(lambda x: Model.run(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "class method of a base": Case("""
class Base:
    @classmethod
    def run(cls, x): return x * 2.0
class Model(Base): pass
model = Model()
f = recto.jit(lambda x: model.run(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "property": Case("""
class Model:
    @property
    def k(self): return 2.0
model = Model()
f = recto.jit(lambda x: x * model.k)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "field of a dataclass": Case("""
@dataclasses.dataclass
class Model:
    k: float = 2.0
f = recto.jit(lambda x: x * Model().k)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "factory of a field": Case("""
@dataclasses.dataclass
class Model:
    k: list = dataclasses.field(default_factory=lambda: [2.0])
f = recto.jit(lambda x: x * Model().k[0])
def call(): return [f(X)]
""", "2.0", "3.0"),
    "default of a namedtuple": Case("""
class Model(typing.NamedTuple):
    k: float = 2.0
f = recto.jit(lambda x: x * Model().k)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "method of a namedtuple": Case("""
class Model(typing.NamedTuple):
    k: float
    def run(self, x): return self.k * x + 2.0
f = recto.jit(lambda m, x: m.run(x))
def call(): return [f(Model(1.5), X)]
""", "2.0", "3.0"),
    "method of a dataclass": Case("""
@dataclasses.dataclass
class Model:
    k: float
    def run(self, x): return self.k * x + 2.0
f = recto.jit(lambda m, x: m.run(x))
def call(): return [f(Model(1.5), X)]
""", "2.0", "3.0"),
    "compiled method": Case("""
class Model:
    k = 1.0
    @recto.jit
    def run(self, x): return x * self.k
model = Model()
model.k = 2.0
def call(): return [model.run(X)]
""", "2.0", "3.0"),
    "bound method in a global": Case("""
class Model:
    def run(self, x): return x * self.k
model = Model()
model.k = 2.0
g = model.run
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "static argument": Case("""
class Config:
    def __init__(self, k): self.k = k
f = recto.jit(lambda c, x: x * c.k)
def call(): return [f(Config(2.0), X)]
""", "2.0", "3.0"),
    "static argument in a list": Case("""
class Config:
    def __init__(self, k): self.k = k
f = recto.jit(lambda cs, x: x * cs[0].k)
def call(): return [f([Config(2.0), X], X)]
""", "2.0", "3.0"),
    "two static arguments that were one": Case("""
class Config:
    def __init__(self, k): self.k = k
f = recto.jit(lambda c, d, x: x * c.k + d.k)
one = Config(2.0)
def call(): return [f(one, one, X)]
""", "f(one,", "f(Config(3.0),"),
    "function as an argument": Case("""
f = recto.jit(lambda g, x: g(x))
def call(): return [f(lambda x: x * 2.0, X)]
""", "2.0", "3.0"),
    "closure as an argument": Case("""
def make(k): return lambda x: x * k
f = recto.jit(lambda g, x: g(x))
def call(): return [f(make(2.0), X)]
""", "make(2.0)", "make(3.0)"),
    "bound method as an argument": Case("""
class Model:
    def a(self, x): return x + 1.0
    def b(self, x): return x * 5.0
f = recto.jit(lambda g, x: g(x))
model = Model()
def call(): return [f(model.a, X)]
""", "model.a", "model.b"),
}

HIDDEN = {
    "method that an object has of its own": Case("""
class Model:
    def run(self, x): return x + 1.0
model = Model()
f = recto.jit(lambda x: model.run(x))
#
def call(): return [f(X)]
""", "#", "model.run = lambda x: x * 3.0"),
    "attribute that an object has of its own": Case("""
class Model:
    k = 2.0
model = Model()
f = recto.jit(lambda x: x * model.k)
#
def call(): return [f(X)]
""", "#", "model.k = 3.0"),
    "attribute that was missing": Case("""
class Model: pass
model = Model()
f = recto.jit(lambda x: x * getattr(model, "k", 2.0))
#
def call(): return [f(X)]
""", "#", "model.k = 3.0"),
    "key that was missing": Case("""
TABLE = {}
f = recto.jit(lambda x: x * TABLE.get("k", 2.0))
#
def call(): return [f(X)]
""", "#", "TABLE['k'] = 3.0"),
    "method that hides one": Case("""
class Base:
    def run(self, x): return x + 1.0
class Model(Base):
    def other(self, x): return x * 2.0
model = Model()
f = recto.jit(lambda x: model.run(x))
def call(): return [f(X)]
""", "def other", "def run"),
    "base": Case("""
class A:
    def run(self, x): return x + 1.0
class B:
    def run(self, x): return x + 2.0
class Model(A): pass
model = Model()
f = recto.jit(lambda x: model.run(x))
def call(): return [f(X)]
""", "(A)", "(B)"),
    "method of super": Case("""
class Base:
    def run(self, x): return x + 1.0
class Model(Base):
    def run(self, x): return super().run(x) * 2
model = Model()
f = recto.jit(lambda x: model.run(x))
def call(): return [f(X)]
""", "1.0", "2.0"),
    "is it an instance": Case("""
class A: pass
class B: pass
class Model(A): pass
model = Model()
f = recto.jit(lambda x: x if isinstance(model, A) else -x)
def call(): return [f(X)]
""", "(A)", "(B)"),
    "value of a member": Case("""
class Mode(enum.Enum): A = 1.0; B = 2.0
f = recto.jit(lambda x: x * Mode.B.value)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "code after initialising": Case("""
@dataclasses.dataclass
class Model:
    k: float
    def __post_init__(self): self.k = self.k * 2.0
f = recto.jit(lambda x: Model(x).k)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "operator of a class": Case("""
class Model:
    def __init__(self, x): self.x = x
    def __add__(self, other): return Model(self.x + 2.0 * other.x)
f = recto.jit(lambda x: (Model(x) + Model(x)).x)
def call(): return [f(X)]
""", "2.0", "3.0"),
    "module that is imported inside": Case("""
@recto.jit
def f(x):
    import aside
    return aside.g(x) * aside.K
def call(): return [f(X)]
""", "2.0", "3.0", "K = 2.0\ndef g(x): return x\n"),
    "decorated": Case("""
def twice(k):
    def wrap(f):
        @functools.wraps(f)
        def run(x): return f(f(x)) * k
        return run
    return wrap
@twice(1.0)
def g(x): return x * 3
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "twice(1.0)", "twice(2.0)"),
    "what is decorated": Case("""
def twice(f):
    @functools.wraps(f)
    def run(x): return f(f(x))
    return run
@twice
def g(x): return x * 3.0
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "3.0", "4.0"),
    "array or number": Case("""
K = np.array([2.0])
f = recto.jit(lambda x: x * K if np.ndim(K) else -x)
def call(): return [f(X)]
""", "np.array([2.0])", "2.0"),
    "shape of an array": Case("""
K = np.ones(3)
f = recto.jit(lambda x: x * len(K))
def call(): return [f(2.0)]
""", "ones(3)", "ones(4)"),
    "recomputed": Case("""
def g(x): return np.sin(x) * 2.0
h = recto.checkpoint(g)
f = recto.grad(lambda x: h(x))
def call(): return [f(1.0)]
""", "2.0", "3.0"),
    "loop body": Case("""
def body(i, x): return x * 2.0 + i
f = recto.jit(lambda x: recto.lax.fori_loop(0, 3, body, x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "key of a sort": Case("""
ORDER = [3, 1, 2]
f = recto.jit(lambda x: x * sorted(ORDER, key=lambda k: -k)[0])
def call(): return [f(X)]
""", "[3,", "[4,"),
    "set in code": Case("""
K = "d"
f = recto.jit(lambda x: x * (K in {"a", "b", "c"}))
def call(): return [f(X)]
""", '"c"}', '"d"}'),
    "text of a number": Case("""
NAMES = {"1.5": 2.0, "2.5": 4.0}
K = 1.5
f = recto.jit(lambda x: x * NAMES[f"{K}"])
def call(): return [f(X)]
""", "K = 1.5", "K = 2.5"),
    "setting of a transformation inside": Case("""
WHERE = 0
f = recto.jit(lambda x, y: recto.grad(lambda x, y: x * y ** 2, argnums=WHERE)(x, y))
def call(): return [f(2.0, 5.0)]
""", "WHERE = 0", "WHERE = 1"),
}

# what can't be recognised in another process: read every time
NEVER_KEPT = {
    "structured array outside": Case("""
A = np.array([(1.0, 2), (3.0, 4)], dtype=[("x", float), ("k", int)])
f = recto.jit(lambda x: np.sum(A["x"] * A["k"]) * x * 2.0)
def call(): return [f(X)]
""", "* 2.0", "* 3.0"),
    "date": Case("""
import datetime
WHEN, THEN = datetime.date(2020, 1, 1), datetime.date(2020, 1, 1)
f = recto.jit(lambda x: x if WHEN == THEN else -x)
def call(): return [f(X)]
""", "THEN = datetime.date(2020, 1, 1), ", "THEN = datetime.date(2021, 1, 1), "),
    "identity of objects": Case("""
A, B = object(), object()
C = A
f = recto.jit(lambda x: x if C is A else -x)
def call(): return [f(X)]
""", "C = A", "C = B"),
    "object in a partial": Case("""
class Config:
    def __init__(self, k): self.k = k
g = functools.partial(lambda c, x: x * c.k, Config(2.0))
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
}

# a change that makes no difference to the executable
UNCHANGED = {
    "contents of an array": Case("""
TABLE = np.array([1.0, 2.0, 4.0])
f = recto.jit(lambda x: x * TABLE)
def call(): return [f(X)]
""", "4.0", "5.0"),
    "global that is not read": Case("""
K = 2.0
f = recto.jit(lambda x: x * 3)
def call(): return [f(X)]
""", "2.0", "4.0"),
    "method that is not read elsewhere": Case("""
from aside import g
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0", "def g(x): return x * 5.0\ndef h(x): return x * 2.0\n"),
}
