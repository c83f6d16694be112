// C = A*B for square matrices of halves, B transposed (its columns lie as rows); n a multiple of 64. A group of 256
// makes 64 x 64 elements of C in steps of 32 that it stages in local memory. With MATRIX, each of its four wavefronts
// makes 32 x 32 of them by matrix instructions; without, each work-item makes 4 x 4 by multiply-adds of floats.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define STEP 32
#define PITCH 36 // of a row in local memory: no power of two, so that rows lie in different banks
#ifndef MATRIX
#define MATRIX 1
#endif
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void product(__global const half *A, __global const half *B, __global float *C, int n) {
  __local half a[64 * PITCH], b[64 * PITCH];
  int t = get_local_id(0);
  int row0 = 64 * get_group_id(1), column0 = 64 * get_group_id(0);
#if MATRIX
  int lane = t % 64, wave = t / 64;
  int row = 32 * (wave / 2), column = 32 * (wave % 2);
  int place = lane % 32 * PITCH + lane / 32 * 4;
  float16 c = 0.0f;
#else
  int row = t / 16, column = t % 16;
  float c[4][4] = {{0}};
#endif
  for (int k = 0; k < n; k += STEP) {
    for (int i = t; i < 64 * STEP / 4; i += 256) {
      int line = i / (STEP / 4), at = i % (STEP / 4) * 4;
      *(__local half4 *)(a + line * PITCH + at) = *(__global const half4 *)(A + (row0 + line) * n + k + at);
      *(__local half4 *)(b + line * PITCH + at) = *(__global const half4 *)(B + (column0 + line) * n + k + at);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#if MATRIX
    for (int x = 0; x < STEP; x += 8) {
      half4 left = *(__local const half4 *)(a + row * PITCH + place + x);
      half4 right = *(__local const half4 *)(b + column * PITCH + place + x);
      c = __builtin_amdgcn_mfma_f32_32x32x8f16(left, right, c, 0, 0, 0);
    }
#else
    for (int x = 0; x < STEP; x++) {
      float left[4], right[4];
      for (int i = 0; i < 4; i++) {
        left[i] = vload_half((row + 16 * i) * PITCH + x, a);
        right[i] = vload_half((column + 16 * i) * PITCH + x, b);
      }
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          c[i][j] = mad(left[i], right[j], c[i][j]);
        }
      }
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#if MATRIX
  __global float *to = C + (row0 + row + 4 * (lane / 32)) * n + column0 + column + lane % 32;
  float v[16];
  vstore16(c, 0, v);
  for (int r = 0; r < 16; r++) {
    to[(8 * (r / 4) + r % 4) * n] = v[r];
  }
#else
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      C[(row0 + row + 16 * i) * n + column0 + column + 16 * j] = c[i][j];
    }
  }
#endif
}
