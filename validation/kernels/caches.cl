// Chains of dependent loads through textures, where an element holds the index of the next, and through constants and local memory,
// where it holds the next one's address, so that no other instruction is in the chain.
__kernel void chase_texture(read_only image1d_buffer_t next, __global uint *out, int hops) {
  int p = 0;
  for (int i = 0; i < hops; i++) p = read_imageui(next, p).x;
  out[get_global_id(0)] = p;
}
__kernel void chase_constant(__constant const ulong *next, __global ulong *out, int hops) {
  __constant const ulong *p = next;
  for (int i = 0; i < hops; i++) p = (__constant const ulong *)*p;
  out[get_global_id(0)] = p - next;
}
__kernel void chase_shared(__global uint *out, int rounds) {
  __local uint next[256];
  uint base = (uint)(ulong)next;
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) next[i] = base + (i * 5 + 1 & 255) * 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint p = base;
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 64; k++) __asm__ volatile("ld.shared.u32 %0, [%0];" : "+r"(p) : : "memory");
  }
  out[get_global_id(0)] = (p - base) / 4;
}
