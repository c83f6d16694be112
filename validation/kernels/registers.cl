// Keeps LIVE floats in registers through a loop.
#ifndef LIVE
#define LIVE 8
#endif
__kernel void registers(__global float *x, int rounds, float k) {
  float v[LIVE];
  x += get_global_id(0);
#pragma unroll
  for (int i = 0; i < LIVE; i++) {
    v[i] = x[64 * i];
  }
  for (int round = 0; round < rounds; round++) {
#pragma unroll
    for (int i = 0; i < LIVE; i++) {
      v[i] = mad(v[i], v[i], k);
    }
  }
#pragma unroll
  for (int i = 0; i < LIVE; i++) {
    x[64 * i] = v[i];
  }
}
