__kernel void vi(__global const short8 *a, __global const long2 *b, __global const uint4 *c, __global short8 *o, __global long2 *p, __global uint4 *q, __global int *r) {
  int i = get_global_id(0);
  short8 x = a[i]; long2 y = b[i]; uint4 z = c[i];
  o[i] = (x << (short8)(3)) + max(x, (short8)(7)) - convert_short8(x > (short8)(5)) * x / (short8)(3);
  p[i] = y / (long2)(7, -13) + (y << 3) % (long2)(1000) ^ abs_diff(y, y.yx).yx == (ulong2)(3);
  q[i] = z / (uint4)(3, 5, 7, 11) + z % 10u + mul_hi(z, z.wzyx) + clz(z) + rotate(z, (uint4)(1, 2, 3, 4));
  r[i] = dot(convert_float4(z & 15u), (float4)(1, 2, 3, 4)); uint *zp = (uint *)&z; r[i] += zp[i & 3] >> 3;
}
