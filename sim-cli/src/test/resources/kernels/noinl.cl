__attribute__((noinline)) float poly(float x, int n) { float r = 0; for (int i = 0; i < n; i++) r = r * x + i; return r; }
__attribute__((noinline)) int gcd_(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
__attribute__((noinline)) void put(__global int *p, int v, uchar c, short s, long l, double d) { p[0] = v + c; p[1] = s; p[2] = (int)(l >> 8) + (int)d; }
typedef struct { int x, y; float z; } S3;
__attribute__((noinline)) S3 mk(S3 a, int k) { S3 r; r.x = a.y * k; r.y = a.x + k; r.z = a.z * 2; if (k & 1) return a; return r; }
__attribute__((noinline)) float4 vf(float4 a, float4 b) { return a.wzyx * b + 1; }
__attribute__((noinline)) char nar(char a, uchar b, short c, bool d) { return d ? a + b : c; }
__attribute__((noinline)) void ptr(__private int *p, __local int *q, int i) { p[i & 3] += 3; q[0] = 5; }
__kernel void noinl(__global const int *in, __global float *o, __global int *p, __global float4 *q) {
  __local int lq[1];
  int i = get_global_id(0), v = in[i];
  o[i] = poly((v & 255) / 256.0f, 5 + (i & 3));
  put(p + i * 10, gcd_((v & 0xffff) + 1, ((v >> 16) & 0xffff) + 1), v, v, v, v * 0.5);
  S3 a = {v, i, 1.5f}; S3 b = mk(a, i); b = mk(b, v & 0xff);
  p[i * 10 + 3] = b.x; p[i * 10 + 4] = b.y; p[i * 10 + 5] = (int)b.z;
  q[i] = vf((float4)(i, 2, 3, 4), (float4)(v & 15));
  p[i * 10 + 6] = nar(v, v >> 4, v >> 8, v & 1);
  int loc[4] = {1, 2, 3, 4}; ptr(loc, lq, v); ptr(loc, lq, i);
  p[i * 10 + 7] = loc[0] + loc[1] * 10 + loc[2] * 100 + loc[3] * 1000; barrier(CLK_LOCAL_MEM_FENCE); p[i * 10 + 8] = lq[0]; 
}
