// nextafter(-0x1p-1074, 1) is -0 (IEEE 754-2008, 5.3.1: nextUp of the negative number of least
// magnitude is -0). libclc 19 gives +0. Third opinion: nextafter of the C library (faults.c).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global const uint *in, global uint *out) {
  double v = nextafter(as_double((ulong)in[0] | 1ul << 63), 1.0);
  out[0] = (uint)(as_ulong(v) >> 32);
}
