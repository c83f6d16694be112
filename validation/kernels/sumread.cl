// Every work-group reads the same 2 * N floats again and again, as two streams side by side; a round is the first PART loads of each
// work-item from both.
#ifndef N
#define N 2048
#define BLOCK 512
#define PART 4
#endif
__attribute__((reqd_work_group_size(BLOCK, 1, 1)))
__kernel void sumread(__global float *out, __global const float *restrict in, int rounds, int zero) {
  float sum = 0.0f;
  in += get_local_id(0);
#pragma unroll (PART > 32 ? 1 : 32 / PART)
  for (int round = 0; round < rounds; round++) {
    in += zero;
    __global const float *other = in + N;
#pragma unroll (PART >= 64 ? 32 : PART)
    for (int i = 0; i < PART * BLOCK; i += BLOCK) sum += in[i] * other[i];
    sum *= 1.3f;
  }
  if (sum == 1233.0f) out[get_local_id(0)] = sum;
}
