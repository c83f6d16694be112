// out = alpha * weights * columns + beta * bias, in tiles of 16 x 16. As timed, the first store has no bounds test.
__kernel void conv2d_gemm(int m, int n, int k, float alpha, float beta, __global const float *weights,
                          __global const float *columns, __global const float *bias, __global float *out) {
  __local float ta[16][16], tb[16][16];
  int tx = get_local_id(0), ty = get_local_id(1);
  int column = get_group_id(0) * 16 + tx, row = get_group_id(1) * 16 + ty;
  float sum = 0.0f;
  out[row * n + column] = 0.0f;
  for (int t = 0; t < (k + 15) / 16; t++) {
    ta[ty][tx] = row < m && 16 * t + tx < k ? weights[row * k + 16 * t + tx] : 0.0f;
    tb[ty][tx] = 16 * t + ty < k && column < n ? columns[(16 * t + ty) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll // as LLVM does for gfx942
    for (int i = 0; i < 16; i++)
      if (16 * t + i < k) sum += ta[ty][i] * tb[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n) out[row * n + column] = alpha * sum + beta * bias[row * n + column];
}
