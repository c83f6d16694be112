// No restrict: each iteration stores the running sum, and no load may move above that store.
__kernel void bicg_rows(__global const float *a, __global const float *p, __global float *q, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  q[i] = 0.0f;
  for (int j = 0; j < n; j++) q[i] += a[i * n + j] * p[j];
}
__kernel void bicg_columns(__global const float *a, __global const float *r, __global float *s, int n) {
  int j = get_global_id(0);
  if (j >= n) return;
  s[j] = 0.0f;
  for (int i = 0; i < n; i++) s[j] += a[i * n + j] * r[i];
}
