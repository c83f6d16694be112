// A filter of 17 elements along columns. Slow: each from global memory. Repaired: from a tile of 16 x 32 in local memory.
__kernel void column_slow(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int k = 0; k < 17; k++) s += in[(y + k) * n + x] * (k + 1);
  out[y * n + x] = s;
}

__kernel void column_fast(__global const float *in, __global float *out, int n) {
  __local float t[32][17];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  t[ly][lx] = in[y * n + x];
  t[ly + 16][lx] = in[(y + 16) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int k = 0; k < 17; k++) s += t[ly + k][lx] * (k + 1);
  out[y * n + x] = s;
}
