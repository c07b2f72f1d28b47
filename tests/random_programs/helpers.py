"""Functions on module level that random programs call: they mutate arguments, return them, or give several values."""

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
'''

# name -> (kinds of the parameters, kinds of the result)
KINDS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "bump": (("V4", "F"), None), "exchange": (("V4", "V4"), "V4 V4"), "first_above": (("V3", "F"), "I"), "limited": (("F",), "F"),
    "put": (("V4", "I", "F"), "V4"), "shifted": (("V4",), "V4"), "middle": (("V4",), "V2"), "smear": (("V4",), None),
    "summary": (("V4", "V3"), "F F"), "mix": (("V4", "V4"), "F"), "checked": (("F",), "F"), "row_sums": (("M", "V3"), None),
    "sorted_copy": (("V4",), "V4"), "digits": (("I",), "I")}

SEPARATE: dict[str, str] = {t.strip().split("(")[0].removeprefix("def "): t.strip() for t in TEXTS.split("\n\n")}
EXACT_ONLY = ("bump", "limited", "smear", "mix", "checked", "row_sums", "sorted_copy", "summary", "first_above")    # discontinuous
