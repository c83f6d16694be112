// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
#include <stdint.h>
// C = A B^T; A: M x K halves, B: N x K halves; tiles 64 x 64 x 32, two stages, 4 warps of 32 x 32
extern "C" __global__ void __launch_bounds__(128) product(const half* A, const half* B, float* C, int N, int K) {
  __shared__ __align__(16) half sa[2][64][40];
  __shared__ __align__(16) half sb[2][64][40];
  int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
  const half* a0 = A + blockIdx.y * 64 * K; const half* b0 = B + blockIdx.x * 64 * K;
  float acc[2][4][4] = {};
  auto stage = [&](int s, int k) {
    for (int i = 0; i < 2; i++) {
      int idx = tid + i * 128; int row = idx >> 2, col = (idx & 3) * 8;
      uint32_t da = (uint32_t)__cvta_generic_to_shared(&sa[s][row][col]);
      uint32_t db = (uint32_t)__cvta_generic_to_shared(&sb[s][row][col]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(da), "l"(a0 + row * K + k + col));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(db), "l"(b0 + row * K + k + col));
    }
    asm volatile("cp.async.commit_group;");
  };
  stage(0, 0);
  for (int k = 0, s = 0; k < K; k += 32, s ^= 1) {
    if (k + 32 < K) { stage(s ^ 1, k + 32); asm volatile("cp.async.wait_group 1;"); }
    else asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      uint32_t a[2][4], b[4][2];
      for (int m = 0; m < 2; m++) {
        uint32_t p = (uint32_t)__cvta_generic_to_shared(&sa[s][wm + m * 16 + (lane & 15)][kk + (lane >> 4) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[m][0]), "=r"(a[m][1]), "=r"(a[m][2]), "=r"(a[m][3]) : "r"(p));
      }
      for (int n = 0; n < 4; n++) {
        uint32_t p = (uint32_t)__cvta_generic_to_shared(&sb[s][wn + n * 8 + (lane & 7)][kk + ((lane >> 3) & 1) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(b[n][0]), "=r"(b[n][1]) : "r"(p));
      }
      for (int m = 0; m < 2; m++) for (int n = 0; n < 4; n++)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
          : "+f"(acc[m][n][0]), "+f"(acc[m][n][1]), "+f"(acc[m][n][2]), "+f"(acc[m][n][3])
          : "r"(a[m][0]), "r"(a[m][1]), "r"(a[m][2]), "r"(a[m][3]), "r"(b[n][0]), "r"(b[n][1]));
    }
    __syncthreads();
  }
  for (int m = 0; m < 2; m++) for (int n = 0; n < 4; n++) {
    int row = blockIdx.y * 64 + wm + m * 16 + (lane >> 2), col = blockIdx.x * 64 + wn + n * 8 + (lane & 3) * 2;
    C[row * N + col] = acc[m][n][0]; C[row * N + col + 1] = acc[m][n][1];
    C[(row + 8) * N + col] = acc[m][n][2]; C[(row + 8) * N + col + 1] = acc[m][n][3];
  }
}
