"""Compile programs for an H100 without one: the compile-only client of the CUDA plugin.

It needs the packages jax-cuda13-pjrt, jax-cuda13-plugin, nvidia-cuda-nvcc and nvidia-nvvm, but no driver and no device.
"""
import functools

from jaxlib import xla_client

from recto.runtime import _xla
from recto.runtime.compilation import mlir
from recto.runtime.device.client import CUDA_TARGETS
from recto.runtime.device.plugins import plugins

H100 = """gpu_device_info { threads_per_block_limit: 1024 threads_per_warp: 32 shared_memory_per_block: 49152
 shared_memory_per_core: 233472 threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128
 block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535 memory_bandwidth: 3352320000000
 l2_cache_size: 52428800 clock_rate_ghz: 1.98 device_memory_size: 84929347584 shared_memory_per_block_optin: 232448
 cuda_compute_capability { major: 9 minor: 0 } registers_per_core_limit: 65536 registers_per_block_limit: 65536 }
platform_name: "CUDA" dnn_version_info { major: 9 minor: 12 } device_description_str: "NVIDIA H100 80GB HBM3" """


def is_installed() -> bool:
    return "cuda" in plugins()


@functools.cache
def devices():
    plugin = plugins()["cuda"]
    functions = _xla.load_plugin("cuda", str(plugin.library))
    _xla.register_cuda_targets(functions, CUDA_TARGETS[plugin.package])
    topology = xla_client.make_c_api_device_topology(functions, "", target_config=H100, topology="1x1x1")
    return topology._make_compile_only_devices()


def compiled(text: str) -> str:
    """The optimised HLO of a program in StableHLO."""
    found = devices()
    options = xla_client.CompileOptions()
    executable = found[0].client.compile(mlir.parse(text), _xla.device_list(found), options)
    return executable.hlo_modules()[0].to_string()
