// Columns of a tile in local memory are summed. Slow: the tile's rows have 32 words, so a column lies in one bank.
// Repaired: 33 words.
#define COLUMNS(WIDTH)                                                      \
  __local int t[32 * WIDTH];                                                \
  int l = get_local_id(0), g = get_group_id(0), s = 0;                      \
  for (int k = 0; k < 8; k++) t[(l / 32 + 4 * k) * WIDTH + l % 32] = in[g * 1024 + k * 128 + l]; \
  barrier(CLK_LOCAL_MEM_FENCE);                                             \
  for (int k = 0; k < 32; k++) s += t[(l % 32) * WIDTH + (k + l / 32) % 32] * (k + 1); \
  out[g * 128 + l] = s;

__kernel void grouping_slow(__global const int *in, __global int *out) { COLUMNS(32) }
__kernel void grouping_fast(__global const int *in, __global int *out) { COLUMNS(33) }
