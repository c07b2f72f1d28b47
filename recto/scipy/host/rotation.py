"""scipy.spatial.transform.Rotation: rotations of space, as unit quaternions (x, y, z, w).

Conversions follow J. Diebel, Representing attitude, 2006; a matrix becomes the quaternion whose largest part is divided
by (S. W. Shepperd, Quaternion from rotation matrix, 1978).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.spatial.transform

from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported

from ..._api.derivatives import stop_gradient

AXES = {"x": 0, "y": 1, "z": 2}
PLACE = "scipy.spatial.transform.Rotation."
# Is a list of angles about one axis one rotation? (SciPy 1.17; it was as many before.)
ROW_IS_ONE = scipy.spatial.transform.Rotation.from_euler("z", [0.0]).as_quat().ndim == 1


def rows_of(values: Any, width: int, what: str) -> Any:
    """Vectors as rows, and whether there was but one, without a row of its own."""
    rows = np.asarray(values, np.float64)
    if rows.ndim not in (1, 2) or rows.shape[-1] != width:
        raise ValueError(f"Expected `{what}` to have shape ({width},) or (N, {width}), got {rows.shape}.")
    return np.reshape(rows, (-1, width)), rows.ndim == 1


def quaternions(values: Any, scalar_first: bool) -> tuple:
    """Rows of x, y, z, w, and whether there was but one."""
    rows, single = rows_of(values, 4, "quat")
    return np.concatenate([rows[:, 1:], rows[:, :1]], axis=1) if scalar_first else rows, single


def scaled(quat: Any) -> Any:
    """The unit quaternions in the same directions."""
    return quat / np.sqrt(np.sum(quat**2, axis=1, keepdims=True))


def product(p: Any, q: Any) -> Any:
    """Quaternions of first q, then p."""
    x, y, z, w = p[:, 0], p[:, 1], p[:, 2], p[:, 3]
    a, b, c, d = q[:, 0], q[:, 1], q[:, 2], q[:, 3]
    parts = (
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    )
    return np.stack(parts, axis=1)


def about(axis: int, angles: Any) -> Any:
    """Quaternions of rotations about an axis of coordinates."""
    half, zero = angles / 2, np.zeros_like(angles)
    parts = [zero, zero, zero, np.cos(half)]
    parts[axis] = np.sin(half)
    return np.stack(parts, axis=1)


def sequence_of(seq: str) -> tuple:
    """The axes of a sequence of Euler angles, and whether they move with the body."""
    if len(seq) not in (1, 2, 3) or not (seq.islower() or seq.isupper()):
        raise ValueError(f"Expected consecutive axes to be of one kind, got {seq}")
    return tuple([AXES[letter] for letter in seq.lower()]), seq.isupper()


class Rotation:
    """Rotations, or one. quat: a row of x, y, z, w for each."""

    def __init__(self, quat: Any, single: bool = False):
        self.quat, self.single = quat, single

    def given(self, rows: Any) -> Any:
        return rows[0] if self.single else rows

    def as_quat(self, canonical: bool = False, *, scalar_first: bool = False) -> Any:
        quat = self.quat
        if canonical:
            w, x, y, z = quat[:, 3], quat[:, 0], quat[:, 1], quat[:, 2]
            first = np.where(w != 0, w, np.where(x != 0, x, np.where(y != 0, y, z)))
            quat = np.where((first < 0)[:, None], -quat, quat)
        quat = np.concatenate([quat[:, 3:], quat[:, :3]], axis=1) if scalar_first else quat
        return self.given(quat)

    def as_matrix(self) -> Any:
        return self.given(self.matrices())

    def matrices(self) -> Any:
        x, y, z, w = self.quat[:, 0], self.quat[:, 1], self.quat[:, 2], self.quat[:, 3]
        rows = (
            (x * x - y * y - z * z + w * w, 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), -x * x - y * y + z * z + w * w),
        )
        return np.stack([np.stack(row, axis=1) for row in rows], axis=1)

    def as_rotvec(self, degrees: bool = False) -> Any:
        quat = np.where(self.quat[:, 3:] < 0, -self.quat, self.quat)
        square = np.sum(quat[:, :3] ** 2, axis=1, keepdims=True)
        near = square <= 2.5e-7
        sine = np.sqrt(np.where(near, 1.0, square))
        angle = 2 * np.arctan2(sine, quat[:, 3:])
        cosine = np.where(near, quat[:, 3:], 1.0)  # (the series of the arc tangent, which is smooth at 0)
        tangent = square / cosine**2
        scale = np.where(near, (1 - tangent / 3 + tangent**2 / 5) * 2 / cosine, angle / sine)
        found = scale * quat[:, :3]
        return self.given(np.rad2deg(found) if degrees else found)

    def magnitude(self) -> Any:
        sine = np.sqrt(np.sum(self.quat[:, :3] ** 2, axis=1))
        return self.given(2 * np.arctan2(sine, np.abs(self.quat[:, 3])))

    def as_euler(self, seq: str, degrees: bool = False, *, suppress_warnings: bool = False) -> Any:
        """The angles of three axes (E. Bernardes, S. Viollet, Quaternion to Euler angles conversion, 2022)."""
        axes, moving = sequence_of(seq)
        if len(axes) != 3 or axes[0] == axes[1] or axes[1] == axes[2]:
            raise ValueError(f"Expected consecutive axes to be different, got {seq}")
        i, j, k = axes[::-1] if moving else axes
        symmetric = i == k
        k = 3 - i - j if symmetric else k
        sign = (i - j) * (j - k) * (k - i) // 2
        q = self.quat
        if symmetric:
            a, b, c, d = q[:, 3], q[:, i], q[:, j], q[:, k] * sign
        else:
            a, b = q[:, 3] - q[:, j], q[:, i] + q[:, k] * sign
            c, d = q[:, j] + q[:, 3], q[:, k] * sign - q[:, i]
        middle = 2 * np.arctan2(np.hypot(c, d), np.hypot(a, b))
        plus, minus = np.arctan2(b, a), np.arctan2(d, c)
        none, half = np.abs(middle) <= 1e-7, np.abs(middle - np.pi) <= 1e-7
        first, third = plus - minus, plus + minus
        lone = np.where(none, 2 * plus, 2 * minus)
        degenerate = none | half
        if moving:
            first = np.where(degenerate, 0.0, first)
            third = np.where(degenerate, lone, third)
        else:
            first = np.where(degenerate, np.where(none, lone, -lone), first)
            third = np.where(degenerate, 0.0, third)
        if not symmetric:
            third, middle = third * sign, middle - np.pi / 2
        around = lambda angle: np.where(
            angle < -np.pi, angle + 2 * np.pi, np.where(angle > np.pi, angle - 2 * np.pi, angle)
        )
        angles = (around(first), around(middle), around(third))
        found = np.stack(angles[::-1] if moving else angles, axis=1)
        return self.given(np.rad2deg(found) if degrees else found)

    def apply(self, vectors: Any, inverse: bool = False) -> Any:
        rows, single = rows_of(vectors, 3, "vectors")
        m = self.matrices()
        m = np.swapaxes(m, 1, 2) if inverse else m
        found = np.sum(m * rows[:, None, :], axis=2)
        return found[0] if self.single and single else found

    def inv(self) -> Rotation:
        return Rotation(self.quat * np.array([-1.0, -1.0, -1.0, 1.0]), self.single)

    def __mul__(self, other: Rotation) -> Rotation:
        return Rotation(scaled(product(self.quat, other.quat)), self.single and other.single)

    def __pow__(self, n: Any) -> Rotation:
        return from_rotvec(n * self.as_rotvec())

    def mean(self, weights: Any = None, axis: Any = None) -> Rotation:
        """The eigenvector of the largest eigenvalue of a sum of products (Markley et al.: Averaging quaternions. J.
        Guidance, Control and Dynamics 30 (2007))."""
        if axis is not None:
            unsupported("Rotation.mean: compiled code takes the mean of all rotations")
        given = np.ones(len(self.quat)) if weights is None else np.asarray(weights, np.float64)
        if given.shape != (len(self.quat),):
            raise ValueError(f"Expected `weights` to have the same shape as rotations, got {given.shape}.")
        if np.any(given < 0):
            raise ValueError("`weights` must be non-negative.")
        _, vectors = np.linalg.eigh((given * self.quat.T) @ self.quat)
        return Rotation(vectors[:, -1][None], True)

    def __len__(self) -> int:
        if self.single:
            raise TypeError("Single rotation has no len().")
        return len(self.quat)

    def __getitem__(self, index: Any) -> Rotation:
        if self.single:
            raise TypeError("Single rotation is not subscriptable.")
        found = self.quat[index]
        return Rotation(np.reshape(found, (-1, 4)), found.ndim == 1)


# -- what makes them: what is no rotation exactly is scaled, as SciPy does it ---------------------------------------


@read_as(PLACE + "from_quat")
def from_quat(quat: Any, *, scalar_first: bool = False) -> Rotation:
    return rotation(quat, scalar_first=scalar_first)


@read_as(PLACE + "from_rotvec")
def from_rotvec(rotvec: Any, degrees: bool = False) -> Rotation:
    rows, single = rows_of(rotvec, 3, "rot_vec")
    rows = np.deg2rad(rows) if degrees else rows
    square = np.sum(rows**2, axis=1, keepdims=True)
    small = square <= 1e-6
    angle = np.sqrt(np.where(small, 1.0, square))
    series = 0.5 - square / 48 + square**2 / 3840
    scale = np.where(small, series, np.sin(angle / 2) / angle)
    cosine = np.where(small, 1 - square / 8 + square**2 / 384, np.cos(angle / 2))
    return Rotation(np.concatenate([scale * rows, cosine], axis=1), single)


def orthogonal(m: Any) -> Any:
    """The nearest orthogonal matrices (Higham: Functions of matrices, 8.1); those that are orthogonal but for rounding
    stay as they are, with the derivatives of the nearest one."""
    if np.any(np.linalg.det(m) <= 0):
        raise ValueError(
            "Non-positive determinant (left-handed or null coordinate frame) in rotation matrix."
        )
    u, _, vh = np.linalg.svd(m)
    nearest, square = u @ vh, m @ np.swapaxes(m, 1, 2)
    is_orthogonal = np.all(np.isclose(square, np.eye(3), atol=1e-12), axis=(1, 2))
    return nearest + stop_gradient(np.where(is_orthogonal[:, None, None], m - nearest, 0.0))


@read_as(PLACE + "from_matrix")
def from_matrix(matrix: Any, *, assume_valid: bool = False) -> Rotation:
    m = np.asarray(matrix, np.float64)
    if m.ndim not in (2, 3) or m.shape[-2:] != (3, 3):
        raise ValueError(f"Expected `matrix` to have shape (3, 3) or (N, 3, 3), got {m.shape}")
    single = m.ndim == 2
    m = np.reshape(m, (-1, 3, 3))
    m = m if assume_valid else orthogonal(m)
    trace = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
    choices = np.stack([m[:, 0, 0], m[:, 1, 1], m[:, 2, 2], trace], axis=1)
    found = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        parts = [trace, trace, trace, m[:, k, j] - m[:, j, k]]
        parts[i] = 1 - trace + 2 * m[:, i, i]
        parts[j] = m[:, j, i] + m[:, i, j]
        parts[k] = m[:, k, i] + m[:, i, k]
        found.append(np.stack(parts, axis=1))
    last = (m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1], 1 + trace)
    found.append(np.stack(last, axis=1))
    which = np.argmax(choices, axis=1)[:, None]
    quat = np.where(
        which == 0, found[0], np.where(which == 1, found[1], np.where(which == 2, found[2], found[3]))
    )
    return Rotation(scaled(quat), single)


@read_as(PLACE + "from_euler")
def from_euler(seq: str, angles: Any, degrees: bool = False) -> Rotation:
    axes, moving = sequence_of(seq)
    given = np.asarray(angles, np.float64)
    given = np.deg2rad(given) if degrees else given
    if given.ndim and given.shape[-1] != len(axes) and (ROW_IS_ONE or given.ndim > 1 or len(axes) > 1):
        raise ValueError(
            "Expected last dimension of `angles` to match number of sequence axes specified, got "
            f"{given.shape[-1]}."
        )
    single = given.ndim == 0 or given.ndim == 1 and (ROW_IS_ONE or len(axes) > 1)
    rows = np.reshape(given, (-1, len(axes)))
    quat = about(axes[0], rows[:, 0])
    for k in range(1, len(axes)):
        turn = about(axes[k], rows[:, k])
        quat = product(quat, turn) if moving else product(turn, quat)
    return Rotation(quat, single)


@read_as(PLACE + "concatenate")
def concatenate(rotations: Any) -> Rotation:
    given = [rotations] if isinstance(rotations, Rotation) else list(rotations)
    return Rotation(np.concatenate([one.quat for one in given]), False)


@read_as(PLACE + "identity")
def identity(num: Any = None) -> Rotation:
    one = np.array([[0.0, 0.0, 0.0, 1.0]])
    return Rotation(one if num is None else np.repeat(one, num, axis=0), num is None)


@read_as("scipy.spatial.transform.Rotation")
def rotation(quat: Any, normalize: bool = True, copy: bool = True, scalar_first: bool = False) -> Rotation:
    rows, single = quaternions(quat, scalar_first)
    return Rotation(scaled(rows) if normalize else rows, single)


def rotation_of_scipy(quat: Any, single: bool) -> Any:
    """SciPy's own, for what a compiled function returns."""
    quat = np.asarray(quat)
    return scipy.spatial.transform.Rotation.from_quat(quat[0] if single else quat)


ORIGINALS[Rotation] = rotation_of_scipy
