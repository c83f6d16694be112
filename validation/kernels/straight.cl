// COUNT multiply-adds of 32 bits without a loop, in CHAINS chains of dependent ones; the first work-item reads the clock before and after.
#define ONE(x) __asm__ volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b))
#if CHAINS == 4
#define X1 ONE(x0); ONE(x1); ONE(x2); ONE(x3);
#define X4 X1
#else
#define X4 ONE(x0); ONE(x0); ONE(x0); ONE(x0);
#endif
#define X16 X4 X4 X4 X4
#define X64 X16 X16 X16 X16
#define X256 X64 X64 X64 X64
#define X1024 X256 X256 X256 X256
#define X4096 X1024 X1024 X1024 X1024

uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}

__kernel void straight(__global int *out, __global uint *clocks, int a, int b) {
  int x0 = 1, x1 = 1, x2 = 1, x3 = 1;
#if CLOCK
  uint before = now();
#endif
#if COUNT == 64
  X64
#elif COUNT == 1024
  X1024
#else
  X4096
#endif
#if CLOCK
  clocks[get_local_id(0)] = now() - before;
#endif
  out[get_local_id(0)] = x0 + x1 + x2 + x3;
}
