/* Included before every source: the macro of the runtime's version, which the compiler alone does
 * not know, and native functions of OpenCL C that the target would leave to a library it does not
 * have: they become the approximate instructions, which is what they are for. */
#ifndef __OPENCL_VERSION__
#ifdef __OPENCL_C_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#else
#define __OPENCL_VERSION__ 300
#endif
#endif

#define LOCKSTEP_OVERLOAD static inline __attribute__((overloadable, always_inline, unused))
#define LOCKSTEP_LANES1(n, T) \
  LOCKSTEP_OVERLOAD T n(T x) { return (T)(n(x.lo), n(x.hi)); }
#define LOCKSTEP_LANES2(n, T) \
  LOCKSTEP_OVERLOAD T n(T x, T y) { return (T)(n(x.lo, y.lo), n(x.hi, y.hi)); }
#define LOCKSTEP_VECTORS(one, n) \
  one(n, float2) one(n, float4) one(n, float8) one(n, float16)
#define LOCKSTEP_NATIVE(n, value) \
  LOCKSTEP_OVERLOAD float n(float x) { return value; } \
  LOCKSTEP_OVERLOAD float3 n(float3 x) { return (float3)(n(x.x), n(x.y), n(x.z)); } \
  LOCKSTEP_VECTORS(LOCKSTEP_LANES1, n)
#define LOCKSTEP_NATIVE2(n, value) \
  LOCKSTEP_OVERLOAD float n(float x, float y) { return value; } \
  LOCKSTEP_OVERLOAD float3 n(float3 x, float3 y) { \
    return (float3)(n(x.x, y.x), n(x.y, y.y), n(x.z, y.z)); \
  } \
  LOCKSTEP_VECTORS(LOCKSTEP_LANES2, n)

LOCKSTEP_NATIVE(lockstep_sin, __nvvm_sin_approx_f(x))
LOCKSTEP_NATIVE(lockstep_cos, __nvvm_cos_approx_f(x))
LOCKSTEP_NATIVE(lockstep_tan, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
LOCKSTEP_NATIVE(lockstep_exp, __nvvm_ex2_approx_f(x * 1.44269504f))
LOCKSTEP_NATIVE(lockstep_exp2, __nvvm_ex2_approx_f(x))
LOCKSTEP_NATIVE(lockstep_exp10, __nvvm_ex2_approx_f(x * 3.32192809f))
LOCKSTEP_NATIVE(lockstep_log, __nvvm_lg2_approx_f(x) * 0.69314718f)
LOCKSTEP_NATIVE(lockstep_log2, __nvvm_lg2_approx_f(x))
LOCKSTEP_NATIVE(lockstep_log10, __nvvm_lg2_approx_f(x) * 0.30103000f)
LOCKSTEP_NATIVE(lockstep_recip, __nvvm_rcp_approx_ftz_f(x))
LOCKSTEP_NATIVE(lockstep_rsqrt, __nvvm_rsqrt_approx_f(x))
LOCKSTEP_NATIVE(lockstep_sqrt, __nvvm_sqrt_approx_f(x))
LOCKSTEP_NATIVE2(lockstep_divide, __nvvm_div_approx_f(x, y))
LOCKSTEP_NATIVE2(lockstep_powr, __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)))

#define native_sin lockstep_sin
#define native_cos lockstep_cos
#define native_tan lockstep_tan
#define native_exp lockstep_exp
#define native_exp2 lockstep_exp2
#define native_exp10 lockstep_exp10
#define native_log lockstep_log
#define native_log2 lockstep_log2
#define native_log10 lockstep_log10
#define native_recip lockstep_recip
#define native_rsqrt lockstep_rsqrt
#define native_sqrt lockstep_sqrt
#define native_divide lockstep_divide
#define native_powr lockstep_powr

#undef LOCKSTEP_OVERLOAD
#undef LOCKSTEP_LANES1
#undef LOCKSTEP_LANES2
#undef LOCKSTEP_VECTORS
#undef LOCKSTEP_NATIVE
#undef LOCKSTEP_NATIVE2

/* A barrier of all work-groups of a cooperative launch, under the names of cl_intel_concurrent_dispatch. It counts
   arrivals in the launch's workspace as CUDA's cooperative groups do; other launches have none and trap. */
static inline __attribute__((always_inline, unused)) ulong lockstep_grid_workspace(void) {
  ulong at;
  __asm__("{\n\t.reg .b32 low, high;\n\tmov.u32 low, %%envreg2;\n\tmov.u32 high, %%envreg1;\n\t"
          "mov.b64 %0, {low, high};\n\t}" : "=l"(at));
  return at;
}

static inline __attribute__((always_inline, unused)) bool lockstep_is_device_barrier_valid(void) {
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
