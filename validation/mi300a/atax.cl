// No restrict: each iteration stores the running sum, and no load may move above that store.
__kernel void atax_rows(__global const float *a, __global const float *x, __global float *tmp, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  for (int j = 0; j < n; j++) tmp[i] = tmp[i] + a[i * n + j] * x[j];
}
__kernel void atax_columns(__global const float *a, __global const float *tmp, __global float *y, int n) {
  int j = get_global_id(0);
  if (j >= n) return;
  for (int i = 0; i < n; i++) y[j] = y[j] + a[i * n + j] * tmp[i];
}
