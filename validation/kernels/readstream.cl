// Read-only streaming: 16 loads of a vector a work-item, the group's size apart, one store.
#ifndef W
#define W 1
#endif
#if W == 1
#define V float
#define SUM(v) (v)
#elif W == 4
#define V float4
#define SUM(v) ((v).x + (v).y + (v).z + (v).w)
#elif W == 8
#define V float8
#define SUM(v) ((v).s0 + (v).s1 + (v).s2 + (v).s3 + (v).s4 + (v).s5 + (v).s6 + (v).s7)
#else
#define V float16
#define SUM(v) ((v).s0 + (v).s1 + (v).s2 + (v).s3 + (v).s4 + (v).s5 + (v).s6 + (v).s7 \
              + (v).s8 + (v).s9 + (v).sa + (v).sb + (v).sc + (v).sd + (v).se + (v).sf)
#endif
__kernel void readstream(__global V *in, __global float *out) {
  int at = get_group_id(0) * get_local_size(0) * 16 + get_local_id(0);
  V sum = (V)(0.0f);
#pragma unroll
  for (int i = 0; i < 16; i++) {
    sum += in[at];
    at += get_local_size(0);
  }
  out[get_global_id(0)] = SUM(sum);
}
