// One row of four needs a long loop. Slow: decided by the lane. Repaired: by the work-group.
__kernel void rows_slow(__global const uint *in, __global uint *out, int rounds) {
  int i = get_global_id(0);
  int row = i % 4;
  uint v = in[i];
  if (row == 0) for (int k = 0; k < rounds; k++) v = v * 5 + k;
  out[i] = v;
}

__kernel void rows_fast(__global const uint *in, __global uint *out, int rounds) {
  int i = get_global_id(0), n = get_global_size(0);
  int row = i / (n / 4), e = i % (n / 4) * 4 + row;
  uint v = in[e];
  if (row == 0) for (int k = 0; k < rounds; k++) v = v * 5 + k;
  out[e] = v;
}
