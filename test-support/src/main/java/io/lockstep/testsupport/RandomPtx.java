// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.util.Random;

/**
 * Generates random legal PTX kernels with operations of every kind: numbers of all widths, pairs
 * split and rearranged, arguments and literals as operands, vectors, local and private memory,
 * branches and loops. Not thread-safe.
 */
public final class RandomPtx {
  private static final int REGISTERS = 8;

  private final Random random;
  private final boolean doubles;
  private final StringBuilder text = new StringBuilder();
  private int labels;

  private RandomPtx(long seed, boolean doubles) {
    random = new Random(seed);
    this.doubles = doubles;
  }

  /**
   * Generates a kernel {@code k}.
   *
   * @param operations minimum number
   * @param doubles whether double precision is used
   */
  public static String kernel(long seed, int operations, boolean doubles) {
    RandomPtx ptx = new RandomPtx(seed, doubles);
    ptx.start();
    ptx.operations(operations, 2);
    ptx.end();
    return ptx.text.toString();
  }

  private void line(String format, Object... arguments) {
    text.append("  ").append(String.format(format, arguments)).append(";\n");
  }

  private String pick(String... words) {
    return words[random.nextInt(words.length)];
  }

  private String of(String kind) {
    return "%" + kind + random.nextInt(REGISTERS);
  }

  private void start() {
    text.append(
        ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 a,\n");
    text.append(" .param .u32 n, .param .f64 x, .param .f64 y, .param .f64 z, .param .u64 l,\n");
    text.append(" .param .f32 f) {\n  .shared .align 16 .b8 sh[1024];\n");
    text.append("  .local .align 16 .b8 lo[").append(pick("64", "4096")).append("];\n");
    text.append("  .reg .b32 %r<9>;\n  .reg .b64 %rd<9>, %a<4>;\n  .reg .f32 %f<9>;\n");
    text.append("  .reg .f64 %fd<9>;\n  .reg .pred %p<9>;\n");
    line("ld.param.u64 %%a0, [a]");
    line("mov.u32 %%r8, %%tid.x");
    line("mul.wide.u32 %%a1, %%r8, 16");
    line("add.s64 %%a0, %%a0, %%a1");
    line("mov.u64 %%a1, sh");
    line("mov.u64 %%a2, lo");
    for (int k = 0; k < REGISTERS; k++) {
      line("%s", k % 2 == 0 ? "ld.param.u32 %r" + k + ", [n]" : "mov.u32 %r" + k + ", %r8");
      line("%s %%rd%d, [%s]", k % 2 == 0 ? "ld.param.u64" : "ld.global.u64", k, from(k, "l"));
      line("%s %%f%d, [%s]", k % 2 == 0 ? "ld.param.f32" : "ld.global.f32", k, from(k, "f"));
      String argument = pick("x", "y", "z");
      line("%s %%fd%d, [%s]", k % 2 == 0 ? "ld.param.f64" : "ld.global.f64", k, from(k, argument));
      line("setp.gt.s32 %%p%d, %%r8, %d", k, k);
    }
  }

  private static String from(int k, String parameter) {
    return k % 2 == 0 ? parameter : "%a0+" + 64 * k;
  }

  private void end() {
    for (int k = 0; k < REGISTERS; k++) {
      line("st.global.u32 [%%a0+%d], %%r%d", 4 * k, k);
      line("st.global.u64 [%%a0+%d], %%rd%d", 1024 + 8 * k, k);
      line("st.global.f32 [%%a0+%d], %%f%d", 2048 + 4 * k, k);
      line("st.global.f64 [%%a0+%d], %%fd%d", 4096 + 8 * k, k);
    }
    text.append("  ret;\n}\n");
  }

  private void operations(int count, int depth) {
    for (int k = 0; k < count; k++) {
      switch (random.nextInt(depth > 0 ? 20 : 18)) {
        case 0, 1, 2, 3 -> narrow();
        case 4, 5, 6 -> wide();
        case 7, 8, 9 -> floats();
        case 10, 11, 12, 13 -> {
          if (doubles) {
            doubles();
          } else {
            pairs();
          }
        }
        case 14, 15 -> pairs();
        case 16, 17 -> memory();
        case 18 -> branch(depth);
        default -> loop(depth);
      }
    }
  }

  private String number() {
    return pick("0", "1", "-1", "7", "31", "255", "65536", "-12345", "0x7fffffff");
  }

  private String operand(String kind) {
    return random.nextInt(3) == 0 ? number() : of(kind);
  }

  private void narrow() {
    String d = of("r");
    switch (random.nextInt(8)) {
      case 0 -> line("mad.lo.s32 %s, %s, %s, %s", d, of("r"), of("r"), operand("r"));
      case 1 -> line("%s %s, %s", pick("popc.b32", "clz.b32", "brev.b32", "not.b32"), d, of("r"));
      case 2 -> line("%s %s, %s, 5, 9", pick("bfe.u32", "bfe.s32"), d, of("r"));
      case 3 -> line("bfi.b32 %s, %s, %s, 3, 11", d, of("r"), of("r"));
      case 4 -> line("selp.b32 %s, %s, %s, %s", d, operand("r"), of("r"), of("p"));
      case 5 -> line("setp.%s.s32 %s, %s, %s", pick("lt", "eq"), of("p"), of("r"), operand("r"));
      case 6 -> line("%s %s, %s, %s", pick("shl.b32", "shr.s32", "shr.u32"), d, of("r"), of("r"));
      default ->
          line(
              "%s.%s32 %s, %s, %s",
              pick("add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"),
              pick("s", "u"),
              d,
              of("r"),
              operand("r"));
    }
  }

  private void wide() {
    String d = of("rd");
    switch (random.nextInt(6)) {
      case 0 -> line("mul.wide.%s32 %s, %s, %s", pick("s", "u"), d, of("r"), of("r"));
      case 1 -> line("%s.b64 %s, %s, %s", pick("and", "or", "xor"), d, of("rd"), operand("rd"));
      case 2 -> line("%s %s, %s, %s", pick("shl.b64", "shr.s64", "shr.u64"), d, of("rd"), of("r"));
      case 3 -> line("cvt.%s.%s %s, %s", "s64", pick("s32", "u32"), d, of("r"));
      case 4 -> line("setp.%s.s64 %s, %s, %s", pick("lt", "ne"), of("p"), of("rd"), operand("rd"));
      default ->
          line(
              "%s.%s64 %s, %s, %s",
              pick("add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"),
              pick("s", "u"),
              d,
              of("rd"),
              operand("rd"));
    }
  }

  private String real(String kind) {
    String literal =
        kind.equals("f") ? "0f40490FDB" : "0d" + pick("3FE0", "4008", "C059") + "0".repeat(12);
    return random.nextInt(4) == 0 ? literal : of(kind);
  }

  private void floats() {
    String d = of("f");
    switch (random.nextInt(6)) {
      case 0 -> line("fma.rn.f32 %s, %s, %s, %s", d, of("f"), real("f"), real("f"));
      case 1 ->
          line(
              "%s.approx.f32 %s, %s",
              pick("sin", "cos", "ex2", "lg2", "rcp", "rsqrt", "sqrt"), d, of("f"));
      case 2 -> line("%s.f32 %s, %s", pick("neg", "abs"), d, of("f"));
      case 3 -> line("cvt.rn.f32.%s %s, %s", pick("s32", "u32"), d, of("r"));
      case 4 -> line("cvt.rzi.%s.f32 %s, %s", pick("s32", "u32"), of("r"), of("f"));
      default -> line("%s.f32 %s, %s, %s", pick("add", "mul", "min", "max"), d, of("f"), real("f"));
    }
  }

  private void doubles() {
    String d = of("fd");
    String a = of("fd");
    switch (random.nextInt(9)) {
      case 0, 1 -> line("fma.rn.f64 %s, %s, %s, %s", d, real("fd"), real("fd"), real("fd"));
      case 2 -> line("%s.f64 %s, %s", pick("neg", "abs", "rcp.rn", "sqrt.rn"), d, a);
      case 3 -> line("cvt.rn.f64.%s %s, %s", pick("s32", "u32"), d, of("r"));
      case 4 -> line("cvt.rzi.s32.f64 %s, %s", of("r"), a);
      case 5 ->
          line(
              "%s",
              random.nextBoolean()
                  ? "cvt.f64.f32 " + d + ", " + of("f")
                  : "cvt.rn.f32.f64 " + of("f") + ", " + a);
      case 6 -> line("setp.%s.f64 %s, %s, %s", pick("lt", "geu"), of("p"), a, real("fd"));
      case 7 -> line("selp.f64 %s, %s, %s, %s", d, a, of("fd"), of("p"));
      default ->
          line(
              "%s.f64 %s, %s, %s",
              pick("add.rn", "sub.rn", "mul.rn", "mul.rn", "div.rn", "min", "max"),
              d,
              real("fd"),
              random.nextInt(4) == 0 ? a : real("fd"));
    }
  }

  /** Emits operations on halves of 64-bit numbers, split and joined in any order. */
  private void pairs() {
    switch (random.nextInt(5)) {
      case 0 -> line("mov.b64 {%%r0, %%r1}, %s", of(pick("rd", "fd")));
      case 1 -> line("mov.b64 %s, {%s, %s}", of("rd"), of("r"), of("r"));
      case 2 -> line("mov.b64 %s, {%s, %s}", of("fd"), of("r"), of("r"));
      case 3 -> line("mov.b64 %s, %s", of("fd"), of("rd"));
      default -> line("mov.b64 %s, %s", of("rd"), of("fd"));
    }
  }

  private void memory() {
    int at = 16 * random.nextInt(4);
    switch (random.nextInt(10)) {
      case 0 -> line("ld.global.v2.f64 {%%fd0, %%fd1}, [%%a0+%d]", at);
      case 1 -> line("ld.global.v4.u32 {%%r2, %%r3, %%r0, %%r1}, [%%a0+%d]", at);
      case 2 -> line("st.global.v2.f64 [%%a0+%d], {%s, %s}", at, of("fd"), of("fd"));
      case 3 -> line("ld.global.%s %s, [%%a0+%d]", pick("u8", "s8", "u16", "s16"), of("r"), at);
      case 4 -> line("st.shared.%s [%%a1+%d], %s", pick("u32", "u8"), at, of("r"));
      case 5 -> line("ld.shared.u32 %s, [%%a1+%d]", of("r"), at);
      case 6 -> line("st.local.%s [%%a2+%d], %s", "u64", at, of("rd"));
      case 7 -> line("ld.local.f64 %s, [%%a2+%d]", of("fd"), at);
      case 8 -> line("atom.shared.add.u32 %s, [%%a1+%d], %s", of("r"), at, of("r"));
      default -> line("ld.shared.v2.u64 {%s, %%rd7}, [%%a1+%d]", "%rd" + random.nextInt(7), at);
    }
  }

  private void branch(int depth) {
    int label = labels++;
    line("@%s%s bra L%d", pick("", "!"), of("p"), label);
    operations(1 + random.nextInt(5), depth - 1);
    text.append("L").append(label).append(":\n");
  }

  private void loop(int depth) {
    int label = labels++;
    text.append("  .reg .b32 %i")
        .append(label)
        .append(";\n  .reg .pred %q")
        .append(label)
        .append(";\n");
    line("mov.u32 %%i%d, 0", label);
    text.append("L").append(label).append(":\n");
    operations(1 + random.nextInt(5), depth - 1);
    line("add.s32 %%i%d, %%i%d, 1", label, label);
    line("setp.lt.s32 %%q%d, %%i%d, 3", label, label);
    line("@%%q%d bra L%d", label, label);
  }
}
