/* Included before every source: the macro of the runtime's version, which the compiler alone does
 * not know, and functions that OpenCL C does not have. */
#ifndef __OPENCL_VERSION__
#ifdef __OPENCL_C_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#else
#define __OPENCL_VERSION__ 300
#endif
#endif

#define LOCKSTEP_OVERLOAD static inline __attribute__((overloadable, always_inline, unused))

/* Products of 24 bits take sizes, too, which are of 64 bits here: in 32 bits, as where sizes are. */
#define LOCKSTEP_SILENT LOCKSTEP_OVERLOAD __attribute__((nodebug))
#define LOCKSTEP_24(T) \
  LOCKSTEP_SILENT T lockstep_mul24(T x, T y) { return mul24(x, y); } \
  LOCKSTEP_SILENT T lockstep_mad24(T x, T y, T z) { return mad24(x, y, z); }
#define LOCKSTEP_24S(T) \
  LOCKSTEP_24(T) LOCKSTEP_24(T##2) LOCKSTEP_24(T##3) LOCKSTEP_24(T##4) LOCKSTEP_24(T##8) LOCKSTEP_24(T##16)
LOCKSTEP_24S(int) LOCKSTEP_24S(uint)
#define LOCKSTEP_PRODUCT(A, B, value) \
  LOCKSTEP_SILENT uint lockstep_mul24(A x, B y) { return value; }
LOCKSTEP_PRODUCT(ulong, ulong, mul24((uint)x, (uint)y))
LOCKSTEP_PRODUCT(ulong, uint, mul24((uint)x, y))
LOCKSTEP_PRODUCT(uint, ulong, mul24(x, (uint)y))
LOCKSTEP_PRODUCT(ulong, int, (uint)x * (uint)y)
LOCKSTEP_PRODUCT(int, ulong, (uint)x * (uint)y)
#define LOCKSTEP_SUM(A, B, C) \
  LOCKSTEP_SILENT uint lockstep_mad24(A x, B y, C z) { return lockstep_mul24(x, y) + (uint)z; }
#define LOCKSTEP_SUMS(A, B) LOCKSTEP_SUM(A, B, int) LOCKSTEP_SUM(A, B, uint) LOCKSTEP_SUM(A, B, ulong)
LOCKSTEP_SUMS(ulong, ulong) LOCKSTEP_SUMS(ulong, uint) LOCKSTEP_SUMS(uint, ulong)
LOCKSTEP_SUMS(ulong, int) LOCKSTEP_SUMS(int, ulong)
LOCKSTEP_SUM(int, int, ulong) LOCKSTEP_SUM(uint, uint, ulong)
#define mul24 lockstep_mul24
#define mad24 lockstep_mad24
#undef LOCKSTEP_SILENT
#undef LOCKSTEP_24
#undef LOCKSTEP_24S
#undef LOCKSTEP_PRODUCT
#undef LOCKSTEP_SUM
#undef LOCKSTEP_SUMS

#undef LOCKSTEP_OVERLOAD

/* The range of the launch, which hidden arguments say where it has an offset or smaller last groups (-DLOCKSTEP_RANGE);
   elsewhere global ids begin at 0. Functions here are nodebug, so that their code has the line of their call. */
#ifdef LOCKSTEP_RANGE
#define LOCKSTEP_OF_RANGE(name, beyond) \
  static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_##name(uint d) { \
    uint value = beyond; \
    switch (d) { \
      case 0: __asm__("mov.u32 %0, %%" #name ".x;" : "=r"(value)); break; \
      case 1: __asm__("mov.u32 %0, %%" #name ".y;" : "=r"(value)); break; \
      case 2: __asm__("mov.u32 %0, %%" #name ".z;" : "=r"(value)); break; \
    } \
    return value; \
  }
LOCKSTEP_OF_RANGE(global_offset, 0)
LOCKSTEP_OF_RANGE(global_size, 1)
LOCKSTEP_OF_RANGE(enqueued_local_size, 1)
#undef LOCKSTEP_OF_RANGE

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_in_range(uint d) {
  return get_group_id(d) * lockstep_enqueued_local_size(d) + get_local_id(d);
}

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_global_id(uint d) {
  return lockstep_in_range(d) + lockstep_global_offset(d);
}

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_global_linear_id(void) {
  return (lockstep_in_range(2) * lockstep_global_size(1) + lockstep_in_range(1)) * lockstep_global_size(0) +
         lockstep_in_range(0);
}

#define get_global_id lockstep_global_id
#define get_global_size lockstep_global_size
#define get_enqueued_local_size lockstep_enqueued_local_size
#define get_global_linear_id lockstep_global_linear_id
#define get_global_offset lockstep_global_offset
#endif

/* A barrier and its flags, which the instruction keeps for the checks: constants as they are, once functions are inlined. */
#define barrier(...) \
  __extension__({ __asm__ volatile("bar.sync.flags 0, %0;" : : "ri"((uint)(__VA_ARGS__)) : "memory"); })

/* A barrier of all work-groups of a cooperative launch, under the names of cl_intel_concurrent_dispatch. It counts
   arrivals in the launch's workspace as CUDA's cooperative groups do; other launches have none and trap. */
static inline __attribute__((always_inline, nodebug, unused)) ulong lockstep_grid_workspace(void) {
  ulong at;
  __asm__("{\n\t.reg .b32 low, high;\n\tmov.u32 low, %%envreg2;\n\tmov.u32 high, %%envreg1;\n\t"
          "mov.b64 %0, {low, high};\n\t}" : "=l"(at));
  return at;
}

static inline __attribute__((always_inline, nodebug, unused)) bool lockstep_is_device_barrier_valid(void) {
  return lockstep_grid_workspace() != 0;
}

static inline __attribute__((always_inline, convergent, unused)) void lockstep_device_barrier(uint flags) {
  ulong workspace = lockstep_grid_workspace();
  if (workspace == 0) {
    __asm__ volatile("trap;");
  }
  barrier(flags | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) {
    volatile __global uint *arrived = (volatile __global uint *)workspace + 1;
    uint groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);
    bool first = get_group_id(0) + get_group_id(1) + get_group_id(2) == 0;
    uint before = atomic_add(arrived, first ? 0x80000000u - (groups - 1u) : 1u);
    while (((*arrived ^ before) & 0x80000000u) == 0) {
    }
  }
  barrier(flags | CLK_GLOBAL_MEM_FENCE);
}

#define intel_is_device_barrier_valid lockstep_is_device_barrier_valid
#define intel_device_barrier lockstep_device_barrier

/* Region memory and the barrier of a launch (docs/region.md): each function becomes one instruction of Lockstep's own,
   region. Addresses are byte offsets; lanes that call an append are those that execute it together. */
#define LOCKSTEP_REGION(name, ...) \
  static inline __attribute__((always_inline, convergent, unused)) uint region_##name(__VA_ARGS__)
#define LOCKSTEP_REGION_ATOMIC(name, T, op) \
  static inline __attribute__((always_inline, convergent, unused)) T region_atomic_##name(uint at, T value) { \
    T old; \
    __asm__ volatile("region." #op " %0, %1, %2;" : "=r"(old) : "r"(at), "r"(value) : "memory"); \
    return old; \
  }
#define LOCKSTEP_REGION_APPEND(name, op) \
  LOCKSTEP_REGION(name, uint at) { \
    uint old; \
    __asm__ volatile("region." #op ".u32 %0, %1;" : "=r"(old) : "r"(at) : "memory"); \
    return old; \
  }

LOCKSTEP_REGION_APPEND(load, ld)
LOCKSTEP_REGION_APPEND(append, append)
LOCKSTEP_REGION_APPEND(consume, consume)
LOCKSTEP_REGION_APPEND(ordered_append, ordered)
LOCKSTEP_REGION_ATOMIC(add, uint, add.u32)
LOCKSTEP_REGION_ATOMIC(sub, uint, sub.u32)
LOCKSTEP_REGION_ATOMIC(min, uint, min.u32)
LOCKSTEP_REGION_ATOMIC(max, uint, max.u32)
LOCKSTEP_REGION_ATOMIC(smin, int, min.s32)
LOCKSTEP_REGION_ATOMIC(smax, int, max.s32)
LOCKSTEP_REGION_ATOMIC(inc, uint, inc.u32)
LOCKSTEP_REGION_ATOMIC(dec, uint, dec.u32)
LOCKSTEP_REGION_ATOMIC(and, uint, and.u32)
LOCKSTEP_REGION_ATOMIC(or, uint, or.u32)
LOCKSTEP_REGION_ATOMIC(xor, uint, xor.u32)
LOCKSTEP_REGION_ATOMIC(xchg, uint, exch.u32)

LOCKSTEP_REGION(atomic_cmpxchg, uint at, uint expected, uint value) {
  uint old;
  __asm__ volatile("region.cas.u32 %0, %1, %2, %3;" : "=r"(old) : "r"(at), "r"(expected), "r"(value) : "memory");
  return old;
}

static inline __attribute__((always_inline, convergent, unused)) void region_store(uint at, uint value) {
  __asm__ volatile("region.st.u32 %0, %1;" : : "r"(at), "r"(value) : "memory");
}

static inline __attribute__((always_inline, convergent, unused)) void launch_barrier(void) {
  __asm__ volatile("region.barrier;" : : : "memory");
}

#undef LOCKSTEP_REGION
#undef LOCKSTEP_REGION_ATOMIC
#undef LOCKSTEP_REGION_APPEND
