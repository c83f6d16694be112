/* SPDX-License-Identifier: Apache-2.0 */
/* What all parts of the library of OpenCL C's built-in functions share. The parts are one text, in
 * the order of BuiltInLibrary, that is compiled to bitcode without passes: a kernel's compilation
 * links the functions that it calls, inlines and optimises them. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KEEP __attribute__((overloadable, always_inline))
#define HELPER static __attribute__((overloadable, always_inline))

/* The vector forms of functions whose result has the type R and whose arguments have the types T,
 * U and V: two elements each, of vectors of two or three; else two halves. */
#define VECTORS(name, R, T) \
  KEEP R##2 name(T##2 x) { return (R##2)(name(x.x), name(x.y)); } \
  KEEP R##3 name(T##3 x) { return (R##3)(name(x.x), name(x.y), name(x.z)); } \
  VECTORS_N(name, R, T, 4) VECTORS_N(name, R, T, 8) VECTORS_N(name, R, T, 16)
#define VECTORS_N(name, R, T, n) \
  KEEP R##n name(T##n x) { return (R##n)(name(x.lo), name(x.hi)); }
#define VECTORS2(name, R, T, U) \
  KEEP R##2 name(T##2 x, U##2 y) { return (R##2)(name(x.x, y.x), name(x.y, y.y)); } \
  KEEP R##3 name(T##3 x, U##3 y) { \
    return (R##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z)); \
  } \
  VECTORS2_N(name, R, T, U, 4) VECTORS2_N(name, R, T, U, 8) VECTORS2_N(name, R, T, U, 16)
#define VECTORS2_N(name, R, T, U, n) \
  KEEP R##n name(T##n x, U##n y) { return (R##n)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define VECTORS3(name, R, T, U, V) \
  KEEP R##2 name(T##2 x, U##2 y, V##2 z) { \
    return (R##2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y)); \
  } \
  KEEP R##3 name(T##3 x, U##3 y, V##3 z) { \
    return (R##3)(name(x.x, y.x, z.x), name(x.y, y.y, z.y), name(x.z, y.z, z.z)); \
  } \
  VECTORS3_N(name, R, T, U, V, 4) VECTORS3_N(name, R, T, U, V, 8) VECTORS3_N(name, R, T, U, V, 16)
#define VECTORS3_N(name, R, T, U, V, n) \
  KEEP R##n name(T##n x, U##n y, V##n z) { \
    return (R##n)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi)); \
  }

/* A function with a second result behind a pointer, through lockstep_NAME(arguments, pointer to
 * private memory): of one number (SECOND) and of vectors, for all address spaces. */
#define SECONDS(name, T, P) \
  HELPER T##2 lockstep_##name(T##2 x, P##2 *p) { \
    P a, b; \
    T##2 v = (T##2)(lockstep_##name(x.x, &a), lockstep_##name(x.y, &b)); \
    *p = (P##2)(a, b); \
    return v; \
  } \
  HELPER T##3 lockstep_##name(T##3 x, P##3 *p) { \
    P a, b, c; \
    T##3 v = (T##3)(lockstep_##name(x.x, &a), lockstep_##name(x.y, &b), lockstep_##name(x.z, &c)); \
    *p = (P##3)(a, b, c); \
    return v; \
  } \
  SECONDS_N(name, T, P, 4, 2) SECONDS_N(name, T, P, 8, 4) SECONDS_N(name, T, P, 16, 8) \
  SECONDS_OF(name, T, P, __global) SECONDS_OF(name, T, P, __local) SECONDS_OF(name, T, P, __private)
#define SECONDS_N(name, T, P, n, m) \
  HELPER T##n lockstep_##name(T##n x, P##n *p) { \
    P##m a, b; \
    T##n v = (T##n)(lockstep_##name(x.lo, &a), lockstep_##name(x.hi, &b)); \
    *p = (P##n)(a, b); \
    return v; \
  }
#define SECONDS_OF(name, T, P, S) \
  SECOND(name, T, P, S, ) SECOND(name, T, P, S, 2) SECOND(name, T, P, S, 3) \
  SECOND(name, T, P, S, 4) SECOND(name, T, P, S, 8) SECOND(name, T, P, S, 16)
#define SECOND(name, T, P, S, n) \
  KEEP T##n name(T##n x, S P##n *p) { \
    P##n r; \
    T##n v = lockstep_##name(x, &r); \
    *p = r; \
    return v; \
  }

/* The same for every width of vectors, every type of integers, and every address space. */
#define WIDTHS(M, ...) \
  M(__VA_ARGS__, 2) M(__VA_ARGS__, 3) M(__VA_ARGS__, 4) M(__VA_ARGS__, 8) M(__VA_ARGS__, 16)
#define INTEGERS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)

/* A product that -ffp-contract=fast leaves rounded, where its error is taken apart. */
#define ROUNDED_PRODUCT(x, y) fma(x, y, 0)

/* Polynomials by Horner's rule, a constant first. */
#define POLY1(x, a) (a)
#define POLY2(x, a, ...) fma(POLY1(x, __VA_ARGS__), x, a)
#define POLY3(x, a, ...) fma(POLY2(x, __VA_ARGS__), x, a)
#define POLY4(x, a, ...) fma(POLY3(x, __VA_ARGS__), x, a)
#define POLY5(x, a, ...) fma(POLY4(x, __VA_ARGS__), x, a)
#define POLY6(x, a, ...) fma(POLY5(x, __VA_ARGS__), x, a)
#define POLY7(x, a, ...) fma(POLY6(x, __VA_ARGS__), x, a)
#define POLY8(x, a, ...) fma(POLY7(x, __VA_ARGS__), x, a)
#define POLY9(x, a, ...) fma(POLY8(x, __VA_ARGS__), x, a)
#define POLY10(x, a, ...) fma(POLY9(x, __VA_ARGS__), x, a)
#define POLY11(x, a, ...) fma(POLY10(x, __VA_ARGS__), x, a)
#define POLY12(x, a, ...) fma(POLY11(x, __VA_ARGS__), x, a)
#define POLY13(x, a, ...) fma(POLY12(x, __VA_ARGS__), x, a)
#define POLY14(x, a, ...) fma(POLY13(x, __VA_ARGS__), x, a)
#define POLY15(x, a, ...) fma(POLY14(x, __VA_ARGS__), x, a)
#define POLY16(x, a, ...) fma(POLY15(x, __VA_ARGS__), x, a)
#define POLY17(x, a, ...) fma(POLY16(x, __VA_ARGS__), x, a)
#define POLY18(x, a, ...) fma(POLY17(x, __VA_ARGS__), x, a)
#define POLY19(x, a, ...) fma(POLY18(x, __VA_ARGS__), x, a)
#define POLY20(x, a, ...) fma(POLY19(x, __VA_ARGS__), x, a)
#define POLY21(x, a, ...) fma(POLY20(x, __VA_ARGS__), x, a)
#define POLY22(x, a, ...) fma(POLY21(x, __VA_ARGS__), x, a)
#define POLY23(x, a, ...) fma(POLY22(x, __VA_ARGS__), x, a)
#define POLY24(x, a, ...) fma(POLY23(x, __VA_ARGS__), x, a)
#define POLY25(x, a, ...) fma(POLY24(x, __VA_ARGS__), x, a)
#define POLY26(x, a, ...) fma(POLY25(x, __VA_ARGS__), x, a)
#define POLY27(x, a, ...) fma(POLY26(x, __VA_ARGS__), x, a)
#define POLY28(x, a, ...) fma(POLY27(x, __VA_ARGS__), x, a)
