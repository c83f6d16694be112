/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of OpenCL 1.x, of which those of 64 bits are extensions' (cl_khr_int64_base_atomics,
 * cl_khr_int64_extended_atomics): no order, and the scope of the device. */
#define RELAXED __ATOMIC_RELAXED
#define UPDATE(S, T, name) \
  KEEP T name##_add(volatile S T *p, T v) { return __atomic_fetch_add(p, v, RELAXED); } \
  KEEP T name##_sub(volatile S T *p, T v) { return __atomic_fetch_sub(p, v, RELAXED); } \
  KEEP T name##_inc(volatile S T *p) { return __atomic_fetch_add(p, (T)1, RELAXED); } \
  KEEP T name##_dec(volatile S T *p) { return __atomic_fetch_sub(p, (T)1, RELAXED); } \
  KEEP T name##_xchg(volatile S T *p, T v) { return __atomic_exchange_n(p, v, RELAXED); } \
  KEEP T name##_cmpxchg(volatile S T *p, T old, T v) { \
    __atomic_compare_exchange_n(p, &old, v, false, RELAXED, RELAXED); \
    return old; \
  } \
  KEEP T name##_and(volatile S T *p, T v) { return __atomic_fetch_and(p, v, RELAXED); } \
  KEEP T name##_or(volatile S T *p, T v) { return __atomic_fetch_or(p, v, RELAXED); } \
  KEEP T name##_xor(volatile S T *p, T v) { return __atomic_fetch_xor(p, v, RELAXED); } \
  KEEP T name##_min(volatile S T *p, T v) { return __atomic_fetch_min(p, v, RELAXED); } \
  KEEP T name##_max(volatile S T *p, T v) { return __atomic_fetch_max(p, v, RELAXED); }
#define UPDATES(S) \
  UPDATE(S, int, atomic) UPDATE(S, uint, atomic) UPDATE(S, int, atom) UPDATE(S, uint, atom) \
  UPDATE(S, long, atom) UPDATE(S, ulong, atom) \
  KEEP float atomic_xchg(volatile S float *p, float v) { \
    return as_float(atomic_xchg((volatile S int *)p, as_int(v))); \
  }
UPDATES(__global) UPDATES(__local)

/* Atomics of OpenCL 2.0. Order and scope become those of the instruction; constants leave one of
 * the cases. */
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
#define ATOMIC_LOAD(sem, sc, op, C) \
  __asm__ volatile("ld." sem "." sc "." op " %0, [%1];" : "=" C(r) : "l"(p) : "memory")
#define ATOMIC_STORE(sem, sc, op, C) \
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
    BY_ORDER(ATOMIC_LOAD, "acquire", "acquire", "acquire", op, C) \
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
    BY_ORDER(ATOMIC_STORE, "release", "release", "release", op, C) \
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
  COMPARE_EXCHANGES(S, A, T, E, op, C, )
#define COMPARE_EXCHANGES(S, A, T, E, op, C, X) \
  COMPARE_EXCHANGE(S, A, T, E, op, C, X, atomic_compare_exchange_strong) \
  COMPARE_EXCHANGE(S, A, T, E, op, C, X, atomic_compare_exchange_weak)
#define COMPARE_EXCHANGE(S, A, T, E, op, C, X, name) \
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
#define ATOMIC_SPACE(S) \
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
ATOMIC_SPACE() ATOMIC_SPACE(__global) ATOMIC_SPACE(__local)
/* OpenCL C 3.0 names the space of the expected value, too. */
#define EXPECTED(S, X) \
  COMPARE_EXCHANGES(S, atomic_int, int, int, "b32", "r", X) \
  COMPARE_EXCHANGES(S, atomic_uint, uint, uint, "b32", "r", X) \
  COMPARE_EXCHANGES(S, atomic_long, long, long, "b64", "l", X) \
  COMPARE_EXCHANGES(S, atomic_ulong, ulong, ulong, "b64", "l", X) \
  COMPARE_EXCHANGES(S, atomic_float, float, uint, "b32", "r", X) \
  COMPARE_EXCHANGES(S, atomic_double, double, ulong, "b64", "l", X)
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
