/* SPDX-License-Identifier: Apache-2.0 */
/* Launches with events around them. */
#ifndef LOCKSTEP_HIP_EXT_H
#define LOCKSTEP_HIP_EXT_H
#include "hip/hip_runtime.h"
#define hipExtLaunchKernelGGL(kernel, grid, block, shared, stream, start, stop, flags, ...) \
  do { \
    hipEvent_t lockstep_start = (start), lockstep_stop = (stop); \
    if (lockstep_start) hipEventRecord(lockstep_start, (stream)); \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__); \
    if (lockstep_stop) hipEventRecord(lockstep_stop, (stream)); \
  } while (0)
#endif
