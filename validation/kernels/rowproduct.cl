// A row times two matrices of D x D floats: a work-item makes one element of both results. With SHARED, the group copies the row to
// local memory first.
#ifndef SHARED
#define SHARED 0
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void rowproduct(__global float *rows, __global float *a, __global float *b, __global float *c, __global float *d, int size) {
  int x = get_global_id(0);
  int last = min(x, size - 1);
  rows += get_group_id(1) * size;
  float p = 0.0f, q = 0.0f;
#if SHARED
  __local float row[1024];
  for (int i = get_local_id(0); i < size; i += 64) row[i] = rows[i];
  barrier(CLK_LOCAL_MEM_FENCE);
#define ROW row
#else
#define ROW rows
#endif
#pragma unroll 4
  for (int i = 0; i < size; i++) {
    p = mad(ROW[i], a[i * size + last], p);
    q = mad(ROW[i], b[i * size + last], q);
  }
  if (x < size) {
    c[get_group_id(1) * size + x] = p;
    d[get_group_id(1) * size + x] = q;
  }
}
