// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random programs of doubles, demoted, against the same programs of floats in Java. */
class DoubleDemotionPropertyTest {
  private static final int REGISTERS = 6;
  private static final int ITEMS = 4;

  /** A program under construction: its text, and what it computes for each work-item. */
  private static final class Program {
    final Random random;
    final StringBuilder text = new StringBuilder();
    final float[][] values = new float[REGISTERS][ITEMS];

    Program(long seed) {
      random = new Random(seed);
      for (int r = 0; r < REGISTERS; r++) {
        double constant = random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30);
        line("mov.f64 %%fd%d, 0d%016X;", r, Double.doubleToRawLongBits(constant));
        line("fma.rn.f64 %%fd%d, %%fd%d, %%fd8, %%fd8;", r, r);
        for (int item = 0; item < ITEMS; item++) {
          values[r][item] = Math.fma((float) constant, item, (float) item);
        }
      }
    }

    void line(String format, Object... parts) {
      text.append(format.formatted(parts)).append('\n');
    }

    void step() {
      int d = random.nextInt(REGISTERS);
      int a = random.nextInt(REGISTERS);
      int b = random.nextInt(REGISTERS);
      int c = random.nextInt(REGISTERS);
      int kind = random.nextInt(15);
      switch (kind) {
        case 0 -> line("add.rn.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 1 -> line("sub.rn.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 2 -> line("mul.rn.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 3 -> line("div.rn.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 4 -> line("mad.rn.f64 %%fd%d, %%fd%d, %%fd%d, %%fd%d;", d, a, b, c);
        case 5 -> line("abs.f64 %%fd%d, %%fd%d;", d, a);
        case 6 -> line("neg.f64 %%fd%d, %%fd%d;", d, a);
        case 7 -> line("min.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 8 -> line("max.f64 %%fd%d, %%fd%d, %%fd%d;", d, a, b);
        case 9 -> line("sqrt.rn.f64 %%fd%d, %%fd%d;", d, a);
        case 10 -> line("cvt.f32.f64 %%f1, %%fd%d; cvt.f64.f32 %%fd%d, %%f1;", a, d);
        case 11 -> line("cvt.rzi.s32.f64 %%r1, %%fd%d; cvt.rn.f64.s32 %%fd%d, %%r1;", a, d);
        case 12 ->
            line(
                "setp.lt.f64 %%p1, %%fd%d, %%fd%d; selp.f64 %%fd%d, %%fd%d, 0d3FB999999999999A,"
                    + " %%p1;",
                a, b, d, c);
        case 13 ->
            line("st.local.f64 [l], %%fd%d; ld.local.b64 %%rd3, [l]; mov.f64 %%fd%d, %%rd3;", a, d);
        default -> line("add.rn.f64 %%fd%d, %%fd%d, 0d3FF000000000000%X;", d, a, c);
      }
      line("setp.nan.f64 %%p1, %%fd%d, %%fd%d; selp.f64 %%fd%d, 0.0, %%fd%d, %%p1;", d, d, d, d);
      for (int item = 0; item < ITEMS; item++) {
        float x = values[a][item];
        float y = values[b][item];
        float z = values[c][item];
        float result =
            switch (kind) {
              case 0 -> x + y;
              case 1 -> x - y;
              case 2 -> x * y;
              case 3 -> x / y;
              case 4 -> Math.fma(x, y, z);
              case 5 -> Math.abs(x);
              case 6 -> -x;
              case 7 -> Math.min(x, y);
              case 8 -> Math.max(x, y);
              case 9 -> (float) Math.sqrt(x);
              case 10, 13 -> x;
              case 11 -> (int) x;
              case 12 -> x < y ? z : 0.1f;
              default -> x + 1;
            };
        values[d][item] = Float.isNaN(result) ? 0 : result;
      }
    }
  }

  @Property(tries = 150)
  void demotedProgramsComputeWithFloats(@ForAll long seed) throws IOException {
    String body =
        """
        .local .align 8 .b8 l[8];
        mov.u32 %r0, %tid.x;
        cvt.rn.f64.u32 %fd8, %r0;
        """;
    Program p = new Program(seed);
    int steps = 1 + p.random.nextInt(20);
    for (int k = 0; k < steps; k++) {
      p.step();
    }
    int[] expected = new int[ITEMS];
    for (int item = 0; item < ITEMS; item++) {
      expected[item] = Float.floatToRawIntBits(p.values[0][item]);
    }
    String end =
        """
        cvt.rn.f32.f64 %f0, %fd0;
        ld.param.u64 %rd1, [p0];
        mul.wide.u32 %rd2, %r0, 4;
        add.u64 %rd1, %rd1, %rd2;
        st.global.f32 [%rd1], %f0;
        """;
    String text =
        Ptx.text("", body + p.text + end)
            .replace(".target sm_50", ".target sm_11, map_f64_to_f32")
            .replace(", .param .u64 p1, .param .u32 p2", "");
    Kernel kernel = Ptx.read(text);
    assertThat(kernel.demoted()).isTrue();
    assertThat(kernel.registers()).doesNotContain(Type.F64);
    Path folder = Files.createTempDirectory("demotion");
    try {
      assertThat(Executed.miss(folder, text, "", expected)).as(text).isNull();
    } finally {
      Files.deleteIfExists(folder.resolve("k.ptx"));
      Files.deleteIfExists(folder.resolve("e.bin"));
      Files.delete(folder);
    }
  }
}
