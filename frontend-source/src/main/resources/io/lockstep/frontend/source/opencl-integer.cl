/* Saturated arithmetic of longs, which libclc's gets wrong at the least one and where signs differ,
 * and atomics of 64 bits under the names of their extensions, which libclc lacks for this target.
 * Compiled once, and linked to sources that use them. */
#define KEEP __attribute__((overloadable, always_inline))
#define LANES(name, M) \
  KEEP long2 name(M(long2)) { return (long2)(name(OF(x)), name(OF(y))); } \
  KEEP long3 name(M(long3)) { return (long3)(name(OF(x)), name(OF(y)), name(OF(z))); } \
  PARTS(name, M, 4) PARTS(name, M, 8) PARTS(name, M, 16)
#define PARTS(name, M, n) \
  KEEP long##n name(M(long##n)) { return (long##n)(name(OF(lo)), name(OF(hi))); }

KEEP long sub_sat(long x, long y) {
  long d = (long)((ulong)x - (ulong)y);
  return ((x ^ y) & (x ^ d)) < 0 ? (x < 0 ? LONG_MIN : LONG_MAX) : d;
}
#define OF(e) x.e, y.e
#define PAIR(T) T x, T y
LANES(sub_sat, PAIR)
#undef OF

/* In 128 bits. */
KEEP long mad_sat(long x, long y, long z) {
  ulong low = (ulong)x * (ulong)y;
  long high = mul_hi(x, y) + (z >> 63);
  ulong sum = low + (ulong)z;
  high += sum < low ? 1 : 0;
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
#define OF(e) x.e, y.e, z.e
#define THREE(T) T x, T y, T z
LANES(mad_sat, THREE)

#define RELAXED __ATOMIC_RELAXED
#define ATOMICS(S, T) \
  KEEP T atom_add(volatile S T *p, T v) { return __atomic_fetch_add(p, v, RELAXED); } \
  KEEP T atom_sub(volatile S T *p, T v) { return __atomic_fetch_sub(p, v, RELAXED); } \
  KEEP T atom_inc(volatile S T *p) { return __atomic_fetch_add(p, (T)1, RELAXED); } \
  KEEP T atom_dec(volatile S T *p) { return __atomic_fetch_sub(p, (T)1, RELAXED); } \
  KEEP T atom_xchg(volatile S T *p, T v) { return __atomic_exchange_n(p, v, RELAXED); } \
  KEEP T atom_cmpxchg(volatile S T *p, T old, T v) { \
    return __sync_val_compare_and_swap(p, old, v); \
  } \
  KEEP T atom_and(volatile S T *p, T v) { return __atomic_fetch_and(p, v, RELAXED); } \
  KEEP T atom_or(volatile S T *p, T v) { return __atomic_fetch_or(p, v, RELAXED); } \
  KEEP T atom_xor(volatile S T *p, T v) { return __atomic_fetch_xor(p, v, RELAXED); } \
  KEEP T atom_min(volatile S T *p, T v) { return __atomic_fetch_min(p, v, RELAXED); } \
  KEEP T atom_max(volatile S T *p, T v) { return __atomic_fetch_max(p, v, RELAXED); }
ATOMICS(__global, long) ATOMICS(__global, ulong) ATOMICS(__local, long) ATOMICS(__local, ulong)
