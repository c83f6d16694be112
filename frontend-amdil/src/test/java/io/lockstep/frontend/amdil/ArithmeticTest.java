// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every operation of arithmetic, executed. */
class ArithmeticTest {
  private static final String LITERALS =
      """
      dcl_literal l0, 1.0, 2.5f, -3.0, 0.5
      dcl_literal l1, 4.0f, -0.5, 2.0, 0.25
      dcl_literal l2, 7, -3, 0x80000000, 0xFFFFFFFF
      dcl_literal l3, 2, 5, 3, 0
      dcl_literal l4, 0x00ff0000, 40, 0x12345678, 1
      dcl_literal l5, 0.0, -0.0, 1e9, -1e9
      """;

  private static int[] eval(String statement) {
    return Il.result(LITERALS + statement + "\nmov r9.x___, l3.w\nmov g[r9.x], r0");
  }

  private static int[] bits(String values) {
    return Arrays.stream(values.trim().split("\\s+"))
        .mapToInt(
            v ->
                v.startsWith("0x")
                    ? Integer.parseUnsignedInt(v.substring(2), 16)
                    : v.contains(".") || v.contains("I") || v.contains("N")
                        ? Float.floatToIntBits(Float.parseFloat(v))
                        : Integer.parseInt(v))
        .toArray();
  }

  @ParameterizedTest
  @DisplayName("operations give the documented results")
  @CsvSource(
      delimiter = '|',
      value = {
        "add r0, l0, l1 | 5.0 2.0 -1.0 0.75",
        "sub r0, l0, l1 | -3.0 3.0 -5.0 0.25",
        "mul r0, l0, l1 | 4.0 -1.25 -6.0 0.125",
        "mul_ieee r0, l0, l1 | 4.0 -1.25 -6.0 0.125",
        "mad r0, l0, l1, l0 | 5.0 1.25 -9.0 0.625",
        "fma r0, l0, l1, l0 | 5.0 1.25 -9.0 0.625",
        "min r0, l0, l1 | 1.0 -0.5 -3.0 0.25",
        "max r0, l0, l1 | 4.0 2.5 2.0 0.5",
        "abs r0, l0 | 1.0 2.5 3.0 0.5",
        "div r0, l0, l1 | 0.25 -5.0 -1.5 2.0",
        "div_zeroop(infinity) r0, l0, l5.xyxy | Infinity -Infinity -Infinity -Infinity",
        "div_zeroop(zero) r0, l0, l5.xyxy | 0 0 0 0",
        "div_zeroop(fltmax) r0, l0, l5.xxzz | 3.4028235E38 3.4028235E38 -3.0E-9 5.0E-10",
        "dp4 r0, l0, l1 | -3.125 -3.125 -3.125 -3.125",
        "dp3 r0, l0, l1 | -3.25 -3.25 -3.25 -3.25",
        "dp2_ieee r0, l0, l1 | 2.75 2.75 2.75 2.75",
        "dp2add r0, l0, l1, l1.zzzz | 4.75 4.75 4.75 4.75",
        "round_nearest r0, l0 | 1.0 2.0 -3.0 0.0",
        "round_neginf r0, l0 | 1.0 2.0 -3.0 0.0",
        "round_plusinf r0, l0 | 1.0 3.0 -3.0 1.0",
        "round_z r0, l1 | 4.0 -0.0 2.0 0.0",
        "flr r0, l1 | 4.0 -1.0 2.0 0.0",
        "frc r0, l1 | 0.0 0.5 0.0 0.25",
        "clamp r0, l0, l1.yyyy, l1.zzzz | 1.0 2.0 -0.5 0.5",
        "eq r0, l0, l0.xxxx | -1 0 0 0",
        "ne r0, l0, l0.xxxx | 0 -1 -1 -1",
        "lt r0, l0, l0.xxxx | 0 0 -1 -1",
        "ge r0, l0, l0.xxxx | -1 -1 0 0",
        "eq r0, l5.xyxy, l5.yxxy | -1 -1 -1 -1",
        "cmov_logical r0, l5, l0, l1 | 4.0 2.5 -3.0 0.5",
        "lrp r0, l0.wwww, l0, l1 | 2.5 1.0 -0.5 0.375",
        "sgn r0, l1 | 1.0 -1.0 1.0 1.0",
        "rcp_vec r0, l1 | 0.25 -2.0 0.5 4.0",
        "rcp r0, l1 | 4.0 4.0 4.0 4.0",
        "rcp_zeroop(zero) r0, l5.x | 0 0 0 0",
        "rcp r0, l5.x | Infinity Infinity Infinity Infinity",
        "rsq_vec r0, l1.xwxw | 0.5 2.0 0.5 2.0",
        "sqrt_vec r0, l1.xwxw | 2.0 0.5 2.0 0.5",
        "exp_vec r0, l1.zyxz | 4.0 0.70710677 16.0 4.0",
        "log_vec r0, l1.xwxz | 2.0 -2.0 2.0 1.0",
        "sin_vec r0, l5.xxxx | 0.0 0.0 0.0 0.0",
        "cos_vec r0, l5.xxxx | 1.0 1.0 1.0 1.0",
        "iadd r0, l2, l3 | 9 2 0x80000003 -1",
        "inegate r0, l2 | -7 3 0x80000000 1",
        "imul r0, l2, l3 | 14 -15 0x80000000 0",
        "umul r0, l2, l3 | 14 -15 0x80000000 0",
        "imul_high r0, l2, l3.xxxx | 0 -1 -1 -1",
        "umul_high r0, l2, l3.xxxx | 0 1 1 1",
        "imad r0, l2, l3, l3 | 16 -10 0x80000003 0",
        "umad r0, l2, l3, l3 | 16 -10 0x80000003 0",
        "umul24 r0, l2, l3.xxxx | 14 33554426 0 33554430",
        "imul24 r0, l2, l3.xxxx | 14 -6 0 -2",
        "umad24 r0, l2, l3.xxxx, l3 | 16 33554431 3 33554430",
        "imin r0, l2, l3 | 2 -3 0x80000000 -1",
        "imax r0, l2, l3 | 7 5 3 0",
        "umin r0, l2, l3 | 2 5 3 0",
        "umax r0, l2, l3 | 7 -3 0x80000000 -1",
        "udiv r0, l2, l3 | 3 0x33333332 0x2AAAAAAA -1",
        "umod r0, l2, l3 | 1 3 2 -1",
        "ieq r0, l2, l2.xxxx | -1 0 0 0",
        "ine r0, l2, l2.xxxx | 0 -1 -1 -1",
        "ilt r0, l2, l3.xxxx | 0 -1 -1 -1",
        "ige r0, l2, l3.xxxx | -1 0 0 0",
        "ult r0, l3.xyxy, l2 | -1 -1 -1 -1",
        "uge r0, l2, l3.xxxx | -1 -1 -1 -1",
        "iand r0, l2, l4 | 0 40 0 1",
        "and r0, l2, l4 | 0 40 0 1",
        "ior r0, l2, l3 | 7 -3 0x80000003 -1",
        "ixor r0, l2, l3 | 5 -8 0x80000003 -1",
        "inot r0, l2 | -8 2 0x7FFFFFFF 0",
        "ishl r0, l2, l4.yyyy | 1792 -768 0 0xFFFFFF00",
        "ishr r0, l2, l3.xxxx | 1 -1 0xE0000000 -1",
        "ushr r0, l2, l3.xxxx | 1 0x3FFFFFFF 0x20000000 0x3FFFFFFF",
        "ushr r0, l2, l4.yyyy | 0 0xFFFFFF 0x800000 0xFFFFFF",
        "icbits r0, l2 | 3 31 1 32",
        "ffb_hi r0, l4.xxzw | 8 8 3 31",
        "ffb(hi) r0, l3.wwww | -1 -1 -1 -1",
        "ffb_lo r0, l4.xxzw | 16 16 3 0",
        "ffb_shi r0, l2 | 29 30 1 -1",
        "ubit_reverse r0, l3 | 0x40000000 0xA0000000 0xC0000000 0",
        "ubit_extract r0, l3.yyyy, l3.xxxx, l4.zzzz | 30 30 30 30",
        "ibit_extract r0, l3.yyyy, l3.xxxx, l4.zzzz | -2 -2 -2 -2",
        "ubit_insert r0, l3.yyyy, l3.xxxx, l2.wwww, l3.wwww | 124 124 124 124",
        "bfi r0, l4.xxxx, l2.wwww, l4.zzzz | 0x12ff5678 0x12ff5678 0x12ff5678 0x12ff5678",
        "bitalign r0, l4.zzzz, l4.xxxx, l4.yyyy | 0x7800ff00 0x7800ff00 0x7800ff00 0x7800ff00",
        "bytealign r0, l4.zzzz, l4.xxxx, l4.wwww | 0x7800ff00 0x7800ff00 0x7800ff00 0x7800ff00",
        "ftoi r0, l1 | 4 0 2 0",
        "ftoi r0, l0 | 1 2 -3 0",
        "ftou r0, l0 | 1 2 0 0",
        "itof r0, l2 | 7.0 -3.0 -2147483648.0 -1.0",
        "utof r0, l2 | 7.0 4294967293.0 2147483648.0 4294967295.0",
        "f2f16 r0, l0 | 0x3C00 0x4100 0xC200 0x3800",
        "mov_sat r0, l0 | 1.0 1.0 0.0 0.5",
        "add_sat r0, l0, l1 | 1.0 1.0 0.0 0.75",
        "mul_x2 r0, l0, l1 | 8.0 -2.5 -12.0 0.25",
        "mov_d4_sat r0, l0 | 0.25 0.625 0.0 0.125",
        "mov r0, l0_neg(xz) | -1.0 2.5 3.0 0.5",
        "mov r0, l0_neg | -1.0 -2.5 3.0 -0.5",
        "mov r0, l0.xyxx_neg(xyzw) | -1.0 -2.5 -1.0 -1.0",
        "mov r0, l0_abs_neg(xyzw) | -1.0 -2.5 -3.0 -0.5",
        "mov r0, l0_abs | 1.0 2.5 3.0 0.5",
        "mov r0, l0_sat | 1.0 1.0 0.0 0.5",
        "mov r0, l0_x2 | 2.0 5.0 -6.0 1.0",
        "mov r0, l0_bias | 0.5 2.0 -3.5 0.0",
        "mov r0, l0_bx2 | 1.0 4.0 -7.0 0.0",
        "mov r0, l0_invert | 0.0 -1.5 4.0 0.5",
        "mov r0, l0_sign | 1.0 1.0 -1.0 1.0",
        "iadd r0, l3, l2_neg(xyzw) | -5 8 0x80000003 1",
        "mov r0, l0.xy | 1.0 2.5 2.5 2.5",
        "mov r0, l0.w | 0.5 0.5 0.5 0.5",
        "mov r0, l0.0x1z | 0.0 1.0 1.0 -3.0",
        "mov r0.x01w, l0 | 1.0 0.0 1.0 0.5",
        "mov r0, l0.abgr | 0.5 -3.0 2.5 1.0",
      })
  void operation(String statement, String expected) {
    int[] want = bits(expected);
    int[] got = eval(statement);
    for (int c = 0; c < 4; c++) {
      float w = Float.intBitsToFloat(want[c]);
      float g = Float.intBitsToFloat(got[c]);
      boolean near = Math.abs(w) > 1e-30 && Math.abs(w - g) <= 1e-7 * Math.abs(w);
      assertThat(near || want[c] == got[c])
          .as("%s component %d: want %x got %x (%s, %s)", statement, c, want[c], got[c], w, g)
          .isTrue();
    }
  }

  @Test
  @DisplayName("a masked write leaves the other components alone")
  void aMaskedWriteLeavesTheOtherComponentsAlone() {
    assertThat(
            Il.result(
                LITERALS
                    + """
                    mov r0, l3
                    mov r0._y_w, l2
                    mov r9.x, l3.w
                    mov g[r9.x], r0
                    """))
        .containsExactly(2, -3, 3, -1);
  }

  @Test
  @DisplayName("short masks name their components in ascending order")
  void shortMasks() {
    assertThat(
            Il.result(
                LITERALS
                    + """
                    mov r0.xz, l2.xyzw
                    mov r0.yw, l3
                    mov r9.x, l3.w
                    mov g[r9.x], r0
                    """))
        .containsExactly(7, 5, 0x80000000, 0);
  }

  @Test
  @DisplayName("all sources are read before anything is written")
  void allSourcesAreReadBeforeAnythingIsWritten() {
    assertThat(
            Il.result(
                LITERALS
                    + """
                    mov r0, l3
                    mov r0, r0.yzwx
                    iadd r0, r0.wxyz, r0.wzyx
                    mov r9.x, l3.w
                    mov g[r9.x], r0
                    """))
        // r0 = 5 3 0 2; (2 5 3 0) + (2 0 3 5)
        .containsExactly(4, 5, 6, 5);
  }

  @Test
  @DisplayName("mad rounds the product, fma does not")
  void madRoundsTheProductFmaDoesNot() {
    String body =
        """
        dcl_literal l0, 0x3F800001, 0x3F800001, 0xBF800002, 0
        mad r0.x___, l0.x, l0.y, l0.z
        fma r0._y__, l0.x, l0.y, l0.z
        mov r9.x, l0.w
        mov g[r9.x], r0.xy00
        """;
    float a = Float.intBitsToFloat(0x3F800001);
    float c = Float.intBitsToFloat(0xBF800002);
    assertThat(Il.result(body)[0]).isEqualTo(Il.f(a * a + c));
    assertThat(Il.result(body)[1]).isEqualTo(Il.f(Math.fma(a, a, c)));
    assertThat(Math.fma(a, a, c)).isNotEqualTo(a * a + c);
  }
}
