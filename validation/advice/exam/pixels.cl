// Writes each element with its row and column, for several planes. Slow: row and column by division in every round.
// Repaired: once from a launch in two dimensions.
__kernel void pixels_slow(__global int *out, int width, int height, int planes) {
  int i = get_global_id(0), s = 0;
  for (int p = 0; p < planes; p++) {
    int at = i + p * 17, x = at % width, y = at / width % height;
    s += x * 3 + y * p;
  }
  out[i] = s;
}

__kernel void pixels_fast(__global int *out, int width, int height, int planes) {
  int x = get_global_id(0), y = get_global_id(1), i = y * width + x, s = 0;
  for (int p = 0; p < planes; p++) {
    s += x * 3 + y * p;
    x += 17;
    if (x >= width) { x -= width; y = y + 1 == height ? 0 : y + 1; }
  }
  out[i] = s;
}
