__kernel void fixed_(__global const int *a, __global const int *b, __global int *o) {
  int i = get_global_id(0); int x = a[i], y = b[i]; uint ux = x, uy = y;
  int k = i * 24;
  int x24 = x << 8 >> 8, y24 = y << 8 >> 8;
  uint u24 = ux & 0xffffff, v24 = uy & 0xffffff;
  o[k++] = mul24(x24, y24); o[k++] = mad24(x24, y24, x); o[k++] = mul24(u24, v24); o[k++] = mad24(u24, v24, ux);
  o[k++] = mul_hi(x, y); o[k++] = mul_hi(ux, uy); o[k++] = mul_hi(x, y) + x; o[k++] = mad_sat(x, y, x);
  o[k++] = rotate(x, y); o[k++] = clz(x >> (y & 31)); o[k++] = popcount(x); o[k++] = hadd(x, y);
  o[k++] = rhadd(x, y); o[k++] = add_sat(x, y); o[k++] = sub_sat(x, y); o[k++] = add_sat(ux, uy);
  o[k++] = sub_sat(ux, uy); o[k++] = abs_diff(x, y); o[k++] = abs(x); o[k++] = upsample((short)x, (ushort)y);
  o[k++] = clamp(x, min(y, 5), max(y, 5)); o[k++] = rhadd(ux, uy); o[k++] = hadd(ux, uy); o[k++] = bitselect(x, y, x ^ (y << 3));
}
