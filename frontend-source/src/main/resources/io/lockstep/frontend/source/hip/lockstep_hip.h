/* SPDX-License-Identifier: Apache-2.0 */
/* What a HIP text may use without a header of its own, on top of the device code that it shares with
 * CUDA: launches, and HIP's names. Written from the "HIP C++ language extensions" of ROCm 6. */
#ifndef LOCKSTEP_HIP_H
#define LOCKSTEP_HIP_H
#include "lockstep_gpu.h"

/* A HIP text sees HIP's macros of the device's pass, not CUDA's. */
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#define LOCKSTEP_CAPABILITY 700
#undef __CUDA_ARCH__
#endif
#undef __CUDA__
#define HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H /* rocThrust undefines __host__ without it */
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_3DGRID__ 1
#define __AMDGCN_WAVEFRONT_SIZE __LOCKSTEP_WARP__
#define __AMDGCN_WAVEFRONT_SIZE__ __LOCKSTEP_WARP__

/* Scopes of __hip_atomic_load and its like, which clang defines for HIP alone. */
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5

/* What clang calls for <<<>>>. */
struct ihipStream_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                ihipStream_t* stream = nullptr);
extern "C" int cudaLaunchKernel(const void* f, dim3 grid, dim3 block, void** arguments,
                                size_t shared, ihipStream_t* stream);
#endif
