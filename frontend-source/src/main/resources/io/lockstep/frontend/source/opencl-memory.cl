/* Functions of memory. A vector of 16 bytes is loaded in halves: of one whole vector, which may
 * begin at any byte, clang for this target makes a load that must be aligned. Prefetches of vectors
 * of three and of halves, which libclc lacks. Asynchronous copies. Compiled once, and linked to
 * sources that use them. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KEEP __attribute__((overloadable, always_inline))
#define BYTES(S, T) \
  KEEP T##16 vload16(size_t i, const S T *p) { \
    return (T##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); \
  }
#define SPACE(S) BYTES(S, char) BYTES(S, uchar)
SPACE(__global) SPACE(__local) SPACE(__private) SPACE(__constant)

#define PREFETCH(T) KEEP void prefetch(const __global T *p, size_t n) {}
PREFETCH(char3) PREFETCH(uchar3) PREFETCH(short3) PREFETCH(ushort3) PREFETCH(int3) PREFETCH(uint3)
PREFETCH(long3) PREFETCH(ulong3) PREFETCH(float3) PREFETCH(double3)
PREFETCH(half) PREFETCH(half2) PREFETCH(half3) PREFETCH(half4) PREFETCH(half8) PREFETCH(half16)

/* A work-item copies elements that others of its group use: those that it would use itself if there
 * were half a group more. So the checks see a use before the wait as one by another work-item. */
static size_t lockstep_items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
static size_t lockstep_first(void) {
  size_t items = lockstep_items();
  size_t item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                get_local_id(0) + items / 2;
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
  COPY(__global, __local, T, async_work_group_strided_copy, i * stride, i, size_t stride,)
#define COPIES_V(T) COPIES(T) COPIES(T##2) COPIES(T##3) COPIES(T##4) COPIES(T##8) COPIES(T##16)
COPIES_V(char) COPIES_V(uchar) COPIES_V(short) COPIES_V(ushort) COPIES_V(int) COPIES_V(uint)
COPIES_V(long) COPIES_V(ulong) COPIES_V(float) COPIES_V(double) COPIES_V(half)

KEEP void wait_group_events(int count, event_t *events) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
