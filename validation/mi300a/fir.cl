__kernel void fir(__global float *out, __global const float *coeff, __global const float *in,
                  __global const float *history, int taps) {
  int t = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < taps; i++) {
    if (t >= i) sum += coeff[i] * in[t - i];
    else sum += coeff[i] * history[taps - (i - t)];
  }
  out[t] = sum;
}
