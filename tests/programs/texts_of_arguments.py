"""Digits of numbers among the arguments, and other texts of these: what examines a text has the numbers in it known."""


def digits(n):
    return len(str(n)), sum(int(c) for c in str(n)), str(n) == str(n)[::-1], [int(c) for c in f"{n:08}"[:8]]


def palindromes(n):
    total = 0
    for i in range(n):
        if str(i) == str(i)[::-1]:
            total += i
    return total


def turned(n):
    return int(str(n)[::-1]) + int("".join(sorted(str(n)))), "".join(reversed(str(n)))


def mapped(n):
    found = list(map(int, str(n)))
    return max(found), found.count(3), set(str(n)), {c: str(n).count(c) for c in str(n)}


def methods(n):
    return "3" in str(n), str(n).count("1"), str(n).zfill(6), bin(n)[2:].count("1"), f"{n}-x".upper().split("-")


def converted(n):
    return int(f"{n}{n + 1}"), float(f"{n}.5"), complex(f"{n}+1j"), int(str(n), 16), ord(str(n)[0])


def of_floats(x):
    return str(x).split(".")[1], len(f"{x:.3f}"), f"{x:g}"[0]


def true_texts(n):
    return ("a" + str(n) if str(n) else "", "b" if f"{n}" and f"x{n}" else "c")


def of_two(a, b):
    return len(f"{a}+{b}"), max(str(a), str(b)), [f"{a}{b}"[i : i + 2] for i in range(len(f"{a}{b}") - 1)]


def examples():
    for n in (153, 1331, 7):
        for f in (digits, turned, mapped, methods, converted, true_texts):
            yield f, (n,)
    yield palindromes, (120,)
    yield of_floats, (2.25,)
    yield of_two, (12, 7)
