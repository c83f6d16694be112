// Speckle reducing anisotropic diffusion: sums of a group, coefficients, update. Rows of cols pixels.
__kernel void sums(__global const float *image, __global float *sum, __global float *square, int n,
                   __local float *s, __local float *q) {
  int i = get_global_id(0), l = get_local_id(0);
  float v = i < n ? image[i] : 0.0f;
  s[l] = v;
  q[l] = v * v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_ = get_local_size(0) / 2; half_ > 0; half_ /= 2) {
    if (l < half_) { s[l] += s[l + half_]; q[l] += q[l + half_]; }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) { sum[get_group_id(0)] = s[0]; square[get_group_id(0)] = q[0]; }
}

__kernel void coefficients(__global const float *image, __global float *c, int rows, int cols, float q0) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= cols || y >= rows) return;
  float v = image[y * cols + x];
  float n = image[max(y - 1, 0) * cols + x] - v, s = image[min(y + 1, rows - 1) * cols + x] - v;
  float w = image[y * cols + max(x - 1, 0)] - v, e = image[y * cols + min(x + 1, cols - 1)] - v;
  float g2 = (n * n + s * s + w * w + e * e) / (v * v);
  float l = (n + s + w + e) / v;
  float num = 0.5f * g2 - 0.0625f * l * l;
  float den = 1.0f + 0.25f * l;
  float q = num / (den * den);
  float t = (q - q0) / (q0 * (1.0f + q0));
  float k = 1.0f / (1.0f + t);
  c[y * cols + x] = k < 0.0f ? 0.0f : k > 1.0f ? 1.0f : k;
}

__kernel void update(__global const float *image, __global const float *c, __global float *out, int rows,
                     int cols, float lambda) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= cols || y >= rows) return;
  int i = y * cols + x, south = min(y + 1, rows - 1) * cols + x, east = y * cols + min(x + 1, cols - 1);
  float v = image[i];
  float n = image[max(y - 1, 0) * cols + x] - v, s = image[south] - v;
  float w = image[y * cols + max(x - 1, 0)] - v, e = image[east] - v;
  out[i] = v + 0.25f * lambda * (c[i] * n + c[south] * s + c[i] * w + c[east] * e);
}
