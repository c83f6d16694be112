// y = A x, a row a work-item. Slow: A by rows, neighbours n words apart. Repaired: A by columns.
__kernel void gemv_slow(__global const float *a, __global const float *x, __global float *y, int columns) {
  int r = get_global_id(0);
  float s = 0;
  for (int c = 0; c < columns; c++) s += a[r * columns + c] * x[c];
  y[r] = s;
}

__kernel void gemv_fast(__global const float *a, __global const float *x, __global float *y, int columns) {
  int r = get_global_id(0), rows = get_global_size(0);
  float s = 0;
  for (int c = 0; c < columns; c++) s += a[c * rows + r] * x[c];
  y[r] = s;
}
