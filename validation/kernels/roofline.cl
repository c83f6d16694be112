// Loads of two arrays and ITERATIONS multiply-adds on each pair, two pairs at a time.
#ifndef ITERATIONS
#define ITERATIONS 8
#endif
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void roofline(__global const float *a, __global const float *b, __global float *out, int pairs) {
  __global const float *at = a + get_local_id(0) + get_group_id(0) * 256 * pairs;
  __global const float *bt = b + get_local_id(0) + get_group_id(0) * 256 * pairs;
  float sum = 0.0f;
#pragma unroll 1
  for (int i = 0; i < pairs; i += 2) {
    float x = at[i * 256], y = bt[i * 256], v = x - y;
    float x2 = at[(i + 1) * 256], y2 = bt[(i + 1) * 256], v2 = x2 - y2;
#pragma unroll
    for (int k = 0; k < ITERATIONS; k++) {
      v = v * x - y;
      v2 = v2 * x2 - y2;
    }
    sum += v + v2;
  }
  if (get_local_id(0) == 0) {
    out[get_group_id(0)] = sum;
  }
}
