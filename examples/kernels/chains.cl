// Written for this project; may be used under the Apache License 2.0.
// The same number of multiply-adds in 1, 2, 4 or 8 chains: in a chain each needs the result of the one before.
#define KERNEL(count)                                                     \
  __kernel void chains##count(__global float *x, float a, float b) {     \
    float v[count];                                                       \
    int i = get_global_id(0);                                              \
    _Pragma("unroll") for (int c = 0; c < count; ++c) v[c] = x[i] + c;    \
    _Pragma("unroll") for (int k = 0; k < 256 / count; ++k)               \
      _Pragma("unroll") for (int c = 0; c < count; ++c) v[c] = mad(v[c], a, b); \
    float sum = v[0];                                                      \
    _Pragma("unroll") for (int c = 1; c < count; ++c) sum += v[c];        \
    x[i] = sum;                                                            \
  }
KERNEL(1)
KERNEL(2)
KERNEL(4)
KERNEL(8)
