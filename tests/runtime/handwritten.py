"""Hand-written StableHLO for the tests."""
import numpy as np

NAMES = {"bool": "i1", "int8": "i8", "int32": "i32", "int64": "i64", "uint8": "ui8", "uint16": "ui16",
         "float16": "f16",
         "float32": "f32", "float64": "f64", "bfloat16": "bf16", "int4": "i4", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}
F4 = "tensor<4xf64>"


def tensor(shape, dtype=np.float64):
    return "tensor<" + "x".join([*map(str, shape), NAMES[np.dtype(dtype).name]]) + ">"


def module(parameters, results, body):
    return f"module @m {{ func.func public @main({parameters}) -> ({results}) {{\n{body}\n}} }}"


def doubling(shape=(4,), dtype=np.float64, donate=False):
    """x + x"""
    t = tensor(shape, dtype)
    alias = " {tf.aliasing_output = 0 : i32}" if donate else ""
    return module(f"%a: {t}{alias}", t, f"%r = stablehlo.add %a, %a : {t}\nreturn %r : {t}")


def matmul(n):
    t = tensor((n, n))
    return module(f"%a: {t}", t,
                  f"%r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}\n"
                                 f"return %r : {t}")


def callback(index, operands, types, result, effect=False):
    """A custom call of host callback `index`."""
    return (f"stablehlo.custom_call @xla_ffi_python_cpu_callback({operands}) {{api_version = 4 : i32, "
            f"backend_config = {{index = {index} : ui64}}, has_side_effect = {str(effect).lower()}}} "
            f": ({types}) -> {result}")


def calling(result=F4):
    """callback 0 on a f64[4]"""
    return module(f"%a: {F4}", result, f"%r = {callback(0, '%a', F4, result)}\nreturn %r : {result}")
