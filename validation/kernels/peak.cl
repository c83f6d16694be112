// A serial chain of dependent multiply-adds on one vector of T: 4096 TIMES operations a work-item, a
// multiplication and an addition each counted, whatever the width.
#ifndef T
#define T float
#define W 1
#endif
#ifndef INTEGER
#define STEP(a, b) a = mad(b, a, b)
#else
#define STEP(a, b) a = b * a + k /* nothing to factor out */
#endif
#ifndef TIMES
#define TIMES 1
#endif
#define MADS (2048 / W * TIMES)
#define JOIN(a, b) a##b
#define VECTOR_OF(t, w) JOIN(t, w)
#if W == 1
#define VECTOR T
#else
#define VECTOR VECTOR_OF(T, W)
#endif
#define STEPS16 STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x); \
                STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x); STEP(x, y); STEP(y, x);
__kernel void peak(__global T *out, T start) {
#ifdef INTEGER
  VECTOR k = (VECTOR)(start);
#endif
  VECTOR x = (VECTOR)(start);
  VECTOR y = (VECTOR)((T)get_local_id(0));
  for (int i = 0; i < MADS / 64; i++) {
    STEPS16 STEPS16 STEPS16 STEPS16
  }
  y += x;
#if W == 1
  out[get_global_id(0)] = y;
#elif W == 2
  out[get_global_id(0)] = y.x + y.y;
#elif W == 4
  out[get_global_id(0)] = y.x + y.y + y.z + y.w;
#else
  out[get_global_id(0)] = y.s0 + y.s1 + y.s2 + y.s3 + y.s4 + y.s5 + y.s6 + y.s7;
#endif
}
