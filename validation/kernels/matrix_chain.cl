// A chain of matrix instructions of bfloats that add to the same registers: 50 for each round, by every wavefront.
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void matrix_chain(__global float *out, int rounds) {
  short4 ones = (short4)(0x3F80);
  float16 c = 0.0f;
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 50; k++) c = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(ones, ones, c, 0, 0, 0);
  }
  out[get_global_id(0)] = c.s0 + c.sf;
}
