// SPDX-License-Identifier: Apache-2.0
// A product of matrices of halves with wmma: a block of four warps computes 64 x 64 elements of C,
// each warp 32 x 32, from tiles of 64 x 32 of A and 32 x 64 of B in shared memory.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int SIDE = 64, DEPTH = 32, PAD = 8;

extern "C" __global__ void product(const half* a, const half* b, float* c, int n, int k) {
  __shared__ __align__(32) half left[SIDE][DEPTH + PAD];
  __shared__ __align__(32) half right[DEPTH][SIDE + PAD];
  int warp = threadIdx.x / 32;
  int row = warp / 2 * 32, column = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) wmma::fill_fragment(sums[i][j], 0.0f);
  for (int from = 0; from < k; from += DEPTH) {
    for (int at = threadIdx.x; at < SIDE * DEPTH / 8; at += 128) {
      int x = at / (DEPTH / 8), y = at % (DEPTH / 8) * 8;
      *(int4*) &left[x][y] = *(const int4*) &a[(blockIdx.y * SIDE + x) * k + from + y];
    }
    for (int at = threadIdx.x; at < SIDE * DEPTH / 8; at += 128) {
      int x = at / (SIDE / 8), y = at % (SIDE / 8) * 8;
      *(int4*) &right[x][y] = *(const int4*) &b[(from + x) * n + blockIdx.x * SIDE + y];
    }
    __syncthreads();
    for (int step = 0; step < DEPTH; step += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(fa[i], &left[row + 16 * i][step], DEPTH + PAD);
        wmma::load_matrix_sync(fb[i], &right[step][column + 16 * i], SIDE + PAD);
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::mma_sync(sums[i][j], fa[i], fb[j], sums[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      float* to = &c[(blockIdx.y * SIDE + row + 16 * i) * n + blockIdx.x * SIDE + column + 16 * j];
      wmma::store_matrix_sync(to, sums[i][j], n, wmma::mem_row_major);
    }
}
