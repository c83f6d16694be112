// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

/** What generated programs begin with: pragmas and functions that keep values defined. */
final class Prelude {
  static final String TEXT =
      """
      #pragma OPENCL EXTENSION cl_khr_fp64 : enable
      #pragma OPENCL FP_CONTRACT OFF
      #define MIX(a, b) (((a) << 5 | (a) >> 27) ^ (b) * 0x9E3779B1u)
      // No payload of a NaN is ever seen: 0 in place of one, or one fixed pattern of bits.
      static float nf(float x) { return x != x ? 0.0f : x; }
      static double nd(double x) { return x != x ? 0.0 : x; }
      // pocl 3.1 leaves saturating conversions of constants beyond the range undefined, and LLVM
      // then drops the code that leads to them: nothing here is a constant.
      static float vf(float x) { volatile float v = nf(x); return v; }
      static double vd(double x) { volatile double v = nd(x); return v; }
      static uint bf(float x) { return x != x ? 0x7fc00000u : as_uint(x); }
      static ulong bd(double x) { return x != x ? 0x7ff8000000000000ul : as_ulong(x); }
      // Any bits that are a NaN become a number.
      static float ff(uint u) {
        return as_float((u & 0x7f800000u) == 0x7f800000u ? u & 0xff800000u : u);
      }
      static double fd(ulong u) {
        return as_double((u & 0x7ff0000000000000ul) == 0x7ff0000000000000ul
            ? u & 0xfff0000000000000ul : u);
      }
      // Halves as the bits of a ushort.
      static float fh(uint u) {
        ushort h = (ushort)((u & 0x7c00u) == 0x7c00u ? u & 0xfc00u : u);
        return vload_half(0, (private const half *)&h);
      }
      #define TO_HALF(name, store, smallest) \\
        static uint name(float x) { \\
          ushort h; \\
          store(fabs(x) < smallest ? 0.0f : nf(x), 0, (private half *)&h); \\
          return h; \\
        }
      TO_HALF(he, vstore_half_rte, 0.0f)
      TO_HALF(hz, vstore_half_rtz, 0.0f)
      // libclc 19 takes numbers below half of the smallest half to zero in every direction.
      TO_HALF(hp, vstore_half_rtp, 0x1p-24f)
      TO_HALF(hn, vstore_half_rtn, 0x1p-24f)

      """;

  private Prelude() {}
}
