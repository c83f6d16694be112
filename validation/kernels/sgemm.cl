// Products of matrices whose columns are consecutive.
// `columns`: 64 work-items do 64 x 16 elements of C, 16 of a row each; a tile of B is in local memory, A comes from memory.
__kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void columns(__global const float *a, __global const float *b, __global float *c, int n, int depth) {
  __local float bs[16][17];
  int x = get_local_id(0), y = get_local_id(1), t = x + y * 16;
  a += get_group_id(0) * 64 + t;
  b += x + (get_group_id(1) * 16 + y) * depth;
  c += get_group_id(0) * 64 + t + get_group_id(1) * 16 * n;
  float sum[16];
#pragma unroll
  for (int j = 0; j < 16; j++) sum[j] = 0;
  for (int k = 0; k < depth; k += 16) {
#pragma unroll
    for (int j = 0; j < 16; j += 4) bs[x][y + j] = b[j * depth];
    b += 16;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 16; i++, a += n) {
      float at = a[0];
#pragma unroll
      for (int j = 0; j < 16; j++) sum[j] = mad(at, bs[i][j], sum[j]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int j = 0; j < 16; j++, c += n) c[0] = sum[j];
}
// `squares`: 512 work-items do 32 x 32 elements, two each; tiles of both in local memory.
__kernel __attribute__((reqd_work_group_size(32, 16, 1)))
void squares(__global const float *a, __global const float *b, __global float *c, int n, int depth) {
  __local float as[32][32], bs[32][33];
  int x = get_local_id(0), y = get_local_id(1);
  a += get_group_id(0) * 32 + x + y * n;
  b += x + (get_group_id(1) * 32 + y) * depth;
  float low = 0, high = 0;
  for (int k = 0; k < depth; k += 32, b += 32, a += 32 * n) {
    as[y][x] = a[0];
    as[y + 16][x] = a[16 * n];
    bs[y][x] = b[0];
    bs[y + 16][x] = b[16 * depth];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 32; i++) {
      low = mad(as[i][x], bs[y][i], low);
      high = mad(as[i][x], bs[y + 16][i], high);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c += get_group_id(0) * 32 + x + (get_group_id(1) * 32 + y) * n;
  c[0] = low;
  c[16 * n] = high;
}
