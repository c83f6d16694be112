/* SPDX-License-Identifier: Apache-2.0 */
/* Halves: those of CUDA. The shared header asks for the device's pass by CUDA's macro. */
#ifndef LOCKSTEP_HIP_FP16_H
#define LOCKSTEP_HIP_FP16_H
#ifdef __HIP_DEVICE_COMPILE__
#define __CUDA_ARCH__ LOCKSTEP_CAPABILITY
#endif
#include "cuda_fp16.h"
#undef __CUDA_ARCH__
#endif
