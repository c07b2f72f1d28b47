"""The primitive table, family by family. Importing this package fills it."""
from ._names import (bf16, bool, c64, c128, const, f16, f32, f64, i8, i16, i32, i64, inf, named, nan, opaque,
                     u8, u16, u32, u64)
from .control.checks import checked_index
from .control.control_flow import call, cond, fori_loop, iterate, while_loop
from .control.custom_rules import collective, fence, guard, lanes, ruled_call, stop_gradient
from .control.effects import host_call, host_value, note_failure
from .control.sharding import constrain
from .convolution import (conv, reduce_window_max, reduce_window_min, reduce_window_sum, window_argmax,
                      window_argmin)
from .data_movement.gather_scatter import gather, scatter, scatter_add, scatter_max, scatter_min, scatter_mul
from .data_movement.regions import inside, select_region, shift
from .data_movement.shape import bitcast, broadcast, concatenate, flip, iota, pad, reshape, transpose
from .data_movement.slicing import dynamic_slice, put_slice, slice_, update_slice
from .elementwise import (abs, acos, acosh, add, and_, asin, asinh, atan, atan2, atanh, cast, cbrt, ceil,
                          complex_, conj, copy, copysign, cos, cosh, digamma, div, eq, erf, erfc, erfinv, exp,
                          exp2, expm1, floor, floor_divide, fmod, gamma, ge, gt, imag, integer_pow, isfinite,
                          isinf, isnan, le, lgamma, log, log1p, log2, log10, lt, maximum, minimum, mul, ne,
                          neg, nextafter, not_, or_, polygamma, popcount, pow, real, remainder, round,
                          round_decimal, select, shift_left, shift_right, sigmoid, sign, signbit, sin, sinh, sqrt, sub,
                          tan, tanh, to_int, trunc, xor)
from .linear_algebra.contraction import dot
from .linear_algebra.factorisations import cholesky, det, eig, eigh, lu, qr, slogdet, solve, svd, triangular_solve
from .linear_algebra.fourier import fft
from .linear_algebra.sparse import sampled_dot, sparse_dense, sparse_dot, sparse_entries, sparse_solve
from .reductions import (argmax, argmin, cummax, cummin, cumprod, cumsum, reduce_all, reduce_any, reduce_max,
                         reduce_min, reduce_prod, reduce_sum)
from .sorting import argsort, searchsorted, sort
