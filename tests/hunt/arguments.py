"""Arguments of a program: what they are, as source text; ordinary values, and those at the edges of their types."""
from __future__ import annotations

import dataclasses
import random

import numpy as np

NARROW = ["float64", "int64", "bool"]
WIDE = ["float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64",
        "bool", "complex128", "complex64"]
SHAPES = [(3,), (3,), (3,), (4,), (2,), (1,), (3, 3), (2, 3), (2, 2), (3, 1), (), (0,), (2, 2, 2), (0, 2), (5,)]
INTS = {"int64": np.int64, "int32": np.int32, "int16": np.int16, "int8": np.int8, "uint8": np.uint8,
        "uint16": np.uint16, "uint32": np.uint32, "uint64": np.uint64}


@dataclasses.dataclass(frozen=True)
class Spec:
    """One parameter: `form` is array, scalar, list, dict, record, or the name of a Python number's class."""
    name: str
    form: str
    dtype: str = "float64"
    shape: tuple[int, ...] = ()

    def text(self, rng: random.Random, style: str) -> str:
        """Source of a value. Styles: sample (ordinary, no zeros), plain, edge, smooth (no ties)."""
        n = lambda dtype=self.dtype: number(rng, dtype, style)
        match self.form:
            case "array":
                return array(rng, self.dtype, self.shape, style)
            case "scalar":
                return f"np.{self.dtype}({n()})" if self.dtype != "bool" else f"np.bool_({n()})"
            case "list":
                return f"[{n()}, {n()}, {n()}]"
            case "tuple":
                return f"({n()}, {array(rng, 'float64', (3,), style)})"
            case "dict":
                return f'{{"a": {n()}, "b": {n()}}}'
            case "record":
                return f"Point({n()}, {n()})"
            case "model":
                return f"Base({n()}, {n()})"
            case "crowd":
                return f"[Base({n()}, {n()}), Base({n()}, {n()})]"
            case "Generator":
                return f"np.random.default_rng({rng.randint(0, 9)})"
            case "RandomState" | "Random":
                return f"{'np.' * (self.form == 'RandomState')}random.{self.form}({rng.randint(0, 9)})"
        return n({"int": "int", "float": "float64", "bool": "bool", "complex": "complex128"}[self.form])


def array(rng: random.Random, dtype: str, shape: tuple[int, ...], style: str) -> str:
    if 0 in shape:
        return f"np.zeros({shape}, np.{dtype})"

    def nested(dims: tuple[int, ...]) -> str:
        return f"[{', '.join(nested(dims[1:]) for _ in range(dims[0]))}]" if dims else number(rng, dtype, style)
    return f"np.array({nested(shape)}, np.{dtype})"


def number(rng: random.Random, dtype: str, style: str) -> str:
    """A number as source. Ordinary floats are multiples of 1/4: sums and products of them are exact."""
    if dtype == "bool":
        return rng.choice(["True", "False"])
    if dtype.startswith("complex"):     # without nan and inf: NumPy orders such numbers in more ways than one
        style = "plain" if style == "edge" else style
        return f"complex({number(rng, 'float32', style)}, {number(rng, 'float32', style)})"
    whole = dtype == "int" or dtype in INTS
    if style == "edge" and rng.random() < 0.5:
        return edge(rng, dtype)
    if whole:
        lowest = 0 if dtype.startswith("uint") else -3
        return str(rng.randint(1, 4) if style == "sample" else rng.randint(lowest, 6))
    if style == "smooth":
        return repr(round(rng.uniform(-2, 2), 4) or 0.3)
    value = rng.randint(-12, 12) / 4
    return repr(value or 0.75) if style == "sample" else repr(value)


def edge(rng: random.Random, dtype: str) -> str:
    if dtype == "int":
        return rng.choice(["0", "1", "-1", "2**31", "-2**31", "2**62", "255", "-128"])
    if dtype in INTS:
        info = np.iinfo(INTS[dtype])
        return rng.choice(["0", "1", str(info.max), str(info.min), str(info.max - 1), "-1" if info.min else "2"])
    top = {"float16": "65504.0", "float32": "3.4028235e38"}.get(dtype, "1.7976931348623157e308")
    return rng.choice(["0.0", "-0.0", "1.0", "-1.0", "np.nan", "np.inf", "-np.inf", top, "-" + top, "0.1", "1e-3"])


def specs(rng: random.Random, palette: list[str], smooth: bool, record: bool) -> list[Spec]:
    """The parameters of the main function: at least one array."""
    names = iter(["x", "y", "a", "b", "n", "t"])
    found = [array_spec(rng, next(names), palette, smooth)]
    for _ in range(rng.randint(0, 3)):
        form = rng.choice(["array", "array", "int", "float", "scalar", "list", "dict", "bool", "complex", "tuple",
                           "int"] + ["record"] * record)
        if form == "array":
            found.append(array_spec(rng, next(names), palette, smooth))
        elif smooth:
            found.append(Spec(next(names), rng.choice(["float", "int", "float"])))
        elif form == "complex" and "complex128" not in palette:
            found.append(Spec(next(names), "float"))
        else:
            dtype = rng.choice(palette) if form == "scalar" else rng.choice(["float64", "int"])
            found.append(Spec(next(names), form, dtype))
    return found


def array_spec(rng: random.Random, name: str, palette: list[str], smooth: bool) -> Spec:
    shapes = [s for s in SHAPES if 0 not in s] if smooth else SHAPES
    return Spec(name, "array", "float64" if smooth else rng.choice(palette), rng.choice(shapes))
