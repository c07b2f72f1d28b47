"""Methods, dataclasses, named tuples."""
import dataclasses
from collections import namedtuple
from typing import NamedTuple

import numpy as np


@dataclasses.dataclass
class Vector:
    x: float
    y: float

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, scale):
        return Vector(self.x * scale, self.y * scale)

    __rmul__ = __mul__

    def __neg__(self):
        return -1 * self

    @property
    def length(self):
        return np.hypot(self.x, self.y)


def two_body_orbit(dt, steps):
    """Operators of a dataclass, which is also the carry of the loop."""
    position, velocity = Vector(1.0, 0.0), Vector(0.0, 1.0)
    for _ in range(steps):
        velocity = velocity + dt * -position * (1 / position.length**3)
        position = position + velocity * dt
    return position.x, position.y, (position - Vector(0.0, 0.0)).length


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        total = 0 * x
        for c in self.coefficients:
            total = total * x + c
        return total

    def derivative(self):
        degree = len(self.coefficients) - 1
        return Polynomial(*[(degree - k) * c for k, c in enumerate(self.coefficients[:-1])])

    def __len__(self):
        return len(self.coefficients)

    def __getitem__(self, k):
        return self.coefficients[-1 - k]


def polynomial_newton(x, steps):
    p = Polynomial(1.0, 0.0, -2.0)
    slope = p.derivative()
    for _ in range(steps):
        x = x - p(x) / slope(x)
    return x, len(p) + p[0]


class RunningMoments:
    """Attributes rebound by a method that is called in a loop."""

    def __init__(self):
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def push(self, value):
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.squares += delta * (value - self.mean)

    @property
    def variance(self):
        return self.squares / self.count


def running_moments(x):
    moments = RunningMoments()
    for value in x:
        moments.push(value)
    return moments.count, moments.mean, moments.variance


@dataclasses.dataclass(frozen=True)
class Dual:
    """Value and derivative together."""

    value: float
    slope: float = 0.0

    def __add__(self, other):
        other = Dual.lift(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = Dual.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    @staticmethod
    def lift(x):
        return x if isinstance(x, Dual) else Dual(x)

    @classmethod
    def variable(cls, x):
        return cls(x, 1.0)


def dual_derivative(x):
    d = Dual.variable(x)
    y = d * d * d + d * 2.0 + 1.0
    return y.value, y.slope


class State(NamedTuple):
    position: np.ndarray
    velocity: np.ndarray
    time: float


def pendulum(state, dt, steps):
    """A named tuple goes in, is the carry, and comes out."""
    for _ in range(steps):
        velocity = state.velocity - dt * np.sin(state.position)
        state = state._replace(velocity=velocity, position=state.position + dt * velocity)
        state = state._replace(time=state.time + dt)
    return state


Layer = namedtuple("Layer", "weight bias")


def layered(layers, x):
    for weight, bias in layers:
        x = np.tanh(x @ weight + bias)
    return Layer(weight=x.sum(axis=0), bias=layers[-1].bias)


class Kernel:
    """A base with a method that subclasses fill in."""

    def __init__(self, width):
        self.width = width

    def shape(self, r):
        raise NotImplementedError

    def matrix(self, x, y):
        return self.shape(np.abs(x[:, None] - y[None, :]) / self.width)


class Gaussian(Kernel):
    def shape(self, r):
        return np.exp(-0.5 * r**2)


class Tent(Kernel):
    def __init__(self, width, height=1.0):
        super().__init__(width)
        self.height = height

    def shape(self, r):
        return self.height * np.maximum(1 - r, 0)


def kernel_matrices(x):
    kernels = [Gaussian(0.5), Tent(2.0), Tent(1.0, height=3.0)]
    return sum(kernel.matrix(x, x) for kernel in kernels)


def kernel_smoother(kernel, x, y, at):
    """An object as an argument: static, it holds numbers only."""
    weights = kernel.matrix(at, x)
    return weights @ y / weights.sum(axis=1)


@dataclasses.dataclass
class Parameters:
    weight: np.ndarray
    bias: np.ndarray
    rate: float = 0.1

    def predict(self, x):
        return x @ self.weight + self.bias


def fit_dataclass(parameters, x, y, steps):
    """A dataclass of arrays in and out, replaced at each step."""
    for _ in range(steps):
        error = parameters.predict(x) - y
        parameters = dataclasses.replace(
            parameters,
            weight=parameters.weight - parameters.rate * x.T @ error / len(y),
            bias=parameters.bias - parameters.rate * error.mean(),
        )
    return parameters


def mutate_field(parameters, amount):
    """Changes the arrays of a dataclass argument in place."""
    parameters.weight[0] += amount
    parameters.bias -= amount


class Quaternion:
    __slots__ = ("w", "x", "y", "z")

    def __init__(self, w, x, y, z):
        self.w, self.x, self.y, self.z = w, x, y, z

    def __matmul__(self, o):
        return Quaternion(
            self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        )

    def conjugate(self):
        return Quaternion(self.w, -self.x, -self.y, -self.z)


def rotate_vector(v, axis, angle):
    half = angle / 2
    s = np.sin(half)
    q = Quaternion(np.cos(half), s * axis[0], s * axis[1], s * axis[2])
    turned = q @ Quaternion(0.0, v[0], v[1], v[2]) @ q.conjugate()
    return np.array([turned.x, turned.y, turned.z])


class Stack:
    """Fixed storage and a height."""

    def __init__(self, capacity):
        self.items = np.zeros(capacity)
        self.height = 0

    def push(self, value):
        self.items[self.height] = value
        self.height += 1

    def pop(self):
        self.height -= 1
        return self.items[self.height]


def reverse_polish(codes, values):
    """code 0 pushes, 1 adds, 2 subtracts, 3 multiplies."""
    stack = Stack(len(codes))
    for code, value in zip(codes, values):
        if code == 0:
            stack.push(value)
        else:
            b, a = stack.pop(), stack.pop()
            if code == 1:
                stack.push(a + b)
            elif code == 2:
                stack.push(a - b)
            else:
                stack.push(a * b)
    return stack.pop()


class Account:
    __fee = 0.5                     # _Account__fee

    def __init__(self, balance):
        self.__balance = balance

    def rest(self):
        return self.__rounded(self.__balance - self.__fee)

    def __rounded(self, x):
        def __half(y):
            return np.floor(2 * y) / 2
        return __half(x)


class Savings(Account):
    __fee = 100.0                   # another attribute: _Savings__fee

    def __init__(self, balance, rate):
        super().__init__(balance)
        self.__balance = self.__fee * rate

    def interest(self, *, __scale=2.0):
        return __scale * self.__balance


def private_names(balance, rate):
    """Names with two underscores belong to the class that they are written in."""
    account = Savings(balance, rate)
    return account.rest(), account.interest(), account._Account__balance


def private_names_of_an_argument(account, x):
    return account.rest() + x * account.interest()


class Called:
    def __call__(self, x):
        return x + 1


class CalledByInheritance(Called):
    pass


class NotCalled:
    def __init__(self, scale):
        self.scale = scale


def callable_objects(x):
    """An object can be called if its class, not the class of its class, says how."""
    plain, called = NotCalled(x), CalledByInheritance()
    return callable(plain), callable(called), called(x) if callable(plain) else plain.scale * 2


def objects_by_identity(x):
    a, b = Called(), Called()
    table = {a: x[0], b: x[1]}
    return table[b], a in table, Called() in table, callable(a), callable(x), callable(Called), len({a, b, a})


class Complex:
    """Objects that no __init__ has made."""
    def __init__(self, re, im):
        self.re, self.im, self.made = re, im, "init"

    @classmethod
    def polar(cls, r, angle):
        made = cls.__new__(cls)
        made.re, made.im = r * np.cos(angle), r * np.sin(angle)
        return made

    def copy(self):
        other = object.__new__(type(self))
        other.re, other.im = self.re, self.im
        return other


def made_without_init(r, angle):
    one = Complex.polar(r, angle)
    other = one.copy()
    other.re += 1.0
    return one.re * other.re + one.im, hasattr(one, "made"), isinstance(other, Complex)


def examples():
    rng = np.random.default_rng(17)
    yield callable_objects, (3.5,)
    yield private_names, (7.3, 0.5)
    yield private_names_of_an_argument, (Savings(7.3, 0.5), 2.0)
    yield two_body_orbit, (0.05, 8)
    yield two_body_orbit, (0.1, 0)
    yield polynomial_newton, (1.0, 5)
    yield polynomial_newton, (np.array([1.0, -3.0]), 3)
    yield running_moments, (rng.normal(size=6),)
    yield running_moments, (np.array([1, 2, 4]),)
    yield dual_derivative, (1.5,)
    yield dual_derivative, (rng.normal(size=3),)
    yield pendulum, (State(np.array([0.5, 1.0]), np.zeros(2), 0.0), 0.1, 6)
    yield pendulum, (State(np.array([2.0], np.float32), np.ones(1, np.float32), 1.0), 0.1, 2)
    layers = [Layer(rng.normal(size=(3, 4)), np.zeros(4)), Layer(rng.normal(size=(4, 2)), np.ones(2))]
    yield layered, (layers, rng.normal(size=(5, 3)))
    yield layered, (layers[:1], rng.normal(size=(1, 3)))
    yield kernel_matrices, (np.linspace(0, 3, 4),)
    yield kernel_matrices, (np.array([1.0], np.float32),)
    yield kernel_smoother, (Gaussian(0.7), rng.normal(size=5), rng.normal(size=5), np.zeros(2))
    yield kernel_smoother, (Tent(9.0), rng.normal(size=5), rng.normal(size=5), np.ones(1))
    start = Parameters(np.zeros(2), np.array(0.0))
    yield fit_dataclass, (start, rng.normal(size=(6, 2)), rng.normal(size=6), 5)
    yield fit_dataclass, (Parameters(np.ones(1), np.array(0.5), 0.5), np.ones((2, 1)), np.zeros(2), 1)
    yield mutate_field, (Parameters(np.zeros(2), np.ones(2)), 3.0)
    yield mutate_field, (Parameters(np.zeros((2, 2)), np.ones(1)), 1)
    yield rotate_vector, (np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.pi / 3)
    yield rotate_vector, (rng.normal(size=3), np.array([0.6, 0.8, 0.0]), 1.0)
    codes, values = np.array([0, 0, 1, 0, 2, 0, 3]), np.array([5.0, 1.5, 0.0, 2.0, 0.0, 3.0, 0.0])
    yield reverse_polish, (codes, values)
    yield reverse_polish, (codes[:1], values[:1])
    yield objects_by_identity, (np.array([1.0, 2.0]),)
    yield made_without_init, (2.0, 0.5)
