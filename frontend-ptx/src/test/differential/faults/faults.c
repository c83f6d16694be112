/* The third opinion on nextafter.cl and ldexp.cl: cc -O0 faults.c -lm && ./a.out
 * prints -0x0p+0, -0x0p+0, 0x1p-130. */
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double least = -0x1p-1074, one = 1;
  volatile float least_single = -0x1p-149f, small = 0x1p-120f;
  printf("%a\n", nextafter(least, one));
  printf("%a\n", nextafterf(least_single, 1.0f));
  printf("%a\n", ldexpf(small, -10));
  return 0;
}
