/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LOCKSTEP_HIP_BFLOAT16_H
#define LOCKSTEP_HIP_BFLOAT16_H
#include "hip/hip_bf16.h"
typedef __nv_bfloat16 hip_bfloat16;
#endif
