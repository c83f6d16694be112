__kernel void im2col(__global const float *in, __global float *out, int2 image, int2 mask, int2 stride, int2 pad,
                     int2 dilation, int channels, int batch) {
  int t = get_global_id(0);
  int width = (image.x + 2 * pad.x - dilation.x * (mask.x - 1) - 1) / stride.x + 1;
  int height = (image.y + 2 * pad.y - dilation.y * (mask.y - 1) - 1) / stride.y + 1;
  int field = width * height, index = t / field;
  if (index >= batch) return;
  int bx = t % field % width, by = t % field / width;
  int area = mask.x * mask.y;
  for (int i = 0; i < area * channels; i++) {
    int channel = i / area, y = i % area / mask.x, x = i % mask.x;
    int sx = bx * stride.x - pad.x + x * dilation.x, sy = by * stride.y - pad.y + y * dilation.y;
    float value = 0.0f;
    if (sx >= 0 && sx < image.x && sy >= 0 && sy < image.y)
      value = in[((index * channels + channel) * image.y + sy) * image.x + sx];
    out[i * field * batch + t] = value;
  }
}
