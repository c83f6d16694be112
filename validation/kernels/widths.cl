// A set read once by all work-items, W floats a load, one load before each sum.
#ifndef W
#define W 1
#endif
#if W == 1
#define V float
#define SUM(v) (v)
#elif W == 2
#define V float2
#define SUM(v) ((v).x + (v).y)
#else
#define V float4
#define SUM(v) ((v).x + (v).y + (v).z + (v).w)
#endif
__kernel void widths(__global const V *restrict in, __global float *out, int rounds) {
  uint all = get_global_size(0);
  in += get_global_id(0);
  float sum = 0.0f;
#pragma unroll 1
  for (int i = 0; i < rounds; i++, in += all) sum += SUM(in[0]);
  out[get_global_id(0)] = sum;
}
