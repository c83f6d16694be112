// Chains of one instruction, each dependent on the one before it; KIND says which. The instruction is written as assembly, so that
// the compiler neither folds nor reorders it; what a chain computes is exact or converges, so that the workload can state it.
#ifndef KIND
#define KIND 0
#endif
#if KIND == 0 /* single addition: start + n */
#define T float
#define ONE(x, a, b) __asm__ volatile("add.f32 %0, %0, %1;" : "+f"(x) : "f"(a))
#elif KIND == 1 /* single multiply-add: start + n */
#define T float
#define ONE(x, a, b) __asm__ volatile("mad.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b))
#elif KIND == 2 /* single multiplication by one */
#define T float
#define ONE(x, a, b) __asm__ volatile("mul.f32 %0, %0, %1;" : "+f"(x) : "f"(a))
#elif KIND == 3 /* 32-bit multiplication by 2^16 + 1: 1 + n * 2^16 */
#define T int
#define ONE(x, a, b) __asm__ volatile("mul.lo.s32 %0, %0, %1;" : "+r"(x) : "r"(a))
#elif KIND == 4 /* 32-bit multiply-add */
#define T int
#define ONE(x, a, b) __asm__ volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b))
#elif KIND == 5 /* single division of a by x: two values in turn */
#define T float
#define ONE(x, a, b) __asm__ volatile("div.full.f32 %0, %1, %0;" : "+f"(x) : "f"(a))
#elif KIND == 6 /* unsigned division of a by x: two values in turn */
#define T int
#define ONE(x, a, b) __asm__ volatile("div.u32 %0, %1, %0;" : "+r"(x) : "r"(a))
#elif KIND == 7 /* double multiply-add: start + n */
#define T double
#define ONE(x, a, b) __asm__ volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(a), "d"(b))
#elif KIND == 8 /* double division of a by x: two values in turn */
#define T double
#define ONE(x, a, b) __asm__ volatile("div.rn.f64 %0, %1, %0;" : "+d"(x) : "d"(a))
#elif KIND == 9 /* reciprocal square root: tends to 1 */
#define T float
#define ONE(x, a, b) __asm__ volatile("rsqrt.approx.f32 %0, %0;" : "+f"(x))
#elif KIND == 10 /* cosine: tends to 0.739085 */
#define T float
#define ONE(x, a, b) __asm__ volatile("cos.approx.f32 %0, %0;" : "+f"(x))
#elif KIND == 11 /* half multiply-add of zeros */
#define T ushort
#define ONE(x, a, b) __asm__ volatile("fma.rn.f16 %0, %0, %1, %2;" : "+h"(x) : "h"(a), "h"(b))
#elif KIND == 12 /* square root: tends to 1 */
#define T float
#define ONE(x, a, b) __asm__ volatile("sqrt.approx.ftz.f32 %0, %0;" : "+f"(x))
#endif
__kernel void chains(__global T *out, T start, T a, T b, int rounds) {
#if KIND == 2
  __asm__ volatile("mov.f32 %0, %0;" : "+f"(a)); // a register: not an operand in shared memory
#endif
  T x = start;
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 64; k++) ONE(x, a, b);
  }
  out[get_global_id(0)] = x;
}
// Independent chains of multiply-adds and multiplications beside each other, four of each.
__kernel void pairs(__global float *out, float a, float b, int rounds) {
  float x0 = 1, x1 = 2, x2 = 3, x3 = 4, y0 = 1, y1 = 2, y2 = 3, y3 = 4;
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 16; k++) {
      __asm__ volatile("mad.rn.f32 %0, %0, %1, %2;" : "+f"(x0) : "f"(a), "f"(b));
      __asm__ volatile("mul.f32 %0, %0, %1;" : "+f"(y0) : "f"(a));
      __asm__ volatile("mad.rn.f32 %0, %0, %1, %2;" : "+f"(x1) : "f"(a), "f"(b));
      __asm__ volatile("mul.f32 %0, %0, %1;" : "+f"(y1) : "f"(a));
      __asm__ volatile("mad.rn.f32 %0, %0, %1, %2;" : "+f"(x2) : "f"(a), "f"(b));
      __asm__ volatile("mul.f32 %0, %0, %1;" : "+f"(y2) : "f"(a));
      __asm__ volatile("mad.rn.f32 %0, %0, %1, %2;" : "+f"(x3) : "f"(a), "f"(b));
      __asm__ volatile("mul.f32 %0, %0, %1;" : "+f"(y3) : "f"(a));
    }
  }
  out[get_global_id(0)] = x0 + x1 + x2 + x3 + y0 + y1 + y2 + y3;
}
// Barriers behind each other.
__kernel void barriers(__global int *out, int rounds) {
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 64; k++) barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = rounds;
}
