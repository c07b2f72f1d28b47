"""Functions on module level that random programs call: they mutate arguments, return them, or give several values."""
import re

TEXTS = '''
def bump(p, by):
    p[0] += by % 5

def exchange(p, q):
    return q, p

def first_above(p, level):
    for n in range(len(p)):
        if p[n] > level:
            return n
    return -1

def limited(z):
    if z > 9:
        return 9.0
    if z < -9:
        return -9.0
    return z * 1.0

def put(p, n, z):
    p[n % len(p)] = z
    return p

def shifted(p):
    q = p.copy()
    q[1:] = p[:-1]
    return q

def middle(p):
    return p[1:-1]

def smear(p):
    for n in range(1, len(p)):
        p[n] += p[n - 1] % 3

def summary(p, q):
    low, high = 99.0, -99.0
    for z in p:
        low = min(low, z)
        high = max(high, z)
    for z in q:
        high = max(high, z)
    return low, high

def mix(p, q):
    p[0] = q[1] + 1
    q[2] = p[3]
    p += 1
    return p[2] % 7

def checked(z):
    if z > 40:
        raise ValueError("too large")
    return z

def row_sums(P, out):
    for n, row in enumerate(P):
        out[n] = row.sum() % 7
        row[0] = 0

def sorted_copy(p):
    q = p.copy()
    for n in range(1, len(q)):
        z, k = q[n], n
        while k > 0 and q[k - 1] > z:
            q[k] = q[k - 1]
            k -= 1
        q[k] = z
    return q

def digits(k):
    n = 0
    while k > 0:
        k //= 2
        n += 1
        if n > 6:
            break
    else:
        n += 10
    return n

def apply_twice(change, p):
    change(p, 1.0)
    change(p, 2.0)

def bumped_twice(p):
    apply_twice(bump, p)
    apply_twice(lambda q, z: bump(q[::-1], z), p)

def scaled(p, by=2.0, *, shift=0.0):
    return p * by + shift

def rescaled(p, z):
    return scaled(p) + scaled(p, z) - scaled(p, shift=z)

def last(*arrays):
    total = 0.0
    for q in arrays:
        total += q[-1]
    return total

def power_sum(z, n=3):
    return z if n == 0 else z + power_sum(z, n - 1)

def relax(p):
    for n in range(1, len(p)):
        p[n] = np.tanh(p[n] + 0.5 * p[n - 1])

def settle(z, p):
    n = 0
    while abs(z) > 0.31:
        z = 0.6 * z + 0.1 * p[n % len(p)]
        n += 1
        if n > 8:
            break
    return z * (1 + n)

def solve(P, out):
    for n in range(P.shape[0] - 1, -1, -1):
        total = out[n]
        for k in range(n + 1, P.shape[0]):
            total -= P[n, k] * out[k]
        out[n] = total / (3.0 + P[n, n] * P[n, n])

def rows(P, out):
    for n, row in enumerate(P):
        out[n] = np.sin(row).sum()
        row[0] = 0.5 * out[n]

class Box:
    def __init__(self, value, data):
        self.value = value
        self.data = data

    def push(self, z):
        self.value += z
        self.data[0] = self.value % 7
'''

# name -> (kinds of the parameters, kinds of the result)
KINDS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "bump": (("V4", "F"), None),
    "exchange": (("V4", "V4"), "V4 V4"),
    "first_above": (("V3", "F"), "I"),
    "limited": (("F",), "F"),
    "put": (("V4", "I", "F"), "V4"),
    "shifted": (("V4",), "V4"),
    "middle": (("V4",), "V2"),
    "smear": (("V4",), None),
    "summary": (("V4", "V3"), "F F"),
    "mix": (("V4", "V4"), "F"),
    "checked": (("F",), "F"),
    "row_sums": (("M", "V3"), None),
    "sorted_copy": (("V4",), "V4"),
    "digits": (("I",), "I"),
    "bumped_twice": (("V4",), None),
    "relax": (("V4",), None),
    "settle": (("F", "V3"), "F"),
    "solve": (("M", "V3"), None),
    "rows": (("M", "V3"), None),
    "rescaled": (("V3", "F"), "V3"),
    "last": (("V4", "V3"), "F"),
    "power_sum": (("F",), "F"),
}

WEIGHTS = "WEIGHTS = np.array([1.0, -2.0, 0.0, 3.0])"
EXACT_ONLY = ("bump", "bumped_twice", "smear", "mix", "row_sums")
SMOOTH_ONLY = ("relax", "settle", "solve", "rows")


def separate() -> dict[str, str]:
    """The text of each function and class."""
    parts = [p.strip() for p in re.split(r"\n(?=def |class )", TEXTS) if p.strip()]
    return {re.match(r"(?:def|class) (\w+)", p)[1]: p for p in parts}


SEPARATE = separate()


def needed(text: str) -> list[str]:
    """The texts of the functions that a text uses, and of those that they use."""
    found: dict[str, str] = {}
    pending = [text]
    while pending:
        current = pending.pop()
        for name, body in SEPARATE.items():
            if name not in found and re.search(rf"\b{name}\(|\({name}\b", current):
                found[name] = body
                pending.append(body)
    return ([WEIGHTS] if "WEIGHTS" in text else []) + [body for name, body in SEPARATE.items() if name in found]
