// C = x A B + y C in five steps, rows of all matrices LD floats apart: 1 one element a work-item, lanes in different rows; 2 lanes in one row;
// 3 tiles of 32 x 32 in local memory; 4 tiles of 64 x 64, eight elements of a column a work-item; 5 tiles of 128 x 128, 8 x 8 elements.
#ifndef STEP
#define STEP 1
#endif
#define LD 4092
#if STEP <= 3
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void sgemm_step(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, float x, float y, int k) {
  int t = get_local_id(0);
  int row = get_group_id(0) * 32, column = get_group_id(1) * 32;
  float sum = 0.0f;
#if STEP == 1
  row += t % 32;
  column += t / 32;
#pragma unroll 4
  for (int i = 0; i < k; i++) sum += a[row * LD + i] * b[i * LD + column];
#elif STEP == 2
  row += t / 32;
  column += t % 32;
#pragma unroll 4
  for (int i = 0; i < k; i++) sum += a[row * LD + i] * b[i * LD + column];
#else
  __local float as[1024], bs[1024];
  int inRow = t / 32, inColumn = t % 32;
  row += inRow;
  column += inColumn;
  for (int from = 0; from < k; from += 32) {
    as[t] = a[row * LD + from + inColumn];
    bs[t] = b[(from + inRow) * LD + column];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 32; i++) sum += as[inRow * 32 + i] * bs[i * 32 + inColumn];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#endif
  c[row * LD + column] = x * sum + y * c[row * LD + column];
}
#elif STEP == 4
__attribute__((reqd_work_group_size(512, 1, 1)))
__kernel void sgemm_step(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, float x, float y, int k) {
  __local float as[64 * 8], bs[8 * 64];
  int t = get_local_id(0);
  int row = t / 64 * 8, column = t % 64;
  a += get_group_id(0) * 64 * LD;
  b += get_group_id(1) * 64;
  c += get_group_id(0) * 64 * LD + get_group_id(1) * 64;
  float sum[8] = {0.0f};
  for (int from = 0; from < k; from += 8) {
    as[t] = a[t / 8 * LD + t % 8];
    bs[t] = b[t / 64 * LD + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    a += 8;
    b += 8 * LD;
#pragma unroll
    for (int i = 0; i < 8; i++) {
      float v = bs[i * 64 + column];
#pragma unroll
      for (int r = 0; r < 8; r++) sum[r] += as[(row + r) * 8 + i] * v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int r = 0; r < 8; r++) c[(row + r) * LD + column] = x * sum[r] + y * c[(row + r) * LD + column];
}
#else
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void sgemm_step(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, float x, float y, int k) {
  __local float as[128 * 8], bs[8 * 128];
  int t = get_local_id(0);
  int row = t / 16 * 8, column = t % 16 * 8;
  a += get_group_id(0) * 128 * LD;
  b += get_group_id(1) * 128;
  c += get_group_id(0) * 128 * LD + get_group_id(1) * 128;
  float sum[64] = {0.0f}, m[8], n[8];
  for (int from = 0; from < k; from += 8) {
#pragma unroll
    for (int r = 0; r < 128; r += 32) as[(t / 8 + r) * 8 + t % 8] = a[(t / 8 + r) * LD + t % 8];
#pragma unroll
    for (int r = 0; r < 8; r += 2) bs[(t / 128 + r) * 128 + t % 128] = b[(t / 128 + r) * LD + t % 128];
    barrier(CLK_LOCAL_MEM_FENCE);
    a += 8;
    b += 8 * LD;
#pragma unroll
    for (int i = 0; i < 8; i++) {
#pragma unroll
      for (int r = 0; r < 8; r++) m[r] = as[(row + r) * 8 + i];
#pragma unroll
      for (int r = 0; r < 8; r++) n[r] = bs[i * 128 + column + r];
#pragma unroll
      for (int r = 0; r < 8; r++)
#pragma unroll
        for (int s = 0; s < 8; s++) sum[r * 8 + s] += m[r] * n[s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int r = 0; r < 8; r++)
#pragma unroll
    for (int s = 0; s < 8; s++) {
      int at = (row + r) * LD + column + s;
      c[at] = x * sum[r * 8 + s] + y * c[at];
    }
}
#endif
