"""Checkpoints of one process: trees, layouts, damage."""
import json

import ml_dtypes
import numpy as np
import pytest

import recto
from recto import distributed
from recto.sharding import NamedSharding, P, SingleDeviceSharding, make_mesh

MESH = make_mesh((2, 4), ("data", "model"))
SPECS = [P(), P("data"), P("model"), P(None, "model"), P("data", "model"), P("model", "data"), P(("data", "model"))]
X = np.arange(64.0).reshape(8, 8)


@pytest.mark.parametrize("written", SPECS, ids=str)
def test_any_layout_is_read_in_any_other(written, tmp_path):
    distributed.save(tmp_path / "c", {"x": recto.device_put(X, NamedSharding(MESH, written))})
    files = list((tmp_path / "c").glob("*.npy"))
    assert sum(np.load(f).size for f in files) == X.size                # each element once
    for spec in SPECS:
        place = NamedSharding(MESH, spec)
        (found,) = distributed.load(tmp_path / "c", {"x": place}).values()
        assert found.sharding == place
        np.testing.assert_array_equal(found, X)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "complex128", "bfloat16", "float8_e4m3fn"])
def test_dtypes(dtype, tmp_path):
    value = np.arange(8).astype(np.dtype(getattr(ml_dtypes, dtype, dtype)))
    rows = NamedSharding(MESH, P("data"))
    distributed.save(tmp_path / "c", [value, recto.device_put(value, rows)])
    host, spread = distributed.load(tmp_path / "c", [None, rows])
    assert host.dtype == spread.dtype == value.dtype and host.tobytes() == value.tobytes()
    np.testing.assert_array_equal(np.asarray(spread), value)


def test_trees_and_places(tmp_path):
    tree = {"layers": [(X, np.float32(2.0)), (np.zeros((0, 3)), 5)], "step": 3}
    distributed.save(tmp_path / "c", tree)
    last = recto.devices()[-1]
    like = {"layers": [(recto.device_put(X, NamedSharding(MESH, P("model"))), None),
                       (None, SingleDeviceSharding(last))], "step": 0}
    found = distributed.load(tmp_path / "c", like)
    assert found["layers"][0][0].sharding.spec == P("model") and found["layers"][1][1].device == last
    assert found["layers"][1][0].shape == (0, 3) and found["step"] == 3 and found["step"].dtype == np.int64
    np.testing.assert_array_equal(found["layers"][0][0], X)
    with pytest.raises(ValueError, match=r"the leaves .*and `like` has"):
        distributed.load(tmp_path / "c", {"layers": [None], "step": None})


def test_damage_and_mistakes_are_refused(tmp_path):
    distributed.save(tmp_path / "c", {"x": recto.device_put(X, NamedSharding(MESH, P("data")))})
    with pytest.raises(FileExistsError, match="is there already"):
        distributed.save(tmp_path / "c", {"x": X})
    with pytest.raises(TypeError, match="'name'.* is no array of numbers, but str"):
        distributed.save(tmp_path / "d", {"name": "text"})
    assert not (tmp_path / "d").exists()
    with pytest.raises(FileNotFoundError):
        distributed.load(tmp_path / "d", {"x": None})
    file = sorted((tmp_path / "c").glob("*.npy"))[0]
    part = np.load(file)
    part[0, 0] += 1
    np.save(file, part)
    with pytest.raises(ValueError, match="damaged"):
        distributed.load(tmp_path / "c", {"x": None})
    parts = tmp_path / "c" / "parts-0.json"
    parts.write_text(json.dumps(json.loads(parts.read_text())[:1]))
    with pytest.raises(ValueError, match="32 of 64 elements"):
        distributed.load(tmp_path / "c", {"x": None})
    head = tmp_path / "c" / "tree.json"
    head.write_text(head.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(ValueError, match="format 2"):
        distributed.load(tmp_path / "c", {"x": None})


def test_names_of_jax_for_global_arrays():
    rows = NamedSharding(make_mesh((8,), ("i",)), P("i"))
    asked = []
    made = recto.make_array_from_callback((16, 2), rows, lambda index: asked.append(index) or np.ones((2, 2)), "f4")
    assert made.shape == (16, 2) and made.dtype == np.float32 and len(asked) == 8
    local = recto.make_array_from_process_local_data(rows, {"x": np.arange(8.0)})["x"]
    np.testing.assert_array_equal(local, np.arange(8.0))
    parts = [recto.device_put(np.full((1, 2), float(d.id)), d) for d in recto.devices()]
    whole = recto.make_array_from_single_device_arrays((8, 2), rows, parts)
    np.testing.assert_array_equal(whole, np.repeat(np.arange(8.0), 2).reshape(8, 2))
    with pytest.raises(ValueError, match="no array is on"):
        recto.make_array_from_single_device_arrays((8, 2), rows, parts[1:])
    with pytest.raises(ValueError, match="has the shape"):
        recto.make_array_from_callback((16, 2), rows, lambda index: np.ones((3, 2)))
