__kernel void simpleconvolution(__global const uint *in, __global const float *mask, __global int *out, int n, int m) {
  int t = get_global_id(0);
  if (t >= n * n) return;
  int x = t % n, y = t / n, width = n + m - 1;
  float sum = 0.0f;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < m; i++) sum += (float)in[(y + j) * width + x + i] * mask[j * m + i];
  out[t] = (int)(sum + 0.5f);
}
