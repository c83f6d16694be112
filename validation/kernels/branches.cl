// Arithmetic behind a branch: who takes it is chosen by MODE.
// 0: all lanes do the work; 1: one of 64; 2: one half does one side, the other half the other side;
// 3: all lanes do one side of mode 2.
#ifndef MODE
#define MODE 0
#endif
float chain(float x, float k) {
  for (int i = 0; i < 256; i++) {
    x = mad(x, k, 0.5f);
  }
  return x;
}
__kernel void branches(__global float *out, float k) {
  int i = get_global_id(0);
  float x = (float)i;
#if MODE == 0
  if (i >= 0) x = chain(x, k);
#elif MODE == 1
  if ((i & 63) == 0) x = chain(x, k);
#elif MODE == 2
  if (i & 1) x = chain(x, k); else x = chain(x + 3.0f, k * 0.75f) * 2.0f;
#else
  if (i >= 0) x = chain(x, k); else x = chain(x + 3.0f, k * 0.75f) * 2.0f;
#endif
  out[i] = x;
}
