__kernel void relu(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i] > 0.0f ? in[i] : 0.0f;
}
