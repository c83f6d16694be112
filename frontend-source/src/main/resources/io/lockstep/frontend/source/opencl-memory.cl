/* Functions of memory. A vector of 16 bytes is loaded in halves: of one whole vector, which may
 * begin at any byte, clang for this target makes a load that must be aligned. And prefetches of
 * vectors of three, which libclc lacks. Compiled once, and linked to sources that use them. */
#define KEEP __attribute__((overloadable, always_inline))
#define BYTES(S, T) \
  KEEP T##16 vload16(size_t i, const S T *p) { \
    return (T##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); \
  }
#define SPACE(S) BYTES(S, char) BYTES(S, uchar)
SPACE(__global) SPACE(__local) SPACE(__private) SPACE(__constant)

#define PREFETCH(T) KEEP void prefetch(const __global T *p, size_t n) {}
PREFETCH(char3) PREFETCH(uchar3) PREFETCH(short3) PREFETCH(ushort3) PREFETCH(int3) PREFETCH(uint3)
PREFETCH(long3) PREFETCH(ulong3) PREFETCH(float3) PREFETCH(double3)
PREFETCH(half) PREFETCH(half2) PREFETCH(half3) PREFETCH(half4) PREFETCH(half8) PREFETCH(half16)
