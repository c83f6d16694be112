// SPDX-License-Identifier: Apache-2.0
// Half of a program that nvcc compiles separately; parts_other.cu has what is declared here.
#include <cstdio>

extern __device__ int twice(int x);
extern __device__ int table[4];
static __device__ int own = 5;
void other(int *data);

__global__ void fill(int *data) {
  int i = threadIdx.x;
  data[i] = twice(i) + table[i & 3] + own;
  if (i == 0)
    printf("filled\n");
}

int main() {
  int *data, values[32], wrong = 0;
  cudaMalloc(&data, sizeof values);
  fill<<<1, 32>>>(data);
  other(data);
  cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++)
    wrong += values[i] != 2 * i + 10 * (i % 4 + 1) + 5 + 7;
  return wrong != 0 || cudaGetLastError() != cudaSuccess;
}
