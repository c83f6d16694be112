/* SPDX-License-Identifier: Apache-2.0 */
/* Device code of CUDA C++ for clang, in the device's pass and in the host's: what a text may use
 * without a header of its own. Written for Lockstep from the CUDA C++ Programming Guide, the CUDA
 * Math API and the PTX ISA. Mathematical functions are declared here and linked as bitcode.
 *
 * __LOCKSTEP_WARP__ is the number of lanes of a warp, 32 unless it is defined before. */
#ifndef LOCKSTEP_GPU_H
#define LOCKSTEP_GPU_H
#ifndef __LOCKSTEP_WARP__
#define __LOCKSTEP_WARP__ 32
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#ifdef __HIP__
#define __managed__ __attribute__((managed))
#else
#define __managed__ __attribute__((device)) /* clang has the attribute for HIP only */
#endif
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)

/* Functions of these headers have the line of their call. */
#define LOCKSTEP_DEVICE \
  static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define LOCKSTEP_BOTH \
  static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#define LOCKSTEP_MEMBER __attribute__((device, always_inline, nodebug)) __inline__
#define LOCKSTEP_BOTH_MEMBER __attribute__((host, device, always_inline, nodebug)) __inline__

#include "lockstep_declarations.h"
#if __has_include(<cmath>)
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* Memory of new and delete is the device's heap. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#define LOCKSTEP_HEAP(brackets) \
  inline __attribute__((device)) void* operator new brackets(size_t n) { return malloc(n); } \
  inline __attribute__((device)) void operator delete brackets(void* p) noexcept { free(p); } \
  inline __attribute__((device)) void operator delete brackets(void* p, size_t) noexcept { free(p); }
LOCKSTEP_HEAP() LOCKSTEP_HEAP([])
#undef LOCKSTEP_HEAP
#pragma clang diagnostic pop

#include "lockstep_types.h"
#include "lockstep_integers.h"
#include "lockstep_floats.h"
#include "lockstep_lanes.h"
#include "lockstep_atomics.h"
#include "lockstep_textures.h"

/* clang refuses alignas behind __shared__, where nvcc takes it; both take attributes there. */
#ifndef __HIP__
template <size_t N> constexpr size_t lockstep_alignment() { return N; }
template <class T> constexpr size_t lockstep_alignment() { return alignof(T); }
#define alignas(...) __attribute__((aligned(lockstep_alignment<__VA_ARGS__>())))
#endif
#endif
