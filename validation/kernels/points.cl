// Kernels of a published table of times (sarchlab/mgpusim, gpu_perf_scripts), written after their description.
__kernel void vectoradd(__global float *out, __global const float *a, __global const float *b, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  if (i < width * height) out[i] = a[i] + b[i];
}
__kernel void relu(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i] > 0.0f ? in[i] : 0.0f;
}
__kernel void fir(__global float *out, __global const float *coeff, __global const float *in,
                  __global const float *history, int taps) {
  int t = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < taps; i++) {
    if (t >= i) sum += coeff[i] * in[t - i];
    else sum += coeff[i] * history[taps - (i - t)];
  }
  out[t] = sum;
}
__kernel void simpleconvolution(__global const uint *in, __global const float *mask, __global int *out, int n, int m) {
  int t = get_global_id(0);
  if (t >= n * n) return;
  int x = t % n, y = t / n, width = n + m - 1;
  float sum = 0.0f;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < m; i++) sum += (float)in[(y + j) * width + x + i] * mask[j * m + i];
  out[t] = (int)(sum + 0.5f);
}
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
