/* Functions of whole work-groups of OpenCL 2.0: through local
 * memory, a step for each doubling. C, because OpenCL C has no local memory outside of kernels; the
 * names are those of the overloaded functions. Compiled once, and linked to sources that use them. */
typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;
#define LOCAL __attribute__((address_space(3)))
static LOCAL ulong lockstep_words[1024];

static uint lockstep_item(void) {
  return (__nvvm_read_ptx_sreg_tid_z() * __nvvm_read_ptx_sreg_ntid_y() +
          __nvvm_read_ptx_sreg_tid_y()) * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
static uint lockstep_items(void) {
  return __nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() *
         __nvvm_read_ptx_sreg_ntid_z();
}

#define ADD(a, b) ((a) + (b))
#define MIN(a, b) ((b) < (a) ? (b) : (a))
#define MAX(a, b) ((b) > (a) ? (b) : (a))
#define SCAN(T, op, join) \
  static T lockstep_scan_##op##_##T(T x) { \
    LOCAL T *words = (LOCAL T *)lockstep_words; \
    uint i = lockstep_item(), n = lockstep_items(); \
    __syncthreads(); \
    words[i] = x; \
    __syncthreads(); \
    for (uint k = 1; k < n; k *= 2) { \
      T y = i >= k ? words[i - k] : x; \
      __syncthreads(); \
      x = i >= k ? join(y, x) : x; \
      words[i] = x; \
      __syncthreads(); \
    } \
    return x; \
  }
#define NAMED(T, name, mangled, ...) T name(__VA_ARGS__) __asm__(mangled)
#define COLLECT(T, t, op, join, identity) \
  SCAN(T, op, join) \
  NAMED(T, inclusive_##op##_##T, "_Z29work_group_scan_inclusive_" #op t, T x); \
  T inclusive_##op##_##T(T x) { return lockstep_scan_##op##_##T(x); } \
  NAMED(T, exclusive_##op##_##T, "_Z29work_group_scan_exclusive_" #op t, T x); \
  T exclusive_##op##_##T(T x) { \
    lockstep_scan_##op##_##T(x); \
    uint i = lockstep_item(); \
    return i == 0 ? identity : ((LOCAL T *)lockstep_words)[i - 1]; \
  } \
  NAMED(T, reduce_##op##_##T, "_Z21work_group_reduce_" #op t, T x); \
  T reduce_##op##_##T(T x) { \
    lockstep_scan_##op##_##T(x); \
    return ((LOCAL T *)lockstep_words)[lockstep_items() - 1]; \
  }
#define COLLECTS(T, t, low, high) \
  COLLECT(T, t, add, ADD, 0) COLLECT(T, t, min, MIN, high) COLLECT(T, t, max, MAX, low) \
  NAMED(T, from_##T, "_Z20work_group_broadcast" t "m", T x, ulong k); \
  NAMED(T, from2_##T, "_Z20work_group_broadcast" t "mm", T x, ulong k, ulong l); \
  NAMED(T, from3_##T, "_Z20work_group_broadcast" t "mmm", T x, ulong k, ulong l, ulong m); \
  T from3_##T(T x, ulong k, ulong l, ulong m) { \
    __syncthreads(); \
    if (__nvvm_read_ptx_sreg_tid_x() == k && __nvvm_read_ptx_sreg_tid_y() == l && \
        __nvvm_read_ptx_sreg_tid_z() == m) { \
      *(LOCAL T *)lockstep_words = x; \
    } \
    __syncthreads(); \
    return *(LOCAL T *)lockstep_words; \
  } \
  T from2_##T(T x, ulong k, ulong l) { return from3_##T(x, k, l, 0); } \
  T from_##T(T x, ulong k) { return from3_##T(x, k, 0, 0); }
COLLECTS(int, "i", -0x7fffffff - 1, 0x7fffffff)
COLLECTS(uint, "j", 0, 0xffffffffu)
COLLECTS(long, "l", -0x7fffffffffffffffl - 1, 0x7fffffffffffffffl)
COLLECTS(ulong, "m", 0, 0xfffffffffffffffful)
COLLECTS(float, "f", -__builtin_inff(), __builtin_inff())
COLLECTS(double, "d", -__builtin_inf(), __builtin_inf())

NAMED(int, all, "_Z14work_group_alli", int x);
int all(int x) { return reduce_min_int(x != 0); }
NAMED(int, any, "_Z14work_group_anyi", int x);
int any(int x) { return reduce_max_int(x != 0); }
