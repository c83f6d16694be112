// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.util.List;

/** Writes a {@link RandomProgram} in OpenCL C, to be compiled without contraction. */
final class ProgramOpenCl extends RandomProgramText {
  private static String variable(int number) {
    return (number >= RandomProgram.WORDS ? "w" : "v") + number;
  }

  @Override
  void begin() {
    for (int v = 0; v < RandomProgram.VARIABLES; v++) {
      String type = v >= RandomProgram.WORDS ? "float" : "uint";
      boolean first = v == 0 || v == RandomProgram.WORDS;
      line("%s %s = %s;", type, variable(v), first ? "(" + type + ") id" : "0");
    }
  }

  @Override
  public String apply(ProgramOp op, int number, List<String> a) {
    String x = a.isEmpty() ? "" : a.get(0);
    String y = a.size() < 2 ? "" : a.get(1);
    String z = a.size() < 3 ? "" : a.get(2);
    String text =
        switch (op) {
          case CONSTANT -> "0x%08Xu".formatted(number);
          case REAL_CONSTANT -> "as_float(0x%08Xu)".formatted(number);
          case VARIABLE, REAL_VARIABLE -> variable(number);
          case GLOBAL_ID -> "id";
          case LOCAL_ID -> "lane";
          case LOAD -> "in[%s & %du]".formatted(x, RandomProgram.INPUTS - 1);
          case REAL_LOAD -> "as_float(in[%s & %du])".formatted(x, RandomProgram.INPUTS - 1);
          case ADD, REAL_ADD -> x + " + " + y;
          case SUB, REAL_SUB -> x + " - " + y;
          case MUL, REAL_MUL -> x + " * " + y;
          case MUL_HIGH -> "mul_hi(%s, %s)".formatted(x, y);
          case AND -> x + " & " + y;
          case OR -> x + " | " + y;
          case XOR -> x + " ^ " + y;
          case MIN -> "(uint) min((int) %s, (int) %s)".formatted(x, y);
          case MAX -> "(uint) max((int) %s, (int) %s)".formatted(x, y);
          case UNSIGNED_MIN -> "min(%s, %s)".formatted(x, y);
          case UNSIGNED_MAX -> "max(%s, %s)".formatted(x, y);
          case SHIFT_LEFT -> "%s << (%s & 31u)".formatted(x, y);
          case SHIFT_RIGHT -> "%s >> (%s & 31u)".formatted(x, y);
          case SIGNED_SHIFT_RIGHT -> "(uint) ((int) %s >> (%s & 31u))".formatted(x, y);
          case FAR_LEFT -> "far_left(%s, %s)".formatted(x, y);
          case FAR_RIGHT -> "far_right(%s, %s)".formatted(x, y);
          case SIGNED_FAR_RIGHT -> "(uint) ((int) %s >> min(%s, 31u))".formatted(x, y);
          case DIVIDE -> "%s / (%s | 1u)".formatted(x, y);
          case REMAINDER -> "%s %% (%s | 1u)".formatted(x, y);
          case LESS -> "(uint) ((int) %s < (int) %s)".formatted(x, y);
          case NOT_LESS -> "(uint) ((int) %s >= (int) %s)".formatted(x, y);
          case BELOW, REAL_LESS -> "(uint) (%s < %s)".formatted(x, y);
          case EQUAL, REAL_EQUAL -> "(uint) (%s == %s)".formatted(x, y);
          case UNEQUAL, REAL_UNEQUAL -> "(uint) (%s != %s)".formatted(x, y);
          case REAL_NOT_LESS -> "(uint) (%s >= %s)".formatted(x, y);
          case CHOOSE, REAL_CHOOSE -> "%s != 0 ? %s : %s".formatted(x, y, z);
          case TO_SIGNED -> "to_signed(%s)".formatted(x);
          case TO_UNSIGNED -> "to_unsigned(%s)".formatted(x);
          case BITS -> "bits(%s)".formatted(x);
          case FUSED -> "fma(%s, %s, %s)".formatted(x, y, z);
          case MUL_ADD -> "%s * %s + %s".formatted(x, y, z);
          case FROM_SIGNED -> "(float) (int) %s".formatted(x);
          case FROM_UNSIGNED -> "(float) %s".formatted(x);
          case NEGATE -> "-" + x;
          case ABSOLUTE -> "fabs(%s)".formatted(x);
        };
    return "(" + text + ")";
  }

  @Override
  void assign(int variable, String value) {
    line("%s = %s;", variable(variable), value);
  }

  @Override
  void branch(String condition, Runnable body, Runnable other) {
    line("if (%s != 0) {", condition);
    body.run();
    line("} else {");
    other.run();
    line("}");
  }

  @Override
  void loop(int depth, String trips, Runnable body) {
    line(
        "for (uint i%d = 0, n%d = %s; i%d < n%d; i%d++) {",
        depth, depth, trips, depth, depth, depth);
    body.run();
    line("}");
  }

  @Override
  void leave(String condition) {
    line("if (%s != 0) break;", condition);
  }

  @Override
  void store(int slot, String value) {
    line("out[id * %du + %du] = %s;", RandomProgram.OUTPUTS, slot, value);
  }

  @Override
  void exchange(int distance, String value) {
    line("shared[lane] = %s;", value);
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line("v0 = shared[(lane + %du) %% %du];", distance, RandomProgram.GROUP);
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }

  @Override
  String whole(String statements) {
    return """
        uint far_left(uint a, uint n) { return n < 32u ? a << (n & 31u) : 0u; }
        uint far_right(uint a, uint n) { return n < 32u ? a >> (n & 31u) : 0u; }
        uint bits(float a) { return a != a ? 0x7FC00000u : as_uint(a); }
        uint to_signed(float a) {
          if (a != a) return 0u;
          if (a >= 2147483648.0f) return 0x7FFFFFFFu;
          if (a < -2147483648.0f) return 0x80000000u;
          return (uint) (int) a;
        }
        uint to_unsigned(float a) {
          if (!(a > 0.0f)) return 0u;
          if (a >= 4294967296.0f) return 0xFFFFFFFFu;
          return (uint) a;
        }
        __kernel void k(__global const uint *in, __global uint *out) {
        __local uint shared[%d];
        uint lane = get_local_id(0);
        uint id = get_global_id(0);
        """
            .formatted(RandomProgram.GROUP)
        + statements
        + "}\n";
  }
}
