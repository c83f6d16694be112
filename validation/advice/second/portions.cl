// Each work-item sums 16 elements. Slow: sixteen that follow each other. Repaired: neighbours take neighbours.
__kernel void portions_slow(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 16; k++) s += in[i * 16 + k] * (k & 3);
  out[i] = s;
}

__kernel void portions_fast(__global const float *in, __global float *out) {
  int i = get_global_id(0), n = get_global_size(0);
  float s = 0;
  for (int k = 0; k < 16; k++) s += in[k * n + i] * (k & 3);
  out[i] = s;
}
