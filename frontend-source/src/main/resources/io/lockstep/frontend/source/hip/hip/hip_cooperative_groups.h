/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative groups: those of CUDA, whose warps are HIP's wavefronts. */
#ifndef LOCKSTEP_HIP_COOPERATIVE_GROUPS_H
#define LOCKSTEP_HIP_COOPERATIVE_GROUPS_H
#include "hip/hip_runtime.h"
#ifdef __HIP_DEVICE_COMPILE__
#define __CUDA_ARCH__ LOCKSTEP_CAPABILITY
#endif
#include "cooperative_groups.h"
#undef __CUDA_ARCH__
#endif
