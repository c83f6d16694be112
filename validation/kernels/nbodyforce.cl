// All-pairs forces with a tile of P bodies in local memory, inner loop unrolled U times.
#ifndef P
#define P 64
#endif
#ifndef U
#define U 4
#endif
float3 interaction(float3 sum, float4 from, float4 to) {
  float dx = from.x - to.x, dy = from.y - to.y, dz = from.z - to.z;
  float distance = dx * dx + dy * dy + dz * dz + 0.01f;
  float inverse = native_rsqrt(distance);
  float s = from.w * (inverse * inverse * inverse);
  sum.x += dx * s;
  sum.y += dy * s;
  sum.z += dz * s;
  return sum;
}
__kernel __attribute__((reqd_work_group_size(P, 1, 1)))
void nbodyforce(__global const float4 *bodies, __global float4 *forces, int n) {
  __local float4 tile[P];
  float4 mine = bodies[get_global_id(0)];
  float3 sum = (float3)(0.0f);
  for (int at = 0; at < n; at += P) {
    tile[get_local_id(0)] = bodies[at + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll U
    for (int j = 0; j < P; j++) {
      sum = interaction(sum, tile[j], mine);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  forces[get_global_id(0)] = (float4)(sum, 0.0f);
}
