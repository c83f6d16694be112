// C = A * B or A * A^T, where A has 16 columns and B 16 rows; each group does a tile of 16 x 16.
#define W 16
__kernel __attribute__((reqd_work_group_size(W, W, 1)))
void plain(__global const float *a, __global const float *b, __global float *c, int n) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < W; k++) sum += a[row * W + k] * b[k * n + col];
  c[row * n + col] = sum;
}
__kernel __attribute__((reqd_work_group_size(W, W, 1)))
void tiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float as[W][W], bs[W][W];
  int col = get_global_id(0), row = get_global_id(1), x = get_local_id(0), y = get_local_id(1);
  as[y][x] = a[row * W + x];
  bs[y][x] = b[y * n + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < W; k++) sum += as[y][k] * bs[k][x];
  c[row * n + col] = sum;
}
__kernel __attribute__((reqd_work_group_size(W, W, 1)))
void square(__global const float *a, __global const float *b, __global float *c, int n) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < W; k++) sum += a[row * W + k] * a[col * W + k];
  c[row * n + col] = sum;
}
