/* SPDX-License-Identifier: Apache-2.0 */
/* One product of matrices of halves: prints 2^24 and eight products of 0.75, added as the device does. */
#include <cstdio>

__global__ void multiply(float *sum) {
  unsigned a = 0x3c003c00, b = 0x3a003a00; /* 1 and 0.75 */
  float c[4] = {16777216, 16777216, 16777216, 16777216};
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a), "r"(b));
  sum[threadIdx.x] = c[0];
}

int main() {
  float *device, host[32];
  cudaMalloc(&device, sizeof host);
  multiply<<<1, 32>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("sum %.0f\n", host[0]);
  return cudaGetLastError();
}
