__kernel void vectoradd(__global float *out, __global const float *a, __global const float *b, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  if (i < width * height) out[i] = a[i] + b[i];
}
