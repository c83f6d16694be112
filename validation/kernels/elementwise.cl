// y = f(x) of floats, a persistent grid's work-items in turn; KIND: 0 exp, 1 tanh, 2 x + 1, 3 2 x, 4 max(x, 0).
__kernel void elementwise(__global const float *x, __global float *y, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float v = x[i];
#if KIND == 0
    y[i] = native_exp(v);
#elif KIND == 1
    y[i] = tanh(v);
#elif KIND == 2
    y[i] = v + 1.0f;
#elif KIND == 3
    y[i] = 2.0f * v;
#else
    y[i] = fmax(v, 0.0f);
#endif
  }
}
