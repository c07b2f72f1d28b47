import gc

import ml_dtypes
import numpy as np
import pytest

from handwritten import F4, callback, calling, doubling, module, tensor
from recto import runtime


def run(executable, *values):
    return runtime.host_values(executable.run([runtime.put(value) for value in values]))


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint16", "float16", "float32", "float64",
                                   "bfloat16",
                                   "int4", "complex64", "complex128"])
def test_every_dtype_comes_back_as_numpy_has_it(dtype):
    value = np.array([0, 1, 1, 0]).astype(getattr(ml_dtypes, dtype, dtype))
    result, = run(runtime.compile(doubling((4,), value.dtype)), value)
    want = value | value if dtype == "bool" else value + value
    assert result.dtype == value.dtype and np.array_equal(result, want)
    assert not result.flags.writeable


def test_run_validates_what_xla_would_reinterpret():
    executable = runtime.compile(doubling())
    assert executable.parameters == executable.results == (runtime.Aval((4,), np.dtype("f8")),)
    for values, message in (((np.arange(4),), r"float64\[4\], but int64\[4\]"),
                            ((np.ones((2, 2)),), r"float64\[4\], but float64\[2,2\]"),
                            ((), "takes 1 arguments, 0 were given")):
        with pytest.raises(TypeError, match=message):
            run(executable, *values)
    with pytest.raises(TypeError, match="no buffer but ndarray"):
        executable.run([np.arange(4.0)])


def test_analyses():
    executable = runtime.compile(doubling((1000,)))
    assert executable.memory_analysis()["argument"] == executable.memory_analysis()["output"] == 8000
    assert executable.cost_analysis()["flops"] == 1000
    assert executable.hlo().startswith("HloModule") and executable.text == doubling((1000,))
    donating = runtime.compile(doubling((1000,), donate=True))
    assert donating.memory_analysis()["alias"] == 8000


def test_donated_buffers_are_gone_and_say_so():
    buffer = runtime.put(np.ones(4))
    run_, = runtime.compile(doubling(donate=True)).run([buffer])
    assert buffer.is_deleted() and runtime.host_values([run_])[0].sum() == 8
    with pytest.raises(RuntimeError, match="deleted|donated"):
        runtime.host_values([buffer])
    assert "deleted" in repr(runtime.Array(buffer))


def test_serialize_and_load():
    blob = runtime.compile(doubling()).serialize()
    loaded = runtime.load(blob)
    assert np.array_equal(run(loaded, np.arange(4.0))[0], [0, 2, 4, 6]) and loaded.text == doubling()
    for bad in (b"", blob[:200], blob[:-100], b"x" * 300):
        with pytest.raises(ValueError, match="not a serialised"):
            runtime.load(bad)


def test_errors_of_the_compiler():
    with pytest.raises(ValueError, match="tensor<3xf64>"):
        runtime.compile("func.func @main(%a: tensor<3xf64>) -> tensor<4xf64> { return %a : tensor<3xf64> }")
    with pytest.raises(ValueError, match="No such compile option"):
        runtime.compile(doubling(), options={"xla_no_such_flag": True})
    with pytest.raises(ValueError, match="miscompiles"):
        runtime.compile(doubling(), options={"xla_cpu_copy_insertion_use_region_analysis": True})


def test_options_reach_xla():
    text = module(f"%a: {F4}", F4,
                  f"%0 = stablehlo.multiply %a, %a : {F4}\n%r = stablehlo.add %0, %a : {F4}\n"
                                   f"return %r : {F4}")
    assert runtime.compile(text).hlo().count("fusion(") == 1
    assert runtime.compile(text, options={"xla_disable_hlo_passes": "fusion"}).hlo().count("fusion(") == 2


def test_options_of_the_process(monkeypatch):
    """They hold where none are given, and what was compiled with others is not taken for it."""
    one = runtime.compile(doubling((5,)))
    monkeypatch.setattr(runtime.settings, "xla_options", {"xla_backend_optimization_level": 0})
    assert runtime.compile(doubling((5,))) is not one
    assert runtime.compile(doubling((5,)), options={}) is one
    assert runtime.compile(doubling((5,)), options=runtime.settings.xla_options) is runtime.compile(doubling((5,)))


def loop(rows, columns):
    """a[i] = 2 a[i-1] on a 2-d array."""
    t, w, i = tensor((rows, columns)), tensor((1, columns)), "tensor<i64>"
    return module(f"%a0: {t}", t, f"""%z = stablehlo.constant dense<0> : {i}
 %one = stablehlo.constant dense<1> : {i}
 %n = stablehlo.constant dense<{rows}> : {i}
 %r:2 = stablehlo.while(%i = %one, %a = %a0) : {i}, {t} cond {{
  %p = stablehlo.compare LT, %i, %n : ({i}, {i}) -> tensor<i1>
  stablehlo.return %p : tensor<i1> }} do {{ %im = stablehlo.subtract %i, %one : {i}
  %x = stablehlo.dynamic_slice %a, %im, %z, sizes = [1, {columns}] : ({t}, {i}, {i}) -> {w}
  %y = stablehlo.add %x, %x : {w}
  %a2 = stablehlo.dynamic_update_slice %a, %y, %i, %z : ({t}, {w}, {i}, {i}) -> {t}
  %i2 = stablehlo.add %i, %one : {i}
  stablehlo.return %i2, %a2 : {i}, {t} }}
 return %r#1 : {t}""")


def test_mid_size_loop_bodies_become_one_kernel():
    """The threshold is set: XLA marks such a loop as a call of one small computation."""
    executable = runtime.compile(loop(20, 64))
    np.testing.assert_array_equal(run(executable, np.ones((20, 64)))[0][:, 0], 2.0 ** np.arange(20))
    assert "xla_cpu_small_call" in executable.hlo()


def test_compiling_twice_gives_the_same_executable_while_it_lives(cache_folder):
    first = runtime.compile(doubling((7,)))
    assert runtime.compile(doubling((7,))) is first
    assert runtime.compile(doubling((7,)), options={"xla_backend_optimization_level": 0}) is not first


@pytest.mark.usefixtures("few_objects")
def test_compile_goes_through_the_disk(cache_folder):
    text = doubling((9,))
    runtime.compile(text)
    gc.collect()
    entry, = cache_folder.glob("??/*")
    sound = entry.read_bytes()
    assert np.array_equal(run(runtime.compile(text), np.ones(9))[0], np.full(9, 2.0))
    for broken in (b"", sound[:-10], sound[:100] + b"?" + sound[101:], b"somebody else's file"):
        entry.write_bytes(broken)
        gc.collect()
        assert np.array_equal(run(runtime.compile(text), np.ones(9))[0], np.full(9, 2.0))
        gc.collect()
        assert entry.read_bytes()[:60] == sound[:60][:14] + entry.read_bytes()[14:60]
        assert runtime.default_store().get(entry.name) is not None
    # sound for the store, garbage for XLA
    runtime.default_store().put(entry.name, b"not an executable")
    gc.collect()
    assert np.array_equal(run(runtime.compile(text), np.ones(9))[0], np.full(9, 2.0))
    assert runtime.default_store().get(entry.name) != b"not an executable"


def test_the_disk_can_be_switched_off(cache_folder, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE", "0")
    runtime.compile(doubling((11,)))
    assert not cache_folder.exists()


def test_pretty_reads_the_generic_form():
    generic = f"""module @m {{ "func.func"() <{{function_type = ({F4}) -> {F4}, sym_name = "main"}}> ({{
     ^bb0(%a: {F4}):
      %0 = "stablehlo.add"(%a, %a) : ({F4}, {F4}) -> {F4} loc("user.py":7:3)
      "func.return"(%0) : ({F4}) -> () }}) : () -> () }}"""
    assert f"%0 = stablehlo.add %arg0, %arg0 : {F4}" in runtime.pretty(generic)
    assert "user.py" in runtime.pretty(generic, locations=True) and "user.py" not in runtime.pretty(generic)
    runtime.verify(generic)
    with pytest.raises(ValueError, match="not valid StableHLO"):
        runtime.verify(generic.replace('"stablehlo.add"(%a, %a)', '"stablehlo.add"(%a)'))


# --- callbacks ------------------------------------------------------------------------------------

X = np.arange(4.0)


def test_a_callback_computes():
    executable = runtime.compile(calling(), callbacks=(np.sin,))
    np.testing.assert_array_equal(run(executable, X)[0], np.sin(X))


def test_callbacks_are_converted_or_refused_never_misread():
    assert run(runtime.compile(calling(), callbacks=(lambda x: [1, 2, 3, 4],)), X)[0].tolist() == [1, 2, 3, 4]
    for wrong, message in ((lambda x: x[:2], r"shape \(2,\), declared \(4,\)"),
                           (lambda x: x + 1j, "complex128"),
                           (lambda x: (x, x), "shape|results"), (lambda x: None, "shape")):
        with pytest.raises(TypeError, match=message):
            run(runtime.compile(calling(), callbacks=(wrong,)), X)


def test_the_callers_exception_is_the_callbacks_own():
    class Mine(Exception):
        pass
    error = Mine("inside")

    def boom(x):
        raise error
    with pytest.raises(Mine) as caught:
        run(runtime.compile(calling(), callbacks=(boom,)), X)
    assert caught.value is error
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(calling(), callbacks=(boom,)), s, (True,), s, runtime.pytree.structure(0)))
    for _ in range(2):
        with pytest.raises(Mine):
            f(X)


def test_tokens_order_effects_and_stay_out_of_sight():
    token, log = "!stablehlo.token", []
    text = module(f"%a: {F4}", F4, f"%t0 = stablehlo.create_token : {token}\n"
                  f"%t1 = {callback(0, '%t0, %a', f'{token}, {F4}', token, True)}\n"
                  f"%b = stablehlo.add %a, %a : {F4}\n"
                  f"%t2 = {callback(0, '%t1, %b', f'{token}, {F4}', token, True)}\nreturn %b : {F4}")
    run(runtime.compile(text, callbacks=(lambda v: log.append(v.tolist()),)), X)
    assert log == [[0, 1, 2, 3], [0, 2, 4, 6]]


def test_callbacks_must_be_given():
    text = calling().replace("index = 0", "index = 3")
    with pytest.raises(ValueError, match="callback 3, but 1"):
        runtime.compile(text, callbacks=(np.sin,))
    with pytest.raises(ValueError, match="cannot be serialised"):
        runtime.compile(calling(), callbacks=(np.sin,)).serialize()


SERIALISED_AGAIN = """
import sys, numpy as np
from recto import runtime
path, generation = sys.argv[1], int(sys.argv[2])
text = '''module @f { func.func public @main(%a: tensor<4x4xf64>) -> tensor<4x4xf64> {
 %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
 %c = stablehlo.maximum %b, %a : tensor<4x4xf64>
 return %c : tensor<4x4xf64> } }'''
executable = runtime.compile(text) if generation == 0 else runtime.load(open(path, "rb").read())
open(path, "wb").write(executable.serialize())
print(np.asarray(runtime.Array(executable.run([runtime.put(2 * np.eye(4))])[0]))[0, 0])
"""


def test_an_executable_from_disk_can_be_serialised_again(tmp_path):
    import os
    import subprocess
    import sys
    for generation in range(3):
        command = [sys.executable, "-c", SERIALISED_AGAIN, str(tmp_path / "blob"), str(generation)]
        environment = {**os.environ, "RECTO_CACHE": "0"}
        result = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        assert float(result.stdout) == 4.0
