// Copies and transposes of 32 x 32 tiles by 32 x 8 work-items.
#define TILE 32
#define ROWS 8
__kernel void tile_copy(__global const float *in, __global float *out, int n) {
  int x = get_group_id(0) * TILE + get_local_id(0), y = get_group_id(1) * TILE + get_local_id(1);
  for (int i = 0; i < TILE; i += ROWS) out[(y + i) * n + x] = in[(y + i) * n + x];
}
__kernel void tile_naive(__global const float *in, __global float *out, int n) {
  int x = get_group_id(0) * TILE + get_local_id(0), y = get_group_id(1) * TILE + get_local_id(1);
  for (int i = 0; i < TILE; i += ROWS) out[x * n + y + i] = in[(y + i) * n + x];
}
__kernel void tile_shared(__global const float *in, __global float *out, int n) {
  __local float t[TILE][TILE];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0) * TILE, gy = get_group_id(1) * TILE;
  for (int i = 0; i < TILE; i += ROWS) t[ly + i][lx] = in[(gy + ly + i) * n + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TILE; i += ROWS) out[(gx + ly + i) * n + gy + lx] = t[lx][ly + i];
}
__kernel void tile_within(__global const float *in, __global float *out, int n) {
  __local float t[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int at = (get_group_id(1) * TILE + ly) * n + get_group_id(0) * TILE + lx;
  for (int i = 0; i < TILE; i += ROWS) t[ly + i][lx] = in[at + i * n];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TILE; i += ROWS) out[at + i * n] = t[lx][ly + i];
}
// As tile_shared, without bank conflicts.
__kernel void tile_padded(__global const float *in, __global float *out, int n) {
  __local float t[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0) * TILE, gy = get_group_id(1) * TILE;
  for (int i = 0; i < TILE; i += ROWS) t[ly + i][lx] = in[(gy + ly + i) * n + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TILE; i += ROWS) out[(gx + ly + i) * n + gy + lx] = t[lx][ly + i];
}
// Tiles change places, as they are.
__kernel void tile_coarse(__global const float *in, __global float *out, int n) {
  __local float t[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0) * TILE, gy = get_group_id(1) * TILE;
  for (int i = 0; i < TILE; i += ROWS) t[ly + i][lx] = in[(gy + ly + i) * n + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TILE; i += ROWS) out[(gx + ly + i) * n + gy + lx] = t[ly + i][lx];
}
// As tile_padded; groups that run together lie on a diagonal, so that they use different partitions.
__kernel void tile_diagonal(__global const float *in, __global float *out, int n) {
  __local float t[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gy = get_group_id(0) * TILE, gx = (get_group_id(0) + get_group_id(1)) % get_num_groups(0) * TILE;
  for (int i = 0; i < TILE; i += ROWS) t[ly + i][lx] = in[(gy + ly + i) * n + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TILE; i += ROWS) out[(gx + ly + i) * n + gy + lx] = t[lx][ly + i];
}
