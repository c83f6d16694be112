// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Writes a {@link RandomProgram} in PTX, with a register for each operation. */
final class ProgramPtx extends RandomProgramText {
  private int words;
  private int reals;
  private int predicates;
  private int addresses;
  private int labels;
  private final Deque<String> ends = new ArrayDeque<>(); // end labels of the enclosing loops

  private String word() {
    return "%r" + words++;
  }

  private String real() {
    return "%f" + reals++;
  }

  private String predicate() {
    return "%p" + predicates++;
  }

  private static String variable(int number) {
    boolean real = number >= RandomProgram.WORDS;
    return real ? "%w" + (number - RandomProgram.WORDS) : "%v" + number;
  }

  @Override
  void begin() {
    line("ld.param.u64 %%in, [p0];");
    line("ld.param.u64 %%out, [p1];");
    line("mov.u32 %%lane, %%tid.x;");
    line("mov.u32 %%id, %%ctaid.x;");
    line("mad.lo.u32 %%id, %%id, %d, %%lane;", RandomProgram.GROUP);
    line("mul.wide.u32 %%own, %%id, %d;", 4 * RandomProgram.OUTPUTS);
    line("add.u64 %%own, %%out, %%own;");
    for (int v = 0; v < RandomProgram.WORDS; v++) {
      line("mov.u32 %s, %s;", variable(v), v == 0 ? "%id" : "0");
    }
    line("cvt.rn.f32.u32 %s, %%id;", variable(RandomProgram.WORDS));
    for (int v = RandomProgram.WORDS + 1; v < RandomProgram.VARIABLES; v++) {
      line("mov.f32 %s, 0f00000000;", variable(v));
    }
  }

  @Override
  public String apply(ProgramOp op, int number, List<String> a) {
    return switch (op) {
      case CONSTANT -> made(word(), "mov.u32 %s, 0x%08X;", number);
      case REAL_CONSTANT -> made(real(), "mov.f32 %s, 0f%08X;", number);
      case VARIABLE -> made(word(), "mov.u32 %s, %s;", variable(number));
      case REAL_VARIABLE -> made(real(), "mov.f32 %s, %s;", variable(number));
      case GLOBAL_ID -> "%id";
      case LOCAL_ID -> "%lane";
      case LOAD -> made(word(), "ld.global.u32 %s, [%s];", place(a.get(0)));
      case REAL_LOAD -> made(real(), "ld.global.f32 %s, [%s];", place(a.get(0)));
      case ADD -> two("add.u32", a);
      case SUB -> two("sub.u32", a);
      case MUL -> two("mul.lo.u32", a);
      case MUL_HIGH -> words % 2 == 0 ? two("mul.hi.u32", a) : upperHalf(a);
      case AND -> two("and.b32", a);
      case OR -> two("or.b32", a);
      case XOR -> two("xor.b32", a);
      case MIN -> two("min.s32", a);
      case MAX -> two("max.s32", a);
      case UNSIGNED_MIN -> two("min.u32", a);
      case UNSIGNED_MAX -> two("max.u32", a);
      case SHIFT_LEFT -> two("shl.b32", near(a));
      case SHIFT_RIGHT -> two("shr.u32", near(a));
      case SIGNED_SHIFT_RIGHT -> two("shr.s32", near(a));
      case FAR_LEFT -> two("shl.b32", a);
      case FAR_RIGHT -> two("shr.u32", a);
      case SIGNED_FAR_RIGHT -> two("shr.s32", a);
      case DIVIDE -> two("div.u32", odd(a));
      case REMAINDER -> two("rem.u32", odd(a));
      case LESS -> compared("lt.s32", a);
      case BELOW -> compared("lt.u32", a);
      case EQUAL -> compared("eq.u32", a);
      case UNEQUAL -> compared("ne.u32", a);
      case NOT_LESS -> compared("ge.s32", a);
      case REAL_LESS -> compared("lt.f32", a);
      case REAL_NOT_LESS -> compared("ge.f32", a);
      case REAL_EQUAL -> compared("eq.f32", a);
      case REAL_UNEQUAL -> compared("neu.f32", a);
      case CHOOSE -> made(word(), "selp.b32 %s, %s, %s, %s;", a.get(1), a.get(2), holds(a.get(0)));
      case REAL_CHOOSE ->
          made(real(), "selp.f32 %s, %s, %s, %s;", a.get(1), a.get(2), holds(a.get(0)));
      case TO_SIGNED -> made(word(), "cvt.rzi.s32.f32 %s, %s;", a.get(0));
      case TO_UNSIGNED -> made(word(), "cvt.rzi.u32.f32 %s, %s;", a.get(0));
      case BITS -> {
        String nan = predicate();
        line("setp.nan.f32 %s, %s, %s;", nan, a.get(0), a.get(0));
        String bits = made(word(), "mov.b32 %s, %s;", a.get(0));
        yield made(word(), "selp.b32 %s, 0x7FC00000, %s, %s;", bits, nan);
      }
      case REAL_ADD -> made(real(), "add.rn.f32 %s, %s, %s;", a.get(0), a.get(1));
      case REAL_SUB -> made(real(), "sub.rn.f32 %s, %s, %s;", a.get(0), a.get(1));
      case REAL_MUL -> made(real(), "mul.rn.f32 %s, %s, %s;", a.get(0), a.get(1));
      case FUSED -> made(real(), "fma.rn.f32 %s, %s, %s, %s;", a.get(0), a.get(1), a.get(2));
      case MUL_ADD -> {
        String product = made(real(), "mul.rn.f32 %s, %s, %s;", a.get(0), a.get(1));
        yield made(real(), "add.rn.f32 %s, %s, %s;", product, a.get(2));
      }
      case FROM_SIGNED -> made(real(), "cvt.rn.f32.s32 %s, %s;", a.get(0));
      case FROM_UNSIGNED -> made(real(), "cvt.rn.f32.u32 %s, %s;", a.get(0));
      case NEGATE -> made(real(), "neg.f32 %s, %s;", a.get(0));
      case ABSOLUTE -> made(real(), "abs.f32 %s, %s;", a.get(0));
    };
  }

  private String made(String to, String text, Object... from) {
    Object[] all = new Object[from.length + 1];
    all[0] = to;
    System.arraycopy(from, 0, all, 1, from.length);
    line(text, all);
    return to;
  }

  private String two(String name, List<String> a) {
    return made(word(), name + " %s, %s, %s;", a.get(0), a.get(1));
  }

  /** Writes the high word of a product as a shift of the product of 64 bits. */
  private String upperHalf(List<String> a) {
    String wide = "%a" + addresses++;
    String factor = "%a" + addresses++;
    line("cvt.u64.u32 %s, %s;", wide, a.get(0));
    line("cvt.u64.u32 %s, %s;", factor, a.get(1));
    String product = "%a" + addresses++;
    line("mul.lo.s64 %s, %s, %s;", product, wide, factor);
    String high = "%a" + addresses++;
    line("shr.u64 %s, %s, 32;", high, product);
    return made(word(), "cvt.u32.u64 %s, %s;", high);
  }

  private List<String> near(List<String> a) {
    return List.of(a.get(0), made(word(), "and.b32 %s, %s, 31;", a.get(1)));
  }

  private List<String> odd(List<String> a) {
    return List.of(a.get(0), made(word(), "or.b32 %s, %s, 1;", a.get(1)));
  }

  private String compared(String how, List<String> a) {
    String p = made(predicate(), "setp." + how + " %s, %s, %s;", a.get(0), a.get(1));
    return made(word(), "selp.b32 %s, 1, 0, %s;", p);
  }

  private String holds(String condition) {
    return made(predicate(), "setp.ne.u32 %s, %s, 0;", condition);
  }

  private String place(String index) {
    String within = made(word(), "and.b32 %s, %s, %s;", index, RandomProgram.INPUTS - 1);
    String address = "%a" + addresses++;
    line("mul.wide.u32 %s, %s, 4;", address, within);
    line("add.u64 %s, %%in, %s;", address, address);
    return address;
  }

  @Override
  void assign(int variable, String value) {
    line("mov.b32 %s, %s;", variable(variable), value);
  }

  @Override
  void branch(String condition, Runnable body, Runnable other) {
    int label = labels++;
    line("@!%s bra ELSE%d;", holds(condition), label);
    body.run();
    line("bra END%d;", label);
    line("ELSE%d:", label);
    other.run();
    line("END%d:", label);
  }

  @Override
  void loop(int depth, String trips, Runnable body) {
    int label = labels++;
    String count = made(word(), "mov.u32 %s, 0;");
    line("LOOP%d:", label);
    String over = predicate();
    line("setp.ge.u32 %s, %s, %s;", over, count, trips);
    line("@%s bra DONE%d;", over, label);
    ends.push("DONE" + label);
    body.run();
    ends.pop();
    line("add.u32 %s, %s, 1;", count, count);
    line("bra LOOP%d;", label);
    line("DONE%d:", label);
  }

  @Override
  void leave(String condition) {
    line("@%s bra %s;", holds(condition), ends.peek());
  }

  @Override
  void store(int slot, String value) {
    line("st.global.u32 [%%own+%d], %s;", 4 * slot, value);
  }

  @Override
  void exchange(int distance, String value) {
    String base = made(word(), "mov.u32 %s, local;");
    String own = made(word(), "mad.lo.u32 %s, %%lane, 4, %s;", base);
    line("st.shared.u32 [%s], %s;", own, value);
    line("bar.sync 0;");
    String lane = made(word(), "add.u32 %s, %%lane, %s;", distance);
    String within = made(word(), "and.b32 %s, %s, %s;", lane, RandomProgram.GROUP - 1);
    String from = made(word(), "mad.lo.u32 %s, %s, 4, %s;", within, base);
    line("ld.shared.u32 %s, [%s];", variable(0), from);
    line("bar.sync 0;");
  }

  @Override
  String whole(String statements) {
    return """
        .version 7.0
        .target sm_50
        .address_size 64
        .visible .entry k(.param .u64 p0, .param .u64 p1)
        {
        .reg .b64 %%in, %%out, %%own;
        .reg .b32 %%lane, %%id;
        .reg .b32 %%v<%d>;
        .reg .f32 %%w<%d>;
        .reg .b32 %%r<%d>;
        .reg .f32 %%f<%d>;
        .reg .pred %%p<%d>;
        .reg .b64 %%a<%d>;
        .shared .align 4 .b8 local[%d];
        %sret;
        }
        """
        .formatted(
            RandomProgram.WORDS,
            RandomProgram.VARIABLES - RandomProgram.WORDS,
            words + 1,
            reals + 1,
            predicates + 1,
            addresses + 1,
            4 * RandomProgram.GROUP,
            statements);
  }
}
