// SPDX-License-Identifier: Apache-2.0
// - {launch: gemm, grid: [2, 2], block: [32], args: [h, h, out, {i32: 32}]}
// - {launch: gelu, grid: [2], block: [128], args: [h, more, {i32: 250}]}
// matrices and halves
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void gemm(const half *a, const half *b, float *c, int n) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + blockIdx.y * 16 * n + k, n);
    wmma::load_matrix_sync(fb, b + blockIdx.x * 16 * n + k, n);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 0.5f;
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, wmma::mem_row_major);
}
__global__ void gelu(const half2 *in, half2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 f = __half22float2(in[i]);
  auto g = [](float x) { return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); };
  out[i] = __hadd2(__floats2half2_rn(g(f.x), g(f.y)), __float2half2_rn(1.0f));
  half h = __low2half(out[i]);
  if (__hgt(h, __float2half(0.f))) out[i] = __hmul2(out[i], half2(h, h));
}
