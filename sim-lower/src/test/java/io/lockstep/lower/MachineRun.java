// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.family.FamilyCompiler;
import io.lockstep.lower.family.MachineOp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes one work-item of the sample machine's code. Loaded values arrive at waits only; an
 * access to the register of an outstanding load is an error.
 */
final class MachineRun {
  private static final int MOST = 1_000_000;

  private record Arrival(int register, int value) {}

  private final Memory memory = new Memory();
  private final int id;
  private final int[] registers;
  private final Map<Long, Integer> frame = new HashMap<>(); // of spilled values
  private final Deque<Arrival> outstanding = new ArrayDeque<>();

  private MachineRun(FamilyCompiler.Code code, int id) {
    this.id = id;
    registers = new int[code.registers()];
  }

  /** The stores of a work-item in order, without spills. */
  static List<String> stores(FamilyCompiler.Code code, int id) {
    MachineRun run = new MachineRun(code, id);
    int at = 0;
    for (int n = 0; at >= 0; n++) {
      if (n == MOST) {
        throw new IllegalStateException("the code does not end");
      }
      MachineOp op = code.ops.get(at++);
      op.from().stream().filter(Operand::isRegister).forEach(o -> run.check(o.register(), op));
      run.check(op.to(), op);
      boolean jumps =
          switch (op.name()) {
            case "JMP" -> true;
            case "BNZ" -> run.value(op, 0) != 0;
            case "BZ" -> run.value(op, 0) == 0;
            default -> false;
          };
      if (jumps) {
        at = code.blockStart[(int) op.place()];
      } else if (op.name().equals("END")) {
        at = -1;
      } else {
        run.execute(op);
      }
    }
    return run.memory.stores();
  }

  private void check(int register, MachineOp op) {
    if (outstanding.stream().anyMatch(a -> a.register == register)) {
      throw new IllegalStateException(op + " accesses the register of an outstanding load");
    }
  }

  private int value(MachineOp op, int source) {
    Operand o = op.from().get(source);
    return o.isRegister() ? registers[o.register()] : (int) o.bits();
  }

  private float number(MachineOp op, int source) {
    return Float.intBitsToFloat(value(op, source));
  }

  private void execute(MachineOp op) {
    String[] name = op.name().split("\\.");
    switch (name[0]) {
      case "WAIT" -> {
        while (outstanding.size() > op.place()) {
          Arrival first = outstanding.remove();
          registers[first.register] = first.value;
        }
      }
      case "SPILL" -> frame.put(op.place(), value(op, 0));
      case "FILL" -> outstanding.add(new Arrival(op.to(), frame.getOrDefault(op.place(), 0)));
      case "LD" -> {
        int bits = Integer.parseInt(name[2].substring(1));
        int address = (int) (value(op, 0) + op.place());
        int loaded = memory.load(name[1], bits, name[2].startsWith("S"), address);
        outstanding.add(new Arrival(op.to(), loaded));
      }
      case "ST" ->
          memory.store(
              name[1],
              Integer.parseInt(name[2].substring(1)),
              (int) (value(op, 0) + op.place()),
              value(op, 1));
      case "BAR", "BNZ", "BZ" -> {} // branches that are not taken
      case "S2R" -> registers[op.to()] = special(name[1]);
      default -> registers[op.to()] = name[0].startsWith("F") ? real(op) : integer(op);
    }
  }

  private int special(String name) {
    Special special = Special.valueOf(name);
    return special == Special.LOCAL_ID_X ? id : 1 + special.ordinal();
  }

  private static int truth(boolean holds) {
    return holds ? 1 : 0;
  }

  private int real(MachineOp op) {
    float a = number(op, 0);
    float b = op.from().size() > 1 ? number(op, 1) : 0;
    return switch (op.name()) {
      case "FROMI" -> Float.floatToIntBits(value(op, 0));
      case "FROMU" -> Float.floatToIntBits(Integer.toUnsignedLong(value(op, 0)));
      case "FADD" -> Float.floatToIntBits(a + b);
      case "FMUL" -> Float.floatToIntBits(a * b);
      case "FNEG" -> value(op, 0) ^ Integer.MIN_VALUE;
      case "FFMA" -> Float.floatToIntBits(Math.fma(a, b, number(op, 2)));
      case "FEQ" -> truth(a == b);
      case "FNE" -> truth(a < b || a > b);
      case "FLT" -> truth(a < b);
      case "FLE" -> truth(a <= b);
      case "FGT" -> truth(a > b);
      case "FGE" -> truth(a >= b);
      default -> throw new IllegalArgumentException(op.name());
    };
  }

  private int integer(MachineOp op) {
    int a = value(op, 0);
    int b = op.from().size() > 1 ? value(op, 1) : 0;
    int unsigned = Integer.compareUnsigned(a, b);
    return switch (op.name()) {
      case "MOV" -> a;
      case "ARG" -> Memory.argument(a);
      case "SEL" -> a != 0 ? b : value(op, 2);
      case "RCP" -> Float.floatToIntBits(1 / number(op, 0));
      case "IADD" -> a + b;
      case "ISUB" -> a - b;
      case "IMUL" -> a * b;
      case "IMUL24" -> (a & 0xFFFFFF) * (b & 0xFFFFFF);
      case "IAND" -> a & b;
      case "IOR" -> a | b;
      case "IXOR" -> a ^ b;
      case "NOT" -> ~a;
      case "ISHL" -> a << b;
      case "ISHR" -> a >>> b;
      case "ISAR" -> a >> b;
      case "SMIN" -> Math.min(a, b);
      case "SMAX" -> Math.max(a, b);
      case "UMIN" -> unsigned < 0 ? a : b;
      case "UMAX" -> unsigned > 0 ? a : b;
      case "SEQ" -> truth(a == b);
      case "SNE" -> truth(a != b);
      case "SLT" -> truth(a < b);
      case "SLE" -> truth(a <= b);
      case "SGT" -> truth(a > b);
      case "SGE" -> truth(a >= b);
      case "ULT" -> truth(unsigned < 0);
      case "ULE" -> truth(unsigned <= 0);
      case "UGT" -> truth(unsigned > 0);
      case "UGE" -> truth(unsigned >= 0);
      default -> throw new IllegalArgumentException(op.name());
    };
  }
}
