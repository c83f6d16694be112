// 16 accesses of floats a work-item: a group's width apart, or consecutive.
#ifdef CONSECUTIVE
#define AT(k) (get_global_id(0) * 16 + k)
#else
#define AT(k) (get_group_id(0) * get_local_size(0) * 16 + k * get_local_size(0) + get_local_id(0))
#endif
__kernel void sixteen_reads(__global const float *restrict in, __global float *out) {
  float sum = 0.0f;
#pragma unroll
  for (uint k = 0; k < 16; k++) sum += in[AT(k)];
  out[get_global_id(0)] = sum;
}
__kernel void sixteen_writes(__global float *out) {
#pragma unroll
  for (uint k = 0; k < 16; k++) out[AT(k)] = 0.0f;
}
