"""Containers that come as arguments belong to the caller: changing them is refused (arrays in them may be written)."""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Particle:
    position: np.ndarray
    velocity: np.ndarray

    def move(self, dt):
        self.position = self.position + dt * self.velocity  # E: an object of class Particle that came as an


PARTICLE = Particle("f64[3]", "f64[3]")


def appended(xs: ["f64[3]"], v: "f64[3]"):
    xs.append(v)  # E: a list of 1 item that came as an argument is changed  # H: copy
    return xs


def extended(xs: ["f64[3]"], v: "f64[3]"):
    xs += [v]  # E: a list of 1 item that came as an argument is changed
    return xs


def item_replaced(xs: ["f64[3]", "f64[3]"]):
    xs[0] = 2.0 * xs[0]  # E: a list of 2 items that came as an argument is changed
    return xs


def item_deleted(xs: ["f64[3]", "f64[3]"]):
    del xs[0]  # E: a list of 2 items that came as an argument is changed
    #   ^^^^^
    return xs


def popped(xs: ["f64[3]", "f64[3]"]):
    return xs.pop() + 1.0  # E: a list of 2 items that came as an argument is changed
    #      ^^^^^^^^


def sorted_in_place(xs: ["f64[]", "f64[]"]):
    xs.sort()  # E: a list of 2 items that came as an argument is changed
    return xs


def key_added(table: {"a": "f64[3]"}, v: "f64[3]"):
    table["b"] = v  # E: a dict of 1 item that came as an argument is changed
    return table


def key_replaced(params: {"w": "f64[3]"}, gradient: "f64[3]"):
    params["w"] = params["w"] - 0.1 * gradient  # E: a dict of 1 item that came as an argument is changed
    return params


def inner_list_changed(params: {"layers": ["f64[3]"]}, v: "f64[3]"):
    params["layers"].append(v)  # E: a list of 1 item that came as an argument is changed
    return params


def changed_in_a_loop(xs: ["f64[]", "f64[]"]):
    for k in range(2):
        xs[k] = 2.0 * xs[k]  # E: a list of 2 items that came as an argument is changed
    return xs


def changed_in_a_helper(xs: ["f64[3]"], v: "f64[3]"):
    return add(xs, v)  # C: add


def add(xs, v):
    xs.append(v)  # E: a list of 1 item that came as an argument is changed
    return xs


def attribute_assigned(particle: PARTICLE, v: "f64[3]"):
    particle.position = v  # E: an object of class Particle that came as an argument is changed
    return particle


def attribute_assigned_in_a_method(particle: PARTICLE):
    particle.move(0.1)  # C: Particle.move
    return particle


def unknown_field_replaced(particle: PARTICLE):
    return dataclasses.replace(particle, mass=1.0)  # E: TypeError: Particle() got an unexpected keyword
