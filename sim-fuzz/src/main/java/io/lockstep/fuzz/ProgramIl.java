// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a {@link RandomProgram} in AMD IL; operations use a register's first component. */
final class ProgramIl extends RandomProgramText {
  private static final int FIRST = 32; // lower registers hold variables

  private final Map<Integer, String> literals = new LinkedHashMap<>();
  private int registers = FIRST;

  private String literal(int bits) {
    return literals.computeIfAbsent(bits, b -> "l" + literals.size()) + ".x";
  }

  private static String variable(int number) {
    return "r" + number + ".x";
  }

  private String made(String op, String... from) {
    String to = "r" + registers++ + ".x";
    line("%s %s, %s", op, to, String.join(", ", from));
    return to;
  }

  private String truth(String op, List<String> a) {
    return made("iand", made(op, a.get(0), a.get(1)), literal(1));
  }

  @Override
  void begin() {
    for (int v = 0; v < RandomProgram.VARIABLES; v++) {
      line("mov %s, %s", variable(v), v == 0 ? "vAbsTidFlat.x" : literal(0));
    }
    line("utof %s, %s", variable(RandomProgram.WORDS), variable(0));
  }

  @Override
  public String apply(ProgramOp op, int number, List<String> a) {
    String first = a.isEmpty() ? "" : a.get(0);
    String second = a.size() < 2 ? "" : a.get(1);
    return switch (op) {
      case CONSTANT, REAL_CONSTANT -> literal(number);
      case VARIABLE, REAL_VARIABLE -> made("mov", variable(number));
      case GLOBAL_ID -> made("mov", "vAbsTidFlat.x");
      case LOCAL_ID -> made("mov", "vTidInGrpFlat.x");
      case LOAD, REAL_LOAD -> {
        String within = made("iand", first, literal(RandomProgram.INPUTS - 1));
        yield made("uav_raw_load_id(0)", made("ishl", within, literal(2)));
      }
      case ADD -> made("iadd", first, second);
      case SUB -> made("iadd", first, made("inegate", second));
      case MUL -> made("imul", first, second);
      case MUL_HIGH -> made("umul_high", first, second);
      case AND -> made("iand", first, second);
      case OR -> made("ior", first, second);
      case XOR -> made("ixor", first, second);
      case MIN -> made("imin", first, second);
      case MAX -> made("imax", first, second);
      case UNSIGNED_MIN -> made("umin", first, second);
      case UNSIGNED_MAX -> made("umax", first, second);
      case SHIFT_LEFT -> made("ishl", first, second);
      case SHIFT_RIGHT -> made("ushr", first, second);
      case SIGNED_SHIFT_RIGHT -> made("ishr", first, second);
      case FAR_LEFT -> made("iand", made("ishl", first, second), isNear(second));
      case FAR_RIGHT -> made("iand", made("ushr", first, second), isNear(second));
      case SIGNED_FAR_RIGHT -> made("ishr", first, made("umin", second, literal(31)));
      case DIVIDE -> made("udiv", first, made("ior", second, literal(1)));
      case REMAINDER -> made("umod", first, made("ior", second, literal(1)));
      case LESS -> truth("ilt", a);
      case BELOW -> truth("ult", a);
      case EQUAL -> truth("ieq", a);
      case UNEQUAL -> truth("ine", a);
      case NOT_LESS -> truth("ige", a);
      case REAL_LESS -> truth("lt", a);
      case REAL_NOT_LESS -> truth("ge", a);
      case REAL_EQUAL -> truth("eq", a);
      case REAL_UNEQUAL -> truth("ne", a);
      case CHOOSE, REAL_CHOOSE -> made("cmov_logical", first, second, a.get(2));
      case TO_SIGNED -> made("ftoi", first);
      case TO_UNSIGNED -> made("ftou", first);
      case BITS -> made("cmov_logical", made("ne", first, first), literal(0x7FC00000), first);
      case REAL_ADD -> made("add", first, second);
      case REAL_SUB -> made("add", first, second + "_neg(xyzw)");
      case REAL_MUL -> made("mul", first, second);
      case FUSED -> made("fma", first, second, a.get(2));
      case MUL_ADD -> made("mad", first, second, a.get(2));
      case FROM_SIGNED -> made("itof", first);
      case FROM_UNSIGNED -> made("utof", first);
      case NEGATE -> made("mov", first + "_neg(xyzw)");
      case ABSOLUTE -> made("mov", first + "_abs");
    };
  }

  private String isNear(String distance) {
    return made("ult", distance, literal(32));
  }

  @Override
  void assign(int variable, String value) {
    line("mov %s, %s", variable(variable), value);
  }

  @Override
  void branch(String condition, Runnable body, Runnable other) {
    line("if_logicalnz %s", condition);
    body.run();
    line("else");
    other.run();
    line("endif");
  }

  @Override
  void loop(int depth, String trips, Runnable body) {
    String count = made("mov", literal(0));
    line("whileloop");
    line("break_logicalz %s", made("ult", count, trips));
    body.run();
    line("iadd %s, %s, %s", count, count, literal(1));
    line("endloop");
  }

  @Override
  void leave(String condition) {
    line("break_logicalnz %s", condition);
  }

  @Override
  void store(int slot, String value) {
    String own = made("umul", "vAbsTidFlat.x", literal(4 * RandomProgram.OUTPUTS));
    String held = made("mov", value);
    line("uav_raw_store_id(1) mem.x, %s, %s", made("iadd", own, literal(4 * slot)), held);
  }

  @Override
  void exchange(int distance, String value) {
    String held = made("mov", value);
    line("lds_store_id(0) %s, %s", made("ishl", "vTidInGrpFlat.x", literal(2)), held);
    line("fence_threads_lds");
    String lane = made("iadd", "vTidInGrpFlat.x", literal(distance));
    String within = made("iand", lane, literal(RandomProgram.GROUP - 1));
    line("lds_load_id(0) %s, %s", variable(0), made("ishl", within, literal(2)));
    line("fence_threads_lds");
  }

  @Override
  String whole(String statements) {
    StringBuilder out = new StringBuilder("il_cs_2_0\n");
    out.append("dcl_num_thread_per_group ").append(RandomProgram.GROUP).append('\n');
    out.append("dcl_raw_uav_id(0)\ndcl_raw_uav_id(1)\n");
    out.append("dcl_lds_id(0) ").append(4 * RandomProgram.GROUP).append('\n');
    literals.forEach(
        (bits, name) -> out.append("dcl_literal %s, 0x%08X, 0, 0, 0%n".formatted(name, bits)));
    return out.append(statements).append("end\n").toString();
  }
}
