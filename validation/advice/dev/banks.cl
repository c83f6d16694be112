// Every work-item walks a row of a tile in local memory. Slow: rows of 16 words meet in one or two banks. Repaired: of 17.
#define WALK(PITCH)                                                            \
  __local float t[64 * PITCH];                                                 \
  int l = get_local_id(0);                                                     \
  for (int k = 0; k < 16; k++) t[(k * 4 + l / 16) * PITCH + l % 16] = in[(get_group_id(0) * 16 + k) * 64 + l]; \
  barrier(CLK_LOCAL_MEM_FENCE);                                                \
  float s = 0;                                                                 \
  for (int r = 0; r < rounds; r++)                                             \
    for (int k = 0; k < 16; k++)                                               \
      s += t[l * PITCH + (k + r) % 16];                                        \
  out[get_global_id(0)] = s;

__kernel void banks_slow(__global const float *in, __global float *out, int rounds) {
  WALK(16)
}

__kernel void banks_fast(__global const float *in, __global float *out, int rounds) {
  WALK(17)
}
