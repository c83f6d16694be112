// CHAINS chains of one double-precision instruction beside each other, 16 instructions a trip of the loop. The instruction is written as
// assembly, so that the compiler neither folds nor reorders it.
#ifndef CHAINS
#define KIND 0
#define CHAINS 1
#endif
#if KIND == 0 /* multiply-add */
#define ONE(x) __asm__ volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(a), "d"(b))
#elif KIND == 1 /* division of a by x: two values in turn */
#define ONE(x) __asm__ volatile("div.rn.f64 %0, %1, %0;" : "+d"(x) : "d"(a))
#else /* square root: tends to 1 */
#define ONE(x) __asm__ volatile("sqrt.rn.f64 %0, %0;" : "+d"(x))
#endif
__kernel void incore(__global double *out, double start, double a, double b, int rounds) {
  double x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; c++) x[c] = start;
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < 16; k++) ONE(x[k % CHAINS]);
  }
  double sum = 0.0;
#pragma unroll
  for (int c = 0; c < CHAINS; c++) sum += x[c];
  out[get_global_id(0)] = sum;
}
