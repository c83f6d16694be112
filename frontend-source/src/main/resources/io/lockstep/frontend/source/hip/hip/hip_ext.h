/* SPDX-License-Identifier: Apache-2.0 */
/* Launches with events around them. Those of modules have their grid in work-items. */
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
static inline hipError_t hipExtModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy,
                                                  unsigned gz, unsigned bx, unsigned by,
                                                  unsigned bz, size_t shared, hipStream_t stream,
                                                  void** arguments, void** extra,
                                                  hipEvent_t start = nullptr,
                                                  hipEvent_t stop = nullptr, unsigned = 0) {
  if (!bx || !by || !bz || gx % bx || gy % by || gz % bz) return hipErrorInvalidConfiguration;
  hipError_t error = start ? hipEventRecord(start, stream) : hipSuccess;
  if (!error) {
    error = hipModuleLaunchKernel(f, gx / bx, gy / by, gz / bz, bx, by, bz, (unsigned)shared, stream,
                                  arguments, extra);
  }
  return !error && stop ? hipEventRecord(stop, stream) : error;
}
#endif
