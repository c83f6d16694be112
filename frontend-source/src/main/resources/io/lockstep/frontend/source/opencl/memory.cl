/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors in memory, aligned as one element. Of sixteen bytes, which may begin at any byte, clang
 * for this target makes one load that must be aligned; so they are loaded in halves. */
#define ELEMENTS(M, S) \
  M(S, char) M(S, uchar) M(S, short) M(S, ushort) M(S, int) M(S, uint) M(S, long) M(S, ulong) \
  M(S, float) M(S, double) M(S, half)
#define UNALIGNED(T, n) typedef T##n lockstep_##T##n __attribute__((aligned(sizeof(T))));
#define UNALIGNED_V(S, T) UNALIGNED(T, 2) UNALIGNED(T, 4) UNALIGNED(T, 8) UNALIGNED(T, 16)
ELEMENTS(UNALIGNED_V, )
#define LOAD(S, T, n) \
  KEEP T##n vload##n(size_t i, const S T *p) { return *(const S lockstep_##T##n *)(p + n * i); }
#define LOADS(S, T) \
  LOAD(S, T, 2) LOAD(S, T, 4) LOAD(S, T, 8) \
  KEEP T##3 vload3(size_t i, const S T *p) { \
    return (T##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); \
  } \
  KEEP T##16 vload16(size_t i, const S T *p) { \
    if (sizeof(T) == 1) { \
      return (T##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); \
    } \
    return *(const S lockstep_##T##16 *)(p + 16 * i); \
  }
#define STORE(S, T, n) \
  KEEP void vstore##n(T##n x, size_t i, S T *p) { *(S lockstep_##T##n *)(p + n * i) = x; }
#define STORES(S, T) \
  STORE(S, T, 2) STORE(S, T, 4) STORE(S, T, 8) STORE(S, T, 16) \
  KEEP void vstore3(T##3 x, size_t i, S T *p) { \
    p[3 * i] = x.x; \
    p[3 * i + 1] = x.y; \
    p[3 * i + 2] = x.z; \
  }
ELEMENTS(LOADS, __global) ELEMENTS(LOADS, __local) ELEMENTS(LOADS, __private)
ELEMENTS(LOADS, __constant)
ELEMENTS(STORES, __global) ELEMENTS(STORES, __local) ELEMENTS(STORES, __private)

/* Halves in memory that are floats and doubles elsewhere. Of sixteen whole halves LLVM 19 takes the
 * load for one that converts, which it does not; so they are loaded in two parts. */
#define LOAD_HALF(S) \
  KEEP float vload_half(size_t i, const S half *p) { return p[i]; } \
  KEEP float vloada_half(size_t i, const S half *p) { return p[i]; } \
  KEEP float2 vload_half2(size_t i, const S half *p) { \
    return (float2)(p[2 * i], p[2 * i + 1]); \
  } \
  KEEP float3 vload_half3(size_t i, const S half *p) { \
    return (float3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); \
  } \
  KEEP float3 vloada_half3(size_t i, const S half *p) { \
    return (float3)(p[4 * i], p[4 * i + 1], p[4 * i + 2]); \
  } \
  KEEP float16 vloada_half16(size_t i, const S half *p) { \
    return (float16)(vloada_half8(2 * i, p), vloada_half8(2 * i + 1, p)); \
  } \
  LOAD_HALVES(S, 4, 2) LOAD_HALVES(S, 8, 4) LOAD_HALVES(S, 16, 8) \
  LOAD_WHOLE_HALF(S, 2) LOAD_WHOLE_HALF(S, 4) LOAD_WHOLE_HALF(S, 8)
#define LOAD_HALVES(S, n, m) \
  KEEP float##n vload_half##n(size_t i, const S half *p) { \
    return (float##n)(vload_half##m(2 * i, p), vload_half##m(2 * i + 1, p)); \
  }
#define LOAD_WHOLE_HALF(S, n) \
  KEEP float##n vloada_half##n(size_t i, const S half *p) { \
    return convert_float##n(((const S half##n *)p)[i]); \
  }
LOAD_HALF(__global) LOAD_HALF(__local) LOAD_HALF(__private) LOAD_HALF(__constant)
#define STORE_HALF(S) \
  STORE_HALF_M(S, ) STORE_HALF_M(S, _rte) STORE_HALF_M(S, _rtz) STORE_HALF_M(S, _rtp) \
  STORE_HALF_M(S, _rtn)
#define STORE_HALF_M(S, mode) STORE_HALF_T(float, S, mode) STORE_HALF_T(double, S, mode)
#define STORE_HALF_T(T, S, mode) \
  KEEP void vstore_half##mode(T x, size_t i, S half *p) { p[i] = convert_half##mode(x); } \
  KEEP void vstorea_half##mode(T x, size_t i, S half *p) { p[i] = convert_half##mode(x); } \
  KEEP void vstorea_half3##mode(T##3 x, size_t i, S half *p) { \
    vstore3(convert_half3##mode(x), 0, p + 4 * i); \
  } \
  STORE_HALF_V(T, S, mode, 3) STORE_HALF_A(T, S, mode, 2) STORE_HALF_A(T, S, mode, 4) \
  STORE_HALF_A(T, S, mode, 8) STORE_HALF_A(T, S, mode, 16)
#define STORE_HALF_V(T, S, mode, n) \
  KEEP void vstore_half##n##mode(T##n x, size_t i, S half *p) { \
    vstore##n(convert_half##n##mode(x), i, p); \
  }
#define STORE_HALF_A(T, S, mode, n) \
  STORE_HALF_V(T, S, mode, n) \
  KEEP void vstorea_half##n##mode(T##n x, size_t i, S half *p) { \
    ((S half##n *)p)[i] = convert_half##n##mode(x); \
  }
STORE_HALF(__global) STORE_HALF(__local) STORE_HALF(__private)

/* Shuffles take the low bits of each index; element by element, so that constant ones move none. */
#define EACH_2(E) E(0), E(1)
#define EACH_4(E) EACH_2(E), E(2), E(3)
#define EACH_8(E) EACH_4(E), E(4), E(5), E(6), E(7)
#define EACH_16(E) EACH_8(E), E(8), E(9), E(a), E(b), E(c), E(d), E(e), E(f)
#define ONE_OF_X(i) x[k.s##i & last]
#define ONE_OF_BOTH(i) (k.s##i & (last + 1) ? y[k.s##i & last] : x[k.s##i & last])
#define SHUFFLE(T, U, n, m) \
  KEEP T##n shuffle(T##m x, U##n k) { \
    const uint last = m - 1; \
    return (T##n)(EACH_##n(ONE_OF_X)); \
  } \
  KEEP T##n shuffle2(T##m x, T##m y, U##n k) { \
    const uint last = m - 1; \
    return (T##n)(EACH_##n(ONE_OF_BOTH)); \
  }
#define SHUFFLES_N(T, U, n) \
  SHUFFLE(T, U, n, 2) SHUFFLE(T, U, n, 4) SHUFFLE(T, U, n, 8) SHUFFLE(T, U, n, 16)
#define SHUFFLES(T, U) \
  SHUFFLES_N(T, U, 2) SHUFFLES_N(T, U, 4) SHUFFLES_N(T, U, 8) SHUFFLES_N(T, U, 16)
SHUFFLES(char, uchar) SHUFFLES(uchar, uchar) SHUFFLES(short, ushort) SHUFFLES(ushort, ushort)
SHUFFLES(int, uint) SHUFFLES(uint, uint) SHUFFLES(long, ulong) SHUFFLES(ulong, ulong)
SHUFFLES(float, uint) SHUFFLES(double, ulong) SHUFFLES(half, ushort)

/* A work-item copies elements that others of its group use: those that it would use itself if there
 * were half a group more. So the checks see a use before the wait as one by another work-item. */
static size_t lockstep_items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
static size_t lockstep_first(void) {
  size_t items = lockstep_items(), item = get_local_linear_id() + items / 2;
  return item < items ? item : item - items;
}
#define COPY(D, S, T, name, to, from, ...) \
  KEEP event_t name(D T *d, const S T *s, size_t n, __VA_ARGS__ event_t e) { \
    size_t items = lockstep_items(); \
    for (size_t i = lockstep_first(); i < n; i += items) { \
      d[to] = s[from]; \
    } \
    return e; \
  }
#define COPIES(T) \
  COPY(__local, __global, T, async_work_group_copy, i, i, ) \
  COPY(__global, __local, T, async_work_group_copy, i, i, ) \
  COPY(__local, __global, T, async_work_group_strided_copy, i, i * stride, size_t stride,) \
  COPY(__global, __local, T, async_work_group_strided_copy, i * stride, i, size_t stride,) \
  KEEP void prefetch(const __global T *p, size_t n) {}
#define COPIES_V(S, T) COPIES(T) COPIES(T##2) COPIES(T##3) COPIES(T##4) COPIES(T##8) COPIES(T##16)
ELEMENTS(COPIES_V, )
KEEP void wait_group_events(int count, event_t *events) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
