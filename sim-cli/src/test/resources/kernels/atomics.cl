__kernel void at(__global const int *in, __global int *g, __global uint *u, __global int *sum) {
  __local int l[16]; __local uint m[16];
  int t = get_local_id(0), i = get_global_id(0), v = in[i];
  if (t < 16) { l[t] = t == 4 ? INT_MAX : t == 5 ? INT_MIN : t == 6 ? -1 : 0; m[t] = t == 4 ? UINT_MAX : 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&l[0], v); atomic_sub(&l[1], v); atomic_inc(&l[2]); atomic_dec(&l[3]); atomic_min(&l[4], v); atomic_max(&l[5], v); atomic_and(&l[6], v | 0x0f0f0000); atomic_or(&l[7], v & 0x11111); atomic_xor(&l[8], v);
  atomic_min(&m[4], (uint)v); atomic_max(&m[5], (uint)v);
  atomic_cmpxchg(&l[9], 0, 77); atomic_xchg(&l[10], 55);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) { atomic_add(&g[t], l[t]); atomic_xor(&u[t], m[t]); }
  int before = atomic_add(&sum[0], 1); atomic_add(&sum[1], before); atomic_or(&sum[2 + (before >> 5)], 1 << (before & 31));
  atomic_min(&g[20], v); atomic_max(&g[21], v); atomic_and(&g[22], v); atomic_or(&g[23], v); atomic_xor(&g[24], v); atomic_sub(&g[25], v); atomic_dec(&g[26]); atomic_inc(&g[27]);
  atomic_max(&u[20], (uint)v); atomic_min(&u[21], (uint)v);
  int old, nw; do { old = g[30]; nw = old + (v & 7); } while (atomic_cmpxchg(&g[30], old, nw) != old);
}
void fadd(volatile __global float *p, float v) { union { uint u; float f; } o, n; do { o.f = *p; n.f = o.f + v; } while (atomic_cmpxchg((volatile __global uint *)p, o.u, n.u) != o.u); }
__kernel void fsum(__global const float *x, __global float *s) { fadd(&s[get_local_id(0) & 3], x[get_global_id(0)]); atomic_xchg(&s[8], 2.5f); }
