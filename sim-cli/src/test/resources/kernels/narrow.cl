__kernel void narrow(__global const char *c, __global const uchar *uc, __global const short *s, __global const ushort *us, __global long *o, __global char *oc, __global short *os) {
  int i = get_global_id(0);
  char a = c[i], b = c[i ^ 1]; uchar ua = uc[i], ub = uc[i ^ 1]; short x = s[i], y = s[i ^ 1]; ushort ux = us[i], uy = us[i ^ 1];
  int k = i * 16;
  o[k++] = (char)(a + b); o[k++] = (uchar)(ua * ub); o[k++] = (short)(x * y); o[k++] = (ushort)(ux - uy);
  o[k++] = a / (b ? b : 1); o[k++] = ua % (ub ? ub : 1); o[k++] = (long)x / (y ? y : 1); o[k++] = (ulong)ux * uy;
  o[k++] = add_sat(a, b); o[k++] = sub_sat(ua, ub); o[k++] = mul_hi(x, y); o[k++] = mul_hi(ux, uy);
  o[k++] = (a << 3) >> (b & 7); o[k++] = clz(ua) + clz(x); o[k++] = rotate(a, b) ^ rotate(ux, uy); o[k++] = popcount(x) + hadd(ua, ub);
  oc[i] = a > b ? abs_diff(a, b) : max(a, (char)-b); os[i] = (short)(x > y ? x - a : ux + ua) ^ mad_sat(x, y, x);
}
