// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__device__ int table[4] = {10, 20, 30, 40};
static __device__ int own = 7;

__device__ __noinline__ int twice(int x) {
  return 2 * x;
}

__global__ void add(int *data) {
  data[threadIdx.x] += own;
  if (threadIdx.x == 0)
    printf("added\n");
}

void other(int *data) {
  add<<<1, 32>>>(data);
}
