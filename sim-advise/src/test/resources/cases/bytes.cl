// A store of bytes beside one of words.
__kernel void bytes(__global const float *in, __global float *out, __global uchar *sign) {
  size_t i = get_global_id(0);
  sign[i] = in[i] < 0;
  out[i] = in[i] * 2.0f;
}
