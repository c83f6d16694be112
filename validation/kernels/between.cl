// Three instructions between two reads of the clock: KIND says which; DEPENDENT, whether each takes the result of the one before it. All
// results are stored, so that none can be folded into another.
#ifndef KIND
#define KIND 0
#endif
uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}
#if KIND == 0
#define T uint
#define R uint
#define ONE(r, x, y) __asm__ volatile("add.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y))
#elif KIND == 1
#define T float
#define R float
#define ONE(r, x, y) __asm__ volatile("mad.rn.f32 %0, %1, %2, %2;" : "=f"(r) : "f"(x), "f"(y))
#elif KIND == 2
#define T double
#define R double
#define ONE(r, x, y) __asm__ volatile("add.f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y))
#elif KIND == 3
#define T uint
#define R uint
#define ONE(r, x, y) __asm__ volatile("mul.lo.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y))
#elif KIND == 4
#define T uint
#define R ulong
#define ONE(r, x, y) __asm__ volatile("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"(x), "r"(y))
#elif KIND == 5
#define T long
#define R long
#define ONE(r, x, y) __asm__ volatile("add.s64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y))
#elif KIND == 6
#define T uint
#define R uint
#define ONE(r, x, y) __asm__ volatile("div.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y))
#elif KIND == 7
#define T uint
#define R uint
#define ONE(r, x, y) __asm__ volatile("popc.b32 %0, %1;" : "=r"(r) : "r"(x))
#elif KIND == 8
#define T float
#define R float
#define ONE(r, x, y) __asm__ volatile("sin.approx.f32 %0, %1;" : "=f"(r) : "f"(x))
#elif KIND == 9
#define T float
#define R float
#define ONE(r, x, y) __asm__ volatile("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x))
#elif KIND == 10
#define T float
#define R float
#define ONE(r, x, y) __asm__ volatile("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(x))
#else
#define T float
#define R int
#define ONE(r, x, y) __asm__ volatile("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(x))
#endif
__kernel void between(__global const T *in, __global R *out, __global uint *clocks) {
  int t = get_local_id(0);
  T x = in[t], y = in[t + 32], u = in[t + 64], v = in[t + 96];
  R p, q, r;
  if (x == y) out[t] = 1; /* operands are there before the clock is read */
  if (u == v) out[t] = 2;
  uint before = now();
#ifdef DEPENDENT
  ONE(p, x, y);
  ONE(q, p, y);
  ONE(r, q, y);
#else
  ONE(p, x, y);
  ONE(q, u, y);
  ONE(r, v, y);
#endif
  uint after = now();
  out[t] = p;
  out[t + 32] = q;
  out[t + 64] = r;
  clocks[t] = after - before;
}
