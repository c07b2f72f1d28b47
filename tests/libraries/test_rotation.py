"""scipy.spatial.transform.Rotation in compiled code, beside SciPy's own; and its derivatives."""
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import recto

pytestmark = pytest.mark.xla
ONE, FEW = np.array([0.3, -1.2, 2.5]), np.random.default_rng(0).normal(size=(5, 3)) * 2


def plane(v):
    return Rotation.from_euler("z", v[..., 0].sum()).as_matrix(), Rotation.from_euler("Y", v[..., :1]).as_quat()


def from_angles(v):
    return (Rotation.from_euler("xyz", v).as_quat(), Rotation.from_euler("ZYX", 20 * v, degrees=True).as_matrix(),
            Rotation.from_euler("zxz", v).as_quat(canonical=True), Rotation.from_euler("xz", v[..., :2]).as_matrix())


def to_angles(v):
    r = Rotation.from_rotvec(v)
    return (r.as_euler("zyx"), r.as_euler("XYZ", degrees=True), r.as_euler("zxz"), r.as_euler("YZY"),
            r.as_rotvec(), r.magnitude())


def locked(v):
    """A middle angle at which two axes are one."""
    found = []
    for seq, middle in (("xyz", np.pi / 2), ("ZYX", -np.pi / 2), ("zxz", 0.0), ("XZX", np.pi)):
        angles = np.stack([v[..., 0] / 3, 0 * v[..., 1] + middle, v[..., 2] / 3], axis=-1)
        found.append(Rotation.from_euler(seq, angles).as_euler(seq, suppress_warnings=True))
    return found


def composed(v):
    r, s = Rotation.from_euler("xyz", v), Rotation.from_rotvec(v, degrees=True)
    return ((r * s).as_quat(), r.inv().as_matrix(), (s ** 2.5).as_matrix(), r.apply(v), r.apply(ONE, inverse=True),
            (Rotation.identity() * s).as_matrix())


def from_others(v):
    quat = np.concatenate([v, np.ones_like(v[..., :1])], axis=-1)
    r = Rotation.from_matrix(Rotation.from_rotvec(v).as_matrix())
    return (r.as_quat(), Rotation.from_quat(quat).as_matrix(), Rotation.from_quat(quat, scalar_first=True).as_matrix(),
            Rotation(quat).as_quat(scalar_first=True), Rotation.from_rotvec(v * 1e-5).as_rotvec())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("given", [ONE, -3 * ONE, np.zeros(3), FEW, FEW[:1]], ids=["one", "far", "none", "few", "row"])
@pytest.mark.parametrize("function", [plane, from_angles, to_angles, locked, composed, from_others])
def test_is_as_in_scipy(function, given):
    found, wanted = recto.jit(function)(given), function(given)
    for a, b in zip(found, wanted, strict=True) if isinstance(wanted, (tuple, list)) else [(found, wanted)]:
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(a, b, atol=2e-8)


def test_several_are_counted_and_chosen():
    def parts(v, k):
        r = Rotation.from_rotvec(v)
        return len(r), r[k].as_matrix(), r[1:3].apply(ONE), r[0].as_quat()

    for a, b in zip(recto.jit(parts)(FEW, 3), parts(FEW, 3), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


def test_a_result_is_scipys():
    found = recto.jit(lambda v: Rotation.from_rotvec(v))(ONE)
    assert isinstance(found, Rotation)
    np.testing.assert_allclose(found.as_matrix(), Rotation.from_rotvec(ONE).as_matrix())


@pytest.mark.parametrize("at", [ONE, np.zeros(3), 1e-9 * ONE])
def test_derivatives(at):
    def place(v):
        r = Rotation.from_rotvec(v)
        return np.sum((r * r).apply(np.array([1.0, -2.0, 0.5])) * ONE)

    h = 1e-5 * np.eye(3)
    slopes = [(8 * (place(at + d) - place(at - d)) - (place(at + 2 * d) - place(at - 2 * d))) / 1.2e-4 for d in h]
    np.testing.assert_allclose(recto.grad(place)(at), slopes, rtol=1e-6, atol=1e-8)


def test_a_matrix_of_another_shape_is_an_error():
    with pytest.raises(ValueError, match="to have shape"):
        recto.jit(lambda m: Rotation.from_matrix(m).as_quat())(np.eye(2))
