__attribute__((noinline)) int sumq(int *q, int n) { int s = 0; for (int i = 0; i < n; i++) { s += q[i]; q[i] = s; } return s; }
__attribute__((noinline)) float loc(__local float *l, int t, int n) { l[t] = t; barrier(CLK_LOCAL_MEM_FENCE); float s = 0; for (int i = 0; i < n; i++) s += l[i]; barrier(CLK_LOCAL_MEM_FENCE); return s; }
__attribute__((noinline)) uint deep3(uint a) { uint t[8]; for (int i = 0; i < 8; i++) t[i] = a * i; return t[a & 7] + t[(a >> 3) & 7]; }
__attribute__((noinline)) uint deep2(uint a) { uint t[4] = {a, a + 1, a + 2, a + 3}; return deep3(t[a & 3]) + t[(a >> 2) & 3]; }
__kernel void fnlocal(__global int *p, __global float *f) {
  __local float l[32];
  int i = get_global_id(0), t = get_local_id(0);
  int q[10]; for (int k = 0; k < 10; k++) q[k] = k * i;
  p[i * 3] = sumq(q, 10); p[i * 3 + 1] = q[i % 10];
  f[i] = loc(l, t, 20) + loc(l, 31 - t, 5);
  p[i * 3 + 2] = deep2(i);
}
