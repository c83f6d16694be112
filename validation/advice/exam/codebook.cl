// The nearest of 64 codes with four components each. Slow: every work-item reads the codes from global memory.
// Repaired: from a copy in local memory.
#define NEAREST(CODES)                                                  \
  int best = 0;                                                         \
  float least = 1e9f;                                                   \
  for (int k = 0; k < count; k++) {                                     \
    float4 d = p - CODES[k];                                            \
    float q = d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;            \
    if (q < least) { least = q; best = k; }                             \
  }

__kernel void codebook_slow(__global const float4 *points, __global const float4 *codes, __global int *out, int count) {
  float4 p = points[get_global_id(0)];
  NEAREST(codes)
  out[get_global_id(0)] = best;
}

__kernel void codebook_fast(__global const float4 *points, __global const float4 *codes, __global int *out, int count) {
  __local float4 t[64];
  if (get_local_id(0) < count) t[get_local_id(0)] = codes[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 p = points[get_global_id(0)];
  NEAREST(t)
  out[get_global_id(0)] = best;
}
