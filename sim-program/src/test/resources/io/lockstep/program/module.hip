// SPDX-License-Identifier: Apache-2.0
// A module that hip_modules.hip loads; compiled with --genco.
#include <hip/hip_runtime.h>

__device__ int offset = 5;

extern "C" __global__ void add(int* x, int by, char more) {
  x[threadIdx.x] += by + more + offset;
}

extern "C" __global__ void width(int* x) { *x = warpSize + (__lane_id() & 0) + __ballot(0); }

extern "C" __global__ __launch_bounds__(128) void shared(int* x) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = memory[blockDim.x - 1 - threadIdx.x];
}
