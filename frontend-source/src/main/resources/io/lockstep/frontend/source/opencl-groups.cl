/* Atomics of OpenCL 2.0 with their order and scope, sub-groups, and work-item functions that libclc
 * lacks for this target. Compiled once, and linked to sources that use them. Sub-groups are 32
 * neighbours by flat local id. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
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
KEEP void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
KEEP void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags); }

/* Sub-groups. */
#define WIDTH 32u
static uint lockstep_lane(void) {
  uint r;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
}
static uint lockstep_items(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
KEEP uint get_max_sub_group_size(void) { return WIDTH; }
KEEP uint get_sub_group_local_id(void) { return lockstep_lane(); }
KEEP uint get_sub_group_id(void) { return (uint)get_local_linear_id() / WIDTH; }
KEEP uint get_num_sub_groups(void) { return (lockstep_items() + WIDTH - 1) / WIDTH; }
KEEP uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
KEEP uint get_sub_group_size(void) {
  return min(WIDTH, lockstep_items() - get_sub_group_id() * WIDTH);
}
KEEP void sub_group_barrier(cl_mem_fence_flags flags) {
  __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}
KEEP void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  sub_group_barrier(flags);
}
static uint lockstep_ballot(int x) {
  uint r;
  __asm__ volatile(
      "{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
      : "=r"(r) : "r"(x));
  return r;
}
static uint lockstep_active(void) { return lockstep_ballot(1); }
KEEP int sub_group_any(int x) { return lockstep_ballot(x) != 0; }
KEEP int sub_group_all(int x) { return lockstep_ballot(x) == lockstep_active(); }
KEEP int sub_group_elect(void) {
  return lockstep_lane() == 31 - clz(lockstep_active() & -lockstep_active());
}
KEEP int sub_group_non_uniform_any(int x) { return sub_group_any(x); }
KEEP int sub_group_non_uniform_all(int x) { return sub_group_all(x); }
KEEP uint4 sub_group_ballot(int x) { return (uint4)(lockstep_ballot(x), 0, 0, 0); }
KEEP int sub_group_inverse_ballot(uint4 x) { return x.s0 >> lockstep_lane() & 1; }
KEEP int sub_group_ballot_bit_extract(uint4 x, uint k) { return x.s0 >> (k & 31) & 1; }
KEEP uint sub_group_ballot_bit_count(uint4 x) { return popcount(x.s0); }
KEEP uint sub_group_ballot_inclusive_scan(uint4 x) {
  return popcount(x.s0 & (0xffffffffu >> (31 - lockstep_lane())));
}
KEEP uint sub_group_ballot_exclusive_scan(uint4 x) {
  return popcount(x.s0 & ((1u << lockstep_lane()) - 1));
}
KEEP uint sub_group_ballot_find_lsb(uint4 x) { return 31 - clz(x.s0 & -x.s0); }
KEEP uint sub_group_ballot_find_msb(uint4 x) { return 31 - clz(x.s0); }
KEEP uint4 get_sub_group_eq_mask(void) { return (uint4)(1u << lockstep_lane(), 0, 0, 0); }
KEEP uint4 get_sub_group_ge_mask(void) { return (uint4)(-1u << lockstep_lane(), 0, 0, 0); }
KEEP uint4 get_sub_group_gt_mask(void) { return (uint4)(-2u << lockstep_lane(), 0, 0, 0); }
KEEP uint4 get_sub_group_le_mask(void) { return (uint4)((2u << lockstep_lane()) - 1, 0, 0, 0); }
KEEP uint4 get_sub_group_lt_mask(void) { return (uint4)((1u << lockstep_lane()) - 1, 0, 0, 0); }

/* How a lane is chosen. Lanes beyond the last are the own. */
#define MOVED(kind, clamp) \
  static uint lockstep_##kind(uint x, uint k) { \
    uint r; \
    __asm__ volatile("shfl.sync." #kind ".b32 %0, %1, %2, " clamp ", 0xffffffff;" \
                     : "=r"(r) : "r"(x), "r"(k)); \
    return r; \
  }
MOVED(idx, "31") MOVED(bfly, "31") MOVED(up, "0") MOVED(down, "31")
#define SHORT(T, U, n, f) \
  static OVER T n(T x, uint k) { return as_##T((U)f((uint)as_##U(x), k)); }
#define LONG(T, U, n, f) \
  static OVER T n(T x, uint k) { \
    uint2 v = as_uint2(x); \
    return as_##T((uint2)(f(v.x, k), f(v.y, k))); \
  }
#define MOVES(M, T, U) \
  M(T, U, lockstep_get, lockstep_idx) M(T, U, lockstep_other, lockstep_bfly) \
  M(T, U, lockstep_lower, lockstep_up) M(T, U, lockstep_higher, lockstep_down) \
  KEEP T sub_group_broadcast(T x, uint k) { return lockstep_get(x, k); } \
  KEEP T sub_group_non_uniform_broadcast(T x, uint k) { return lockstep_get(x, k); } \
  KEEP T sub_group_broadcast_first(T x) { \
    uint a = lockstep_active(); \
    return lockstep_get(x, 31 - clz(a & -a)); \
  } \
  KEEP T sub_group_shuffle(T x, uint k) { return lockstep_get(x, k); } \
  KEEP T sub_group_shuffle_xor(T x, uint k) { return lockstep_other(x, k); } \
  KEEP T sub_group_shuffle_up(T x, uint k) { return lockstep_lower(x, k); } \
  KEEP T sub_group_shuffle_down(T x, uint k) { return lockstep_higher(x, k); }
MOVES(SHORT, char, uchar) MOVES(SHORT, uchar, uchar) MOVES(SHORT, short, ushort)
MOVES(SHORT, ushort, ushort) MOVES(SHORT, half, ushort) MOVES(SHORT, int, uint)
MOVES(SHORT, uint, uint) MOVES(SHORT, float, uint) MOVES(LONG, long, ) MOVES(LONG, ulong, )
MOVES(LONG, double, )
#define BROADCASTS(T) BROADCAST(T, 2) BROADCAST(T, 4) BROADCAST(T, 8) BROADCAST(T, 16)
#define BROADCAST(T, n) \
  KEEP T##n sub_group_broadcast(T##n x, uint k) { \
    T##n r; \
    for (int i = 0; i < n; i++) { \
      r[i] = lockstep_get((T)x[i], k); \
    } \
    return r; \
  }
BROADCASTS(char) BROADCASTS(uchar) BROADCASTS(short) BROADCASTS(ushort) BROADCASTS(int)
BROADCASTS(uint) BROADCASTS(long) BROADCASTS(ulong) BROADCASTS(float) BROADCASTS(double)
BROADCASTS(half)

/* Scans take the lanes below, of which all execute them; a reduction is what the last lane has. */
#define PLUS(a, b) (a) + (b)
#define COLLECT(T, op, join, identity) \
  KEEP T sub_group_scan_inclusive_##op(T x) { \
    uint lane = lockstep_lane(); \
    for (uint k = 1; k < WIDTH; k *= 2) { \
      T y = lockstep_lower(x, k); \
      x = lane >= k ? join(y, x) : x; \
    } \
    return x; \
  } \
  KEEP T sub_group_scan_exclusive_##op(T x) { \
    T y = lockstep_lower(sub_group_scan_inclusive_##op(x), 1); \
    return lockstep_lane() == 0 ? (T)(identity) : y; \
  } \
  KEEP T sub_group_reduce_##op(T x) { \
    return lockstep_get(sub_group_scan_inclusive_##op(x), get_sub_group_size() - 1); \
  }
#define COLLECTS(T, low, high) \
  COLLECT(T, add, PLUS, 0) COLLECT(T, min, min, high) COLLECT(T, max, max, low)
COLLECTS(char, CHAR_MIN, CHAR_MAX) COLLECTS(uchar, 0, UCHAR_MAX) COLLECTS(short, SHRT_MIN, SHRT_MAX)
COLLECTS(ushort, 0, USHRT_MAX) COLLECTS(int, INT_MIN, INT_MAX) COLLECTS(uint, 0, UINT_MAX)
COLLECTS(long, LONG_MIN, LONG_MAX) COLLECTS(ulong, 0, ULONG_MAX)
COLLECTS(float, -INFINITY, INFINITY) COLLECTS(double, -INFINITY, INFINITY)
#define HALF_MIN_OF(a, b) (half)fmin((float)(a), (float)(b))
#define HALF_MAX_OF(a, b) (half)fmax((float)(a), (float)(b))
COLLECT(half, add, PLUS, 0) COLLECT(half, min, HALF_MIN_OF, INFINITY)
COLLECT(half, max, HALF_MAX_OF, -INFINITY)
