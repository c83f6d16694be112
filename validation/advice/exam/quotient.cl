// Scaling by a power of two. Slow: by division of floats. Repaired: by multiplication by the reciprocal.
__kernel void quotient_slow(__global const float *in, __global float *out, float d, int rounds) {
  int i = get_global_id(0);
  float v = in[i], s = v;
  for (int k = 0; k < rounds; k++) s = s / d + v;
  out[i] = s;
}

__kernel void quotient_fast(__global const float *in, __global float *out, float r, int rounds) {
  int i = get_global_id(0);
  float v = in[i], s = v;
  for (int k = 0; k < rounds; k++) s = s * r + v;
  out[i] = s;
}
