// Loads that the first-level cache holds, lanes `stride` elements apart; the eight loads of a round begin four elements after each other.
__kernel void strides_apart(__global const float *restrict in, __global float *out, int stride, int zero, int rounds) {
  in += get_local_id(0) % 64 * stride;
  float sum = 0.0f;
  for (int r = 0; r < rounds; r++) {
    in += zero;
#pragma unroll
    for (int k = 0; k < 8; k++) sum += in[4 * k];
  }
  out[get_global_id(0)] = sum;
}
