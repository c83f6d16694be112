// A chain of multiply-adds on each element: ROUNDS of them, a multiple of 16.
#ifndef ROUNDS
#define ROUNDS 256
#endif
__kernel void chain(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  float x = in[i], y = x;
#pragma unroll 16
  for (int k = 0; k < ROUNDS; k++) {
    y = y * x + x;
  }
  out[i] = y;
}
