/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the C library in device code. They stand before the headers of the host, so that
 * those of namespace std name them, too; the bodies of mathematical ones are linked. */
#ifndef LOCKSTEP_DECLARATIONS_H
#define LOCKSTEP_DECLARATIONS_H
#define LOCKSTEP_PLAIN extern "C" __attribute__((device))

/* Of <new>: objects at a given place. */
__attribute__((device)) inline void* operator new(__SIZE_TYPE__, void* at) noexcept { return at; }
__attribute__((device)) inline void* operator new[](__SIZE_TYPE__, void* at) noexcept { return at; }
__attribute__((device)) inline void operator delete(void*, void*) noexcept {}
__attribute__((device)) inline void operator delete[](void*, void*) noexcept {}

#define LOCKSTEP_MATH1(name) \
  LOCKSTEP_PLAIN double name(double) noexcept; \
  LOCKSTEP_PLAIN float name##f(float) noexcept;
#define LOCKSTEP_MATH2(name) \
  LOCKSTEP_PLAIN double name(double, double) noexcept; \
  LOCKSTEP_PLAIN float name##f(float, float) noexcept;
LOCKSTEP_MATH1(acos) LOCKSTEP_MATH1(acosh) LOCKSTEP_MATH1(asin) LOCKSTEP_MATH1(asinh)
LOCKSTEP_MATH1(atan) LOCKSTEP_MATH1(atanh) LOCKSTEP_MATH1(cbrt) LOCKSTEP_MATH1(ceil)
LOCKSTEP_MATH1(cos) LOCKSTEP_MATH1(cosh) LOCKSTEP_MATH1(erf) LOCKSTEP_MATH1(erfc)
LOCKSTEP_MATH1(exp) LOCKSTEP_MATH1(exp2) LOCKSTEP_MATH1(expm1) LOCKSTEP_MATH1(fabs)
LOCKSTEP_MATH1(floor) LOCKSTEP_MATH1(lgamma) LOCKSTEP_MATH1(log) LOCKSTEP_MATH1(log10)
LOCKSTEP_MATH1(log1p) LOCKSTEP_MATH1(log2) LOCKSTEP_MATH1(logb) LOCKSTEP_MATH1(nearbyint)
LOCKSTEP_MATH1(rint) LOCKSTEP_MATH1(round) LOCKSTEP_MATH1(sin) LOCKSTEP_MATH1(sinh)
LOCKSTEP_MATH1(sqrt) LOCKSTEP_MATH1(tan) LOCKSTEP_MATH1(tanh) LOCKSTEP_MATH1(tgamma)
LOCKSTEP_MATH1(trunc) LOCKSTEP_MATH1(exp10)
LOCKSTEP_MATH2(atan2) LOCKSTEP_MATH2(copysign) LOCKSTEP_MATH2(fdim) LOCKSTEP_MATH2(fmax)
LOCKSTEP_MATH2(fmin) LOCKSTEP_MATH2(fmod) LOCKSTEP_MATH2(hypot) LOCKSTEP_MATH2(nextafter)
LOCKSTEP_MATH2(pow) LOCKSTEP_MATH2(remainder)
#define LOCKSTEP_MATHS(T, f) \
  LOCKSTEP_PLAIN T fma##f(T, T, T) noexcept; \
  LOCKSTEP_PLAIN T frexp##f(T, int*) noexcept; \
  LOCKSTEP_PLAIN T ldexp##f(T, int) noexcept; \
  LOCKSTEP_PLAIN T scalbn##f(T, int) noexcept; \
  LOCKSTEP_PLAIN T scalbln##f(T, long) noexcept; \
  LOCKSTEP_PLAIN T modf##f(T, T*) noexcept; \
  LOCKSTEP_PLAIN T remquo##f(T, T, int*) noexcept; \
  LOCKSTEP_PLAIN void sincos##f(T, T*, T*) noexcept; \
  LOCKSTEP_PLAIN int ilogb##f(T) noexcept; \
  LOCKSTEP_PLAIN long lrint##f(T) noexcept; \
  LOCKSTEP_PLAIN long lround##f(T) noexcept; \
  LOCKSTEP_PLAIN long long llrint##f(T) noexcept; \
  LOCKSTEP_PLAIN long long llround##f(T) noexcept; \
  LOCKSTEP_PLAIN T nan##f(const char*) noexcept;
LOCKSTEP_MATHS(double, ) LOCKSTEP_MATHS(float, f)
#undef LOCKSTEP_MATHS
#undef LOCKSTEP_MATH1
#undef LOCKSTEP_MATH2

#define LOCKSTEP_ABSOLUTE(T, name) \
  extern "C" __attribute__((device, always_inline, unused)) inline T name(T x) noexcept { \
    return x < 0 ? -x : x; \
  }
LOCKSTEP_ABSOLUTE(int, abs) LOCKSTEP_ABSOLUTE(long, labs) LOCKSTEP_ABSOLUTE(long long, llabs)
#undef LOCKSTEP_ABSOLUTE

LOCKSTEP_PLAIN void* malloc(__SIZE_TYPE__) noexcept;
LOCKSTEP_PLAIN void free(void*) noexcept;
#define LOCKSTEP_MEMORY(name, V) \
  extern "C" __attribute__((device, always_inline, unused)) inline void* name( \
      void* to, V v, __SIZE_TYPE__ n) noexcept { \
    return __builtin_##name(to, v, n); \
  }
LOCKSTEP_MEMORY(memcpy, const void*) LOCKSTEP_MEMORY(memmove, const void*) LOCKSTEP_MEMORY(memset, int)
#undef LOCKSTEP_MEMORY
LOCKSTEP_PLAIN int printf(const char*, ...);
LOCKSTEP_PLAIN int vprintf(const char*, const char*);
LOCKSTEP_PLAIN __attribute__((noreturn)) void __assertfail(const char*, const char*, unsigned,
                                                           const char*, __SIZE_TYPE__);
extern "C" __attribute__((device, noreturn, always_inline, unused)) inline void __assert_fail(
    const char* what, const char* file, unsigned line, const char* function) noexcept {
  __assertfail(what, file, line, function, 1);
}
#endif
