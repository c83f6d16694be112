#include "common.h"
#ifndef HOST
#define HOSTCOPY
#else
struct alignas(8) uint2 { u32 x, y; }; struct alignas(16) uint4 { u32 x, y, z, w; }; struct alignas(16) float4 { float x, y, z, w; }; struct alignas(16) double2 { double x, y; }; struct alignas(4) uchar4 { unsigned char x, y, z, w; }; struct alignas(8) short4 { short x, y, z, w; }; struct alignas(16) ulonglong2 { u64 x, y; };
#endif
KERNEL(vectors) { BEGIN const uint4 *a = (const uint4 *)in; uint4 v = a[T]; const uchar4 *b = (const uchar4 *)in; uchar4 c = b[T * 3]; const short4 *d = (const short4 *)in; short4 e = d[T + 5]; const float4 *f = (const float4 *)in; float4 g = f[255 - T]; const uint2 *h = (const uint2 *)in; uint2 i = h[T * 2 + 1]; const ulonglong2 *j = (const ulonglong2 *)in; ulonglong2 k = j[T]; const double2 *l = (const double2 *)in; double2 m = l[T + 64];
  P(v.x ^ v.y ^ v.z ^ v.w); P((u32)c.x * 3 + c.y * 5 + c.z * 7 + c.w); P(e.x + e.y * 3 - e.z + e.w); P(g.x); P(g.w); P(i.x - i.y); P(k.x + k.y); P(m.x); P(m.y);
  __shared__ uint4 s[64]; v.x += 1; s[L] = v; __syncthreads(); uint4 w = s[63 - L]; P(w.x); P(w.z); __shared__ short4 t[64]; e.y = -e.y; t[L] = e; __syncthreads(); short4 q = t[L ^ 5]; P(q.y + q.z);  __shared__ double2 r[64]; r[L] = m; __syncthreads(); P(r[L ^ 1].y); }
DEV u32 bump(u32 *p, u32 by) { u32 old = *p; *p = old * 3 + by; return old; }
DEV void swap_(u32 *a, u32 *b) { u32 t = *a; *a = *b; *b = t; }
KERNEL(generic) { BEGIN __shared__ u32 s[64]; u32 l[8]; for (int i = 0; i < 8; i++) l[i] = IN(i); s[L] = IN(9); __syncthreads(); u32 *p = IN(10) & 1 ? &s[L] : &l[IN(11) & 7]; P(bump(p, 5)); if (L & 1) p = o + T * WORDS + 15; P(bump(p, 7)); swap_(&l[IN(3) & 7], &s[L]); __syncthreads(); P(s[L ^ 3]); for (int i = 0; i < 8; i++) P(l[i]); __syncthreads(); *(volatile u32 *)p += 1; }
#ifdef HOST
static int table[8] = {3, -1, 4, 1, -5, 9, 2, -6}; static const float ftable[4] = {1.5f, -2.25f, 1e30f, 0.1f}; static u64 wide_[2] = {0x123456789abcdef0ull, ~0ull}; static unsigned char bytes_[6] = {1, 2, 255, 4, 128, 6}; static u32 counter_ = 7;
#else
__constant__ int table[8] = {3, -1, 4, 1, -5, 9, 2, -6}; __constant__ float ftable[4] = {1.5f, -2.25f, 1e30f, 0.1f}; __device__ u64 wide_[2] = {0x123456789abcdef0ull, ~0ull}; __device__ unsigned char bytes_[6] = {1, 2, 255, 4, 128, 6}; __device__ u32 counter_ = 7;
#endif
KERNEL(constants) { BEGIN u32 i = IN(0); P(table[i & 7]); P(table[2]); P(ftable[i & 3]); P(wide_[i & 1]); P((u32)bytes_[i % 6]); P(counter_); P(ftable[3] * 2); }
#ifdef HOST
#define DYNAMIC(T, name) static u64 name##_[64]; T *name = (T *)name##_;
#else
#define DYNAMIC(T, name) extern __shared__ u64 dynamic_[]; T *name = (T *)dynamic_;
#endif
KERNEL(dynamic) { BEGIN DYNAMIC(u32, s) u32 *a = s, *b = s + 64; a[L] = IN(0); b[63 - L] = IN(1); __syncthreads(); P(a[L ^ 7]); P(b[L]); u16 *h = (u16 *)s; P((u32)h[L * 2 + 1]); }
template <class V> INLINE V keep(V v) { return v; }
#define SHARED(V, name) __shared__ V name[4]; if (L < 4) name[L] = 0; __syncthreads();
KERNEL(atom32) { BEGIN SHARED(u32, s) SHARED(int, t) u32 v = IN(0), k = L & 3; atomicAdd(&s[0], v); atomicMax(&s[1], v); atomicXor(&s[2], v); atomicOr(&s[3], v & 0x0f0f0f0f); atomicMin(&t[0], (int)v); atomicMax(&t[1], (int)v); atomicSub(&t[2], 3); atomicAdd(&t[3], (int)v); __syncthreads(); P(s[k]); P(t[k]); __syncthreads(); if (L < 4) { s[L] = ~0u; t[L] = 5; } __syncthreads(); atomicAnd(&s[k], v | 0xff00ffffu); atomicMin(&s[1], v); atomicInc((u32 *)&t[1], 9u); atomicDec((u32 *)&t[2], 17u); __syncthreads(); P(s[k]); P(t[k]); }
KERNEL(atomreturn) { BEGIN __shared__ u32 s[64]; s[L] = IN(0); __syncthreads(); P(atomicAdd(&s[L], 3u)); __syncthreads(); P(atomicExch(&s[L ^ 1], L)); __syncthreads(); P(atomicCAS(&s[L], L ^ 1, 99u)); P(atomicCAS(&s[L], 12345u, 1u)); P(atomicInc(&s[L], 98u)); P(atomicDec(&s[L], 5u)); P(s[L]); P(atomicMin((int *)&s[L], -3)); P(atomicMax(&s[L], 7u)); P(atomicAnd(&s[L], 0xfff0u)); P(atomicOr(&s[L], 5u)); P(atomicXor(&s[L], 0xffu)); P(s[L]); }
KERNEL(atom64) { BEGIN SHARED(u64, s) SHARED(s64, t) u64 v = (u64)IN(0) << 32 | IN(1); u32 k = L & 3; atomicAdd(&s[0], v); atomicMax(&s[1], v); atomicXor(&s[2], v); atomicOr(&s[3], v & 0xff); atomicMin(&t[0], (s64)v); atomicMax(&t[1], (s64)v); atomicAdd((u64 *)&t[2], v >> 3); __syncthreads(); P(s[k]); P(t[k]); __shared__ u64 r[64]; r[L] = v; P(atomicExch(&r[L], v + 1)); P(atomicCAS(&r[L], v + 1, 5ull)); P(atomicAnd(&r[L], 4ull)); P(r[L]); }
KERNEL(atomglobal) { BEGIN u32 *w = o + T * WORDS + 8; u32 v = IN(0); *w = v; P(atomicAdd(w, 3u)); P(atomicSub((int *)w, 9)); P(atomicCAS(w, v - 6, 77u)); P(atomicExch((float *)w, 1.5f)); P(atomicAdd((float *)w, 0.25f)); P(atomicMax(w, 9u)); n = 8; }
KERNEL(atomfloat) { BEGIN __shared__ float s[64]; __shared__ double d[64]; s[L] = (float)(int)IN(0) * 1e-3f; d[L] = (double)s[L] * 3; P(atomicAdd(&s[L], 2.5f)); P(atomicAdd(&d[L], -1.25)); P(s[L]); P(d[L]); P(atomicExch(&s[L], 4.0f)); P(s[L]); }
KERNEL(fences) { BEGIN __shared__ u32 s[64]; s[L] = IN(0); __threadfence_block(); __threadfence(); __threadfence_system(); __syncthreads(); P(s[63 - L]);
#ifndef HOST
  asm volatile("fence.sc.gpu; fence.acq_rel.cta; membar.gl;" ::: "memory");
  u32 a; asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(in + T)); asm volatile("st.release.cta.shared.u32 [%0], %1;" ::"r"((u32)__cvta_generic_to_shared(&s[L])), "r"(a)); asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(a) : "r"((u32)__cvta_generic_to_shared(&s[L]))); P(a); P(*(volatile const u32 *)&in[T + 1]);
#else
  P(in[T]); P(in[T + 1]);
#endif
}
KERNEL(caches) { BEGIN P(__ldg(in + T)); P(__ldcg(in + T + 1)); P(__ldcs(in + T + 2)); P(__ldca((const int *)in + T)); __stcg(o + T * WORDS + 7, 5u); __stwt(o + T * WORDS + 8, L);
#ifndef HOST
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + T));
#endif
}
KERNEL(spaces) { BEGIN
#ifdef HOST
  P(1u); P(0u); P(0u); P(1u); P(0u); P(1u);
#else
  __shared__ u32 s[4]; u32 l[4]; for (int i = 0; i < 4; i++) l[i] = in[i + T]; s[L & 3] = 1; u32 r; const void *g = in; void *p = &l[in[T] & 3], *q = &s[in[T] & 3];
#define IS(space, x) asm("{.reg .pred p; isspacep." #space " p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(x)); P(r);
  IS(global, g) IS(shared, g) IS(local, g) IS(local, p) IS(global, q) IS(shared, q) if (*(u32 *)p == 0x1234567) P(1u);
#endif
}
KERNEL(locals) { BEGIN u32 a[16]; unsigned char b[12]; double c[5]; for (int i = 0; i < 16; i++) a[i] = IN(i); for (int i = 0; i < 12; i++) b[(i * 5) % 12] = (unsigned char)a[i]; for (int i = 0; i < 5; i++) c[i] = (double)a[i] * 0.5; for (u32 i = 0; i < (a[3] & 15); i++) { a[i] ^= a[(i + a[4]) & 15]; b[i % 12] += b[a[i] % 12]; c[i % 5] += c[a[i] % 5]; } for (int i = 0; i < 4; i++) { P(a[(a[5] + i) & 15]); P((u32)b[a[i] % 12]); } P(c[a[2] % 5]); }
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(vectors) R(generic) R(constants) R(dynamic) R(atom32) R(atomreturn) R(atom64) R(atomglobal) R(atomfloat) R(fences) R(caches) R(spaces) R(locals) }
#endif
