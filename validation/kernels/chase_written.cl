// A chain of dependent loads through lines that other work-items wrote before; clock.span has the simulated time of the chain.
uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}
__kernel void write_chain(__global ulong *next, uint lines) {
  ulong i = get_global_id(0);
  next[i * 16] = (ulong)next + (i * 36061 + 7919) % lines * 128;
}
__kernel void chase_chain(__global const ulong *next, __global ulong *out, __global uint *clocks, int hops) {
  __global const ulong *p = next;
  uint before = now();
  for (int i = 0; i < hops; i++) p = (__global const ulong *)*p;
  out[0] = (ulong)p;
  uint after = now();
  clocks[0] = after - before;
}
