// Copies: T of 4 or 16 bytes, from `offset` elements on, or every `stride`-th element.
#ifndef T
#define T float
#endif
__kernel void offset_copy(__global const T *in, __global T *out, int offset) {
  int i = get_global_id(0) + offset;
  out[i] = in[i];
}
__kernel void stride_read(__global const T *in, __global T *out, int stride) {
  int i = get_global_id(0);
  out[i] = in[i * stride];
}
// 2-D; in groups of 1 x 64 the lanes of a wavefront lie along the slow dimension.
__kernel void copy_slow(__global const T *in, __global T *out, int width) {
  int at = get_global_id(1) * width + get_global_id(0);
  out[at] = in[at];
}
