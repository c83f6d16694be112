__kernel void fft(__global float2 *x, __local float2 *s, int logn) {
  int t = get_local_id(0), n = 1 << logn;
  __global float2 *p = x + get_group_id(0) * n;
  for (int i = t; i < n; i += get_local_size(0)) {
    uint r = 0; uint v = i;
    for (int b = 0; b < logn; b++) { r = (r << 1) | (v & 1); v >>= 1; }
    s[r] = p[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = 1; h < n; h <<= 1) {
    for (int j = t; j < n / 2; j += get_local_size(0)) {
      int k = j & (h - 1), i0 = ((j - k) << 1) + k;
      float ang = -M_PI_F * (float)k / (float)h;
      float cs, sn = sincos(ang, &cs);
      float2 u = s[i0], v = s[i0 + h];
      float2 w = (float2)(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
      s[i0] = u + w; s[i0 + h] = u - w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = t; i < n; i += get_local_size(0)) p[i] = s[i];
}
