// As timed: the tile is no local memory but the start of a buffer that all groups share, and its row is that of the
// local id, so every group multiplies the first 32 rows of a. Groups write the same values at a given step.
__kernel void matrixmultiplication(__global const float4 *a, __global const float4 *b, __global float4 *c,
                                   __global float4 *tile, int w) {
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
  float4 s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
  for (int i = 0; i < w / 8; i++) {
    for (int k = 0; k < 4; k++) tile[lx + 8 * (4 * ly + k)] = a[(4 * ly + k) * w + 8 * i + lx];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int j = 0; j < 8; j++) {
      float4 a0 = tile[j + 8 * (4 * ly)], a1 = tile[j + 8 * (4 * ly + 1)];
      float4 a2 = tile[j + 8 * (4 * ly + 2)], a3 = tile[j + 8 * (4 * ly + 3)];
      int q = (32 * i + 4 * j) * w + gx;
      float4 row = b[q]; // LLVM for gfx942 does not load all rows at once either
      float4 t0 = a0.x * row, t1 = a1.x * row, t2 = a2.x * row, t3 = a3.x * row;
      row = b[q + w];
      t0 += a0.y * row, t1 += a1.y * row, t2 += a2.y * row, t3 += a3.y * row;
      row = b[q + 2 * w];
      t0 += a0.z * row, t1 += a1.z * row, t2 += a2.z * row, t3 += a3.z * row;
      row = b[q + 3 * w];
      s0 += t0 + a0.w * row, s1 += t1 + a1.w * row, s2 += t2 + a2.w * row, s3 += t3 + a3.w * row;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  c[4 * gy * w + gx] = s0;
  c[(4 * gy + 1) * w + gx] = s1;
  c[(4 * gy + 2) * w + gx] = s2;
  c[(4 * gy + 3) * w + gx] = s3;
}
