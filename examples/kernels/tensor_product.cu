// SPDX-License-Identifier: Apache-2.0
// C = A B^T on tensor cores; A and B by rows. Blocks of 64 x 64, four warps of 32 x 32, three stages of asynchronous copies.
// nvcc -arch=compute_80 -ptx makes tensor_product.ptx.
#include <cuda_fp16.h>
#include <stdint.h>

constexpr int SIDE = 64, WIDTH = 64, STAGES = 3;  // rows of a tile, bytes of a row, tiles in shared memory

// The place of 16 bytes in a tile. Two rows lie in 128 bytes; chunks are permuted so that eight rows of one column cover all banks.
__device__ uint32_t place(uint32_t row, uint32_t chunk) { return row * WIDTH + 16 * (chunk ^ (row / 2 % 4)); }

__device__ void copy(uint32_t tile, const char* from, uint32_t pitch) {
  for (int i = 0; i < 2; i++) {
    uint32_t row = threadIdx.x / 4 + 32 * i, chunk = threadIdx.x % 4;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(tile + place(row, chunk)), "l"(from + row * pitch + 16 * chunk));
  }
}

__device__ void fragment(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(address));
}

__device__ void multiply(float* d, const uint32_t* a, const uint32_t* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ void multiply(int* d, const uint32_t* a, const uint32_t* b) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A row of a matrix has `pitch` bytes, a multiple of 64.
template <typename T> __device__ __forceinline__ void product(const char* A, const char* B, T* C, uint32_t n, uint32_t pitch) {
  __shared__ __align__(128) char memory[STAGES][2][SIDE * WIDTH];
  uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
  uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, rows = warp / 2 * 32, columns = warp % 2 * 32;
  A += blockIdx.y * SIDE * pitch;
  B += blockIdx.x * SIDE * pitch;
  uint32_t tiles = pitch / WIDTH;
  auto start = [&](uint32_t t) {
    if (t < tiles) {
      uint32_t tile = shared + t % STAGES * 2 * SIDE * WIDTH;
      copy(tile, A + t * WIDTH, pitch);
      copy(tile + SIDE * WIDTH, B + t * WIDTH, pitch);
    }
    asm volatile("cp.async.commit_group;");
  };
  start(0);
  start(1);
  T sums[2][4][4] = {};
  for (uint32_t t = 0; t < tiles; t++) {
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    start(t + 2);
    uint32_t left = shared + t % STAGES * 2 * SIDE * WIDTH, right = left + SIDE * WIDTH;
    for (int step = 0; step < 2; step++) {
      uint32_t a[2][4], b[4][2];
      for (int i = 0; i < 2; i++) fragment(a[i], left + place(rows + i * 16 + lane % 16, step * 2 + lane / 16));
      for (int j = 0; j < 4; j += 2) fragment(b[j], right + place(columns + j * 8 + lane / 16 * 8 + lane % 8, step * 2 + lane / 8 % 2));
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) multiply(sums[i][j], a[i], b[j]);
    }
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      for (int e = 0; e < 4; e++)
        C[(blockIdx.y * SIDE + rows + i * 16 + lane / 4 + e / 2 * 8) * n + blockIdx.x * SIDE + columns + j * 8 + lane % 4 * 2 + e % 2] = sums[i][j][e];
}

extern "C" __global__ void __launch_bounds__(128) halves(const char* A, const char* B, float* C, int n, int pitch) { product(A, B, C, n, pitch); }
extern "C" __global__ void __launch_bounds__(128) bytes(const char* A, const char* B, int* C, int n, int pitch) { product(A, B, C, n, pitch); }
