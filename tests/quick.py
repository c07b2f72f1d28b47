"""Quick compilation, for programs that run once or twice: XLA need not do its best for them."""
from recto import runtime

QUICK = {"xla_backend_optimization_level": 0, "xla_cpu_use_fusion_emitters": False,
         "xla_disable_hlo_passes": "simplification after layout assignment",     # by then barriers have gone
         "xla_cpu_parallel_codegen_split_count": 1}


def compile_quickly() -> None:
    """From now on, in this process."""
    runtime.compile.__kwdefaults__["options"] = QUICK
