__kernel void rel(__global const float4 *a, __global const float4 *b, __global int4 *o, __global int *s) {
  int i = get_global_id(0); float4 x = a[i], y = b[i];
  if (i == 3) x.y = NAN; if (i == 4) x.z = INFINITY; if (i == 5) y = x;
  int4 lt = x < y;
  o[i * 4] = select(convert_int4_sat(x), convert_int4_sat(y), lt);
  o[i * 4 + 1] = isnan(x) | (isinf(y) << 1) | isless(x, y) & 4;
  o[i * 4 + 2] = isequal(x, y) + isnotequal(x, y) * 2 + isunordered(x, y) * 4 + isordered(x, y) * 8 + signbit(x) * 16 + isfinite(x) * 32 + isnormal(y) * 64;
  o[i * 4 + 3] = (x > 0.5f && y > 0.5f) ? (int4)(1, 2, 3, 4) : lt;
  s[i] = any(lt) + 2 * all(lt) + 4 * isnan(x.y) + 8 * isgreaterequal(x.x, y.x) + 16 * islessgreater(x.z, y.z) + 32 * select(1, 2, x.w < y.w);
}
