// SPDX-License-Identifier: Apache-2.0
// - {launch: eight_kernel, grid: [16], block: [256], args: [i, f, out, more]}
// every number of 8 bits, and numbers of all sizes converted to them with and without saturation
#include <cuda_fp8.h>
template <class F> __device__ unsigned rounded(float x) { return F(x).__x; }
extern "C" __global__ void eight_kernel(const unsigned *bits, const float *in, float *out, unsigned *more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = (unsigned char)i;
  float r = i & 256 ? (float)a : (float)b;
  out[i] = r == r ? r : 1e9f;
  float x = in[i] * exp2f((float)(i % 64 - 32)) * (i & 1 ? -1 : 1);
  if (i % 16 == 3) x = (i % 31 + 0.5f) / 512;
  if (i % 128 == 7) x = __uint_as_float(0x7f800000u | (unsigned)(i & 1024) << 12);
  __nv_fp8_interpretation_t as = i & 2 ? __NV_E4M3 : __NV_E5M2;
  unsigned packed = rounded<__nv_fp8_e4m3>(x) | rounded<__nv_fp8_e5m2>(x) << 8;
  packed |= __nv_cvt_float_to_fp8(x, __NV_NOSAT, as) << 16 | __nv_cvt_double_to_fp8(x * 1.0009765625, __NV_SATFINITE, as) << 24;
  __nv_fp8x4_e4m3 four(make_float4(x, -x, 0.3f * x, 448.0f));
  float4 back = (float4)four;
  more[i] = packed ^ four.__x ^ __float_as_uint(back.x + back.y + back.z);
  __nv_fp8x2_e5m2 two(__floats2half2_rn(x, 0.1f));
  more[i] += two.__x * 65537u + (bits[i] & 1);
}
