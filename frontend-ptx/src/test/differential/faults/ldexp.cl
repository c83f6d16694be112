// ldexp(0x1p-120f, -10) is 0x1p-130f. libclc 19 gives 0: its code takes every subnormal to zero.
// Third opinion: ldexpf of the C library (faults.c). OpenCL C 1.2, 7.4: permitted where single
// subnormals are not supported, so it is kept out rather than called wrong.
kernel void k(global const uint *in, global uint *out) {
  out[0] = as_uint(ldexp(as_float(in[0]), (int)in[1]));
}
