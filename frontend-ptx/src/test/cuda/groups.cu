#include "common.h"
// Barriers that reduce, barriers of a part of the group, and work-items that leave.
KERNEL(barriers) { BEGIN u32 v = IN(0); P(__syncthreads_count(v & 1)); P((bool)__syncthreads_and(v != 12345)); P((bool)__syncthreads_or(v == in[9])); P((bool)__syncthreads_and((int)v > 0)); P((bool)__syncthreads_or(T == 3)); }
#ifdef HOST
static void bar(int id, u64 who) { u64 a[64]; host::meet(id, who, 0, a); }
static void arrive(int id, u64 who) { host::Meeting &m = host::meetings[id]; m.here |= 1ull << host::current; if ((m.here & who) == who) { m.here = 0; m.phase++; } }
#define HALF_SYNC(id, mask) bar(id, mask)
#define SYNC64(id) bar(id, ~0ull)
#define ARRIVE64(id) arrive(id, ~0ull)
#else
#define HALF_SYNC(id, mask) asm volatile("bar.sync " #id ", 32;" ::: "memory")
#define SYNC64(id) asm volatile("bar.sync " #id ", 64;" ::: "memory")
#define ARRIVE64(id) asm volatile("bar.arrive " #id ", 64;" ::: "memory")
#endif
// Each half of the group meets at a barrier of its own, then all at another.
KERNEL(halves) { BEGIN __shared__ u32 s[64]; s[L] = IN(0); if (L < 32) { HALF_SYNC(1, 0xffffffffull); u32 x = s[31 - L]; HALF_SYNC(1, 0xffffffffull); s[L] = x + 1; } else { HALF_SYNC(2, 0xffffffff00000000ull); u32 x = s[95 - L]; HALF_SYNC(2, 0xffffffff00000000ull); s[L] = x * 3; HALF_SYNC(2, 0xffffffff00000000ull); }
  __syncthreads(); P(s[63 - L]); }
// The first warp produces and only arrives, the second consumes: bar.arrive pairs with bar.sync.
KERNEL(pipeline) { BEGIN __shared__ u32 s[32]; u32 sum = 0;
  for (int i = 0; i < 4; i++) {
    if (L < 32) { SYNC64(4); s[L] = IN(i); ARRIVE64(3); } else { ARRIVE64(4); SYNC64(3); sum += s[63 - L] * (i + 1); }
  } P(sum); __syncthreads(); P(s[L & 31]); }
KERNEL(barred) { BEGIN u32 v = IN(0), r = 0, p = v & 1;
#ifdef HOST
  if (L < 32) { u64 a[64]; host::meet(5, 0xffffffffull, p, a); for (int i = 0; i < 32; i++) r += (u32)a[i]; } else { u64 a[64]; host::meet(6, 0xffffffff00000000ull, v % 5 != 0, a); r = 1; for (int i = 32; i < 64; i++) r &= (u32)a[i]; } P(r); { u64 a[64]; host::meet(7, ~0ull, v == in[3], a); r = 0; for (u64 x : a) r |= (u32)x; P(r); }
#else
  if (L < 32) asm volatile("{.reg .pred p; setp.ne.u32 p, %1, 0; barrier.cta.red.popc.u32 %0, 5, 32, p;}" : "=r"(r) : "r"(p)); else { u32 q = v % 5; asm volatile("{.reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.cta.red.and.pred q, 6, 32, p; selp.u32 %0, 1, 0, q;}" : "=r"(r) : "r"(q)); } P(r);
  u32 e = v == in[3]; asm volatile("{.reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 7, p; selp.u32 %0, 1, 0, q;}" : "=r"(r) : "r"(e)); P(r);
#endif
}
// A barrier that part of the group has left for good.
KERNEL(leavers) { BEGIN __shared__ u32 s[64]; s[L] = IN(0); __syncthreads(); P(s[63 - L]); if (L >= 40) return;
#ifndef HOST
  __syncthreads();
#endif
  P(s[(L + 1) & 31]); }
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(barriers) R(halves) R(pipeline) R(barred) R(leavers) }
#endif
