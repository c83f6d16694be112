// Sums of 16 elements. Slow: consecutive ones, 64 bytes from work-item to work-item. Repaired: elements a row apart.
__kernel void chunks_slow(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 16; k++) s += in[i * 16 + k];
  out[i] = s;
}

__kernel void chunks_fast(__global const float *in, __global float *out) {
  int i = get_global_id(0), n = get_global_size(0);
  float s = 0;
  for (int k = 0; k < 16; k++) s += in[k * n + i];
  out[i] = s;
}
