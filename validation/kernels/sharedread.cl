// Every work-group reads the same N vectors of 16 bytes again and again.
#ifndef N
#define N 256
#endif
#define LOADS (N / 256)
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void sharedread(__global float4 *out, __global const float4 *in, int rounds, int zero) {
  float4 sum = (float4)(0.0f);
  in += get_local_id(0);
#pragma unroll (LOADS > 32 ? 1 : 32 / LOADS)
  for (int round = 0; round < rounds; round++) {
    in += zero;
#pragma unroll (LOADS > 32 ? 32 : LOADS)
    for (int i = 0; i < N; i += 256) {
      sum += in[i];
    }
    sum *= 1.3f;
  }
  if (sum.x == 1233.0f && sum.y == 1.0f && sum.z == 1.0f && sum.w == 1.0f) {
    out[get_local_id(0)] = sum;
  }
}
