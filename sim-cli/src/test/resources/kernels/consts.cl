__constant float w[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
__constant int perm[16] = {3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3};
__constant uchar sbox[256] = {1,2,3,4,5,[100]=77,[255]=9};
__constant double dd[3] = {1.5, 2.5e10, -3.25};
__constant float4 vv[2] = {(float4)(1,2,3,4), (float4)(5,6,7,8)};
typedef struct { char a; short b; int c; float d; long e; } rec;
__constant rec recs[3] = {{1, -2, 3, 4.5f, 5}, {-6, 7, -8, 9.5f, -10}, {11, 12, 13, 14.5f, 1L << 40}};
__constant int zero[64] = {0};
__kernel void consts(__global const int *in, __global float *o, __global int *p) {
  int i = get_global_id(0), v = in[i] & 255;
  float s = 0; for (int k = 0; k < 5; k++) s += w[k] * perm[(i + k) & 15];
  float4 q = vv[v & 1];
  o[i] = s + (float)dd[v % 3] + q.x + q.w;
  rec r = recs[v % 3];
  p[i] = sbox[v] + r.a * 2 + r.b * 3 + r.c * 5 + (int)(r.d * 2) + (int)(r.e >> 3) + zero[v & 63];
}
