/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of floating point that are instructions, and CUDA's beyond the C library. Other bodies
 * are linked (math.cl). __LOCKSTEP_FTZ__ (-ftz=true) flushes subnormal floats in instructions that
 * are named here, too. */
#ifndef LOCKSTEP_FLOATS_H
#define LOCKSTEP_FLOATS_H
#ifdef __LOCKSTEP_FTZ__
#define LOCKSTEP_APPROXIMATE(name) __nvvm_##name##_approx_ftz_f
#else
#define LOCKSTEP_APPROXIMATE(name) __nvvm_##name##_approx_f
#endif

/* Rounding modes by name: to nearest, to zero, up, down (PTX: rn, rz, rp, rm). */
#define LOCKSTEP_TEXT(T, R, name, text, cr, ct) \
  LOCKSTEP_DEVICE R name(T x) { \
    R r; \
    __asm__(text " %0, %1;" : "=" cr(r) : ct(x)); \
    return r; \
  }
#ifdef __LOCKSTEP_FTZ__
#define LOCKSTEP_F ".ftz.f32"
#else
#define LOCKSTEP_F ".f32"
#endif
#define LOCKSTEP_MODE(s, p) \
  LOCKSTEP_TWO(float, __fadd_##s, "add." #p LOCKSTEP_F, "f") \
  LOCKSTEP_TWO(float, __fsub_##s, "sub." #p LOCKSTEP_F, "f") \
  LOCKSTEP_TWO(float, __fmul_##s, "mul." #p LOCKSTEP_F, "f") \
  LOCKSTEP_TWO(float, __fdiv_##s, "div." #p LOCKSTEP_F, "f") \
  LOCKSTEP_THREE(float, __fmaf_##s, "fma." #p LOCKSTEP_F, "f") \
  LOCKSTEP_THREE(float, __fmaf_ieee_##s, "fma." #p ".f32", "f") \
  LOCKSTEP_TEXT(float, float, __frcp_##s, "rcp." #p LOCKSTEP_F, "f", "f") \
  LOCKSTEP_TEXT(float, float, __fsqrt_##s, "sqrt." #p LOCKSTEP_F, "f", "f") \
  LOCKSTEP_TWO(double, __dadd_##s, "add." #p ".f64", "d") \
  LOCKSTEP_TWO(double, __dsub_##s, "sub." #p ".f64", "d") \
  LOCKSTEP_TWO(double, __dmul_##s, "mul." #p ".f64", "d") \
  LOCKSTEP_TWO(double, __ddiv_##s, "div." #p ".f64", "d") \
  LOCKSTEP_THREE(double, __fma_##s, "fma." #p ".f64", "d") \
  LOCKSTEP_TEXT(double, double, __drcp_##s, "rcp." #p ".f64", "d", "d") \
  LOCKSTEP_TEXT(double, double, __dsqrt_##s, "sqrt." #p ".f64", "d", "d") \
  LOCKSTEP_TEXT(float, int, __float2int_##s, "cvt." #p "i.s32" LOCKSTEP_F, "r", "f") \
  LOCKSTEP_TEXT(float, unsigned, __float2uint_##s, "cvt." #p "i.u32" LOCKSTEP_F, "r", "f") \
  LOCKSTEP_TEXT(float, long long, __float2ll_##s, "cvt." #p "i.s64" LOCKSTEP_F, "l", "f") \
  LOCKSTEP_TEXT(float, unsigned long long, __float2ull_##s, "cvt." #p "i.u64" LOCKSTEP_F, "l", "f") \
  LOCKSTEP_TEXT(double, int, __double2int_##s, "cvt." #p "i.s32.f64", "r", "d") \
  LOCKSTEP_TEXT(double, unsigned, __double2uint_##s, "cvt." #p "i.u32.f64", "r", "d") \
  LOCKSTEP_TEXT(double, long long, __double2ll_##s, "cvt." #p "i.s64.f64", "l", "d") \
  LOCKSTEP_TEXT(double, unsigned long long, __double2ull_##s, "cvt." #p "i.u64.f64", "l", "d") \
  LOCKSTEP_TEXT(double, float, __double2float_##s, "cvt." #p LOCKSTEP_F ".f64", "f", "d") \
  LOCKSTEP_TEXT(int, float, __int2float_##s, "cvt." #p ".f32.s32", "f", "r") \
  LOCKSTEP_TEXT(unsigned, float, __uint2float_##s, "cvt." #p ".f32.u32", "f", "r") \
  LOCKSTEP_TEXT(long long, float, __ll2float_##s, "cvt." #p ".f32.s64", "f", "l") \
  LOCKSTEP_TEXT(unsigned long long, float, __ull2float_##s, "cvt." #p ".f32.u64", "f", "l") \
  LOCKSTEP_TEXT(long long, double, __ll2double_##s, "cvt." #p ".f64.s64", "d", "l") \
  LOCKSTEP_TEXT(unsigned long long, double, __ull2double_##s, "cvt." #p ".f64.u64", "d", "l")
#define LOCKSTEP_TWO(T, name, text, c) \
  LOCKSTEP_DEVICE T name(T x, T y) { \
    T r; \
    __asm__(text " %0, %1, %2;" : "=" c(r) : c(x), c(y)); \
    return r; \
  }
#define LOCKSTEP_THREE(T, name, text, c) \
  LOCKSTEP_DEVICE T name(T x, T y, T z) { \
    T r; \
    __asm__(text " %0, %1, %2, %3;" : "=" c(r) : c(x), c(y), c(z)); \
    return r; \
  }
LOCKSTEP_MODE(rn, rn) LOCKSTEP_MODE(rz, rz) LOCKSTEP_MODE(ru, rp) LOCKSTEP_MODE(rd, rm)
#undef LOCKSTEP_MODE
#undef LOCKSTEP_TEXT
LOCKSTEP_DEVICE double __int2double_rn(int x) { return x; }
LOCKSTEP_DEVICE double __uint2double_rn(unsigned x) { return x; }
LOCKSTEP_DEVICE float __frsqrt_rn(float x) { return (float)(1 / __builtin_sqrt((double)x)); }

/* The same bits as another type. */
LOCKSTEP_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
LOCKSTEP_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
LOCKSTEP_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
LOCKSTEP_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
LOCKSTEP_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
LOCKSTEP_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
LOCKSTEP_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
LOCKSTEP_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
LOCKSTEP_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

/* Approximate instructions. */
LOCKSTEP_DEVICE float __fdividef(float x, float y) { return LOCKSTEP_APPROXIMATE(div)(x, y); }
LOCKSTEP_DEVICE float __sinf(float x) { return LOCKSTEP_APPROXIMATE(sin)(x); }
LOCKSTEP_DEVICE float __cosf(float x) { return LOCKSTEP_APPROXIMATE(cos)(x); }
LOCKSTEP_DEVICE float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
LOCKSTEP_DEVICE float __exp2f(float x) { return LOCKSTEP_APPROXIMATE(ex2)(x); }
LOCKSTEP_DEVICE float __expf(float x) { return __exp2f(x * 0x1.715476p+0f); }
LOCKSTEP_DEVICE float __exp10f(float x) { return __exp2f(x * 0x1.a934fp+1f); }
LOCKSTEP_DEVICE float __log2f(float x) { return LOCKSTEP_APPROXIMATE(lg2)(x); }
LOCKSTEP_DEVICE float __logf(float x) { return __log2f(x) * 0x1.62e43p-1f; }
LOCKSTEP_DEVICE float __log10f(float x) { return __log2f(x) * 0x1.344136p-2f; }
LOCKSTEP_DEVICE float __powf(float x, float y) { return __exp2f(y * __log2f(x)); }
LOCKSTEP_DEVICE void __sincosf(float x, float* s, float* c) { *s = __sinf(x), *c = __cosf(x); }
LOCKSTEP_DEVICE float __tanhf(float x) {
  float r;
  __asm__("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
LOCKSTEP_DEVICE float __saturatef(float x) {
#ifdef __LOCKSTEP_FTZ__
  return __nvvm_saturate_ftz_f(x);
#else
  return __nvvm_saturate_f(x);
#endif
}

/* CUDA's functions beyond the C library, whose bodies are linked. */
#define LOCKSTEP_MATH1(name) \
  LOCKSTEP_PLAIN double name(double) noexcept; \
  LOCKSTEP_PLAIN float name##f(float) noexcept;
LOCKSTEP_MATH1(rsqrt) LOCKSTEP_MATH1(rcbrt) LOCKSTEP_MATH1(sinpi) LOCKSTEP_MATH1(cospi)
LOCKSTEP_MATH1(erfinv) LOCKSTEP_MATH1(erfcinv) LOCKSTEP_MATH1(erfcx) LOCKSTEP_MATH1(normcdf)
LOCKSTEP_MATH1(normcdfinv)
#undef LOCKSTEP_MATH1
#define LOCKSTEP_MATHS(T, f) \
  LOCKSTEP_PLAIN void sincospi##f(T, T*, T*) noexcept; \
  LOCKSTEP_PLAIN T rhypot##f(T, T) noexcept; \
  LOCKSTEP_PLAIN T norm3d##f(T, T, T) noexcept; \
  LOCKSTEP_PLAIN T rnorm3d##f(T, T, T) noexcept; \
  LOCKSTEP_PLAIN T norm4d##f(T, T, T, T) noexcept; \
  LOCKSTEP_PLAIN T rnorm4d##f(T, T, T, T) noexcept;
LOCKSTEP_MATHS(double, ) LOCKSTEP_MATHS(float, f)
#undef LOCKSTEP_MATHS
LOCKSTEP_DEVICE float fdividef(float x, float y) { return x / y; }
/* libstdc++ takes the host's names of these; the C library has no function of another type. */
LOCKSTEP_DEVICE float rsqrt(float x) { return rsqrtf(x); }
LOCKSTEP_DEVICE float exp10(float x) { return exp10f(x); }
LOCKSTEP_DEVICE float sinpi(float x) { return sinpif(x); }
LOCKSTEP_DEVICE float cospi(float x) { return cospif(x); }
LOCKSTEP_DEVICE void sincos(float x, float* s, float* c) { sincosf(x, s, c); }

#define LOCKSTEP_EXTREMES(T, A, B, ending) \
  LOCKSTEP_BOTH T min(A x, B y) { return __builtin_fmin##ending(x, y); } \
  LOCKSTEP_BOTH T max(A x, B y) { return __builtin_fmax##ending(x, y); }
LOCKSTEP_EXTREMES(float, float, float, f) LOCKSTEP_EXTREMES(double, double, double, )
LOCKSTEP_EXTREMES(double, float, double, ) LOCKSTEP_EXTREMES(double, double, float, )
#undef LOCKSTEP_EXTREMES

#endif
