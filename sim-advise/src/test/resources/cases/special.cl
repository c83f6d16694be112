// What the device's unit for special functions computes, so that it is at its peak. libclc has no native functions for
// PTX: the PTX is that of roots, with native operations in their place.
__kernel void special(__global float *out, int trips) {
  float x = get_global_id(0), a = x, b = x + 1, c = x + 2, d = x + 3;
  for (int k = 0; k < trips; k++) {
    a = native_sqrt(native_sqrt(native_sqrt(native_sqrt(a))));
    b = native_recip(native_recip(native_recip(native_recip(b))));
    c = native_rsqrt(native_rsqrt(native_rsqrt(native_rsqrt(c))));
    d = native_exp2(native_exp2(native_exp2(native_exp2(d))));
  }
  out[get_global_id(0)] = a + b + c + d;
}

__kernel void mixed(__global float *out, int trips) {
  float x = get_global_id(0), a = x, b = x + 1, c = x + 2, d = x + 3;
  for (int k = 0; k < trips; k++) {
    a = native_sin(a);
    b = native_cos(b);
    c = native_divide(x, c);
    d = native_log2(d);
  }
  out[get_global_id(0)] = a + b + c + d;
}
