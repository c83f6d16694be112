// Loads that the first-level cache holds, lanes `stride` elements apart; the eight loads of a round begin four elements after each other. The
// set begins at each of 32 places `step` elements apart for `rounds` rounds; all of it is read once before.
__kernel void strides_apart(__global const float *restrict in, __global float *out, int stride, int step, int zero, int rounds) {
  float sum = 0.0f;
  for (int i = get_local_id(0); i < 64 * stride + 32 * step; i += get_local_size(0)) sum += in[i];
  in += get_local_id(0) % 64 * stride;
  for (int s = 0; s < 32; s++) {
    __global const float *at = in;
    for (int r = 0; r < rounds; r++) {
      at += zero;
#pragma unroll
      for (int k = 0; k < 8; k++) sum += at[4 * k];
    }
    in += step;
  }
  out[get_global_id(0)] = sum;
}
