// Written for this project; may be used under the Apache License 2.0.
// Reads a word, computes with it for a while, reads the next: what a wavefront waits, others can hide.
__kernel void latency(__global const float *in, __global float *out, int rounds) {
  int i = get_global_id(0), n = get_global_size(0);
  float sum = 0.0f;
  for (int k = 0; k < rounds; ++k) {
    float v = in[k * n + i];
#pragma unroll
    for (int j = 0; j < 24; ++j) sum = mad(sum, v, v); // each needs the one before: 24 bundles
  }
  out[i] = sum;
}
