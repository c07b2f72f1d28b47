"""Texts that are repeated as often as data say, and text tables made of them."""
import numpy as np


def bars(x):
    for c in x:
        print("#" * c, c, "ab" * int(c) + "|", f"{'-' * c:>8}|{'x' * c!r}", c * "é")
    return len(x)


def histogram(x):
    counts, edges = np.histogram(x, bins=3)
    for n, e in zip(counts, edges):
        print(f"{e:6.2f} | {'*' * n}")
    return counts


def kept(x):
    line = "=" * x[0]
    head = f"{x[0]}," * x[1]
    print(line + ">" + head, "%s|%5s" % (line, line), "{:^9}".format(line), [line, 1])
    return line, [head]


def chosen(x):
    mark = "a" if x[0] > 2 else "bc"
    return mark * x[1], mark * -x[0], ("+" + "-" * x[0]) * 2 + "+"


def joined(x):
    lines = []
    for c in x:
        lines.append("#" * c)
    return "\n".join(lines)


def in_a_list(x):
    lines, k = [], 0
    while k < len(x) and x[k] < 4:
        lines.append("#" * x[k])
        k += 1
    print("|".join(lines))
    return lines


def grown(x):
    text = ""
    for c in x:
        if c > 1:
            text = "ab" * c + "!"
    return text


def box(x):
    top = "+" + "-" * x[0] + "+"
    print(top, "|" + "hi".center(5) + "|", top, sep="\n")
    if x[1] > 2:
        raise ValueError("too high " + "!" * x[1])
    return top


def examples():
    for x in ([3, 0, 5], [1, 2, -1], [4, 3, 2]):
        for f in (bars, histogram, kept, chosen, joined, in_a_list, grown, box):
            yield f, (np.array(x),)
