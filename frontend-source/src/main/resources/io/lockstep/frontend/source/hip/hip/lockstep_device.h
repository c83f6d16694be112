/* SPDX-License-Identifier: Apache-2.0 */
/* HIP's device functions beyond those that it shares with CUDA. A wavefront has __LOCKSTEP_WARP__
 * lanes; masks and ballots have 64 bits for every width. */
#ifndef LOCKSTEP_HIP_DEVICE_H
#define LOCKSTEP_HIP_DEVICE_H

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

/* Lanes. */
LOCKSTEP_DEVICE unsigned __lane_id() { return lockstep_lane(); }
LOCKSTEP_DEVICE void lockstep_hip_syncwarp(unsigned long long = ~0ull) {
  LOCKSTEP_SIZED;
  __nvvm_bar_warp_sync(0xffffffffu);
}
#define __syncwarp lockstep_hip_syncwarp
#define LOCKSTEP_SHUFFLE(name, K) \
  template <class T> LOCKSTEP_DEVICE T __##name(T x, K k, int width = __LOCKSTEP_WARP__) { \
    return __##name##_sync(LOCKSTEP_ALL_LANES, x, k, width); \
  }
LOCKSTEP_SHUFFLE(shfl, int) LOCKSTEP_SHUFFLE(shfl_up, unsigned)
LOCKSTEP_SHUFFLE(shfl_down, unsigned) LOCKSTEP_SHUFFLE(shfl_xor, int)
#undef LOCKSTEP_SHUFFLE
LOCKSTEP_DEVICE unsigned long long __ballot(int x) { return __ballot_sync(LOCKSTEP_ALL_LANES, x); }
LOCKSTEP_DEVICE unsigned long long __ballot64(int x) { return __ballot(x); }
LOCKSTEP_DEVICE int __any(int x) { return __any_sync(LOCKSTEP_ALL_LANES, x); }
LOCKSTEP_DEVICE int __all(int x) { return __all_sync(LOCKSTEP_ALL_LANES, x); }
LOCKSTEP_DEVICE unsigned long long __lanemask_lt() { return (1ull << __lane_id()) - 1; }
LOCKSTEP_DEVICE unsigned long long __lanemask_eq() { return 1ull << __lane_id(); }
LOCKSTEP_DEVICE unsigned long long __lanemask_gt() {
  return LOCKSTEP_ALL_LANES & ~((2ull << __lane_id()) - 1);
}

/* Clocks. */
LOCKSTEP_DEVICE long long wall_clock64() { return clock64(); }

/* Atomic functions whose hardware forms differ on AMD's processors. */
LOCKSTEP_DEVICE float unsafeAtomicAdd(float* p, float v) { return atomicAdd(p, v); }
LOCKSTEP_DEVICE double unsafeAtomicAdd(double* p, double v) { return atomicAdd(p, v); }
LOCKSTEP_DEVICE float safeAtomicAdd(float* p, float v) { return atomicAdd(p, v); }
LOCKSTEP_DEVICE double safeAtomicAdd(double* p, double v) { return atomicAdd(p, v); }
LOCKSTEP_DEVICE void atomicAddNoRet(float* p, float v) { atomicAdd(p, v); }

/* Extremes of floats, by comparison and exchange. */
#define LOCKSTEP_EXTREME(name, T, U, less) \
  LOCKSTEP_DEVICE T name(T* p, T v) { \
    U before = *(volatile U*)p; \
    while (v less __builtin_bit_cast(T, before)) { \
      U found = atomicCAS((U*)p, before, __builtin_bit_cast(U, v)); \
      if (found == before) { \
        break; \
      } \
      before = found; \
    } \
    return __builtin_bit_cast(T, before); \
  }
LOCKSTEP_EXTREME(atomicMin, float, unsigned, <)
LOCKSTEP_EXTREME(atomicMax, float, unsigned, >)
LOCKSTEP_EXTREME(atomicMin, double, unsigned long long, <)
LOCKSTEP_EXTREME(atomicMax, double, unsigned long long, >)
#undef LOCKSTEP_EXTREME
LOCKSTEP_DEVICE float unsafeAtomicMin(float* p, float v) { return atomicMin(p, v); }
LOCKSTEP_DEVICE float unsafeAtomicMax(float* p, float v) { return atomicMax(p, v); }
LOCKSTEP_DEVICE double unsafeAtomicMin(double* p, double v) { return atomicMin(p, v); }
LOCKSTEP_DEVICE double unsafeAtomicMax(double* p, double v) { return atomicMax(p, v); }

/* Functions of the wavefront that clang has for AMD's processors. */
#define __builtin_amdgcn_readfirstlane lockstep_first_lane
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_s_barrier() __syncthreads()
LOCKSTEP_DEVICE int lockstep_first_lane(int x) {
  return __shfl(x, __builtin_ctzll(__ballot(1)));
}
/* Each lane sends its value to the lane that its address names, in bytes; the last one counts. */
LOCKSTEP_DEVICE int __builtin_amdgcn_ds_permute(int address, int x) {
  int to = address >> 2 & (__LOCKSTEP_WARP__ - 1), r = 0;
  for (int i = 0; i < __LOCKSTEP_WARP__; i++) {
    int sent = __shfl(x, i);
    if (__shfl(to, i) == (int)__lane_id()) r = sent;
  }
  return r;
}
#endif
