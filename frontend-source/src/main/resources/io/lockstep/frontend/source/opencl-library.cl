/* Functions of libclc under names of ours, so that opencl-math.cl can replace a function and still
 * call it. Linked to libclc as soon as it is compiled. */
#define KEEP __attribute__((overloadable, always_inline))
#define ONE(name, T) \
  KEEP T lockstep_library_##name(T x) { return name(x); }
#define TWO(name, T, U) \
  KEEP T lockstep_library_##name(T x, U y) { return name(x, y); }
#define POINTER(name, T) \
  KEEP T lockstep_library_##name(T x, int *p) { return name(x, p); }
ONE(exp, float) ONE(exp2, float) ONE(erfc, float) ONE(lgamma, float) POINTER(lgamma_r, float)
ONE(sinpi, float) ONE(cospi, float) ONE(tanpi, float)
TWO(rootn, float, int) TWO(fmod, float, float) TWO(remainder, float, float)
TWO(nextafter, float, float) TWO(powr, float, float)
KEEP float lockstep_library_remquo(float x, float y, int *p) { return remquo(x, y, p); }
ONE(sin, double) ONE(cos, double) ONE(tan, double) ONE(sinh, double) ONE(cosh, double)
ONE(atan, double) ONE(atanpi, double) ONE(erf, double) ONE(exp, double) ONE(expm1, double)
ONE(sinpi, double) ONE(cospi, double) ONE(tanpi, double)
TWO(nextafter, double, double) TWO(powr, double, double)
