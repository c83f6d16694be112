// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of halves with a second result or of bits (cl_khr_fp16), exactly. */
@Tag("slow")
class HalfFunctionsTest {
  private static final int ITEMS = 4096;
  private static final String[] SPACES = {"__private", "__local", "__global"};

  /** Bits of the first argument; every sixteenth number, so all exponents and both signs. */
  private static int x(int item) {
    return item * 17 & 0xffff;
  }

  private static int y(int item) {
    return item * 40_503 & 0xffff;
  }

  @TempDir private Path folder;

  private ByteBuffer run(String... bodies) throws IOException {
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    for (String body : bodies) {
      run.kernel(
          ITEMS,
          "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
              + "half x = as_half((ushort)(i * 17)), y = as_half((ushort)(i * 40503));\n"
              + "__global short *o = (__global short *)out + 8 * i;\n"
              + body);
    }
    return run.execute(ByteBuffer.allocate(16), 16 * ITEMS);
  }

  private static int at(ByteBuffer out, int item, int place) {
    return out.getShort(16 * item + 2 * place) & 0xffff;
  }

  /** The bits of a result, of which all NaNs are one. */
  private static int bits(int half) {
    return (half & 0x7fff) > Halves.INFINITE ? Halves.NAN : half;
  }

  private static String shown(int item, int first, int second) {
    return String.format(
        Locale.ROOT, "x %04x y %04x: %04x %04x", x(item), y(item), bits(first), second & 0xffff);
  }

  /** Compares two results of each item: of a scalar, and of the last element of a vector. */
  private void compare(String scalar, String vector, Expected expected) throws IOException {
    ByteBuffer out = run(scalar + "\n" + vector);
    for (int item = 0; item < ITEMS; item++) {
      double x = Halves.number(x(item));
      double y = Halves.number(y(item));
      int[] both = expected.of(x, y);
      String wanted = shown(item, both[0], both[1]);
      for (int form = 0; form < 4; form += 2) {
        int second = at(out, item, form + 1);
        second = both[1] == Halves.NAN ? bits(second) : second; // of a half, not of an int
        assertThat(shown(item, at(out, item, form), second)).isEqualTo(wanted);
      }
    }
  }

  private interface Expected {
    int[] of(double x, double y);
  }

  private static int[] pair(double first, double second) {
    return new int[] {Halves.bits(first, ""), Halves.bits(second, "")};
  }

  @Test
  @DisplayName("frexp divides a number into a fraction of at least a half and a power of two")
  void frexpDividesANumber() throws IOException {
    compare(
        "int k; o[0] = as_short(frexp(x, &k)); o[1] = k;",
        "int3 k3; o[2] = as_short(frexp((half3)(y, y, x), &k3).z); o[3] = k3.z;",
        (x, y) -> {
          if (x == 0 || !Double.isFinite(x)) {
            return new int[] {Halves.bits(x, ""), 0};
          }
          int exponent = Math.getExponent(x) + 1;
          return new int[] {Halves.bits(Math.scalb(x, -exponent), ""), exponent};
        });
  }

  @Test
  @DisplayName("modf and fract divide a number into its whole part and the rest")
  void modfAndFractDivideANumber() throws IOException {
    compare(
        "half w; o[0] = as_short(modf(x, &w)); o[1] = as_short(w);",
        "half8 w8; o[2] = as_short(modf((half8)(x), &w8).s7); o[3] = as_short(w8.s7);",
        (x, y) -> {
          double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
          double rest = Double.isInfinite(x) ? 0 : x - whole;
          return pair(Math.copySign(rest, x), whole);
        });
    compare(
        "half w; o[0] = as_short(fract(x, &w)); o[1] = as_short(w);",
        "half2 w2; o[2] = as_short(fract((half2)(y, x), &w2).y); o[3] = as_short(w2.y);",
        (x, y) -> {
          double floor = Math.floor(x);
          double below = Halves.number(0x3bff); // the largest half below 1
          double rest = x == 0 || x != x ? x : Math.min(x - floor, below);
          return pair(Double.isInfinite(x) ? Math.copySign(0, x) : rest, floor);
        });
  }

  @Test
  @DisplayName("remquo is IEEE's remainder, with the last bits of the quotient")
  void remquoIsTheRemainderWithTheQuotient() throws IOException {
    compare(
        "int q; o[0] = as_short(remquo(x, y, &q)); o[1] = q < 0 ? -(-q & 7) : q & 7;",
        "int4 q4; o[2] = as_short(remquo((half4)(y, y, y, x), (half4)(y), &q4).w);"
            + " o[3] = q4.w < 0 ? -(-q4.w & 7) : q4.w & 7;",
        (x, y) -> {
          double rest = Math.IEEEremainder(x, y);
          if (rest != rest || !Double.isFinite(y)) {
            return new int[] {Halves.bits(rest, ""), 0};
          }
          // Quotients of halves are whole numbers below 2^41, which doubles hold.
          long quotient = Math.round((Math.abs(x) - Math.abs(rest)) / Math.abs(y));
          boolean up = rest != 0 && (rest < 0) != (x < 0);
          quotient = up ? Math.round((Math.abs(x) + Math.abs(rest)) / Math.abs(y)) : quotient;
          int bits = (int) (quotient & 7);
          return new int[] {Halves.bits(rest, ""), (x < 0) == (y < 0) ? bits : -bits};
        });
  }

  @Test
  @DisplayName("nextafter is the neighbour, and nan is quiet with its code")
  void nextafterIsTheNeighbour() throws IOException {
    compare(
        "o[0] = as_short(nextafter(x, y)); o[1] = as_short(nan((ushort)7)) == 0x7e07;",
        "o[2] = as_short(nextafter((half16)(x), (half16)(y)).sf);"
            + " o[3] = as_short(nan((ushort3)(1, 2, 7)).z) == 0x7e07;",
        (x, y) -> {
          int bits = Halves.bits(x, "");
          int next =
              x != x || y != y
                  ? Halves.NAN
                  : x == y
                      ? Halves.bits(y, "")
                      : x == 0 ? (y < 0 ? 0x8001 : 1) : (x < y) == (x > 0) ? bits + 1 : bits - 1;
          return new int[] {next, 1};
        });
  }

  @Test
  @DisplayName("second results go to all address spaces; sincos and lgamma_r are their parts")
  void secondResultsGoToAllAddressSpaces() throws IOException {
    for (String space : SPACES) {
      String place =
          switch (space) {
            case "__private" -> "half c; int s; half *pc = &c; int *ps = &s;";
            case "__local" ->
                "__local half c[256]; __local int s[256];"
                    + " __local half *pc = c + get_local_id(0); __local int *ps = s + get_local_id(0);";
            default ->
                "__global half *pc = (__global half *)(o + 4);"
                    + " __global int *ps = (__global int *)(o + 6);";
          };
      ByteBuffer out =
          run(
              place
                  + "o[0] = as_short(sincos(x, pc)) == as_short(sin(x))"
                  + " && as_short(*pc) == as_short(cos(x));"
                  + "o[1] = as_short(lgamma_r(x, ps)) == as_short(lgamma(x));"
                  + "o[2] = *ps; half f; o[3] = as_short(fract(x, pc)) == as_short(fract(x, &f));");
      for (int item = 0; item < ITEMS; item++) {
        double x = Halves.number(x(item));
        assertThat(at(out, item, 0)).as(shown(item, 0, 0)).isOne();
        assertThat(at(out, item, 1)).as(shown(item, 0, 0)).isOne();
        if (x < 0 && x > -1) {
          assertThat((short) at(out, item, 2)).as(shown(item, 0, 0)).isEqualTo((short) -1);
        } else if (x > 0) {
          assertThat(at(out, item, 2)).as(shown(item, 0, 0)).isOne();
        }
        assertThat(at(out, item, 3)).as(shown(item, 0, 0)).isOne();
      }
    }
  }
}
