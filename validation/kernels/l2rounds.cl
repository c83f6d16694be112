// Every work-item reads a float `rounds` times, a piece of 128 bytes further each time; the first-level cache is passed by.
__kernel void l2rounds(__global const float *in, __global float *out, int rounds) {
  __global const float *at = in + get_global_id(0);
  float sum = 0.0f;
#pragma unroll 1
  for (int i = 0; i < rounds; i++) {
    __asm__ volatile("{.reg .f32 x; ld.relaxed.gpu.global.f32 x, [%1]; add.f32 %0, %0, x;}" : "+f"(sum) : "l"(at) : "memory");
    at += 32;
  }
  out[get_global_id(0)] = sum;
}
