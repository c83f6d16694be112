// Loads that the first-level cache holds, lanes `stride` floats apart.
__kernel void strides(__global const float *in, __global float *out, int stride, int rounds) {
  volatile __global const float *at = in + (get_local_id(0) & 63) * stride;
  float sum = 0.0f;
  for (int i = 0; i < rounds; i++) {
    sum += at[0]; sum += at[0]; sum += at[0]; sum += at[0];
    sum += at[0]; sum += at[0]; sum += at[0]; sum += at[0];
    sum += at[0]; sum += at[0]; sum += at[0]; sum += at[0];
    sum += at[0]; sum += at[0]; sum += at[0]; sum += at[0];
  }
  out[get_global_id(0)] = sum;
}
