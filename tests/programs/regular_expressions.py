"""Regular expressions on texts that are known while compiling: names of parameters, settings, small languages."""
import re

import numpy as np

SETTINGS = "rate=0.5, momentum=0.9"
PAIR = re.compile(r"(?P<key>\w+)=(?P<value>[\d.]+)")


class Layers:
    pattern = re.compile(r"layer(\d+)_(\w+)")

    def __init__(self):
        self.parameters = {"layer1_w": 2.0, "layer2_b": 3.0, "other": 1.0}

    def total(self, x):
        total = 0.0
        for name, value in self.parameters.items():
            m = self.pattern.match(name)
            if m:
                total += value * x * int(m.group(1))
        return total


LAYERS = Layers()


def groups(x):
    m = re.match(r"(\d+)x(\d+)( deep)?", "3x4")
    return x * int(m.group(1)) * int(m[2]), m.groups(), m.groups("-"), m.span(2), m[3] is None, m.lastindex


def named_groups(x):
    m, none = PAIR.search(SETTINGS), PAIR.fullmatch("nothing")
    return x * float(m["value"]), m.groupdict(), m.start(), m.end("value"), m.string == SETTINGS, none is None


def of_an_object(x):
    return LAYERS.total(x)


def settings(x):
    return {m.group("key"): float(m.group("value")) * x for m in PAIR.finditer(SETTINGS)}


def texts(x):
    return (x, re.sub(r"\d", "#", SETTINGS), re.split(r"[,\s]+", SETTINGS), re.findall(r"\w+", SETTINGS),
            re.sub(r"\d+", lambda m: str(int(m.group()) + 1), SETTINGS, count=1), PAIR.sub(r"\g<value>", SETTINGS),
            re.subn("a", "b", "banana"), re.split("(,)", "a,b,c", maxsplit=1), re.escape("a.b"), PAIR.pattern)


def filtered(weights):
    pattern = re.compile("^w_(.*)$", re.IGNORECASE)
    return {pattern.match(k).group(1): v * 2 for k, v in weights.items() if pattern.match(k)}


def evaluated(x):
    stack = []
    for m in re.finditer(r"(?P<number>\d+)|(?P<name>x)|(?P<sign>[+*])", "2 x * 3 + x *"):
        if m.lastgroup == "number":
            stack.append(float(m.group()))
        elif m.lastgroup == "name":
            stack.append(x)
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(left + right if m.group() == "+" else left * right)
    return stack[0]


def in_a_loop(x):
    for i in range(3):
        m = re.match(r"layer(\d)", f"layer{i}")
        if (found := re.search("[12]", m.group(1))) is not None:
            x = x * int(found.group())
    return x


def wrong_pattern(x):
    try:
        return x * len(re.compile("(").pattern)
    except re.error as error:
        return x, str(error)


def replaced_by_a_text_with_a_number(x):
    return re.sub("<(.)>", lambda m: f"{m.group(1)}={x:.2f}", "a <b> <c>")


def power(name, x):
    m = re.match(r"poly(\d+)", name)
    return x if m is None else x ** int(m.group(1))


def examples():
    for f in (groups, named_groups, of_an_object, settings, texts, evaluated, in_a_loop, wrong_pattern,
              replaced_by_a_text_with_a_number):
        yield f, (2.5,)
    yield filtered, ({"W_a": np.ones(2), "w_b": np.zeros(1), "c": np.ones(3)},)
    yield power, ("poly3", 2.0)
    yield power, ("other", 2.0)
