"""Forged records of the disk cache for test_disk_safety: what somebody could write into an entry.

A forgery changes the JSON of the record that `recto.jit(compiled)` left; nothing of what it leads to may run.
"""
from __future__ import annotations

import collections
import types
from typing import Any

import numpy as np

RAN: list[str] = []             # what was run


def ran(*given: Any, **named: Any) -> Any:
    RAN.append(f"ran{given}")
    return 0


class Trap:
    """An object whose every access leaves a trace."""
    __slots__ = ("stored",)
    made = property(lambda self: ran("property"))

    def __getattr__(self, name: str) -> Any:
        return ran("__getattr__", name)

    def __getitem__(self, key: Any) -> Any:
        return ran("__getitem__", key)

    def __len__(self) -> int:
        return ran("__len__")

    def __iter__(self) -> Any:
        ran("__iter__")
        return iter(())


class Looks:
    def __getattribute__(self, name: str) -> Any:
        return ran("__getattribute__", name)


class Own:
    def __get__(self, instance: Any, owner: Any) -> Any:
        return ran("__get__")


class Held:
    described = Own()


class Meta(type):
    computed = property(lambda cls: ran("property of a metaclass"))


class Made(metaclass=Meta):
    def __del__(self) -> None:
        ran("__del__")


class Key:
    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: Any) -> bool:
        return bool(ran("__eq__"))

    def __repr__(self) -> str:
        return str(ran("__repr__"))


KEY = Key()
class Masked:
    __class__ = property(lambda self: ran("__class__"))


TRAP, LOOKS, HELD = Trap(), Looks(), Held()
KEYED = {KEY: 1.0}
MASKED, LISTED = Masked(), [TRAP, LOOKS, HELD, Masked()]
MAKING = collections.defaultdict(ran)
PROXY = types.MappingProxyType(collections.UserDict({"a": 1.0}))
WEIGHTS = np.array([1.0, 2.0, 3.0])
SCALE = 2.0


def compiled(x):
    if x[0] > 100.0:
        raise ValueError("too large")
    x[1] = SCALE
    return x * WEIGHTS


def plain(x):
    return x * SCALE


ANSWERS = {compiled: ([1.0, 4.0, 9.0], [1.0, 2.0, 3.0]), plain: ([2.0, 10.0, 6.0], [1.0, 5.0, 3.0])}

# -- paths -----------------------------------------------------------------------------------------------------------

SPACE = ["space", __name__]


def path(name: str, *steps: tuple, root: str = "global", space: Any = SPACE) -> list:
    """The JSON of a path that begins at a variable of this module."""
    inner = [["tuple", kind, key] for kind, key in steps]
    return ["path", ["tuple", root, space, name], ["tuple", *inner]]


def rooted(*root: Any, steps: tuple = ()) -> list:
    return ["path", ["tuple", *root], ["tuple", *(["tuple", *step] for step in steps)]]


PATHS = {
    "an object": path("TRAP"), "an object of computed access": path("LOOKS"), "a list of objects": path("LISTED"),
    "an object of another class": path("MASKED"), "a dictionary of objects": path("KEYED"),
    "property": path("TRAP", ("attribute", "made")),
    "missing attribute": path("TRAP", ("attribute", "anything")),
    "slot without a value": path("TRAP", ("attribute", "stored")),
    "missing attribute, by class": path("TRAP", ("has", "anything")),
    "computed access": path("LOOKS", ("attribute", "a")),
    "dictionary of computed access": path("LOOKS", ("own", "a")),
    "descriptor": path("HELD", ("attribute", "described")),
    "property of a metaclass": path("Made", ("attribute", "computed")),
    "the same as a root": rooted("class", ["object", 0], "computed"),
    "item": path("TRAP", ("item", 0)),
    "length": path("TRAP", ("length", None)),
    "keys": path("TRAP", ("keys", None)),
    "keys that print": path("KEYED", ("keys", None)),
    "keys that compare": path("KEYED", ("item", ["object", 1])),
    "default of a dictionary": path("MAKING", ("item", "a")),
    "mapping behind a proxy": path("PROXY", ("item", "a")),
    "module that is not loaded": rooted("import", "trap_module"),
    "module inside a package": rooted("import", "json.trap_module"),
    "variables of a module that is not loaded": path("x", space=["space", "trap_module"]),
    "attribute that is code": path("SCALE", ("attribute", "real or ran('code')")),
    "name that is code": path("SCALE['ran()']"),
    "object of a method": rooted("method", ["object", 2], "self"),
    "default of an object": rooted("default", ["object", 2], "stored"),
    "cell of an object": rooted("cell", ["object", 2], "stored"),
    "a way that leads to itself": rooted("argument", ["object", 3]),
    "an unknown step": path("TRAP", ("call", "made")),
    "an unknown root": rooted("call", "os", "system"),
    "no path": ["ran"],
}
OBJECTS = [path("Made"), path("KEY"), path("TRAP"), rooted("argument", ["object", 3]), path("ran"), path("Made")]
RAN_HERE = ["object", 4]        # the function `ran`
MADE = ["object", 5]

# -- values that would be called -------------------------------------------------------------------------------------

SYSTEM, EXEC = ["named", "posix", "system"], ["named", "builtins", "exec"]
CALLED = {"function": RAN_HERE, "of the system": SYSTEM, "builtin": EXEC,
          "by an unknown form": ["call", "os.system", ""],
          "class that does something when it goes": ["instance", MADE, ["tuple"], ["tuple"]]}


def of_epilogue(header: dict, place: int) -> list:
    """The list in which a part of the epilogue stands (its name first)."""
    assert header["structure"][0] == "epilogue"
    return header["structure"][1:][place]


def raising(header: dict, value: Any) -> None:
    of_epilogue(header, 4)[1][1] = value


def returned(header: dict, value: Any) -> None:
    header["structure"][1] = value


def kind_of_a_cut(header: dict, value: Any) -> None:
    returned(header, ["cut", ["out", 0], ["tuple"], True, value])


def factory(header: dict, value: Any) -> None:
    returned(header, ["default dict", value, ["tuple", "a"], ["tuple", ["out", 0]]])


def node(header: dict, value: Any) -> None:
    """A result that is finished by a call."""
    unfinished = ["named", "recto.runtime.dispatch.fast_path", "Unfinished"]
    header["structure"] = ["tuple", unfinished, value, ["tuple", *["*"] * header["count"]]]


def node_of(header: dict, value: Any) -> None:
    header["structure"] = ["tuple", value, None, ["tuple", *["*"] * header["count"]]]


def in_a_program(header: dict, value: Any) -> None:
    returned(header, ["sealed", ["Program", "f", ["tuple"], ["tuple", ["Call", ["tuple"], ["primitive", "sin"], value,
                                                                       ["tuple"], None]], ["tuple"]]])


PLACES = {"exception": raising, "kind of a list": kind_of_a_cut, "factory of a dictionary": factory,
          "what finishes a result": node, "class of a node": node_of, "operands in a program": in_a_program}
