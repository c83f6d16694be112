/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors, dim3 and built-in variables. */
#ifndef LOCKSTEP_TYPES_H
#define LOCKSTEP_TYPES_H

#define LOCKSTEP_VECTORS(T, name, two, four) \
  struct name##1 { T x; }; \
  struct __attribute__((aligned(two))) name##2 { T x, y; }; \
  struct name##3 { T x, y, z; }; \
  struct __attribute__((aligned(four))) name##4 { T x, y, z, w; }; \
  LOCKSTEP_BOTH name##1 make_##name##1(T x) { return name##1{x}; } \
  LOCKSTEP_BOTH name##2 make_##name##2(T x, T y) { return name##2{x, y}; } \
  LOCKSTEP_BOTH name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; } \
  LOCKSTEP_BOTH name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }
LOCKSTEP_VECTORS(signed char, char, 2, 4) LOCKSTEP_VECTORS(unsigned char, uchar, 2, 4)
LOCKSTEP_VECTORS(short, short, 4, 8) LOCKSTEP_VECTORS(unsigned short, ushort, 4, 8)
LOCKSTEP_VECTORS(int, int, 8, 16) LOCKSTEP_VECTORS(unsigned, uint, 8, 16)
LOCKSTEP_VECTORS(long, long, 2 * sizeof(long), 16)
LOCKSTEP_VECTORS(unsigned long, ulong, 2 * sizeof(long), 16)
LOCKSTEP_VECTORS(long long, longlong, 16, 16)
LOCKSTEP_VECTORS(unsigned long long, ulonglong, 16, 16)
LOCKSTEP_VECTORS(float, float, 8, 16) LOCKSTEP_VECTORS(double, double, 16, 16)
#undef LOCKSTEP_VECTORS

struct dim3 {
  unsigned x, y, z;
  LOCKSTEP_BOTH_MEMBER constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  LOCKSTEP_BOTH_MEMBER constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  LOCKSTEP_BOTH_MEMBER constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* Each part of a built-in variable is a read of a special register. */
#define LOCKSTEP_PART(part, name) \
  __declspec(property(get = lockstep_##part)) unsigned part; \
  LOCKSTEP_MEMBER unsigned lockstep_##part() const { return __nvvm_read_ptx_sreg_##name##_##part(); }
#define LOCKSTEP_BUILT_IN(T, variable, name) \
  struct lockstep_##variable { \
    LOCKSTEP_PART(x, name) LOCKSTEP_PART(y, name) LOCKSTEP_PART(z, name) \
    LOCKSTEP_MEMBER operator dim3() const { return dim3(x, y, z); } \
    LOCKSTEP_MEMBER operator uint3() const { return uint3{x, y, z}; } \
    lockstep_##variable() = delete; \
    lockstep_##variable(const lockstep_##variable&) = delete; \
    void operator=(const lockstep_##variable&) const = delete; \
  }; \
  extern const __attribute__((device, weak)) lockstep_##variable variable;
LOCKSTEP_BUILT_IN(uint3, threadIdx, tid)
LOCKSTEP_BUILT_IN(uint3, blockIdx, ctaid)
LOCKSTEP_BUILT_IN(dim3, blockDim, ntid)
LOCKSTEP_BUILT_IN(dim3, gridDim, nctaid)
#undef LOCKSTEP_BUILT_IN
#undef LOCKSTEP_PART
static constexpr int warpSize = __LOCKSTEP_WARP__;

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

LOCKSTEP_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
LOCKSTEP_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
LOCKSTEP_DEVICE void __threadfence() { __nvvm_membar_gl(); }
LOCKSTEP_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
LOCKSTEP_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
LOCKSTEP_DEVICE int clock() { return __nvvm_read_ptx_sreg_clock(); }
LOCKSTEP_DEVICE unsigned long long __globaltimer() {
  unsigned long long r;
  __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(r));
  return r;
}
LOCKSTEP_DEVICE void __nanosleep(unsigned t) { __asm__ volatile("nanosleep.u32 %0;" : : "r"(t)); }
LOCKSTEP_DEVICE void __trap() { __asm__ volatile("trap;"); }
LOCKSTEP_DEVICE void __brkpt() { __asm__ volatile("brkpt;"); }

/* Spaces of addresses. */
LOCKSTEP_DEVICE unsigned __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
LOCKSTEP_DEVICE unsigned __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
LOCKSTEP_DEVICE unsigned __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
LOCKSTEP_DEVICE unsigned __isLocal(const void* p) { return __nvvm_isspacep_local(p); }
#define LOCKSTEP_SPACE(name, number) \
  LOCKSTEP_DEVICE size_t __cvta_generic_to_##name(const void* p) { \
    return (size_t)(const __attribute__((address_space(number))) void*)p; \
  } \
  LOCKSTEP_DEVICE void* __cvta_##name##_to_generic(size_t p) { \
    return (void*)(__attribute__((address_space(number))) void*)p; \
  }
LOCKSTEP_SPACE(global, 1) LOCKSTEP_SPACE(shared, 3)
LOCKSTEP_SPACE(constant, 4) LOCKSTEP_SPACE(local, 5)
#undef LOCKSTEP_SPACE

/* Loads and stores with a hint for caches. */
#define LOCKSTEP_LOAD(hint, T, text, c) \
  LOCKSTEP_DEVICE T __ld##hint(const T* p) { \
    T r; \
    __asm__ volatile("ld.global." #hint "." text " %0, [%1];" : "=" c(r) : "l"(p) : "memory"); \
    return r; \
  }
#define LOCKSTEP_STORE(hint, T, text, c) \
  LOCKSTEP_DEVICE void __st##hint(T* p, T v) { \
    __asm__ volatile("st.global." #hint "." text " [%0], %1;" : : "l"(p), c(v) : "memory"); \
  }
#define LOCKSTEP_LOADS(hint) \
  LOCKSTEP_LOAD(hint, int, "b32", "r") LOCKSTEP_LOAD(hint, unsigned, "b32", "r") \
  LOCKSTEP_LOAD(hint, float, "f32", "f") LOCKSTEP_LOAD(hint, double, "f64", "d") \
  LOCKSTEP_LOAD(hint, short, "b16", "h") LOCKSTEP_LOAD(hint, unsigned short, "b16", "h") \
  LOCKSTEP_LOAD(hint, long, "b64", "l") LOCKSTEP_LOAD(hint, unsigned long, "b64", "l") \
  LOCKSTEP_LOAD(hint, long long, "b64", "l") LOCKSTEP_LOAD(hint, unsigned long long, "b64", "l")
#define LOCKSTEP_STORES(hint) \
  LOCKSTEP_STORE(hint, int, "b32", "r") LOCKSTEP_STORE(hint, unsigned, "b32", "r") \
  LOCKSTEP_STORE(hint, float, "f32", "f") LOCKSTEP_STORE(hint, double, "f64", "d") \
  LOCKSTEP_STORE(hint, short, "b16", "h") LOCKSTEP_STORE(hint, unsigned short, "b16", "h") \
  LOCKSTEP_STORE(hint, long, "b64", "l") LOCKSTEP_STORE(hint, unsigned long, "b64", "l") \
  LOCKSTEP_STORE(hint, long long, "b64", "l") LOCKSTEP_STORE(hint, unsigned long long, "b64", "l")
LOCKSTEP_LOADS(cg) LOCKSTEP_LOADS(ca) LOCKSTEP_LOADS(cs) LOCKSTEP_LOADS(lu) LOCKSTEP_LOADS(cv)
LOCKSTEP_STORES(wb) LOCKSTEP_STORES(cg) LOCKSTEP_STORES(cs) LOCKSTEP_STORES(wt)
/* Vectors, of the sizes that one access has. */
#define LOCKSTEP_LOAD2(hint, V, text, c) \
  LOCKSTEP_DEVICE V __ld##hint(const V* p) { \
    V r; \
    __asm__ volatile("ld.global." #hint ".v2." text " {%0, %1}, [%2];" \
                     : "=" c(r.x), "=" c(r.y) : "l"(p) : "memory"); \
    return r; \
  }
#define LOCKSTEP_LOAD4(hint, V, text, c) \
  LOCKSTEP_DEVICE V __ld##hint(const V* p) { \
    V r; \
    __asm__ volatile("ld.global." #hint ".v4." text " {%0, %1, %2, %3}, [%4];" \
                     : "=" c(r.x), "=" c(r.y), "=" c(r.z), "=" c(r.w) : "l"(p) : "memory"); \
    return r; \
  }
#define LOCKSTEP_STORE2(hint, V, text, c) \
  LOCKSTEP_DEVICE void __st##hint(V* p, V v) { \
    __asm__ volatile("st.global." #hint ".v2." text " [%0], {%1, %2};" \
                     : : "l"(p), c(v.x), c(v.y) : "memory"); \
  }
#define LOCKSTEP_STORE4(hint, V, text, c) \
  LOCKSTEP_DEVICE void __st##hint(V* p, V v) { \
    __asm__ volatile("st.global." #hint ".v4." text " [%0], {%1, %2, %3, %4};" \
                     : : "l"(p), c(v.x), c(v.y), c(v.z), c(v.w) : "memory"); \
  }
#define LOCKSTEP_VECTORS(M, hint) \
  M##2(hint, int2, "b32", "r") M##2(hint, uint2, "b32", "r") M##2(hint, float2, "f32", "f") \
  M##4(hint, int4, "b32", "r") M##4(hint, uint4, "b32", "r") M##4(hint, float4, "f32", "f") \
  M##2(hint, double2, "f64", "d") M##2(hint, longlong2, "b64", "l") \
  M##2(hint, ulonglong2, "b64", "l")
LOCKSTEP_VECTORS(LOCKSTEP_LOAD, cg) LOCKSTEP_VECTORS(LOCKSTEP_LOAD, ca)
LOCKSTEP_VECTORS(LOCKSTEP_LOAD, cs) LOCKSTEP_VECTORS(LOCKSTEP_LOAD, lu)
LOCKSTEP_VECTORS(LOCKSTEP_LOAD, cv) LOCKSTEP_VECTORS(LOCKSTEP_STORE, wb)
LOCKSTEP_VECTORS(LOCKSTEP_STORE, cg) LOCKSTEP_VECTORS(LOCKSTEP_STORE, cs)
LOCKSTEP_VECTORS(LOCKSTEP_STORE, wt)
/* Data that no thread writes meanwhile: the compiler knows the loads. */
#define LOCKSTEP_READ_ONLY(T, of, C) \
  LOCKSTEP_DEVICE T __ldg(const T* p) { return (T)__nvvm_ldg_##of((const C*)p); }
LOCKSTEP_READ_ONLY(char, c, char) LOCKSTEP_READ_ONLY(signed char, c, char)
LOCKSTEP_READ_ONLY(unsigned char, uc, unsigned char) LOCKSTEP_READ_ONLY(short, s, short)
LOCKSTEP_READ_ONLY(unsigned short, us, unsigned short) LOCKSTEP_READ_ONLY(int, i, int)
LOCKSTEP_READ_ONLY(unsigned, ui, unsigned) LOCKSTEP_READ_ONLY(long, l, long)
LOCKSTEP_READ_ONLY(unsigned long, ul, unsigned long) LOCKSTEP_READ_ONLY(long long, ll, long long)
LOCKSTEP_READ_ONLY(unsigned long long, ull, unsigned long long)
LOCKSTEP_READ_ONLY(float, f, float) LOCKSTEP_READ_ONLY(double, d, double)
#define LOCKSTEP_READ_ONLY_VECTOR(V, T, n, of, made) \
  LOCKSTEP_DEVICE V __ldg(const V* p) { \
    typedef T lockstep_vector __attribute__((ext_vector_type(n))); \
    lockstep_vector v = __nvvm_ldg_##of((const lockstep_vector*)p); \
    return made; \
  }
#define LOCKSTEP_READ_ONLY2(V, T, of) LOCKSTEP_READ_ONLY_VECTOR(V, T, 2, of, (V{v.x, v.y}))
#define LOCKSTEP_READ_ONLY4(V, T, of) \
  LOCKSTEP_READ_ONLY_VECTOR(V, T, 4, of, (V{v.x, v.y, v.z, v.w}))
LOCKSTEP_READ_ONLY2(int2, int, i2) LOCKSTEP_READ_ONLY4(int4, int, i4)
LOCKSTEP_READ_ONLY2(uint2, unsigned, ui2) LOCKSTEP_READ_ONLY4(uint4, unsigned, ui4)
LOCKSTEP_READ_ONLY2(float2, float, f2) LOCKSTEP_READ_ONLY4(float4, float, f4)
LOCKSTEP_READ_ONLY2(double2, double, d2) LOCKSTEP_READ_ONLY2(longlong2, long long, ll2)
LOCKSTEP_READ_ONLY2(ulonglong2, unsigned long long, ull2)
LOCKSTEP_READ_ONLY4(uchar4, unsigned char, uc4)
#undef LOCKSTEP_LOAD
#undef LOCKSTEP_LOAD2
#undef LOCKSTEP_LOAD4
#undef LOCKSTEP_LOADS
#undef LOCKSTEP_STORE
#undef LOCKSTEP_STORE2
#undef LOCKSTEP_STORE4
#undef LOCKSTEP_STORES
#undef LOCKSTEP_VECTORS
#undef LOCKSTEP_READ_ONLY
#undef LOCKSTEP_READ_ONLY2
#undef LOCKSTEP_READ_ONLY4
#undef LOCKSTEP_READ_ONLY_VECTOR

#define __assume(condition) __builtin_assume(condition)
#endif
