"""How plugins are found, and what happens with those that are none. Packages are made of empty files."""
import json
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

import recto
from recto.runtime.device import plugins
from recto.runtime.device.plugins import Plugin, VARIABLE

ROOT = pathlib.Path(__file__).parent.parent.parent
REAL = os.environ.get("RECTO_TEST_PLUGIN")              # a CPU plugin, such as that of lammps-jax-pjrt-cpu


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    plugins.plugins.cache_clear()
    yield
    plugins.plugins.cache_clear()


def installed(folder, monkeypatch, *files):
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise RuntimeError('imported')" if path.suffix == ".py" else "")
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_packages_are_located_and_not_imported(tmp_path, monkeypatch):
    installed(tmp_path, monkeypatch, "jax_plugins/xla_cuda13/__init__.py", "jax_plugins/xla_cuda13/xla_cuda_plugin.so",
              "jax_plugins/xla_abacus/__init__.py", "jax_plugins/xla_abacus/libhelper.so",
              "jax_plugins/xla_abacus/pjrt_plugin_abacus.so", "jax_plugins/empty/__init__.py",
              "libtpu/__init__.py", "libtpu/libtpu.so")
    found = plugins.plugins()
    assert found["cuda"] == Plugin("cuda", tmp_path / "jax_plugins/xla_cuda13/xla_cuda_plugin.so", "xla_cuda13")
    assert found["abacus"].library.name == "pjrt_plugin_abacus.so" and found["tpu"].library.name == "libtpu.so"
    assert set(found) == {"cuda", "abacus", "tpu"} and "jax_plugins.xla_cuda13" not in sys.modules
    assert plugins.resolve_platform("gpu") == plugins.resolve_platform("cuda") == "cuda"


def test_entry_points(tmp_path, monkeypatch):
    installed(tmp_path, monkeypatch, "acme_pjrt/__init__.py", "acme_pjrt/libacme.so")
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[jax_plugins]\nacme = acme_pjrt\n")
    (info / "RECORD").write_text("acme_pjrt/__init__.py,,\nacme_pjrt/libacme.so,,\n")
    assert plugins.plugins() == {"acme": Plugin("acme", tmp_path / "acme_pjrt/libacme.so", "acme")}
    assert "acme_pjrt" not in sys.modules


def test_the_variable_comes_first(tmp_path, monkeypatch):
    installed(tmp_path, monkeypatch, "jax_plugins/xla_cuda13/xla_cuda_plugin.so")
    described = tmp_path / "mine.json"
    described.write_text(json.dumps({"library_path": "/lib/mine.so", "create_option": {"devices": 2}}))
    monkeypatch.setenv(VARIABLE, f"CUDA:/lib/own.so,mine:{described}")
    found = plugins.plugins()
    assert found["cuda"] == Plugin("cuda", pathlib.Path("/lib/own.so"))
    assert found["mine"] == Plugin("mine", pathlib.Path("/lib/mine.so"), "", (("devices", 2),))
    for text in ("cuda", "cuda:", ":/lib/x.so"):
        monkeypatch.setenv(VARIABLE, text)
        plugins.plugins.cache_clear()
        with pytest.raises(ValueError, match="name:path"):
            plugins.plugins()


def test_platforms_that_are_not_there():
    for name in ("gpu", "tpu", "abacus"):
        with pytest.raises(RuntimeError, match=rf"no plugin for '{name}'.*recto\[cuda13\].*devices for: cpu"):
            recto.devices(name)
    assert recto.devices("cpu") == recto.devices() and recto.local_device_count("cpu") == recto.device_count()


def test_a_file_that_is_no_plugin(tmp_path, monkeypatch):
    file = tmp_path / "libnone.so"
    file.write_text("no library")
    monkeypatch.setenv(VARIABLE, f"nothing:{file},missing:{tmp_path}/none.so")
    for name in ("nothing", "missing"):
        with pytest.raises(RuntimeError, match=f"the plugin .* for {name} does not start: .*{name[:0]}none.so"):
            recto.devices(name)
    assert float(recto.jit(lambda x: x + 1)(1.0)) == 2.0        # the CPU is as before


def python(code, **environment):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], timeout=100, capture_output=True, text=True,
                          cwd=ROOT, env={**os.environ, **environment})
    return done.stdout + done.stderr


def test_the_default_platform_is_named_by_a_variable():
    assert python("import recto; print(recto.devices(), recto.default_backend())", RECTO_PLATFORM="cpu",
                  RECTO_NUM_CPU_DEVICES="1") == "[CpuDevice(id=0)] cpu\n"
    text = python("import recto, numpy as np; recto.jit(np.sin)(1.0)", RECTO_PLATFORM="gpu")
    assert "RuntimeError: no plugin for 'gpu' is installed" in text


needs_plugin = pytest.mark.skipif(REAL is None, reason="RECTO_TEST_PLUGIN names no plugin with CPU devices")


@needs_plugin
@pytest.mark.xla
@pytest.mark.parametrize("default", ["cpu", "fake"])
def test_a_plugin_with_cpu_devices(default, tmp_path):
    """Arrays, calls, derivatives, meshes, pickles and the disk cache on the devices of a plugin."""
    for _ in range(2):
        text = python((ROOT / "tests/platforms/on_plugin.py").read_text(), **{VARIABLE: f"fake:{REAL}"},
                      RECTO_PLATFORM=default, RECTO_CACHE_DIR=str(tmp_path / "cache"))
        assert text.splitlines()[-1:] == ["passed"], text
