/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that clang has for AMD's processors, as far as operations of other processors compute the
 * same. Written from the instruction set architecture of AMD's CDNA 3 and clang's documentation. */
#ifndef LOCKSTEP_HIP_AMDGCN_H
#define LOCKSTEP_HIP_AMDGCN_H

/* Lanes. */
#define __builtin_amdgcn_wavefrontsize() ((unsigned)__LOCKSTEP_WARP__)
LOCKSTEP_DEVICE unsigned long long __builtin_amdgcn_read_exec() { return __activemask(); }
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_ballot_w32(bool x) { return (unsigned)__ballot(x); }
LOCKSTEP_DEVICE unsigned long long __builtin_amdgcn_ballot_w64(bool x) { return __ballot(x); }
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned sum) {
  return sum + __popc(mask & (unsigned)__lanemask_lt());
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned sum) {
  return sum + __popc(mask & (unsigned)(__lanemask_lt() >> 32));
}
LOCKSTEP_DEVICE int __builtin_amdgcn_readlane(int x, int lane) { return __shfl(x, lane); }
LOCKSTEP_DEVICE int __builtin_amdgcn_readfirstlane(int x) {
  return __shfl(x, __builtin_ctzll(__ballot(1)));
}
LOCKSTEP_DEVICE int __builtin_amdgcn_ds_bpermute(int address, int x) {
  return __shfl(x, address >> 2 & (__LOCKSTEP_WARP__ - 1));
}
#define __hip_ds_bpermute __builtin_amdgcn_ds_bpermute
/* Each lane sends its value to the lane that its address names, in bytes; the last one counts. */
LOCKSTEP_DEVICE int __builtin_amdgcn_ds_permute(int address, int x) {
  int to = address >> 2 & (__LOCKSTEP_WARP__ - 1), r = 0;
  for (int i = 0; i < __LOCKSTEP_WARP__; i++) {
    int sent = __shfl(x, i);
    if (__shfl(to, i) == (int)__lane_id()) r = sent;
  }
  return r;
}

/* The value of a lane; of one that is outside the row or inactive: another. */
LOCKSTEP_DEVICE int lockstep_of_lane(int x, unsigned lane, bool valid, int other) {
  int found = __shfl(x, (int)lane);
  bool active = __ballot(1) >> lane & 1;
  return valid && active ? found : other;
}

/* Patterns of ds_swizzle: four lanes in any order, or a mask, an addition and an exclusive or. */
LOCKSTEP_DEVICE int __builtin_amdgcn_ds_swizzle(int x, int pattern)
    __attribute__((diagnose_if(pattern < 0 || pattern > 0x80ff,
                               "patterns of ds_swizzle above 0x80ff are not supported", "error"))) {
  unsigned lane = __lane_id(), in = lane & 31u;
  unsigned quad = (in & ~3u) | ((unsigned)pattern >> 2 * (in & 3u) & 3u);
  unsigned masked = ((in & (unsigned)pattern) | ((unsigned)pattern >> 5 & 31u))
                    ^ ((unsigned)pattern >> 10 & 31u);
  return lockstep_of_lane(x, (lane & ~31u) | (pattern >> 15 ? quad : masked), true, 0);
}
template <int Pattern> LOCKSTEP_DEVICE int __hip_ds_swizzle_N(int x) {
  return __builtin_amdgcn_ds_swizzle(x, Pattern);
}

/* Movements of data-parallel primitives (DPP) in rows of 16 lanes, and of the wavefront. */
LOCKSTEP_DEVICE int __builtin_amdgcn_update_dpp(int old, int x, int control, int rows, int banks,
                                                bool bound)
    __attribute__((diagnose_if(control < 0 || control > 0x143
                                   || (control >= 0x100 && control < 0x130 && control % 16 == 0)
                                   || (control >= 0x130 && control < 0x140 && control % 4),
                               "this control of a DPP movement is not supported", "error"))) {
  unsigned lane = __lane_id(), in = lane & 15u, row = lane & ~15u, by = (unsigned)control & 15u;
  unsigned from = lane;
  bool valid = true;
  if (control < 0x100) {
    from = (lane & ~3u) | ((unsigned)control >> 2 * (lane & 3u) & 3u);
  } else if (control < 0x110) {
    from = row + in + by, valid = in + by < 16;
  } else if (control < 0x120) {
    from = row + in - by, valid = in >= by;
  } else if (control < 0x130) {
    from = row + ((in - by) & 15u);
  } else if (control == 0x130) {
    from = lane + 1, valid = from < __LOCKSTEP_WARP__;
  } else if (control == 0x134) {
    from = (lane + 1) & (__LOCKSTEP_WARP__ - 1);
  } else if (control == 0x138) {
    from = lane - 1, valid = lane > 0;
  } else if (control == 0x13c) {
    from = (lane - 1) & (__LOCKSTEP_WARP__ - 1);
  } else if (control == 0x140) {
    from = row + 15 - in;
  } else if (control == 0x141) {
    from = (lane & ~7u) + 7 - (lane & 7u);
  } else if (control == 0x142) {
    from = row - 1, valid = row > 0;
  } else {
    from = 31, valid = lane > 31;
  }
  bool written = rows >> lane / 16 & 1 && banks >> (lane & 15u) / 4 & 1;
  int found = lockstep_of_lane(x, from & (__LOCKSTEP_WARP__ - 1), valid, bound ? 0 : old);
  return written ? found : old;
}
#define __builtin_amdgcn_mov_dpp(x, control, rows, banks, bound) \
  __builtin_amdgcn_update_dpp(0, x, control, rows, banks, bound)

/* Barriers, and hints to the scheduler, which the simulated device's compiler does not need. */
#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_fence(order, ...) __threadfence()
#define __builtin_amdgcn_s_waitcnt(counts) ((void)0)
#define __builtin_amdgcn_sched_barrier(mask) ((void)0)
#define __builtin_amdgcn_sched_group_barrier(mask, size, group) ((void)0)
#define __builtin_amdgcn_iglp_opt(kind) ((void)0)
#define __builtin_amdgcn_s_setprio(priority) ((void)0)
#define __builtin_amdgcn_s_sleep(time) ((void)0)
#define __builtin_amdgcn_s_memtime() ((unsigned long long)clock64())
#define __builtin_amdgcn_s_memrealtime() ((unsigned long long)wall_clock64())

/* Work-items. */
#define __builtin_amdgcn_workitem_id_x() ((int)threadIdx.x)
#define __builtin_amdgcn_workitem_id_y() ((int)threadIdx.y)
#define __builtin_amdgcn_workitem_id_z() ((int)threadIdx.z)
#define __builtin_amdgcn_workgroup_id_x() ((int)blockIdx.x)
#define __builtin_amdgcn_workgroup_id_y() ((int)blockIdx.y)
#define __builtin_amdgcn_workgroup_id_z() ((int)blockIdx.z)
#define __builtin_amdgcn_workgroup_size_x() ((unsigned short)blockDim.x)
#define __builtin_amdgcn_workgroup_size_y() ((unsigned short)blockDim.y)
#define __builtin_amdgcn_workgroup_size_z() ((unsigned short)blockDim.z)
#define __builtin_amdgcn_grid_size_x() (gridDim.x * blockDim.x)
#define __builtin_amdgcn_grid_size_y() (gridDim.y * blockDim.y)
#define __builtin_amdgcn_grid_size_z() (gridDim.z * blockDim.z)

/* Bits and bytes. */
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_alignbit(unsigned high, unsigned low, unsigned by) {
  return __funnelshift_r(low, high, by);
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_alignbyte(unsigned high, unsigned low, unsigned by) {
  return __funnelshift_r(low, high, 8 * (by & 3));
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_ubfe(unsigned x, unsigned at, unsigned bits) {
  return x >> (at & 31) & ((1u << (bits & 31)) - 1);
}
LOCKSTEP_DEVICE int __builtin_amdgcn_sbfe(int x, unsigned at, unsigned bits) {
  int unused = 32 - (int)(bits & 31);
  return unused == 32 ? 0 : (int)((unsigned)(x >> (at & 31)) << unused) >> unused;
}
/* Selectors 0 to 7 name a byte of the low, then of the high word, 8 to 11 the sign of bytes 1, 3, 5
   and 7, 12 zeros, larger ones ones. */
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_perm(unsigned high, unsigned low, unsigned select) {
  unsigned long long both = (unsigned long long)high << 32 | low;
  unsigned r = 0;
  _Pragma("clang loop unroll(full)") for (int i = 0; i < 32; i += 8) {
    unsigned s = select >> i & 255u;
    unsigned sign = both >> (16 * (s & 3u) + 15) & 1 ? 255u : 0u;
    unsigned byte = s < 8 ? (unsigned)(both >> 8 * s) & 255u : s < 12 ? sign : s == 12 ? 0u : 255u;
    r |= byte << i;
  }
  return r;
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_sad_u8(unsigned a, unsigned b, unsigned sum) {
  return __vsadu4(a, b) + sum;
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_sad_hi_u8(unsigned a, unsigned b, unsigned sum) {
  return (__vsadu4(a, b) << 16) + sum;
}
LOCKSTEP_DEVICE unsigned __builtin_amdgcn_sad_u16(unsigned a, unsigned b, unsigned sum) {
  return __vsadu2(a, b) + sum;
}

/* Dot products; those that saturate are not supported. */
typedef _Float16 lockstep_halves2 __attribute__((ext_vector_type(2)));
#define LOCKSTEP_UNSATURATED \
  __attribute__((diagnose_if(clamp, "dot products that saturate are not supported", "error")))
LOCKSTEP_DEVICE float __builtin_amdgcn_fdot2(lockstep_halves2 a, lockstep_halves2 b, float sum, bool clamp)
    LOCKSTEP_UNSATURATED {
  (void)clamp;
  return fmaf((float)a.x, (float)b.x, fmaf((float)a.y, (float)b.y, sum));
}
#define LOCKSTEP_DOT(name, T, value) \
  LOCKSTEP_DEVICE T __builtin_amdgcn_##name(T a, T b, T sum, bool clamp) LOCKSTEP_UNSATURATED { \
    (void)clamp; \
    return value; \
  }
LOCKSTEP_DOT(sdot4, int, __dp4a(a, b, sum)) LOCKSTEP_DOT(udot4, unsigned, __dp4a(a, b, sum))
#undef LOCKSTEP_DOT
#undef LOCKSTEP_UNSATURATED

/* Floats. */
LOCKSTEP_DEVICE float __builtin_amdgcn_rcpf(float x) { return __fdividef(1.0f, x); }
LOCKSTEP_DEVICE double __builtin_amdgcn_rcp(double x) { return 1.0 / x; }
LOCKSTEP_DEVICE float __builtin_amdgcn_rsqf(float x) { return rsqrtf(x); }
LOCKSTEP_DEVICE double __builtin_amdgcn_rsq(double x) { return rsqrt(x); }
LOCKSTEP_DEVICE float __builtin_amdgcn_sqrtf(float x) { return sqrtf(x); }
LOCKSTEP_DEVICE float __builtin_amdgcn_exp2f(float x) { return exp2f(x); }
LOCKSTEP_DEVICE float __builtin_amdgcn_logf(float x) { return log2f(x); }
LOCKSTEP_DEVICE float __builtin_amdgcn_fractf(float x) { return fminf(x - floorf(x), 0x1.fffffep-1f); }
LOCKSTEP_DEVICE float __builtin_amdgcn_ldexpf(float x, int by) { return ldexpf(x, by); }
LOCKSTEP_DEVICE float __builtin_amdgcn_fmed3f(float a, float b, float c) {
  return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}
#endif
