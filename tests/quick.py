"""Quick compilation, for programs that run once or twice: XLA need not do its best for them."""
from importlib.metadata import version

from recto import runtime

VERSION = tuple(map(int, version("jaxlib").split(".")[:3]))
# The older emitters are quicker; from this version on XLA does not have them.
EMITTERS = {"xla_cpu_use_fusion_emitters": False} if VERSION < (0, 11, 1) else {}
QUICK = {"xla_backend_optimization_level": 0, **EMITTERS,
         "xla_disable_hlo_passes": "simplification after layout assignment",     # by then barriers have gone
         "xla_cpu_parallel_codegen_split_count": 1}


def compile_quickly() -> None:
    """From now on, in this process."""
    runtime.settings.xla_options = QUICK
