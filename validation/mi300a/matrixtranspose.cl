// Tiles of 64 x 64 floats, as 16 x 16 blocks of 4 x 4; a group's tile is chosen along diagonals.
__kernel void matrixtranspose(__global const float4 *in, __global float4 *out, int w) {
  __local float4 tile[1024];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0), gy = get_group_id(1), groups = get_num_groups(0);
  int ty = gx, tx = (gx + gy) % groups;
  int from = (16 * ty + ly) * 4 * w + 16 * tx + lx;
  for (int k = 0; k < 4; k++) tile[64 * ly + 16 * k + lx] = in[from + k * w];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v0 = tile[64 * lx + ly], v1 = tile[64 * lx + 16 + ly];
  float4 v2 = tile[64 * lx + 32 + ly], v3 = tile[64 * lx + 48 + ly];
  int to = (16 * tx + ly) * 4 * w + 16 * ty + lx;
  out[to] = (float4)(v0.x, v1.x, v2.x, v3.x);
  out[to + w] = (float4)(v0.y, v1.y, v2.y, v3.y);
  out[to + 2 * w] = (float4)(v0.z, v1.z, v2.z, v3.z);
  out[to + 3 * w] = (float4)(v0.w, v1.w, v2.w, v3.w);
}
