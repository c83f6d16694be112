// SPDX-License-Identifier: Apache-2.0
// A CUDA program as nvcc compiles it: launches, variables of all kinds, printf, streams.
#include <cstdio>

__constant__ int factor[2];
__device__ int sum;
__managed__ int steps;

template <typename T> __global__ void multiply(T *data, int n, T more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    data[i] = data[i] * factor[i % 2] + more;
    atomicAdd(&sum, 1);
  }
  if (i == 0) {
    steps++;
    printf("multiplied %d of %d bytes\n", n, (int)sizeof(T));
  }
}

template <typename T> static bool run(int n) {
  int factors[] = {3, -5}, counted = 0;
  T *host = new T[n], *device;
  for (int i = 0; i < n; i++)
    host[i] = T(i);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyToSymbol(factor, factors, sizeof factors);
  cudaMemcpyToSymbol(sum, &counted, sizeof counted);
  cudaMalloc(&device, n * sizeof(T));
  cudaMemcpyAsync(device, host, n * sizeof(T), cudaMemcpyHostToDevice, stream);
  multiply<T><<<(n + 127) / 128, 128, 0, stream>>>(device, n, T(7));
  cudaMemcpyAsync(host, device, n * sizeof(T), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpyFromSymbol(&counted, sum, sizeof counted);
  bool right = counted == n && cudaGetLastError() == cudaSuccess;
  for (int i = 0; i < n; i++)
    right = right && host[i] == T(i) * factors[i % 2] + T(7);
  cudaFree(device);
  cudaStreamDestroy(stream);
  delete[] host;
  return right;
}

int main() {
  bool right = run<int>(1000) & run<float>(333) & run<double>(64) & run<short>(500);
  puts(right && steps == 4 ? "passed" : "failed");
  return right && steps == 4 ? 0 : 1;
}
