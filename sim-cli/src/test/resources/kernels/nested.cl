__kernel void nested(__global const uint *in, __global uint *out, int n) {
  int g = get_global_id(0); uint s = in[g], t = 0;
  if ((s & 7) == 3) return;
  for (int i = 0; i < n; i++) {
    uint m = s % 17 + 1;
    for (uint j = 0; j < m; j++) {
      if (((s + j) & 15) == 5) continue;
      if (((s ^ j) & 63) == 33) break;
      uint k = j;
      while (k) { t += k & 3; k >>= 1; if (t > 100000) goto done; }
      do { t ^= s; s = s * 1664525u + 1013904223u; if ((s >> 28) == 0) goto next; } while (s & 3);
    }
    t = t * 5 + 1;
    next: ;
  }
done:
  out[g] = t;
}
