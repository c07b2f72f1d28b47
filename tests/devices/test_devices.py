"""How many devices there are, and where that is said; programs for several devices in the disk cache."""
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import recto


def python(code, **environment):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env={**os.environ, **environment},
                          timeout=60, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_these_tests_have_eight():
    assert recto.device_count() == recto.local_device_count() == recto.config.num_cpu_devices == 8
    assert recto.devices() == recto.local_devices() and [d.id for d in recto.devices()] == list(range(8))


def test_too_late():
    with pytest.raises(RuntimeError, match="RECTO_NUM_CPU_DEVICES"):
        recto.config.update("num_cpu_devices", 4)
    recto.config.update("num_cpu_devices", 8)           # as it is
    for number in (0, -1, True, False):
        with pytest.raises(ValueError, match="positive integer"):
            recto.config.update("num_cpu_devices", number)


def test_by_setting_and_by_environment():
    count = "import recto; print(recto.config.num_cpu_devices, recto.device_count())"
    assert python(count) == ["1", "1"]
    assert python(count, RECTO_NUM_CPU_DEVICES="3") == ["3", "3"]
    assert python(count, XLA_FLAGS="--xla_force_host_platform_device_count=2") == ["2", "2"]
    assert python("import recto; recto.config.update('num_cpu_devices', 5); print(recto.device_count())",
                  RECTO_NUM_CPU_DEVICES="3") == ["5"]


SECOND = """
    import sys
    sys.path.insert(0, {folder!r})
    import numpy as np, recto, model
    from recto.runtime import _xla
    recto.config.update("num_cpu_devices", 4)
    compiled, compile = [], _xla.compile_and_load
    _xla.compile_and_load = lambda *args: compiled.append(args) or compile(*args)
    x = np.arange(4.0)
    print(*np.asarray(recto.pmap(model.share, axis_name="i")(x)), model.split(x).sharding.spec, len(compiled))
"""
MODEL = """
import recto
from recto import lax
from recto.sharding import make_mesh, NamedSharding, P

def share(x):
    return x / lax.psum(x, "i")

def split(x):
    mesh = make_mesh((2, 2), ("x", "y"))
    return recto.jit(lambda x: x * 2)(recto.device_put(x, NamedSharding(mesh, P("y"))))
"""


def test_a_second_process_compiles_nothing(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    code = SECOND.format(folder=str(tmp_path))
    runs = [python(code, RECTO_CACHE_DIR=str(tmp_path / "cache")) for _ in range(2)]
    assert runs[0][:-1] == runs[1][:-1] and "PartitionSpec('y')" in runs[0]
    assert [run[-1] for run in runs] == ["2", "0"]
    np.testing.assert_allclose([float(v) for v in runs[1][:4]], np.arange(4) / 6)


MANY = """
    import sys
    sys.path.insert(0, {folder!r})
    import numpy as np, recto, training
    recto.config.update("num_cpu_devices", 8)
    step = recto.pmap(training.centred, axis_name="i")
    x = np.arange(8.0)
    for _ in range(1000):
        x = step(x)
    print(np.asarray(x).mean())
"""


def test_many_steps_do_not_lock_up():
    assert python(MANY.format(folder=os.path.dirname(__file__))) == ["1.0"]
