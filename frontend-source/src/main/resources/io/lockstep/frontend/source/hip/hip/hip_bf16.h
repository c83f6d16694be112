/* SPDX-License-Identifier: Apache-2.0 */
/* bfloat16: that of CUDA under HIP's names. */
#ifndef LOCKSTEP_HIP_BF16_H
#define LOCKSTEP_HIP_BF16_H
#ifdef __HIP_DEVICE_COMPILE__
#define __CUDA_ARCH__ LOCKSTEP_CAPABILITY
#endif
#include "cuda_bf16.h"
#undef __CUDA_ARCH__
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
typedef __nv_bfloat16_raw __hip_bfloat16_raw;
typedef __nv_bfloat162_raw __hip_bfloat162_raw;
#endif
