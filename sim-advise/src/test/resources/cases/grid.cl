// Sixteen groups of 256 on thirty units; the barriers keep eight warps together.
__kernel void grid(__global const float *in, __global float *out, int rounds) {
  __local float t[256];
  int l = get_local_id(0);
  float s = in[get_global_id(0)];
  for (int r = 0; r < rounds; r++) {
    t[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    float n = t[(l + 1) & 255];
    for (int k = 0; k < 16; k++) s = s * 0.5f + n;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
