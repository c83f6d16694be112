// A transpose through a tile, with rows of a given pitch. Slow: a power of two, so that a column of tiles meets in few
// channels. Repaired: padded rows.
__kernel void camping(__global const float *in, __global float *out, int pitch) {
  __local float t[16][17];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
  t[ly][lx] = in[(gy + ly) * pitch + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx + ly) * pitch + gy + lx] = t[lx][ly];
}
