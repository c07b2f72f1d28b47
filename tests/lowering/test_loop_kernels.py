"""Loops with short rounds are native kernels, and those that XLA refuses to compile so are compiled otherwise."""

import numpy as np
import pytest

import recto
from recto import runtime
from recto.runtime.compilation import executable
from recto.runtime.compilation.executable import FEW, LEAST, MANY, ONE_KERNEL


def waves(x, v, steps):
    for _ in range(steps):
        v[1:-1] += 0.1 * (x[:-2] - 2.0 * x[1:-1] + x[2:])
        x += 0.1 * v
    return x


def lowered_of(function, *arguments):
    return recto.jit(function).lower(*arguments)._lowered


def decay(x):
    for k in range(20):
        x = x - 0.1 * np.sin(x) * np.mean(x) / (k + 1.0) + x[::-1] * 1e-3
    return x


def products(x):
    for _ in range(20):
        x = np.tanh(x @ x)
    return x


@pytest.mark.parametrize(("function", "shape", "short"), [
    (decay, (1000,), True), (decay, (20_000,), False), (products, (30, 30), True), (products, (100, 100), False),
    (np.sin, (10,), False),
])
def test_rounds_are_short_where_no_operation_is_worth_several_threads(function, shape, short):
    assert lowered_of(function, np.ones(shape)).short_rounds == short


@pytest.mark.xla
@pytest.mark.parametrize("size", [10, 1000, 9000, 40_000])
def test_results_are_the_same_however_loops_are_compiled(size):
    x = np.random.default_rng(0).random(size)
    lowered = lowered_of(decay, x)
    found = [runtime.host_values(runtime.compile(lowered.text, short_rounds=short).run([runtime.put(x)]))[0]
             for short in (False, True)]
    np.testing.assert_allclose(found, [decay(x)] * 2, rtol=1e-12)


@pytest.mark.xla
def test_what_xla_refuses_as_one_kernel_is_compiled_with_many():
    """An operation for several threads, in a loop that is said to have short rounds."""
    def large(x):
        for _ in range(5):
            x = x * 0.5 + np.flip(x)
        return x

    x = np.random.default_rng(0).random(100_000)
    made = runtime.compile(lowered_of(large, x).text, short_rounds=True)
    np.testing.assert_allclose(runtime.host_values(made.run([runtime.put(x)]))[0], large(x), rtol=1e-12)


@pytest.mark.xla
def test_a_loop_with_short_rounds_is_one_call():
    n = 400
    lowered = lowered_of(lambda x, v: waves(x, v, 50), np.ones(n), np.zeros(n))
    assert lowered.short_rounds
    assert runtime.compile(lowered.text, short_rounds=True).hlo().count("xla_cpu_small_call") == 1


def halved(x):
    while np.max(x) > 1e-3:
        x = x * 0.5
    return x


@pytest.mark.parametrize(("function", "shape", "short"), [
    (decay, (1000,), True), (decay, (300_000,), True), (decay, (8_000_000,), False), (products, (300, 300), True),
    (products, (1500, 1500), False), (halved, (10,), True), (halved, (8_000_000,), True), (np.sin, (10,), False),
])
def test_on_a_gpu_loops_that_data_end_and_loops_of_short_operations_run_without_the_host(function, shape, short):
    program = recto.jit(function).program(f"f64[{','.join(map(str, shape))}]")
    assert recto.transform.lowered(program, platform="cuda").short_rounds == short


def test_options_for_loops_on_a_gpu(monkeypatch):
    monkeypatch.setattr(executable, "platform_of", lambda device: "cuda")
    with_loop, without = (lowered_of(f, np.ones(5)).text for f in (halved, np.sin))
    device = executable.current_device()
    assert executable.options_for(without, device, True) == ()
    for short in (False, True):
        found = dict(executable.options_for(with_loop, device, short))
        assert found["xla_gpu_graph_min_graph_size"] == 1 and ("xla_gpu_enable_command_buffer" in found) == short
        setting = executable.Setting(device, (("xla_gpu_graph_min_graph_size", 3),), perhaps=tuple(found.items()))
        assert setting.all_flags == {**found, "xla_gpu_graph_min_graph_size": 3}
        assert setting.key().items() >= setting.all_flags.items()


def test_options_that_this_xla_does_not_know_are_left_out():
    lowered, device = lowered_of(halved, np.ones(5)), executable.current_device()
    setting = executable.Setting(device, perhaps=(("xla_gpu_option_of_the_next_year", 1),))
    made = executable._compile(lowered.text, (), setting)
    assert runtime.host_values(made.run([runtime.put(np.ones(5))]))[0][0] < 1e-3
    with pytest.raises(ValueError, match="No such compile option"):
        executable._compile(lowered.text, (), setting._replace(perhaps=(), flags=setting.perhaps))


def test_the_setting_is_part_of_what_executables_are_found_by():
    from recto.runtime.compilation.executable import Setting, current_device
    keys = [Setting(current_device(), (), few).key()[ONE_KERNEL] for few in (LEAST, FEW, MANY)]
    assert keys == sorted(set(keys))
