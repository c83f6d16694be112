// SPDX-License-Identifier: Apache-2.0
// - {launch: 'sums<float>', grid: [4], block: [256], args: [f, out, {i32: 1000}]}
// - {launch: 'sums<int>', grid: [4], block: [256], args: [i, more, {i32: 1000}]}
// templates, constexpr, std headers, main of a program
#include <cstdio>
#include <cmath>
#include <algorithm>
#include <type_traits>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
constexpr int TILE = 16;
constexpr int square(int x) { return x * x; }
template <typename T, int N> struct Vec { T v[N]; __host__ __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; } };
template <typename T, typename Op> __global__ void apply(const T *in, T *out, int n, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = op(in[i]);
}
struct Scale { float f; __device__ float operator()(float x) const { return x * f; } };
template <typename T> __global__ void sums(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec<T, 4> v;
  for (int k = 0; k < 4; k++) v.v[k] = in[(i + k) % n];
  if constexpr (std::is_same<T, float>::value) out[i] = sqrtf(v.sum()) + std::sqrt(v.v[0]) + fmaxf(v.v[1], std::max(v.v[2], v.v[3])) + square(TILE);
  else out[i] = v.sum() + std::min(v.v[0], v.v[1]);
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<int>(const int *, int *, int);
template __global__ void apply<float, Scale>(const float *, float *, int, Scale);
int main() {
  std::vector<float> h(1000, 1.0f);
  float *a, *b;
  CHECK(cudaMalloc(&a, 4000)); CHECK(cudaMalloc((void **)&b, 4000));
  CHECK(cudaMemcpy(a, h.data(), 4000, cudaMemcpyHostToDevice));
  cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop); cudaEventRecord(start);
  dim3 grid((1000 + 255) / 256), block(256);
  sums<<<grid, block>>>(a, b, 1000);
  apply<<<grid, block, 0, 0>>>(a, b, 1000, Scale{2.0f});
  CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
  cudaEventRecord(stop); cudaEventSynchronize(stop); float ms; cudaEventElapsedTime(&ms, start, stop);
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); printf("%s %d %zu\n", p.name, p.multiProcessorCount, p.sharedMemPerBlock);
  cudaFree(a); cudaFree(b); return 0;
}
