// One group of 1024 reads a set that the first-level cache holds, KIND bytes a load, between two reads of the clock; the pieces of a set are
// visited in turn, as by consecutive words of the rounds.
#ifndef KIND
#define KIND 4
#endif
#ifndef BYTES
#define BYTES 65536
#endif
uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}
__kernel void l1rounds(__global const float *in, __global float *out, __global uint *clocks, int rounds) {
  uint t = get_local_id(0);
  float a = 0, b = 0, c = 0, d = 0;
  double e = 0, f = 0;
  for (uint i = t; i < BYTES / 4; i += get_local_size(0)) __asm__ volatile("{.reg .f32 x; ld.global.ca.f32 x, [%1]; add.f32 %0, %0, x;}" : "+f"(a) : "l"(in + i) : "memory");
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = now();
  for (uint j = 0; j < rounds; j++) {
#if KIND == 4
    __asm__ volatile("{.reg .f32 x, y, z, w; ld.global.ca.f32 x, [%4]; ld.global.ca.f32 y, [%4+128]; ld.global.ca.f32 z, [%4+256]; ld.global.ca.f32 w, [%4+384];"
                     "add.f32 %0, %0, x; add.f32 %1, %1, y; add.f32 %2, %2, z; add.f32 %3, %3, w;}"
                     : "+f"(a), "+f"(b), "+f"(c), "+f"(d) : "l"(in + (t + j * 128) % (BYTES / 4)) : "memory");
#elif KIND == 8
    __asm__ volatile("{.reg .f64 x, y; ld.global.ca.f64 x, [%2]; ld.global.ca.f64 y, [%2+256]; add.f64 %0, %0, x; add.f64 %1, %1, y;}"
                     : "+d"(e), "+d"(f) : "l"((__global const double *)in + (t + j * 64) % (BYTES / 8)) : "memory");
#else
    __asm__ volatile("{.reg .f32 x, y, z, w; ld.global.ca.v4.f32 {x, y, z, w}, [%4];"
                     "add.f32 %0, %0, x; add.f32 %1, %1, y; add.f32 %2, %2, z; add.f32 %3, %3, w;}"
                     : "+f"(a), "+f"(b), "+f"(c), "+f"(d) : "l"(in + (t * 4 + j * 128) % (BYTES / 4)) : "memory");
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint after = now();
  out[t] = a + b + c + d + (float)(e + f);
  clocks[t] = after - before;
}
// Chains through local memory and through the first-level cache beside each other, a load of each a round.
__kernel void l1shared(__global const uint *in, __global uint *out, __global uint *clocks, int rounds) {
  __local uint words[8192];
  uint t = get_local_id(0);
  for (uint i = t; i < 8192; i += get_local_size(0)) words[i] = (i + 1031) % 8192;
  uint p = t, q = t;
  for (int i = 0; i < 16; i++) p = in[p];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = now();
  for (int i = 0; i < rounds; i++) {
    q = words[q];
    p = in[p];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint after = now();
  out[t] = p + q;
  clocks[t] = after - before;
}
