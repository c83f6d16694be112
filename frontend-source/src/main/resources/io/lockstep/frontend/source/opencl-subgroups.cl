/* Sub-groups of WIDTH neighbours by flat local id: a power of two up to 64. Compiled once for each
 * width, and linked to sources that use them. A kernel that depends on the width says so by a
 * pragma, which the reader of PTX knows; ballots of 64 bits are such a reader's, too. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KEEP __attribute__((overloadable, always_inline))
#define OVER __attribute__((overloadable))
#define TEXT(x) #x
#define SIZED_TEXT(n) ".pragma \"lockstep sub-groups of " TEXT(n) "\";"
#define SIZED __asm__ volatile(SIZED_TEXT(WIDTH))

#if WIDTH > 32
typedef ulong lanes_t;
#define LANES_ASM(to) "vote.sync.ballot.b64 " to ", p, 0xffffffff;"
#define LANES_REGISTER "=l"
#define LANES_OF(v) upsample((v).s1, (v).s0)
#define VECTOR_OF(m) (uint4)((uint)(m), (uint)((m) >> 32), 0, 0)
#else
typedef uint lanes_t;
#define LANES_ASM(to) "vote.sync.ballot.b32 " to ", p, 0xffffffff;"
#define LANES_REGISTER "=r"
#define LANES_OF(v) (v).s0
#define VECTOR_OF(m) (uint4)(m, 0, 0, 0)
#endif
#define BITS (8 * (uint)sizeof(lanes_t))
#define WHOLE ((lanes_t)-1 >> (BITS - WIDTH))

static uint lockstep_lane(void) {
  uint r;
  SIZED;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
}
static uint lockstep_items(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
KEEP uint get_max_sub_group_size(void) {
  SIZED;
  return WIDTH;
}
KEEP uint get_sub_group_local_id(void) { return lockstep_lane(); }
KEEP uint get_sub_group_id(void) {
  SIZED;
  return (uint)get_local_linear_id() / WIDTH;
}
KEEP uint get_num_sub_groups(void) {
  SIZED;
  return (lockstep_items() + WIDTH - 1) / WIDTH;
}
KEEP uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
KEEP uint get_sub_group_size(void) {
  return min((uint)WIDTH, lockstep_items() - get_sub_group_id() * WIDTH);
}
KEEP void sub_group_barrier(cl_mem_fence_flags flags) {
  SIZED;
  __asm__ volatile("bar.warp.sync.flags 0xffffffff, %0;" : : "ri"(flags) : "memory");
}
KEEP void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  sub_group_barrier(flags);
}

/* Votes. */
static lanes_t lockstep_ballot(int x) {
  lanes_t r;
  SIZED;
  __asm__ volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; " LANES_ASM("%0") " }"
                   : LANES_REGISTER(r) : "r"(x));
  return r;
}
static lanes_t lockstep_active(void) { return lockstep_ballot(1); }
static uint lockstep_lowest(lanes_t m) { return BITS - 1 - (uint)clz(m & -m); }
static lanes_t lockstep_below(void) { return ((lanes_t)1 << lockstep_lane()) - 1; }
static lanes_t lockstep_upto(void) { return ((lanes_t)2 << lockstep_lane()) - 1; }
KEEP int sub_group_any(int x) { return lockstep_ballot(x) != 0; }
KEEP int sub_group_all(int x) { return lockstep_ballot(x) == lockstep_active(); }
KEEP int sub_group_elect(void) { return lockstep_lane() == lockstep_lowest(lockstep_active()); }
KEEP int sub_group_non_uniform_any(int x) { return sub_group_any(x); }
KEEP int sub_group_non_uniform_all(int x) { return sub_group_all(x); }
KEEP uint4 sub_group_ballot(int x) { return VECTOR_OF(lockstep_ballot(x)); }
KEEP int sub_group_inverse_ballot(uint4 x) { return LANES_OF(x) >> lockstep_lane() & 1; }
KEEP int sub_group_ballot_bit_extract(uint4 x, uint k) {
  SIZED;
  return LANES_OF(x) >> (k & (BITS - 1)) & 1;
}
KEEP uint sub_group_ballot_bit_count(uint4 x) {
  SIZED;
  return popcount(LANES_OF(x) & WHOLE);
}
KEEP uint sub_group_ballot_inclusive_scan(uint4 x) {
  return popcount(LANES_OF(x) & lockstep_upto());
}
KEEP uint sub_group_ballot_exclusive_scan(uint4 x) {
  return popcount(LANES_OF(x) & lockstep_below());
}
KEEP uint sub_group_ballot_find_lsb(uint4 x) {
  SIZED;
  return lockstep_lowest(LANES_OF(x) & WHOLE);
}
KEEP uint sub_group_ballot_find_msb(uint4 x) {
  SIZED;
  return BITS - 1 - (uint)clz(LANES_OF(x) & WHOLE);
}
KEEP uint4 get_sub_group_eq_mask(void) { return VECTOR_OF((lanes_t)1 << lockstep_lane()); }
KEEP uint4 get_sub_group_ge_mask(void) { return VECTOR_OF(WHOLE & ~lockstep_below()); }
KEEP uint4 get_sub_group_gt_mask(void) { return VECTOR_OF(WHOLE & ~lockstep_upto()); }
KEEP uint4 get_sub_group_le_mask(void) { return VECTOR_OF(lockstep_upto()); }
KEEP uint4 get_sub_group_lt_mask(void) { return VECTOR_OF(lockstep_below()); }

/* How a lane is chosen. Lanes beyond the last are the own. */
#define MOVED(kind, clamp) \
  static uint lockstep_##kind(uint x, uint k) { \
    uint r; \
    SIZED; \
    __asm__ volatile("shfl.sync." #kind ".b32 %0, %1, %2, %3, 0xffffffff;" \
                     : "=r"(r) : "r"(x), "r"(k), "n"(clamp)); \
    return r; \
  }
MOVED(idx, WIDTH - 1) MOVED(bfly, WIDTH - 1) MOVED(up, 0) MOVED(down, WIDTH - 1)
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
    return lockstep_get(x, lockstep_lowest(lockstep_active())); \
  } \
  KEEP int sub_group_non_uniform_all_equal(T x) { \
    return sub_group_all(x == sub_group_broadcast_first(x)); \
  } \
  KEEP T sub_group_shuffle(T x, uint k) { return lockstep_get(x, k); } \
  KEEP T sub_group_shuffle_xor(T x, uint k) { return lockstep_other(x, k); } \
  KEEP T sub_group_shuffle_up(T x, uint k) { return lockstep_lower(x, k); } \
  KEEP T sub_group_shuffle_down(T x, uint k) { return lockstep_higher(x, k); } \
  KEEP T sub_group_rotate(T x, int k) { \
    return lockstep_get(x, (lockstep_lane() + (uint)k) & (WIDTH - 1)); \
  } \
  KEEP T sub_group_clustered_rotate(T x, int k, uint n) { \
    uint lane = lockstep_lane(); \
    return lockstep_get(x, (lane & -n) | ((lane + (uint)k) & (n - 1))); \
  }
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
#define TIMES(a, b) (a) * (b)
#define BOTH(a, b) (a) & (b)
#define EITHER(a, b) (a) | (b)
#define ONE_OF(a, b) (a) ^ (b)
#define SCAN(T, op, join) \
  static OVER T lockstep_scan_##op(T x) { \
    uint lane = lockstep_lane(); \
    for (uint k = 1; k < WIDTH; k *= 2) { \
      T y = lockstep_lower(x, k); \
      x = lane >= k ? join(y, x) : x; \
    } \
    return x; \
  }
#define COLLECT(T, op, join, identity) \
  KEEP T sub_group_scan_inclusive_##op(T x) { return lockstep_scan_##op(x); } \
  KEEP T sub_group_scan_exclusive_##op(T x) { \
    T y = lockstep_lower(lockstep_scan_##op(x), 1); \
    return lockstep_lane() == 0 ? (T)(identity) : y; \
  } \
  KEEP T sub_group_reduce_##op(T x) { \
    return lockstep_get(lockstep_scan_##op(x), get_sub_group_size() - 1); \
  }
/* The lanes that are there, where some may be missing. As scans above where none is before the last
 * one, and for clusters where none is at all; otherwise one lane after the other. */
#define SPARSE(T, op, join, identity) \
  static OVER T lockstep_before_##op(T x, lanes_t active) { \
    uint lane = lockstep_lane(); \
    T r = (T)(identity); \
    for (lanes_t m = active; m != 0; m &= m - 1) { \
      uint k = lockstep_lowest(m); \
      T y = lockstep_get(x, k); \
      r = k < lane ? (m == active ? y : (T)(join(r, y))) : r; \
    } \
    return r; \
  } \
  KEEP T sub_group_non_uniform_scan_exclusive_##op(T x) { \
    lanes_t active = lockstep_active(); \
    if ((active & (active + 1)) == 0) { \
      T y = lockstep_lower(lockstep_scan_##op(x), 1); \
      return lockstep_lane() == 0 ? (T)(identity) : y; \
    } \
    return lockstep_before_##op(x, active); \
  } \
  KEEP T sub_group_non_uniform_scan_inclusive_##op(T x) { \
    lanes_t active = lockstep_active(); \
    if ((active & (active + 1)) == 0) { \
      return lockstep_scan_##op(x); \
    } \
    T y = lockstep_before_##op(x, active); \
    return lockstep_lane() == lockstep_lowest(active) ? x : (T)(join(y, x)); \
  } \
  KEEP T sub_group_non_uniform_reduce_##op(T x) { \
    return lockstep_get(sub_group_non_uniform_scan_inclusive_##op(x), \
                        BITS - 1 - (uint)clz(lockstep_active())); \
  } \
  KEEP T sub_group_clustered_reduce_##op(T x, uint n) { \
    lanes_t active = lockstep_active(); \
    if (active == WHOLE) { \
      for (uint k = 1; k < n; k *= 2) { \
        T y = lockstep_other(x, k); \
        x = (T)(join(x, y)); \
      } \
      return x; \
    } \
    uint first = lockstep_lane() & -n; \
    T r = x; \
    bool seen = false; \
    for (uint k = 0; k < n; k++) { \
      T y = lockstep_get(x, first + k); \
      bool there = active >> (first + k) & 1; \
      r = !there ? r : seen ? (T)(join(r, y)) : y; \
      seen |= there; \
    } \
    return r; \
  }
#define ORDERED(T, low, high, least, most) \
  SCAN(T, add, PLUS) SCAN(T, mul, TIMES) SCAN(T, min, least) SCAN(T, max, most) \
  COLLECT(T, add, PLUS, 0) COLLECT(T, min, least, high) COLLECT(T, max, most, low) \
  SPARSE(T, add, PLUS, 0) SPARSE(T, mul, TIMES, 1) \
  SPARSE(T, min, least, high) SPARSE(T, max, most, low)
#define WHOLES(T, low, high) \
  ORDERED(T, low, high, min, max) \
  SCAN(T, and, BOTH) SCAN(T, or, EITHER) SCAN(T, xor, ONE_OF) \
  SPARSE(T, and, BOTH, -1) SPARSE(T, or, EITHER, 0) SPARSE(T, xor, ONE_OF, 0)
#define HALF_MIN_OF(a, b) (half)fmin((float)(a), (float)(b))
#define HALF_MAX_OF(a, b) (half)fmax((float)(a), (float)(b))
WHOLES(char, CHAR_MIN, CHAR_MAX) WHOLES(uchar, 0, UCHAR_MAX) WHOLES(short, SHRT_MIN, SHRT_MAX)
WHOLES(ushort, 0, USHRT_MAX) WHOLES(int, INT_MIN, INT_MAX) WHOLES(uint, 0, UINT_MAX)
WHOLES(long, LONG_MIN, LONG_MAX) WHOLES(ulong, 0, ULONG_MAX)
ORDERED(float, -INFINITY, INFINITY, min, max) ORDERED(double, -INFINITY, INFINITY, min, max)
ORDERED(half, -INFINITY, INFINITY, HALF_MIN_OF, HALF_MAX_OF)

/* Predicates, over those of a mask. */
static int lockstep_every(int x, lanes_t m) { return (lockstep_ballot(!x) & m) == 0; }
static int lockstep_some(int x, lanes_t m) { return (lockstep_ballot(x) & m) != 0; }
static int lockstep_odd(int x, lanes_t m) { return popcount(lockstep_ballot(x) & m) & 1; }
static lanes_t lockstep_cluster(uint n) {
  return (WHOLE >> (WIDTH - n)) << (lockstep_lane() & -n);
}
#define LOGICAL(op, decide) \
  KEEP int sub_group_non_uniform_reduce_logical_##op(int x) { return decide(x, WHOLE); } \
  KEEP int sub_group_non_uniform_scan_inclusive_logical_##op(int x) { \
    return decide(x, lockstep_upto()); \
  } \
  KEEP int sub_group_non_uniform_scan_exclusive_logical_##op(int x) { \
    return decide(x, lockstep_below()); \
  } \
  KEEP int sub_group_clustered_reduce_logical_##op(int x, uint n) { \
    return decide(x, lockstep_cluster(n)); \
  }
LOGICAL(and, lockstep_every) LOGICAL(or, lockstep_some) LOGICAL(xor, lockstep_odd)
