"""Evaluate the text of optimised HLO with NumPy: what XLA's algebra made of an elementwise program, on any machine."""
import re

import numpy as np

TYPES = {"pred": "?", "s8": "i1", "u8": "u1", "s32": "i4", "u32": "u4", "s64": "i8",
         "f16": "f2", "f32": "f4", "f64": "f8", "c128": "c16"}
ONE = {"negate": np.negative, "abs": np.abs, "exponential": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh,
       "floor": np.floor, "not": np.invert, "rsqrt": lambda x: 1 / np.sqrt(x), "copy": np.copy}
TWO = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "power": np.power,
       "maximum": np.maximum, "minimum": np.minimum, "and": np.bitwise_and, "or": np.bitwise_or,
       "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "GT": np.greater, "LE": np.less_equal, "GE": np.greater_equal}
HEAD = re.compile(r"(ENTRY )?%([\w.-]+) \(.*\{$")
LINE = re.compile(r"\s*(?:ROOT )?%([\w.-]+) = (\(.*?\)|\S+) ([\w-]+)\((.*?)\)(?:, (.*))?$")


def evaluate(text, *arrays):
    """The results for these arguments. Raises NotImplementedError for other operations than elementwise ones,
    reductions, slices and changes of shape."""
    parts, part = {}, []
    for line in text.splitlines():
        if head := HEAD.match(line):
            part = parts[head[2]] = []
            entry = head[2] if head[1] else None
        elif found := LINE.match(line):
            part.append(found.groups())
    assert entry, "the entry comes last"
    with np.errstate(all="ignore"):
        return result_of(parts, entry, arrays)


def result_of(parts, name, arrays):
    known = {}
    for name, kind, op, operands, rest in parts[name]:  # noqa: B020    (the last is the result)
        given = [known[n] for n in re.findall(r"%([\w.-]+)", operands)]
        called = re.search(r"(?:calls|to_apply)=%([\w.-]+)", rest or "")
        match op:
            case "parameter":
                found = arrays[int(operands)]
            case "fusion" | "call":
                found = result_of(parts, called[1], given)
            case "tuple":
                found = tuple(given)
            case "get-tuple-element":
                found = given[0][int(re.search(r"index=(\d+)", rest)[1])]
            case "reduce":
                combine = TWO[parts[called[1]][-1][2]]
                found = combine(combine.reduce(given[0], axis=numbers(rest, "dimensions")), given[1])
            case _:
                found = array_of(op, kind, operands, rest or "", given)
        known[name] = found
    return found


def array_of(op, kind, operands, rest, given):
    dtype, sizes = re.match(r"(\w+)\[([\d,]*)\]", kind).groups()
    dtype, shape = np.dtype(TYPES[dtype]), tuple(map(int, sizes.split(","))) if sizes else ()
    if op in ONE or op in TWO:
        return (ONE.get(op) or TWO[op])(*given)
    match op:
        case "constant":
            words = re.findall(r"true|false|-?(?:inf|nan|\d[\d.e+-]*)", operands)
            values = np.array([w == "true" if w in ("true", "false") else float(w) for w in words])
            return np.broadcast_to(values.astype(dtype).reshape(shape if values.size > 1 else ()), shape)
        case "compare":
            return TWO[re.search(r"direction=(\w+)", rest)[1]](*given)
        case "select":
            return np.where(*given)
        case "convert":
            return given[0].astype(dtype)
        case "bitcast" | "reshape":
            return given[0].reshape(shape)
        case "broadcast":
            sides = [1] * len(shape)
            for size, axis in zip(given[0].shape, numbers(rest, "dimensions")):
                sides[axis] = size
            return np.broadcast_to(given[0].reshape(sides), shape)
        case "concatenate":
            return np.concatenate(given, numbers(rest, "dimensions")[0])
        case "slice":
            parts = re.search(r"slice=\{([^}]*)\}", rest)[1]
            return given[0][tuple(slice(*map(int, p.split(":"))) for p in re.findall(r"\[([^\]]*)\]", parts))]
    raise NotImplementedError(f"{op} of HLO")


def numbers(rest, name):
    found = re.search(name + r"=\{([\d,]*)\}", rest)[1]
    return tuple(map(int, found.split(","))) if found else ()
