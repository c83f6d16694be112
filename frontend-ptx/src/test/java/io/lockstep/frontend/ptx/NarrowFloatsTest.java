// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleToIntFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Conversions to and from floats of four to eight bits: every code, and floats of every sign,
 * exponent and upper fraction with four lower halves, so that all ties and their neighbours occur.
 */
class NarrowFloatsTest {
  private static final int[] LOWER = {0, 1, 0x8000, 0xFFFF};
  private static final int FLOATS = LOWER.length << 16;
  private static final int BLOCK = 256;

  @TempDir private Path folder;

  private static float input(int n) {
    return Float.intBitsToFloat(n % (1 << 16) << 16 | LOWER[n >> 16]);
  }

  /** The number of a code that has no sign: so many exponent and fraction bits, a bias. */
  private static double number(String format, int code) {
    int exponents = format.charAt(1) - '0';
    int fractions = format.charAt(3) - '0';
    int field = code >> fractions;
    int fraction = code & (1 << fractions) - 1;
    int bias = (1 << exponents - 1) - 1;
    int whole = field == 0 ? fraction : fraction + (1 << fractions);
    return Math.scalb((double) whole, Math.max(field, 1) - bias - fractions);
  }

  private static int bits(String format) {
    return 1 + format.charAt(1) - '0' + format.charAt(3) - '0';
  }

  /** The code of the largest finite number. */
  private static int most(String format) {
    return switch (format) {
      case "e5m2" -> 0x7B;
      case "e4m3" -> 0x7E;
      case "e2m1" -> 7;
      default -> 0x1F;
    };
  }

  /** The code of the nearest number, the even one of two; larger numbers become the largest. */
  private static int nearest(String format, double x, boolean relu) {
    if (Double.isNaN(x)) {
      return format.equals("e4m3") || format.equals("e5m2") ? 0x7F : most(format);
    }
    double magnitude = Math.abs(x);
    int code = 0;
    while (code < most(format)) {
      double middle = (number(format, code) + number(format, code + 1)) / 2;
      if (magnitude < middle || magnitude == middle && code % 2 == 0) {
        break;
      }
      code++;
    }
    boolean negative = Math.copySign(1, x) < 0;
    return negative ? relu ? 0 : code | 1 << bits(format) - 1 : code;
  }

  private static String text(String body) {
    return """
        .version 8.8
        .target sm_120a
        .address_size 64
        .visible .entry k(.param .u64 o, .param .u64 i) {
        .reg .b64 %%rd<8>; .reg .b32 %%r<8>; .reg .f32 %%f<4>; .reg .b16 %%h<4>; .reg .b8 %%b<4>;
        ld.param.u64 %%rd0, [o];
        ld.param.u64 %%rd1, [i];
        mov.u32 %%r0, %%ctaid.x;
        mov.u32 %%r1, %%tid.x;
        mad.lo.u32 %%r0, %%r0, 256, %%r1;
        mul.wide.u32 %%rd2, %%r0, 4;
        add.u64 %%rd3, %%rd0, %%rd2;
        add.u64 %%rd1, %%rd1, %%rd2;
        add.u64 %%rd1, %%rd1, %%rd2;
        %s
        ret;
        }
        """
        .formatted(body);
  }

  /** What differs, or null, where each work-item reads two words and writes one. */
  private String miss(String body, int items, IntUnaryOperator in, IntUnaryOperator out)
      throws IOException {
    Files.writeString(folder.resolve("k.ptx"), text(body));
    ByteBuffer words = ByteBuffer.allocate(8 * items).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer expected = ByteBuffer.allocate(4 * items).order(ByteOrder.LITTLE_ENDIAN);
    for (int n = 0; n < items; n++) {
      words.putInt(in.applyAsInt(2 * n)).putInt(in.applyAsInt(2 * n + 1));
      expected.putInt(out.applyAsInt(n));
    }
    Files.write(folder.resolve("i.bin"), words.array());
    Files.write(folder.resolve("e.bin"), expected.array());
    String workload =
        """
        name: k
        kernels: k.ptx
        buffers:
          o: {type: u32, count: %s}
          i: {type: u32, count: %s, init: {file: i.bin}}
        steps:
          - {launch: k, grid: [%s], block: [%s], args: [o, i]}
        expect:
          o: {file: e.bin}
        """
            .formatted(items, 2 * items, items / BLOCK, BLOCK);
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified() ? null : run.outcome().message();
    }
  }

  /** The same of pairs of floats, the second one being the lower element. */
  private String narrowed(String conversion, int distance, DoubleToIntFunction code)
      throws IOException {
    String body =
        distance == 4
            ? "%s %%b0, %%f0, %%f1;\nmov.b16 %%h0, {%%b0, 0};\n".formatted(conversion)
            : "%s %%h0, %%f0, %%f1;\n".formatted(conversion);
    return miss(
        "ld.global.v2.f32 {%f0, %f1}, [%rd1];\n"
            + body
            + "cvt.u32.u16 %r2, %h0;\nst.global.u32 [%rd3], %r2;\n",
        FLOATS / 2,
        n -> Float.floatToRawIntBits(input(n)),
        n -> code.applyAsInt(input(2 * n)) << distance | code.applyAsInt(input(2 * n + 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "e4m3, false",
    "e5m2, false",
    "e3m2, false",
    "e2m3, false",
    "e2m1, false",
    "e3m2, true",
    "e2m3, true",
    "e2m1, true"
  })
  void aFloatBecomesTheNearestNumberOfTheFormat(String format, boolean relu) throws IOException {
    String conversion = "cvt.rn.satfinite%s.%sx2.f32".formatted(relu ? ".relu" : "", format);
    assertThat(narrowed(conversion, format.equals("e2m1") ? 4 : 8, x -> nearest(format, x, relu)))
        .isNull();
  }

  /** The bits of a half that is a number of a narrower format. */
  private static int half(double x) {
    if (Double.isNaN(x)) {
      return 0x7FFF;
    }
    int sign = Math.copySign(1, x) < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(x);
    if (Double.isInfinite(magnitude)) {
      return sign | 0x7C00;
    }
    if (magnitude < 0x1p-14) {
      return sign | (int) (magnitude * 0x1p24);
    }
    int exponent = Math.getExponent(magnitude);
    return sign | exponent + 15 << 10 | (int) (Math.scalb(magnitude, 10 - exponent)) - 1024;
  }

  private static int widened(String format, int code, boolean relu) {
    int sign = 1 << bits(format) - 1;
    int magnitude = code & sign - 1;
    boolean bytes = format.equals("e4m3") || format.equals("e5m2");
    double number =
        bytes && magnitude > most(format)
            ? format.equals("e5m2") && magnitude == 0x7C ? Double.POSITIVE_INFINITY : Double.NaN
            : number(format, magnitude);
    boolean negative = (code & sign) != 0;
    return half(negative && !Double.isNaN(number) ? relu ? 0 : -number : number);
  }

  @ParameterizedTest
  @CsvSource({
    "e4m3, false",
    "e5m2, false",
    "e3m2, false",
    "e2m3, false",
    "e2m1, false",
    "e3m2, true",
    "e2m3, true",
    "e2m1, true"
  })
  void everyCodeBecomesItsNumber(String format, boolean relu) throws IOException {
    int distance = format.equals("e2m1") ? 4 : 8;
    String conversion = "cvt.rn%s.f16x2.%sx2".formatted(relu ? ".relu" : "", format);
    String body =
        distance == 4
            ? "mov.b16 {%%b0, %%b1}, %%h0;\n%s %%r3, %%b0;\n".formatted(conversion)
            : "%s %%r3, %%h0;\n".formatted(conversion);
    int codes = 1 << bits(format);
    int items = Math.max(256, 256 * codes / 16);
    assertThat(
            miss(
                "ld.global.u32 %r2, [%rd1];\ncvt.u16.u32 %h0, %r2;\n"
                    + body
                    + "st.global.u32 [%rd3], %r3;\n",
                items,
                n -> n / 2 % codes << distance | n / 2 / codes % codes,
                n ->
                    widened(format, n % codes, relu) << 16
                        | widened(format, n / codes % codes, relu)))
        .isNull();
  }

  /** The exponent of a power of two by rounding the magnitude to it, towards zero or up. */
  private static int power(double x, boolean up, boolean finite) {
    if (Double.isNaN(x)) {
      return 0xFF;
    }
    double magnitude = Math.abs(x);
    int code = 0;
    while (code < 0xFF && Math.scalb(1.0, code - 127) < magnitude) {
      code++;
    }
    boolean above = !up && code > 0 && Math.scalb(1.0, code - 127) > magnitude;
    int most = finite ? 0xFE : 0xFF;
    return Math.min(most, Double.isInfinite(magnitude) ? 0xFF : above ? code - 1 : code);
  }

  @ParameterizedTest
  @CsvSource({"rz, false", "rz, true", "rp, false", "rp, true"})
  void aFloatBecomesAPowerOfTwo(String rounding, boolean finite) throws IOException {
    String conversion = "cvt.%s%s.ue8m0x2.".formatted(rounding, finite ? ".satfinite" : "");
    DoubleToIntFunction code = x -> power(x, rounding.equals("rp"), finite);
    assertThat(narrowed(conversion + "f32", 8, code)).isNull();
    assertThat(
            miss(
                "ld.global.u32 %r2, [%rd1];\n"
                    + conversion
                    + "bf16x2 %h0, %r2;\ncvt.u32.u16 %r3, %h0;\nst.global.u32 [%rd3], %r3;\n",
                1 << 16,
                n -> n / 2 << 16 | n / 2 * 7 + 3 & 0xFFFF,
                n -> code.applyAsInt(input(n)) << 8 | code.applyAsInt(input(n * 7 + 3 & 0xFFFF))))
        .isNull();
  }

  @Test
  void everyPowerOfTwoBecomesAFloat() throws IOException {
    IntUnaryOperator number =
        code ->
            code == 0xFF
                ? 0x7FFF
                : Float.floatToRawIntBits((float) Math.scalb(1.0, code - 127)) >>> 16;
    assertThat(
            miss(
                "ld.global.u32 %r2, [%rd1];\ncvt.u16.u32 %h0, %r2;\ncvt.rn.bf16x2.ue8m0x2 %r3, %h0;\n"
                    + "st.global.u32 [%rd3], %r3;\n",
                1 << 16,
                n -> n / 2,
                n -> number.applyAsInt(n >> 8) << 16 | number.applyAsInt(n & 0xFF)))
        .isNull();
  }
}
