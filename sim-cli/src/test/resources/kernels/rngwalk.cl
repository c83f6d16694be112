ulong xs(ulong *s) { ulong x = s[0], y = s[1]; s[0] = y; x ^= x << 23; s[1] = x ^ y ^ (x >> 17) ^ (y >> 26); return s[1] + y; }
__kernel void rngwalk(__global ulong *o, __global double *d, uint steps, ulong seed) {
  ulong s[2] = {get_global_id(0) * 0x9E3779B97F4A7C15UL + seed, 42};
  double acc = 0; long pos = 0;
  for (uint i = 0; i < steps; i++) { ulong r = xs(s); pos += (r & 1) ? 1 : -1; acc += (double)(r >> 11) * 0x1p-53; if (pos > 10) pos = -pos; }
  o[get_global_id(0)] = s[0] ^ pos; d[get_global_id(0)] = acc;
}
