/* Square roots with an error of up to 3 units in the last place, as OpenCL C allows (1.2, 7.4) and
 * libclc's exact one does not use. Compiled once, and linked to sources that use sqrt and do not ask
 * for exact roots. */
#define OVER __attribute__((overloadable, always_inline))
#define ROOT_V(n) \
  OVER float##n sqrt(float##n x) { return (float##n)(sqrt(x.lo), sqrt(x.hi)); }
OVER float sqrt(float x) { return __nvvm_sqrt_approx_f(x); }
OVER float3 sqrt(float3 x) { return (float3)(sqrt(x.x), sqrt(x.y), sqrt(x.z)); }
ROOT_V(2) ROOT_V(4) ROOT_V(8) ROOT_V(16)
