// SPDX-License-Identifier: Apache-2.0
//
// Asks HIP for the residency of kernels with several numbers of registers and sizes of static shared
// memory, and launches some of them: AmdOccupancyTest compares the answers with AMD's rules.
//
//   amd_occupancy SEED VECTORS FILE
//
// Lines of the file: "kernel REGISTERS BYTES" for each kernel; "ask KERNEL THREADS DYNAMIC GROUPS" for each vector,
// in the order of SplitMix64; "best KERNEL DYNAMIC LIMIT GRID BLOCK"; "launch KERNEL THREADS DYNAMIC OK".
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// R values of a work-item live across a barrier.
template <int R, int S>
__global__ void kernel(float* p) {
  __shared__ float fixed[S ? S : 1];
  float kept[R];
  for (int i = 0; i < R; i++) kept[i] = p[i * 1024 + threadIdx.x];
  if (S) fixed[threadIdx.x % (S ? S : 1)] = kept[0];
  __syncthreads();
  for (int i = 0; i < R; i++) p[i * 1024 + threadIdx.x] = kept[i] * kept[R - 1 - i];
  if (S) p[threadIdx.x] += fixed[(threadIdx.x + 1) % (S ? S : 1)];
}

struct Kernel {
  const void* entry;
  int registers, bytes;
};
#define OF(R) \
  {(const void*)kernel<R, 0>}, {(const void*)kernel<R, 1>}, {(const void*)kernel<R, 129>}, \
      {(const void*)kernel<R, 2000>}, {(const void*)kernel<R, 16384>}
static Kernel kernels[] = {OF(2), OF(20), OF(40), OF(62), OF(90), OF(120)};
enum { KERNELS = sizeof kernels / sizeof *kernels, LDS = 65536 };

static uint64_t state;
static int below(int bound) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return (int)(((z ^ z >> 31) >> 33) % (uint64_t)bound);
}

#define OK(call) \
  if (hipError_t error = (call)) { \
    printf("%s: %s\n", #call, hipGetErrorName(error)); \
    return 1; \
  }

int main(int count, char** words) {
  state = strtoull(words[1], nullptr, 10);
  int vectors = atoi(words[2]);
  if (!freopen(words[3], "w", stdout)) return 1;
  float* memory;
  OK(hipMalloc(&memory, 1024 * 128 * sizeof(float)));
  for (Kernel& k : kernels) {
    hipFuncAttributes attributes;
    OK(hipFuncGetAttributes(&attributes, k.entry));
    k.registers = attributes.numRegs;
    k.bytes = (int)attributes.sharedSizeBytes;
    printf("kernel %d %d\n", k.registers, k.bytes);
  }
  for (int i = 0; i < vectors; i++) {
    int which = below(KERNELS);
    int threads = 1 + below(1024 >> below(4));
    if (below(2)) threads = (threads + 63) / 64 * 64;
    int dynamic = below(3) ? below((LDS - kernels[which].bytes + 600) >> 2 * below(4)) : 0;
    int groups;
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&groups, kernels[which].entry, threads, dynamic));
    printf("ask %d %d %d %d\n", which, threads, dynamic, groups);
    if (i % 10 == 0) {
      int grid, block, limit = 64 * below(17);
      OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, kernels[which].entry, (size_t)dynamic, limit));
      printf("best %d %d %d %d %d\n", which, dynamic, limit, grid, block);
    }
    if (i % 5 == 0) {
      void* arguments[] = {&memory};
      hipError_t error = hipLaunchKernel(kernels[which].entry, dim3(1), dim3(threads), arguments, dynamic, 0);
      printf("launch %d %d %d %d\n", which, threads, dynamic, error == hipSuccess);
    }
  }
  OK(hipDeviceSynchronize());
}
