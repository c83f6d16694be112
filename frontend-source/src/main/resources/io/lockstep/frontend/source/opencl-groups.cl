/* Atomics of OpenCL 2.0 with their order and scope, and work-item functions that libclc lacks for
 * this target. Compiled once, and linked to sources that use them. */
#define OVER __attribute__((overloadable))
#define KEEP __attribute__((overloadable, always_inline))

/* Work-items and integers. */
KEEP size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
         get_local_id(0);
}
KEEP size_t get_global_linear_id(void) {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
         get_global_id(0);
}
KEEP uint get_work_dim(void) {
  uint n;
  __asm__("mov.u32 %0, %%launch.dimensions;" : "=r"(n));
  return n;
}
KEEP size_t get_enqueued_local_size(uint d) { return get_local_size(d); }
#define TRAILING(T, S, bits) \
  OVER T ctz(T x) { return x == (T)0 ? (T)bits : (T)(bits - 1) - clz((T)(x & -x)); }
#define TRAILING_V(T, bits) \
  TRAILING(T, T, bits) TRAILING_N(T, 2, bits) TRAILING_N(T, 3, bits) TRAILING_N(T, 4, bits) \
  TRAILING_N(T, 8, bits) TRAILING_N(T, 16, bits)
#define TRAILING_N(T, n, bits) \
  OVER T##n ctz(T##n x) { \
    T##n r; \
    for (int i = 0; i < n; i++) { \
      r[i] = ctz((T)x[i]); \
    } \
    return r; \
  }
TRAILING_V(char, 8) TRAILING_V(uchar, 8) TRAILING_V(short, 16) TRAILING_V(ushort, 16)
TRAILING_V(int, 32) TRAILING_V(uint, 32) TRAILING_V(long, 64) TRAILING_V(ulong, 64)
#define HIGH(T) OVER T mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; }
#define HIGHS(T) HIGH(T) HIGH(T##2) HIGH(T##3) HIGH(T##4) HIGH(T##8) HIGH(T##16)
HIGHS(char) HIGHS(uchar) HIGHS(short) HIGHS(ushort) HIGHS(int) HIGHS(uint) HIGHS(long) HIGHS(ulong)

/* Order and scope become those of the instruction; constants leave one of the cases. */
#define BY_SCOPE(X, sem, a, b) \
  switch (scope) { \
    case memory_scope_work_item: \
    case memory_scope_sub_group: \
    case memory_scope_work_group: X(sem, "cta", a, b); break; \
    case __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES: X(sem, "sys", a, b); break; \
    default: X(sem, "gpu", a, b); break; \
  }
#define FENCE(sem, sc, a, b) __asm__ volatile("fence." sem "." sc ";" ::: "memory")
#define BY_ORDER(X, acquire, release, both, a, b) \
  switch (order) { \
    case memory_order_relaxed: BY_SCOPE(X, "relaxed", a, b) break; \
    case memory_order_acquire: BY_SCOPE(X, acquire, a, b) break; \
    case memory_order_release: BY_SCOPE(X, release, a, b) break; \
    case memory_order_acq_rel: BY_SCOPE(X, both, a, b) break; \
    default: BY_SCOPE(FENCE, "sc", a, b) BY_SCOPE(X, both, a, b) break; \
  }
#define ANY_ORDER(X, a, b) BY_ORDER(X, "acquire", "release", "acq_rel", a, b)
#define ATOM(sem, sc, op, C) \
  __asm__ volatile("atom." sem "." sc "." op " %0, [%1], %2;" \
                   : "=" C(r) : "l"(p), C(v) : "memory")
#define CAS(sem, sc, op, C) \
  __asm__ volatile("atom." sem "." sc ".cas." op " %0, [%1], %2, %3;" \
                   : "=" C(r) : "l"(p), C(old), C(v) : "memory")
#define LOAD(sem, sc, op, C) \
  __asm__ volatile("ld." sem "." sc "." op " %0, [%1];" : "=" C(r) : "l"(p) : "memory")
#define STORE(sem, sc, op, C) \
  __asm__ volatile("st." sem "." sc "." op " [%0], %1;" : : "l"(p), C(v) : "memory")

/* Where they are left out, the order is sequentially consistent and the scope the device. */
#define MODIFY(S, A, T, name, op, C, change) \
  KEEP T name##_explicit(volatile S A *q, T v, memory_order order, memory_scope scope) { \
    volatile void *p = (volatile void *)q; \
    T r; \
    change; \
    ANY_ORDER(ATOM, op, C) \
    return r; \
  } \
  KEEP T name##_explicit(volatile S A *q, T v, memory_order order) { \
    return name##_explicit(q, v, order, memory_scope_device); \
  } \
  KEEP T name(volatile S A *q, T v) { \
    return name##_explicit(q, v, memory_order_seq_cst, memory_scope_device); \
  }
#define EXCHANGES(S, A, T, E, op, C) \
  MODIFY(S, A, T, atomic_exchange, "exch." op, C, ) \
  KEEP T atomic_load_explicit(volatile S A *q, memory_order order, memory_scope scope) { \
    volatile void *p = (volatile void *)q; \
    T r; \
    BY_ORDER(LOAD, "acquire", "acquire", "acquire", op, C) \
    return r; \
  } \
  KEEP T atomic_load_explicit(volatile S A *q, memory_order order) { \
    return atomic_load_explicit(q, order, memory_scope_device); \
  } \
  KEEP T atomic_load(volatile S A *q) { \
    return atomic_load_explicit(q, memory_order_seq_cst, memory_scope_device); \
  } \
  KEEP void atomic_store_explicit(volatile S A *q, T v, memory_order order, memory_scope scope) { \
    volatile void *p = (volatile void *)q; \
    BY_ORDER(STORE, "release", "release", "release", op, C) \
  } \
  KEEP void atomic_store_explicit(volatile S A *q, T v, memory_order order) { \
    atomic_store_explicit(q, v, order, memory_scope_device); \
  } \
  KEEP void atomic_store(volatile S A *q, T v) { \
    atomic_store_explicit(q, v, memory_order_seq_cst, memory_scope_device); \
  } \
  KEEP void atomic_init(volatile S A *q, T v) { \
    atomic_store_explicit(q, v, memory_order_relaxed, memory_scope_work_item); \
  } \
  COMPARES(S, A, T, E, op, C, )
#define COMPARES(S, A, T, E, op, C, X) \
  COMPARE(S, A, T, E, op, C, X, atomic_compare_exchange_strong) \
  COMPARE(S, A, T, E, op, C, X, atomic_compare_exchange_weak)
#define COMPARE(S, A, T, E, op, C, X, name) \
  KEEP bool name##_explicit(volatile S A *q, X T *expected, T w, memory_order order, \
                            memory_order failure, memory_scope scope) { \
    volatile void *p = (volatile void *)q; \
    E r, old = as_##E(*expected), v = as_##E(w); \
    ANY_ORDER(CAS, op, C) \
    *expected = as_##T(r); \
    return r == old; \
  } \
  KEEP bool name##_explicit(volatile S A *q, X T *expected, T w, memory_order order, \
                            memory_order failure) { \
    return name##_explicit(q, expected, w, order, failure, memory_scope_device); \
  } \
  KEEP bool name(volatile S A *q, X T *expected, T w) { \
    return name##_explicit(q, expected, w, memory_order_seq_cst, memory_order_seq_cst, \
                           memory_scope_device); \
  }
#define NUMBERS(S, A, T, E, op, arith, sign, C) \
  EXCHANGES(S, A, T, E, op, C) \
  MODIFY(S, A, T, atomic_fetch_add, "add." arith, C, ) \
  MODIFY(S, A, T, atomic_fetch_sub, "add." arith, C, v = -v) \
  MODIFY(S, A, T, atomic_fetch_or, "or." op, C, ) \
  MODIFY(S, A, T, atomic_fetch_xor, "xor." op, C, ) \
  MODIFY(S, A, T, atomic_fetch_and, "and." op, C, ) \
  MODIFY(S, A, T, atomic_fetch_min, "min." sign, C, ) \
  MODIFY(S, A, T, atomic_fetch_max, "max." sign, C, )
#define SPACE(S) \
  NUMBERS(S, atomic_int, int, int, "b32", "u32", "s32", "r") \
  NUMBERS(S, atomic_uint, uint, uint, "b32", "u32", "u32", "r") \
  NUMBERS(S, atomic_long, long, long, "b64", "u64", "s64", "l") \
  NUMBERS(S, atomic_ulong, ulong, ulong, "b64", "u64", "u64", "l") \
  EXCHANGES(S, atomic_float, float, uint, "b32", "f") \
  EXCHANGES(S, atomic_double, double, ulong, "b64", "d") \
  MODIFY(S, atomic_float, float, atomic_fetch_add, "add.f32", "f", ) \
  MODIFY(S, atomic_float, float, atomic_fetch_sub, "add.f32", "f", v = -v) \
  MODIFY(S, atomic_double, double, atomic_fetch_add, "add.f64", "d", ) \
  MODIFY(S, atomic_double, double, atomic_fetch_sub, "add.f64", "d", v = -v) \
  KEEP bool atomic_flag_test_and_set_explicit(volatile S atomic_flag *f, memory_order order, \
                                              memory_scope scope) { \
    return atomic_exchange_explicit((volatile S atomic_int *)f, 1, order, scope) != 0; \
  } \
  KEEP bool atomic_flag_test_and_set_explicit(volatile S atomic_flag *f, memory_order order) { \
    return atomic_flag_test_and_set_explicit(f, order, memory_scope_device); \
  } \
  KEEP bool atomic_flag_test_and_set(volatile S atomic_flag *f) { \
    return atomic_flag_test_and_set_explicit(f, memory_order_seq_cst, memory_scope_device); \
  } \
  KEEP void atomic_flag_clear_explicit(volatile S atomic_flag *f, memory_order order, \
                                       memory_scope scope) { \
    atomic_store_explicit((volatile S atomic_int *)f, 0, order, scope); \
  } \
  KEEP void atomic_flag_clear_explicit(volatile S atomic_flag *f, memory_order order) { \
    atomic_flag_clear_explicit(f, order, memory_scope_device); \
  } \
  KEEP void atomic_flag_clear(volatile S atomic_flag *f) { \
    atomic_flag_clear_explicit(f, memory_order_seq_cst, memory_scope_device); \
  }
SPACE() SPACE(__global) SPACE(__local)
/* OpenCL C 3.0 names the space of the expected value, too. */
#define EXPECTED(S, X) \
  COMPARES(S, atomic_int, int, int, "b32", "r", X) \
  COMPARES(S, atomic_uint, uint, uint, "b32", "r", X) \
  COMPARES(S, atomic_long, long, long, "b64", "l", X) \
  COMPARES(S, atomic_ulong, ulong, ulong, "b64", "l", X) \
  COMPARES(S, atomic_float, float, uint, "b32", "r", X) \
  COMPARES(S, atomic_double, double, ulong, "b64", "l", X)
EXPECTED(__global, __global) EXPECTED(__global, __local) EXPECTED(__local, __global)
EXPECTED(__local, __local)

KEEP void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                 memory_scope scope) {
  if (order == memory_order_seq_cst) {
    BY_SCOPE(FENCE, "sc", , )
  } else if (order != memory_order_relaxed) {
    BY_SCOPE(FENCE, "acq_rel", , )
  }
}
KEEP void work_group_barrier(cl_mem_fence_flags flags) {
  __asm__ volatile("bar.sync.flags 0, %0;" : : "ri"(flags) : "memory");
}
KEEP void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { work_group_barrier(flags); }
