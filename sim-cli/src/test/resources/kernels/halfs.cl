__kernel void halfs(__global half *h, __global const float *f, __global float *o, __global half *g) {
  int i = get_global_id(0);
  float v = vload_half(i, h);
  vstore_half(v * f[i], i, g);
  o[i] = v + f[i];
  float4 q = vload_half4(i & 15, h);
  vstore_half4_rtz(q * 1.1f, 16 + i, g);
  vstore_half_rtp(v * 1.3f, 320 + i, g);
  vstore_half_rtn(v * 1.3f, 384 + i, g);
  vstore_half_rte(v * 70000.0f, 448 + i, g);
  float2 r = vload_half2(i, h);
  o[64 + i] = r.x * r.y;
}
