#include "common.h"
#ifdef HOST
#include <xmmintrin.h>
static float rsqrtf(float x) { return 1.0f / sqrtf(x); }
#endif
// What the host's instructions pass on without looking at it.
#define Z(x) ASM(x, (fbits(x) & 0x7f800000 ? (x) : asf(fbits(x) & 0x80000000u)))
// Compiled with -use_fast_math: subnormals are zero, as on the host with both bits of its control register; quotients and roots are approximate and tested against the product.
INLINE float low(u32 x) { return asf((x & 0x807fffffu) | (x >> 23 & 7) << 23); }
INLINE bool close_(float a, float b) { return fabsf(a - b) <= 1e-5f * fabsf(b); }
KERNEL(fast) { BEGIN for (int i = 0; i < 8; i++) { float a = low(IN(i)), b = low(IN(i + 8)), c = (float)(int)IN(i + 4) * 1e-3f, d = (float)(IN(i + 2) | 1) * 0.37f, s = asf((IN(i + 5) & 0x7fffff) | 0x20000000);
  P(a + b); P(a - b); P(a * c); P(b * s); P(s * s * d); P(a == 0); P(a < b); P(a > asf(1)); P(Z(fabsf(a))); P(Z(-b)); float e = fminf(a, b), f = fmaxf(a, b); P(e == 0 ? 0 : e); P(f == 0 ? 0 : f); P((int)(a * 1e30f)); P((double)a); P(fmaf(a, c, b)); P(rintf(b)); P(a >= b ? 1 : 2);
  float q = c / d; P(close_(q * d, c)); float r = sqrtf(d); P(close_(r * r, d)); P(close_(1.0f / d * d, 1.0f)); float t = rsqrtf(d); P(close_(t * t * d, 1.0f)); P(close_(exp2f(c * 1e-7f) * exp2f(-c * 1e-7f), 1.0f)); float sn = sinf(q - (int)q), cs = cosf(q - (int)q); P(close_(sn * sn + cs * cs, 1.0f)); P(close_(logf(d) * 1.44269504f, log2f(d))); } }
#ifdef HOST
int main() { u32 *in = host::read_input(); _mm_setcsr(_mm_getcsr() | 0x8040);
#define R(k) host::run(#k, k, in);
R(fast) }
#endif
