// Groups of 1024 read 24 blocks of 16 KiB each; every `runs` groups begin the set anew, so that groups
// share it while a group reads nothing twice.
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void setread(__global float4 *out, __global const float4 *in, int runs) {
  float4 sum = (float4)(0.0f);
#pragma unroll
  for (int i = 0; i < 24; i++) {
    sum += in[1024 * (runs * i + (int)get_group_id(0) % runs) + (int)get_local_id(0)];
  }
  sum *= 1.3f;
  if (sum.x == 23.12f && sum.y == 1.0f && sum.z == 1.0f && sum.w == 1.0f) {
    out[get_local_id(0)] = sum;
  }
}
