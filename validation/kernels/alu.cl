// Chains of one operation: 0 on vectors, 1 on scalars (the same for all lanes), 2 on one lane of each wavefront.
#ifndef KIND
#define KIND 0
#endif
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void alu(__global int *out, int a, int b, int rounds) {
#if KIND == 1
  int x = a;
#else
  int x = get_local_id(0);
#endif
#if KIND == 2
  if ((x & 63) == 0)
#endif
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 50; k++) x = (x ^ a) + b;
  }
  if (x == 12345) out[get_local_id(0)] = x;
}
