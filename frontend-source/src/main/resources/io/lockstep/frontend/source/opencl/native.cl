/* SPDX-License-Identifier: Apache-2.0 */
/* native_ functions are the approximate instructions. half_ functions may be wrong by 8192 units in
 * the last place; half_log is not native_log, whose error is absolute near 1. */
#define NATIVE(name, value) \
  KEEP float native_##name(float x) { return value; } \
  VECTORS(native_##name, float, float)
#define NATIVE2(name, value) \
  KEEP float native_##name(float x, float y) { return value; } \
  VECTORS2(native_##name, float, float, float)
NATIVE(sin, __nvvm_sin_approx_f(x))
NATIVE(cos, __nvvm_cos_approx_f(x))
NATIVE(tan, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
NATIVE(exp, __nvvm_ex2_approx_f(x * 1.44269504f))
NATIVE(exp2, __nvvm_ex2_approx_f(x))
NATIVE(exp10, __nvvm_ex2_approx_f(x * 3.32192809f))
NATIVE(log, __nvvm_lg2_approx_f(x) * 0.69314718f)
NATIVE(log2, __nvvm_lg2_approx_f(x))
NATIVE(log10, __nvvm_lg2_approx_f(x) * 0.30103000f)
NATIVE(recip, __nvvm_rcp_approx_ftz_f(x))
NATIVE(rsqrt, __nvvm_rsqrt_approx_f(x))
NATIVE(sqrt, __nvvm_sqrt_approx_ftz_f(x))
NATIVE2(divide, __nvvm_div_approx_f(x, y))
NATIVE2(powr, __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)))

#define HALF(name, value) \
  KEEP float half_##name(float x) { return value; } \
  VECTORS(half_##name, float, float)
HALF(exp, native_exp(x)) HALF(exp2, native_exp2(x)) HALF(exp10, native_exp10(x))
HALF(log, log(x)) HALF(log2, log2(x)) HALF(log10, log10(x))
HALF(sin, sin(x)) HALF(cos, cos(x)) HALF(tan, tan(x))
HALF(recip, 1 / x) HALF(rsqrt, rsqrt(x)) HALF(sqrt, sqrt(x))
KEEP float half_divide(float x, float y) { return x / y; }
KEEP float half_powr(float x, float y) { return powr(x, y); }
VECTORS2(half_divide, float, float, float) VECTORS2(half_powr, float, float, float)
