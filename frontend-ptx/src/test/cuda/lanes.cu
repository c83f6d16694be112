#include "common.h"
#define FULL 0xffffffffu
KERNEL(shuffles) { BEGIN u32 v = IN(0); float f = fin(IN(1) & 0xbf7fffff); double d = (double)(int)IN(2) * 0.5; u64 q = (u64)IN(3) << 32 | v;
  P(__shfl_sync(FULL, v, (int)(L * 7))); P(__shfl_up_sync(FULL, v, 3)); P(__shfl_down_sync(FULL, v, 5)); P(__shfl_xor_sync(FULL, v, 9));
  P(__shfl_sync(FULL, v, (int)(L * 3), 8)); P(__shfl_up_sync(FULL, v, 2, 16)); P(__shfl_down_sync(FULL, v, 1, 4)); P(__shfl_xor_sync(FULL, v, 5, 8)); P(__shfl_up_sync(FULL, v, 0)); P(__shfl_down_sync(FULL, v, 31));
  P(__shfl_sync(FULL, f, 17)); P(__shfl_xor_sync(FULL, d, 1)); P(__shfl_down_sync(FULL, q, 4)); P(__shfl_sync(FULL, (int)v, (int)(IN(4) & 31), 16)); }
KERNEL(votes) { BEGIN u32 v = IN(0); P(__ballot_sync(FULL, v & 1)); P((bool)__all_sync(FULL, v != 77)); P((bool)__any_sync(FULL, v == in[5])); P((bool)__uni_sync(FULL, T < 64)); P((bool)__uni_sync(FULL, v & 4));
  if (L & 1) { P(__ballot_sync(0xaaaaaaaau, v & 2)); P((bool)__any_sync(0xaaaaaaaau, v & 8)); } else { P(__popc(__ballot_sync(0x55555555u, v & 4))); P((bool)__all_sync(0x55555555u, v & 1)); } }
KERNEL(matches) { BEGIN u32 v = IN(0) & 3; u64 q = (u64)(IN(1) & 1) << 40 | 5; int p, r; P(__match_any_sync(FULL, v)); P(__match_any_sync(FULL, q)); P(__match_all_sync(FULL, T / 32, &p)); P(p); P(__match_all_sync(FULL, v, &r)); P(r); if (L & 2) P(__match_any_sync(0xccccccccu, v)); }
KERNEL(masks) { BEGIN
#ifdef HOST
  P(1u << lane()); P((1u << lane()) - 1); P((2u << lane()) - 1); P(~0u << lane()); P(~0u << lane() << 1); P(lane()); P(L / 32);
  P(L & 1 ? 0xaaaaaaaau : 0x55555555u); P(FULL);
#else
  u32 m; asm("mov.u32 %0, %%lanemask_eq;" : "=r"(m)); P(m); asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); P(m); asm("mov.u32 %0, %%lanemask_le;" : "=r"(m)); P(m); asm("mov.u32 %0, %%lanemask_ge;" : "=r"(m)); P(m); asm("mov.u32 %0, %%lanemask_gt;" : "=r"(m)); P(m); asm("mov.u32 %0, %%laneid;" : "=r"(m)); P(m); asm volatile("mov.u32 %0, %%warpid;" : "=r"(m)); P(m);
  u32 a; if (L & 1) { a = __activemask(); } else { a = __activemask(); __syncwarp(0x55555555u); } P(a); __syncwarp(); P(__activemask());
#endif
}
KERNEL(warpsum) { BEGIN u32 v = IN(0); for (int d = 16; d; d >>= 1) v += __shfl_down_sync(FULL, v, d); P(v); u32 s = IN(1); for (u32 d = 1; d < 32; d <<= 1) { u32 u = __shfl_up_sync(FULL, s, d); if ((L & 31) >= d) s += u; } P(s);
  u32 w = IN(2), bits = 0; for (int i = 0; i < 4; i++) { u32 b = __ballot_sync(FULL, w >> i & 1); bits ^= __popc(b & ((1u << (L & 31)) - 1)) << (i * 5); } P(bits); }
#if !defined(HOST) && __CUDA_ARCH__ < 800
#define REDUCE(op, m, v) { auto x = v; decltype(x) r = 0; bool first = true; for (int i = 0; i < 32; i++) { auto y = __shfl_sync(m, x, i); if (m >> i & 1) { if (first) r = y; else { auto a = r; auto b = y; r = op; } first = false; } } P(r); }
#define ADD(m, v) REDUCE((decltype(x))((u32)a + (u32)b), m, v)
#define MIN_(m, v) REDUCE((a < b ? a : b), m, v)
#define MAX_(m, v) REDUCE((a > b ? a : b), m, v)
#define AND_(m, v) REDUCE((a & b), m, v)
#define OR_(m, v) REDUCE((a | b), m, v)
#define XOR_(m, v) REDUCE((a ^ b), m, v)
#else
#define ADD(m, v) P(__reduce_add_sync(m, v));
#define MIN_(m, v) P(__reduce_min_sync(m, v));
#define MAX_(m, v) P(__reduce_max_sync(m, v));
#define AND_(m, v) P(__reduce_and_sync(m, v));
#define OR_(m, v) P(__reduce_or_sync(m, v));
#define XOR_(m, v) P(__reduce_xor_sync(m, v));
#endif
KERNEL(reduces) { BEGIN u32 v = IN(0); int s = (int)IN(1); ADD(FULL, v) ADD(FULL, s) MIN_(FULL, v) MIN_(FULL, s) MAX_(FULL, v) MAX_(FULL, s) AND_(FULL, v | 0xf0f0f0f0u) OR_(FULL, v & 0x11001100u) XOR_(FULL, v) }
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(shuffles) R(votes) R(matches) R(masks) R(warpsum) R(reduces) }
#endif
