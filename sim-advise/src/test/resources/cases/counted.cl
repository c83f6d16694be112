// One atomic on global memory, seldom executed, in a kernel that copies.
__kernel void counted(__global const float4 *in, __global float4 *out, __global int *negative) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  if (v.x < 0)
    atomic_inc(negative);
  out[i] = v * 2.0f;
}
__kernel void plain(__global const float4 *in, __global float4 *out, __global int *negative) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  if (v.x < 0)
    negative[0] = 1;
  out[i] = v * 2.0f;
}
