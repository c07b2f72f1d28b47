"""Strings that are known at compile time choose what is computed."""
import numpy as np


def reduce_by(x, mode="mean"):
    if mode == "mean":
        return x.mean()
    elif mode == "sum":
        return x.sum()
    elif mode in ("max", "amax"):
        return x.max()
    raise ValueError(f"mode must be mean, sum or max, not {mode!r}")


def pad_mode(x, mode, width=2):
    if mode == "zero":
        return np.pad(x, width)
    if mode.startswith("const"):
        return np.pad(x, width, constant_values=float(mode.split("=")[1]))
    return np.pad(x, width, mode=mode)


def named_columns(table, wanted, names=("time", "height", "speed")):
    columns = [table[:, names.index(name)] for name in wanted.split(",")]
    return np.stack(columns, axis=1)


def by_attribute(x, operation):
    """A NumPy function fetched by its name."""
    return getattr(np, operation)(x)


def einsum_by_format(a, b, batched):
    prefix = "b" if batched else ""
    return np.einsum(f"{prefix}ij,{prefix}jk->{prefix}ik", a, b)


def parse_polynomial(text, x):
    """'2x^2 + 3x + 1' is taken apart while compiling."""
    total = 0.0
    for term in text.replace(" ", "").split("+"):
        coefficient, _, power = term.partition("x")
        exponent = int(power[1:]) if power else (1 if "x" in term else 0)
        total = total + (float(coefficient) if coefficient else 1.0) * x**exponent
    return total


def layer_spec(x, spec, weights):
    """'dense relu dense' walks through a list of weights."""
    place = 0
    for word in spec.split():
        if word == "dense":
            x = x @ weights[place]
            place += 1
        elif word == "relu":
            x = np.maximum(x, 0)
        elif word == "norm":
            x = x / np.sqrt(np.sum(x**2))
        else:
            raise NotImplementedError("no layer called " + word)
    return x


def report(x, unit="m"):
    """f-strings of static parts come back as strings."""
    label = f"{x.ndim}-d array of {x.size} in {unit}"
    return {"label": label, "upper": unit.upper(), "total": x.sum(), "wide": len(label) > 18}


def format_table(x):
    names = [f"x{i:02d}" for i in range(len(x))]
    return {name: x[i] * 2 for i, name in enumerate(names)}


def encode_word(word, shifts):
    """Characters become numbers at compile time, the shifts stay data."""
    letters = np.array([ord(c) - ord("a") for c in word.lower() if c.isalpha()])
    return (letters + shifts) % 26


def convert_units(x, route):
    factors = {"km->m": 1000.0, "m->cm": 100.0, "s->ms": 1000}
    for step in route:
        if step not in factors:
            raise KeyError(step)
        x = x * factors[step]
    return x


def dtype_by_name(x, name):
    return x.astype(name).sum(), np.zeros(2, dtype=name) + x[0], np.dtype(name).itemsize


def examples():
    rng = np.random.default_rng(35)
    x = rng.normal(size=5)
    for mode in ("mean", "sum", "amax", "median"):
        yield reduce_by, (x, mode)
    yield reduce_by, (np.arange(3),)
    for mode in ("zero", "const=2.5", "edge", "reflect", "wrap", "symmetric"):
        yield pad_mode, (x, mode)
    yield pad_mode, (np.ones((2, 2), np.float32), "zero"), {"width": 1}
    table = rng.normal(size=(4, 3))
    yield named_columns, (table, "speed,time")
    yield named_columns, (table[:1], "b"), {"names": ["a", "b", "c"]}
    for operation in ("cos", "sum", "cumsum", "sort"):
        yield by_attribute, (x, operation)
    yield einsum_by_format, (rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), False)
    yield einsum_by_format, (rng.normal(size=(2, 2, 3)), rng.normal(size=(2, 3, 1)), True)
    yield parse_polynomial, ("2x^2 + 3x + 1", 0.5)
    yield parse_polynomial, ("x^3 + 4", x)
    yield parse_polynomial, ("7", 1.0)
    weights = [rng.normal(size=(5, 3)), rng.normal(size=(3, 2))]
    yield layer_spec, (x, "dense relu dense norm", weights)
    yield layer_spec, (x, "", weights)
    yield layer_spec, (x, "dense swish", weights)
    yield report, (x,)
    yield report, (np.ones((2, 2)), "km")
    yield format_table, (x,)
    yield format_table, (np.arange(1),)
    yield encode_word, ("Recto!", 3)
    yield encode_word, ("abc", np.array([1, 25, 30]))
    yield convert_units, (1.5, ["km->m", "m->cm"])
    yield convert_units, (x, ("s->ms",))
    yield convert_units, (x, ("s->h",))
    for name in ("float32", "int64", "complex128"):
        yield dtype_by_name, (np.array([1.5, -2.25, 3.0]), name)
