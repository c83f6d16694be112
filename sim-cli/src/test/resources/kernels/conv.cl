__kernel void conv(__global const float *f, __global const int *n, __global int *o, __global float *r) {
  int i = get_global_id(0); float x = f[i]; int v = n[i]; int k = i * 24, m = i * 8;
  o[k++] = convert_uchar_sat(x); o[k++] = convert_char_sat(x * 0.3f); o[k++] = convert_short_sat_rte(x * 100); o[k++] = convert_ushort_sat_rtp(x * 100);
  o[k++] = convert_int_rte(x); o[k++] = convert_int_rtp(x); o[k++] = convert_int_rtn(x); o[k++] = convert_int_rtz(x);
  o[k++] = convert_uint_sat(x * 1e7f); o[k++] = convert_int_sat(x * 1e8f); o[k++] = convert_uchar_sat(v >> 20); o[k++] = convert_char_sat(v);
  o[k++] = convert_short_sat(v >> 8); o[k++] = convert_ushort_sat(v >> 12); o[k++] = convert_uint_sat(v); o[k++] = convert_char(v);
  o[k++] = (int)convert_long_rte(x * 1000); o[k++] = convert_int_sat((long)v * 5); o[k++] = convert_uint_sat((long)v * 3); o[k++] = (int)(convert_ulong_sat(x * 1e10f) >> 3);
  o[k++] = as_int(x); o[k++] = (int)(uchar)(x * 0.5f); o[k++] = convert_ushort(as_uint(x)); o[k++] = (bool)x + !v;
  r[m++] = convert_float_rtz(v); r[m++] = convert_float_rtp(v); r[m++] = convert_float_rtn((uint)v); r[m++] = (float)((ulong)v << 20); r[m++] = (float)((long)v * v); r[m++] = as_float(v & 0x3fffffff); r[m++] = (float)(char)v; r[m++] = convert_float((ushort)v);
}
