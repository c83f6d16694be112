// Reads of local memory without conflicts, 16 a trip of the loop; volatile, because ptxas reads a word once.
__kernel void sharedsum(__global float *out, int rounds) {
  __local float words[2048];
  uint t = get_local_id(0);
  words[t] = words[t + 1024] = 1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint at = (uint)(ulong)(words + t);
  float sum[4] = {0, 0, 0, 0};
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 16; k++)
      __asm__ volatile("{.reg .f32 x; ld.volatile.shared.f32 x, [%1+0]; add.f32 %0, %0, x;}" : "+f"(sum[k % 4]) : "r"(at) : "memory");
  }
  out[get_global_id(0)] = sum[0] + sum[1] + sum[2] + sum[3];
}
