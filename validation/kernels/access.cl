// One access of memory between two reads of the clock, and what depends on it: KIND says which. Loads hit the first-level cache.
#ifndef KIND
#define KIND 0
#endif
uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}
// Adds to the lower half of an address, which must not happen before the access has read it.
#define OVERWRITE(a, x) __asm__ volatile("{.reg .b32 l, h; mov.b64 {l, h}, %0; add.u32 l, l, %1; mov.b64 %0, {l, h};}" : "+l"(a) : "r"(x))
#define USE(x, v) __asm__ volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(v))
#define LOAD(r, a) __asm__ volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(a) : "memory")
__kernel void access(__global uint *in, __global uint *out, uint x) {
  __local uint words[1024];
  uint t = get_local_id(0);
  uint r0 = 0, r1 = 0, r2 = 0, r3 = 0;
  words[t] = words[t + 32] = words[t + 64] = words[t + 96] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
#if KIND == 3 /* the same address for all lanes, from the kernel's argument */
  __global uint *a = in;
#elif KIND == 1
  __global uint *a = in + 2 * t;
#elif KIND == 2 || KIND == 9
  __global uint *a = in + 4 * t;
#else
  __global uint *a = in + t;
#endif
  LOAD(r0, a);
  USE(x, r0);
  uint s = (uint)(ulong)words + (KIND == 6 ? 16 * t : 4 * t);
  USE(s, x);
  uint before = now();
#if KIND == 0 || KIND == 3 /* 32 bits */
  LOAD(r0, a);
  USE(x, r0);
#elif KIND == 1 /* 64 bits */
  __asm__ volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "l"(a) : "memory");
  USE(x, r1);
#elif KIND == 2 /* 128 bits */
  __asm__ volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "l"(a) : "memory");
  USE(x, r3);
#elif KIND == 4 /* a load's address is overwritten */
  LOAD(r0, a);
  OVERWRITE(a, x);
#elif KIND == 5 /* 32 bits of local memory */
  __asm__ volatile("ld.shared.u32 %0, [%1];" : "=r"(r0) : "r"(s) : "memory");
  USE(x, r0);
#elif KIND == 6 /* 128 bits of local memory */
  __asm__ volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(s) : "memory");
  USE(x, r3);
#elif KIND == 7 /* a store's value is overwritten */
  __asm__ volatile("st.global.u32 [%0], %1;" : : "l"(a), "r"(x) : "memory");
  USE(x, s);
#elif KIND == 8 /* a value stored to local memory is overwritten */
  __asm__ volatile("st.shared.u32 [%0], %1;" : : "r"(s), "r"(x) : "memory");
  USE(x, s);
#elif KIND == 9 /* the last of four stored values is overwritten */
  __asm__ volatile("st.global.v4.u32 [%0], {%1, %1, %1, %2};" : : "l"(a), "r"(s), "r"(x) : "memory");
  USE(x, s);
#endif
  uint after = now();
  out[t] = x + r0 + r1 + r2 + r3 + *a + words[t];
  out[t + 32] = after - before;
}
