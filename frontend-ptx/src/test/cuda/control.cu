#include "common.h"
struct Args { int a; float b[4]; s64 c; short d[3]; };
struct Pair { u32 x; double y; };
DEV Pair make(u32 i, Args s) { Pair p; p.x = (u32)s.a + i * (u32)s.d[i % 3]; p.y = s.b[i & 3] + (double)s.c; return p; }
DEV u64 mix(u64 a, unsigned char b, short c, bool d) { return (a ^ b) * (u64)(s64)c + d; }
DEV int later(int n, const u32 *in);
DEV int sooner(int n, const u32 *in) { return n < 3 ? n : (int)(in[n] & 255) + 1; }
DEV int later(int n, const u32 *in) { return sooner(n, in) * 3 + sooner(n / 2, in); }
KERNEL(calls) { BEGIN Args s; s.a = (int)IN(0); for (int i = 0; i < 4; i++) s.b[i] = (float)(IN(i) & 1023) * 0.5f; s.c = (s64)IN(5) - 77; s.d[0] = (short)IN(6); s.d[1] = -5; s.d[2] = (short)IN(7); Pair p = make(IN(8), s); P(p.x); P(p.y); P(mix(((u64)IN(1) << 32) + IN(2), (unsigned char)IN(3), (short)IN(4), (IN(5) & 1) != 0)); P(later((int)(IN(6) % 1000), in)); }
KERNEL(switches) { BEGIN u32 v = IN(0), r = 1; for (int k = 0; k < 6; k++) { switch (v % 13) { case 0: r += 7; break; case 1: r *= 5; break; case 2: r ^= v; case 3: r = ~r; break; case 4: r >>= 3; break; case 5: if (r & 1) break; r += 2; break; case 6: r = in[r & 1023]; break; case 7: r -= k; case 8: r *= 3; case 9: r ^= 0x55; break; case 10: continue; case 11: r += v; break; default: r = r << 7 | r >> 25; } v = v * 1103515245u + 12345u >> 3; } P(r); P(v); }
KERNEL(loops) { BEGIN u32 v = IN(0), r = 0; for (u32 i = 0; i < (v & 31); i++) { if ((v >> i & 3) == 1) continue; u32 j = i; while (j) { if (j == 13) goto out; r += j * v; j = j & 1 ? j >> 1 : j - 1; } do { r ^= r << 3; } while (r & 1 && ++j < 5); if (r % 97 == 3) break; } out: P(r); u32 a = IN(1), b = IN(2) | 1; while (b) { u32 t = a % b; a = b; b = t; } P(a); u64 c = 0; for (u32 n_ = IN(3) % 5000 + 1; n_ != 1 && c < 300; c++) n_ = n_ & 1 ? 3 * n_ + 1 : n_ / 2; P(c); }
KERNEL(irreducible) { BEGIN u32 v = IN(0), r = 0, fuel = 0; if (v & 1) goto second; first: r += v; v = v * 5 + 1; if (++fuel > 20) goto done; if (v & 4) goto second; r ^= 3; second: r = r * 7 + fuel; v >>= 1; if (++fuel > 25) goto done; if (v & 8) goto first; if (v & 16) goto second; r += 11; goto first; done: P(r); P(v); }
KERNEL(early) { BEGIN u32 v = IN(0); P(v); if (v & 1) return; P(v * 3); for (int i = 0; i < 8; i++) { if (v >> i & 2) return; P((u32)i); } P(9u); }
KERNEL(nested) { BEGIN u32 r = 0; for (u32 i = 0; i < 4; i++) { u32 v = IN(i); if (v & 1) { if (v & 2) { for (u32 k = 0; k < (v >> 8 & 7); k++) r += k * i; } else if (v & 4) r ^= v; else { u32 q = v; while (q > 10) { q /= 3; if ((q & 7) == 5) break; r++; } } } else { r = v & 8 ? r * 3 : v & 16 ? r + 1 : r - 1; } } P(r); }
DEV float poly(float x, const float *c, int n) { float r = 0; for (int i = 0; i < n; i++) r = r * x + c[i]; return r; }
KERNEL(arrays) { BEGIN float c[6]; for (int i = 0; i < 6; i++) c[i] = (float)(IN(i) & 255) - 100; P(poly((float)(L & 7) * 0.25f, c, 1 + (int)(IN(7) % 6))); }
union Bits { u32 u; float f; struct { u32 a : 5, b : 11, c : 16; } s; unsigned char c[4]; };
KERNEL(unions) { BEGIN Bits b; b.u = IN(0); P((u32)b.s.a); P((u32)b.s.b); P((u32)b.c[2]); b.s.b = IN(1); P(b.u); b.c[IN(2) & 3] = 0x77; P(b.u); b.f = (float)(int)IN(3); P(b.u); }
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(calls) R(switches) R(loops) R(irreducible) R(early) R(nested) R(arrays) R(unions) }
#endif
