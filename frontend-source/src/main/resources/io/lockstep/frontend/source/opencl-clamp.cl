/* clamp of floating point. OpenCL C defines it as fmin(fmax(x, low), high), which takes a NaN for
 * x to low; libclc compares and selects, which keeps the NaN. Compiled once, and linked to sources
 * that use clamp. */
#define OVER __attribute__((overloadable))
#define CLAMP(T) \
  OVER T clamp(T x, T low, T high) { \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high); \
  }
#define CLAMP_V(T, n) \
  CLAMP(T##n) \
  OVER T##n clamp(T##n x, T low, T high) { return clamp(x, (T##n)(low), (T##n)(high)); }
#define CLAMPS(T) CLAMP(T) CLAMP_V(T, 2) CLAMP_V(T, 3) CLAMP_V(T, 4) CLAMP_V(T, 8) CLAMP_V(T, 16)
CLAMPS(float)
CLAMPS(double)
