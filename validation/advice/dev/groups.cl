// A pointwise loop over n elements. Slow: a few work-groups whose work-items take many elements. Repaired: many take one.
__kernel void groups(__global const float *in, __global float *out, int n, int rounds) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float v = in[i], s = v;
    for (int k = 0; k < rounds; k++) s = s * 0.5f + v;
    out[i] = s;
  }
}
