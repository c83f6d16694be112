// Sums of the first 64 columns of a matrix, 16 rows a work-group. Slow: rows of 16 KiB, all in the same channel. Repaired:
// rows are padded by the width of a channel.
__kernel void walk(__global const float *in, __global float *out, int pitch) {
  int l = get_local_id(0), g = get_group_id(0);
  float s = 0;
  for (int k = 0; k < 16; k++) s += in[(g * 16 + k) * pitch + l];
  out[g * 64 + l] = s;
}
