import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from recto import runtime

from handwritten import doubling


def python(code, path="", **environment):
    """Run code in a process of its own, `path` and this folder on its path; its standard output."""
    folders = [str(path), os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders)), **environment}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=environment, timeout=60,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_creates_no_client():
    assert python("""
        import sys
        from recto import runtime
        client = sys.modules["recto.runtime.device.client"]
        print(client._client, end=" ")
        runtime.devices()
        print(client._client is None)""") == "None False"


@pytest.mark.parametrize("variable, value", [("RECTO_NUM_CPU_DEVICES", "3"),
                                             ("XLA_FLAGS", "--xla_force_host_platform_device_count=3")])
def test_number_of_devices(variable, value):
    assert python("from recto import runtime; print(len(runtime.devices()))", **{variable: value}) == "3"


def test_a_bad_number_of_devices_is_refused():
    assert "positive integer" in python("""
        from recto import runtime
        try: runtime.devices()
        except ValueError as error: print(error)""", RECTO_NUM_CPU_DEVICES="two")


def test_whether_calls_are_asynchronous_is_settled_with_the_first_array():
    assert "RECTO_ASYNCHRONOUS" in python("""
        import recto
        recto.config.update("asynchronous", True)
        recto.devices()
        recto.config.update("asynchronous", True)
        try: recto.config.update("asynchronous", False)
        except RuntimeError as error: print(error)""")


def test_default_device_places_arrays_and_runs_programs():
    assert python("""
        import numpy as np
        from handwritten import doubling
        from recto import runtime
        a, b = runtime.devices()
        f = runtime.dispatcher("f", lambda args, kw, s: runtime.Loaded(
            runtime.compile(doubling()), s, (True,), s, runtime.pytree.structure(0)))
        x = np.arange(4.0)
        for _ in range(2):
            with runtime.default_device(b):
                y = f(x)
                assert y.device == b and runtime.device_put(x).device == b
            assert f(x).device == a and f(y).device == b
            assert np.array_equal(f(y), 4 * x)
        z = runtime.device_put(y, a)
        assert z.device == a and y.device == b and np.array_equal(z, y)
        g = runtime.dispatcher("g", lambda *a: None)
        try: g(y, z)
        except ValueError as error: print(error)
    """,
    RECTO_NUM_CPU_DEVICES="2").startswith("arguments are on different")


def test_default_device_wants_a_device():
    with pytest.raises(TypeError, match="device"):
        with runtime.default_device("cpu"):
            pass


def test_a_forked_child_is_told_so_instead_of_hanging():
    assert python("""
        import os
        import numpy as np
        from handwritten import doubling
        from recto import runtime
        f = runtime.dispatcher("f", lambda args, kw, s: runtime.Loaded(
            runtime.compile(doubling()), s, (True,), s, runtime.pytree.structure(0)))
        x = runtime.device_put(np.arange(4.0)); f(x); f(x)
        if os.fork() == 0:
            uses = lambda: f(x), lambda: runtime.compile(doubling((5,))), lambda: runtime.device_put(1.0)
            for use in uses:
                try: use()
                except RuntimeError as error: assert "spawn" in str(error)
                else: os._exit(1)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.wait()[1]), np.asarray(f(x)).sum())
    """) == "0 12.0"


def test_an_installed_jax_is_never_imported(tmp_path):
    (tmp_path / "jax").mkdir()
    (tmp_path / "jax" / "__init__.py").write_text("raise SystemExit('jax was imported')")
    assert python("""
        import sys
        import ml_dtypes, numpy as np
        from handwritten import calling, doubling
        from recto import runtime
        f = runtime.dispatcher("f", lambda args, kw, s: runtime.Loaded(
            runtime.compile(doubling()), s, (True,), s, runtime.pytree.structure(0)))
        x = runtime.device_put(np.arange(4.0))
        repr(f(x)), f(np.arange(4.0)), f(x).block_until_ready(), x.devices(), x.is_ready(), x.sum(), np.sin(x)
        exe = runtime.compile(doubling())
        exe.run([x.buf]); exe.hlo(), exe.cost_analysis(), exe.memory_analysis()
        runtime.load(exe.serialize()).run([x.buf])
        runtime.compile(calling(), callbacks=(np.sin,)).run([x.buf]); runtime.pretty(doubling())
        repr(runtime.device_put(np.ones(2, ml_dtypes.bfloat16)))
        np.from_dlpack(x); runtime.from_dlpack(np.ones(3)); runtime.from_dlpack(np.ones(3), copy=False)
        runtime.device_get({"x": x}); runtime.register_lapack()
        print(sys.modules.get("jax"))
    """, path=tmp_path) == "None"


def test_lapack_targets_are_registered_on_first_need():
    text = """module @m { func.func public @main(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
      %r:2 = "stablehlo.custom_call"(%a) <{call_target_name = "lapack_dpotrf_ffi", api_version = 4 : i32,
        backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
        result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>],
        output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0],
            operand_index = 0, operand_tuple_indices = []>]}>
        : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<i32>)
      return %r#0 : tensor<3x3xf64> } }"""
    a = np.random.RandomState(0).rand(3, 3)
    a = a @ a.T + np.eye(3)
    result, = runtime.host_values(runtime.compile(text).run([runtime.put(a)]))
    np.testing.assert_allclose(np.tril(result), np.linalg.cholesky(a))


def test_settings_know_their_names():
    with pytest.raises(AttributeError, match="enable_x64"):
        runtime.settings.enable_x46 = True


def test_without_x64_host_values_narrow():
    runtime.settings.enable_x64 = False
    try:
        seen = []

        def load(args, kwargs, signatures):
            seen.append(signatures[0].dtype.name)
            return runtime.Loaded(runtime.compile(doubling((), signatures[0].dtype)), signatures, (True,),
                                  signatures, runtime.pytree.structure(0))
        f = runtime.dispatcher("f", load)
        for _ in range(2):
            assert float(f(2.5)) == 5.0 and float(f(np.float64(2.5))) == 5.0 and int(f(3)) == 6
        assert seen == ["float32", "float32", "int32"]  # weak, strong, weak
        f(np.float32(1))
        assert len(seen) == 3
        runtime.settings.enable_x64 = True
        f(np.float32(1))
        assert len(seen) == 4  # the program may differ inside
        runtime.settings.enable_x64 = False
        assert runtime.device_put(np.arange(3)).dtype == np.int32
        assert (runtime.device_put(np.arange(3)) / 2).dtype == np.float32
    finally:
        runtime.settings.enable_x64 = True
    assert runtime.device_put(np.arange(3)).dtype == np.int64
