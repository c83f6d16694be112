// Sums of 9 x 9 neighbours. Slow: all from global memory. Repaired: from a tile with its halo in local memory.
#define R 4
__kernel void box_slow(__global const float *in, __global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1), pitch = n + 2 * R;
  float s = 0;
  for (int dy = 0; dy <= 2 * R; dy++)
    for (int dx = 0; dx <= 2 * R; dx++) s += in[(y + dy) * pitch + x + dx];
  out[y * n + x] = s;
}

__kernel void box_fast(__global const float *in, __global float *out, int n) {
  __local float t[16 + 2 * R][16 + 2 * R + 1];
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1), pitch = n + 2 * R;
  for (int dy = ly; dy < 16 + 2 * R; dy += 16)
    for (int dx = lx; dx < 16 + 2 * R; dx += 16) t[dy][dx] = in[(y - ly + dy) * pitch + x - lx + dx];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int dy = 0; dy <= 2 * R; dy++)
    for (int dx = 0; dx <= 2 * R; dx++) s += t[ly + dy][lx + dx];
  out[y * n + x] = s;
}
