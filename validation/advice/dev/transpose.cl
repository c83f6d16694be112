// A transpose. Slow: writes down the columns. Repaired: through a padded tile, reads and writes along rows.
__kernel void transpose_slow(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}

__kernel void transpose_fast(__global const float *in, __global float *out, int n) {
  __local float t[16][17];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
  t[ly][lx] = in[(gy + ly) * n + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx + ly) * n + gy + lx] = t[lx][ly];
}
