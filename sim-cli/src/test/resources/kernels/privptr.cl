typedef struct node { int v; short w; uchar tag[5]; } node;
__kernel void privptr(__global const int *in, __global int *out, int n) {
  node st[8]; int *ps[4]; int x[4], sp = 0; int i = get_global_id(0);
  for (int k = 0; k < 4; k++) { x[k] = in[i] >> k; ps[k] = &x[(k * 3 + i) & 3]; }
  for (int k = 0; k < 8; k++) { st[k].v = in[(i + k) & 127]; st[k].w = k; for (int j = 0; j < 5; j++) st[k].tag[j] = k * j; }
  for (int k = 0; k < n; k++) { node *q = &st[(in[i] >> k) & 7]; q->v += *ps[k & 3]; q->w++; q->tag[k % 5] ^= 0xff; node c = *q; st[k & 7] = c; sp += c.w + c.tag[(k + i) % 5]; (*ps[k & 3])++; }
  int s = sp; for (int k = 0; k < 8; k++) s = s * 17 + st[k].v + st[k].w + st[k].tag[3];
  out[i] = s;
}
