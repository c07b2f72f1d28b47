"""Exported programs: the file that `recto.export` makes, and the function that `recto.load` finds in it.

A file begins with MAGIC; a JSON header of known length follows, then a digest, then the StableHLO portable artifact.
The header is written by the encoder of the disk cache (recto/_cache/encoding.py): reading one makes containers,
numbers and arrays, and imports or calls nothing that the file names.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import hashlib
import itertools
import json
import os
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from recto import runtime
from recto.runtime import Array
from recto.transform import AnotherSize, CompileError, Out, Type
from recto.transform.core.dtypes import canonical
from recto.transform.core.spelling import plain_text
from recto.transform.ir.mlir_text import literal, tensor

from ..._boundary.tracebacks import boundary
from ..._cache.encoding import decode_value, encode_value
from ..._convention.arguments import NUMBERS, is_array
from ..._convention.epilogue import Epilogue
from ..._convention.tree_classes import LIBRARY

MAGIC, FORMAT = b"recto export\n", 2
DIGEST = hashlib.sha256().digest_size
VERSIONS = ("recto", "jaxlib", "stablehlo")
CLASSES = {
    c.__name__: c
    for c in (
        *[v for v in vars(builtins).values() if isinstance(v, type)],
        *LIBRARY,
        np.linalg.LinAlgError,
        AnotherSize,
    )
}


@dataclasses.dataclass(frozen=True)
class Leaf:
    """An array among the arguments. `listed`: it may be given as nested lists. `dims`: its sizes, some with names, in a
    program for all sizes.
    """

    name: str
    type: Type
    listed: bool = False
    dims: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        kind = str(self.type)
        return f"{kind[: kind.index('[')]}[{','.join(map(str, self.dims))}]" if self.dims else kind


@dataclasses.dataclass(frozen=True)
class Contents:
    """The header of a file, beside the program.

    Args:
        names: the positional parameters, in order.
        positional, keywords: the arguments as trees of `Leaf` and static values.
        constants: the arrays that the function read from outside; they are the first parameters of the program.
        short_rounds: see `runtime.compile`.
        versions: of what wrote the file, in the order of VERSIONS.
    """

    name: str
    names: tuple[str, ...]
    positional: tuple
    keywords: dict[str, Any]
    epilogue: Epilogue
    constants: tuple[np.ndarray, ...]
    short_rounds: bool
    versions: tuple[str, ...]
    sizes: tuple[str, ...] = ()


class Program:
    """The content of files: a program, for given sizes (`Exported`) or for all (`ExportedSizes`)."""

    def __init__(self, contents: Contents):
        self.contents = contents
        self.__name__ = contents.name

    def payload(self) -> bytes:
        """The program itself."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<exported {self.__name__}{self.signature}>"

    @property
    def signature(self) -> str:
        """The arguments with their types, as text."""
        positional = map(describe_argument, self.contents.names, self.contents.positional)
        named = itertools.starmap(describe_argument, self.contents.keywords.items())
        return f"({', '.join([*positional, *named])})"

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        raise CompileError(
            f"{self.__name__} is an exported program: it has no source that compiled code, derivatives "
            "or batches could be made from",
            "call it outside; export the gradient, or the batched "
            "function, as well: recto.export(recto.grad(f), x)",
        )

    def bound(self, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        """The arguments as they were given to `export`: those that were positional may be given by name."""
        names, kwargs = self.contents.names, dict(kwargs)
        args += tuple([kwargs.pop(name) for name in names[len(args) :] if name in kwargs])
        if len(args) != len(names) or kwargs.keys() != self.contents.keywords.keys():
            raise TypeError(f"{self.__name__} was exported with the arguments {self.signature}")
        return args, kwargs

    def save(self, file: str | os.PathLike) -> None:
        """Write the file that `recto.load` reads."""
        pathlib.Path(file).write_bytes(bytes(self))

    def __bytes__(self) -> bytes:
        c = self.contents
        header = {
            "format": FORMAT,
            **dict(zip(VERSIONS, c.versions)),
            "name": c.name,
            "signature": self.signature,
            "names": list(c.names),
            "short rounds": c.short_rounds,
            "sizes": list(c.sizes),
            **{
                k: encode_value(v, refer_to)
                for k, v in (
                    ("positional", c.positional),
                    ("keywords", c.keywords),
                    ("epilogue", c.epilogue),
                    ("constants", c.constants),
                )
            },
        }
        text, payload = json.dumps(header).encode(), self.payload()
        return b"".join([MAGIC, len(text).to_bytes(8, "little"), text, digest(text, payload), payload])

    def __reduce__(self) -> tuple:
        return type(self).of_bytes, (bytes(self),)

    @classmethod
    def of_bytes(cls, content: bytes) -> Any:
        """The program in the bytes of a file. Raises ValueError if they are none, damaged, or of another format."""
        return cls.of_parts(*parse_file(content))

    @classmethod
    def of_parts(cls, contents: Contents, payload: bytes) -> Any:
        """The program of contents and what `payload` gave."""
        raise NotImplementedError


class Exported(Program):
    """A compiled function that needs no source. Call it with arguments of the types that it was exported for.

    The program stands by itself: `save` writes it into a file, `stablehlo` shows it, `artifact` is what other
    consumers of StableHLO read.
    """

    def __init__(self, contents: Contents, artifact: bytes):
        super().__init__(contents)
        self.artifact = artifact
        self._executables: dict[Any, tuple[runtime.Executable, list]] = {}

    def payload(self) -> bytes:
        return self.artifact

    @classmethod
    def of_parts(cls, contents: Contents, payload: bytes) -> Exported:
        return cls(contents, payload)

    @boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self.bound(args, kwargs)
        leaves: list[np.ndarray | Array] = []
        for name, tree, value in [
            *zip(self.contents.names, self.contents.positional, args),
            *[(k, tree, kwargs[k]) for k, tree in self.contents.keywords.items()],
        ]:
            collect(tree, value, name, leaves)
        executable, constants = self.executable()
        given = zip(
            leaves,
            executable.parameters[len(constants) :],
            executable.places[0][len(constants) :],
            strict=True,
        )
        buffers = [
            x.buf if isinstance(x, Array) else runtime.put(x, place, weak=p.weak_type)
            for x, p, place in given
        ]
        results = [Array(b) for b in executable.run([*constants, *buffers])]
        try:
            return self.contents.epilogue(tuple(results), args, kwargs)
        except AnotherSize as error:
            raise ValueError(str(error)) from None

    def executable(self) -> tuple[runtime.Executable, list]:
        """The program compiled for the current device, and the constants there."""
        device = runtime.current_device()
        if device not in self._executables:
            made = runtime.compile(self._text, short_rounds=self.contents.short_rounds)
            constants = [runtime.put(c, place) for c, place in zip(self.contents.constants, made.places[0])]
            self._executables[device] = made, constants
        return self._executables[device]

    @functools.cached_property
    def _text(self) -> str:
        try:
            return runtime.from_portable(self.artifact)
        except ValueError as error:
            written = ", ".join(f"{name} {v}" for name, v in zip(VERSIONS, self.contents.versions))
            raise ValueError(
                f"the program was exported by {written}, and this jaxlib cannot read it: {error}"
            ) from None

    @boundary
    def for_jax(self) -> bytes:
        """The content of a file of `jax.export`: `jax.export.deserialize(bytearray(content)).call(x, …)` runs it, on a
        CPU.

        JAX has to have 64-bit types switched on, if the program has such. What the function reads from outside is a
        part of the program.

        Raises:
            CompileError: the function writes into its arguments, raises exceptions or returns more than arrays in
                lists, tuples and dicts, which a program of JAX cannot.
        """
        executable, constants = self.executable()
        order, result = plain_results(self.contents.epilogue, self.__name__)
        own, given = executable.parameters[: len(constants)], executable.parameters[len(constants) :]
        found = [executable.results[k] for k in order]
        text = with_entry(self._text, self.contents.constants, own, given, executable.results, order)
        arguments = self.contents.positional, self.contents.keywords
        return runtime.jax_file(self.__name__, runtime.portable(text)[0], given, found, arguments, result)

    def stablehlo(self) -> str:
        """The program as text."""
        return self._text


def describe_argument(name: str, tree: Any) -> str:
    return f"{name}: {shown(tree)}"


def shown(tree: Any) -> str:
    match tree:
        case Leaf():
            return str(tree)
        case dict():
            return "{" + ", ".join(f"{k!r}: {shown(v)}" for k, v in tree.items()) + "}"
        case list():
            return "[" + ", ".join(map(shown, tree)) + "]"
        case tuple():
            return "(" + ", ".join(map(shown, tree)) + "," * (len(tree) == 1) + ")"
    return plain_text(tree)


# -- for JAX ---------------------------------------------------------------------------------------------------------


def plain_results(epilogue: Epilogue, name: str) -> tuple[list[int], Any]:
    """The results that a function returns, in JAX's order (keys of dicts sorted), and their tree."""
    effects = epilogue.contents or epilogue.overwritten or epilogue.stores or epilogue.errors
    order: list[int] = []

    def leaves(value: Any) -> Any:
        if isinstance(value, Out):
            order.append(value.number)
            return value
        if value is None:
            return None
        if type(value) in (list, tuple):
            return type(value)([leaves(v) for v in value])
        if type(value) is dict and all(type(k) is str for k in value):
            return {k: leaves(value[k]) for k in sorted(value)}
        raise CompileError(f"{name} returns more than arrays in lists, tuples and dicts", "return arrays")

    if effects:
        raise CompileError(
            f"{name} writes into its arguments or raises exceptions, which a program of JAX cannot",
            "return new arrays, and check arguments outside",
        )
    return order, leaves(epilogue.structure)


def with_entry(
    text: str,
    constants: Sequence[np.ndarray],
    own: Sequence[runtime.Aval],
    given: Sequence[runtime.Aval],
    results: Sequence[runtime.Aval],
    order: Sequence[int],
) -> str:
    """The module with a main function around its own, which passes the constants and returns results in an order."""
    kinds = lambda avals: [tensor(Type(a.dtype, tuple(a.shape))) for a in avals]
    mine, inputs, outputs = kinds(own), kinds(given), kinds(results)
    values = [f"%c{k}" for k in range(len(mine))] + [f"%x{k}" for k in range(len(inputs))]
    lines = [
        f"%c{k} = stablehlo.constant dense<{literal(np.asarray(c, a.dtype))}> : {kind}"
        for k, (c, a, kind) in enumerate(zip(constants, own, mine))
    ]
    bound = f"%r:{len(outputs)} = " if outputs else ""
    lines.append(
        f"{bound}func.call @program({', '.join(values)}) : ({', '.join([*mine, *inputs])}) -> ({', '.join(outputs)})"
    )
    chosen = [f"%r#{k}" if len(outputs) > 1 else "%r" for k in order]
    types = ", ".join([outputs[k] for k in order])
    lines.append(f"return {', '.join(chosen)} : {types}" if chosen else "return")
    parameters = ", ".join(f"%x{k}: {kind}" for k, kind in enumerate(inputs))
    body = "\n".join(lines)
    inner = text.replace("func.func public @main(", "func.func private @program(", 1)
    end = inner.rindex("}")
    return f"{inner[:end]}func.func public @main({parameters}) -> ({types}) {{\n{body}\n}}\n}}\n"


# -- arguments -------------------------------------------------------------------------------------------------------


def collect(tree: Any, value: Any, name: str, leaves: list) -> None:
    """Append the arrays of an argument, in the order of the program's parameters. Raises TypeError."""
    match tree:
        case Leaf():
            leaves.append(array(tree, value, name))
        case dict():
            if not isinstance(value, dict) or value.keys() != tree.keys():
                raise unlike(name, tree, value)
            for key, part in tree.items():
                collect(part, value[key], f"{name}[{key!r}]", leaves)
        case list() | tuple():
            if type(value) is not type(tree) or len(value) != len(tree):
                raise unlike(name, tree, value)
            for k, part in enumerate(tree):
                collect(part, value[k], f"{name}[{k}]", leaves)
        case _:
            if type(value) is not type(tree) or value != tree:
                raise unlike(name, tree, value)


def unlike(name: str, tree: Any, value: Any) -> TypeError:
    static = "" if isinstance(tree, (Leaf, dict, list, tuple)) else ", which is a part of the program"
    return TypeError(
        f"argument {name} was exported as {shown(tree)}{static}; it is {given_text(value)} in this call"
    )


def given_text(value: Any) -> str:
    if is_array(value) or isinstance(value, np.generic):
        return str(Type(canonical(value.dtype), tuple(value.shape)))
    return plain_text(value)


def array(leaf: Leaf, value: Any, name: str) -> np.ndarray | Array:
    """An argument as an array of its type: numbers of Python's are converted, arrays of another type are refused."""
    wanted = leaf.type
    if type(value) in NUMBERS and not wanted.shape:
        if np.can_cast(NUMBERS[type(value)], wanted.dtype, "same_kind"):
            return np.asarray(value, wanted.dtype)
    elif leaf.listed and isinstance(value, (list, tuple)):
        return array(leaf, np.asarray(value), name)
    elif (is_array(value) or isinstance(value, np.generic)) and (
        canonical(value.dtype),
        tuple(value.shape),
    ) == (wanted.dtype, wanted.shape):
        return value if isinstance(value, Array) else np.asarray(value)
    raise unlike(name, leaf, value)


# -- files -----------------------------------------------------------------------------------------------------------


def digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def refer_to(value: Any) -> Any:
    """The references, in the header, to leaves and to classes of Python and NumPy."""
    if isinstance(value, Leaf):
        dims = [list(value.dims)] if value.dims else []
        return ["leaf", value.name, encode_value(value.type, lambda _: None), value.listed, *dims]
    if isinstance(value, type):
        if CLASSES.get(value.__name__) is value:
            return ["class", value.__name__]
        raise CompileError(
            f"an exported function has class {value.__name__} among its arguments, its results or what "
            "it raises, and a file cannot hold that",
            "use lists, tuples, dicts, arrays and the "
            "exceptions of Python: dataclasses.asdict(model), or model._asdict()",
        )
    return None


REFERENCES = {
    "leaf": lambda name, kind, listed, dims=(): Leaf(name, decode_value(kind, {}), listed, tuple(dims)),
    "class": CLASSES.__getitem__,
}


def parse_file(content: bytes) -> tuple[Contents, bytes]:
    """The parts of a file. Raises ValueError if it is none, damaged, or of another format."""
    if not content.startswith(MAGIC):
        raise ValueError("not a file of recto.export: it does not begin as one")
    start = len(MAGIC) + 8
    end = start + int.from_bytes(content[start - 8 : start], "little")
    header, payload = content[start:end], content[end + DIGEST :]
    if digest(header, payload) != content[end : end + DIGEST]:
        raise ValueError("the exported file is damaged: its digest is not that of its contents")
    fields = json.loads(header)
    if fields.get("format") != FORMAT:
        raise ValueError(
            f"the file was exported by recto {fields.get('recto')} in format {fields.get('format')}; this "
            f"version of recto reads format {FORMAT}: export the function again"
        )
    decode = lambda name: decode_value(fields[name], REFERENCES)
    contents = Contents(
        fields["name"],
        tuple(fields["names"]),
        decode("positional"),
        decode("keywords"),
        decode("epilogue"),
        decode("constants"),
        fields["short rounds"],
        tuple([fields[v] for v in VERSIONS]),
        tuple(fields["sizes"]),
    )
    return contents, payload
