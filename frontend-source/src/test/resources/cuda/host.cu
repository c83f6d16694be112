// SPDX-License-Identifier: Apache-2.0
// - {launch: transpose, grid: [2, 2], block: [32, 8], args: [square, d]}
// - {launch: hash, grid: [2], block: [128], args: [l, slots, {i32: 250}, {i32: 1024}]}
// bank-conflict-free transpose and double precision, goto, 64-bit, clock, warp-level primitives, surfaces-free
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <chrono>
#include <string>
#include <functional>
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void transpose(double *odata, const double *idata) {
  __shared__ double tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y, width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x; y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void hash(unsigned long long *keys, unsigned long long *slots, int n, int capacity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long k = keys[i], h = k * 0x9E3779B97F4A7C15ull >> 40;
  while (true) {
    unsigned long long prev = atomicCAS(&slots[h % capacity], 0ull, k);
    if (prev == 0ull || prev == k) break;
    h++;
  }
  if (h == 123456789) goto out;
  keys[i] = __brevll(k) ^ __popcll(k) ^ __clzll(k) ^ __umul64hi(k, k);
out:
  char buffer[16]; memset(buffer, 0, 16); memcpy(buffer, &k, 8);
  keys[i] += buffer[3];
  double m = std::numeric_limits<double>::max();
  if (m < 0) keys[i] = 0;
}
int main() { std::cout << std::string("x") << std::endl; double *d; cudaMallocManaged(&d, 8 * 1024 * 1024); transpose<<<dim3(32, 32), dim3(32, 8)>>>(d, d); cudaStream_t s; cudaStreamCreate(&s); cudaMemcpyAsync(d, d, 8, cudaMemcpyDeviceToDevice, s); cudaStreamSynchronize(s); return std::accumulate(&d[0], &d[2], 0.0); }
