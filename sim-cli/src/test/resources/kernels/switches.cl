__kernel void sw(__global const int *in, __global int *out) {
  int g = get_global_id(0), v = in[g], r;
  switch (v & 31) {
    case 0: r = v * 3; break; case 1: r = v ^ 77; break; case 2: r = v / 5; break; case 3: r = -v; break;
    case 4: r = v << 3; case 5: r = v >> 2; break; case 6: r = 17; break; case 7: r = v * v; break;
    case 9: r = v % 9; break; case 10: out[g] = 5; return; case 11: r = ~v; break; case 20: r = 1; break;
    case 21: { r = 0; for (int i = 0; i < (v & 255); i++) { if (i * i > v) break; if (i & 1) continue; r += i; } break; }
    default: r = v | 1;
  }
  out[g] = r;
}
int tab(int x) { switch (x) { case 0: return 5; case 1: return 9; case 2: return -3; case 3: return 100; case 4: return 42; case 5: return 7; case 6: return 8; case 7: return 1234567; } return 0; }
float ftab(int x) { switch (x) { case 0: return 5.5f; case 1: return 9.25f; case 2: return -3; case 3: return 100; case 4: return 42; case 5: return 7; } return 0.125f; }
__kernel void sw2(__global const int *in, __global int *out, __global float *f) {
  int g = get_global_id(0);
  out[g] = tab(in[g] & 15); f[g] = ftab(in[g] & 7);
}
