// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Executes one work-item of a portable kernel whose values have 32 bits. */
final class PortableRun {
  private static final int MOST = 100_000;

  private final Memory memory = new Memory();
  private final int id;
  private final int[] registers;

  private PortableRun(Kernel kernel, int id) {
    this.id = id;
    registers = new int[kernel.registers().size()];
  }

  /** The stores of a work-item in order. */
  static List<String> stores(Kernel kernel, int id) {
    PortableRun run = new PortableRun(kernel, id);
    int left = MOST;
    for (int b = 0; b >= 0; ) {
      Block block = kernel.blocks().get(b);
      for (Instruction i : block.instructions()) {
        if (left-- == 0) {
          throw new IllegalStateException("the kernel does not end");
        }
        if (!i.op().isTerminator() && run.isEnabled(i)) {
          run.execute(i);
        }
      }
      int next = block.last().op() == Op.BRANCH && run.isEnabled(block.last()) ? 1 : 0;
      b = block.successors().isEmpty() ? -1 : block.successors().get(next);
    }
    return run.memory.stores();
  }

  private boolean isEnabled(Instruction i) {
    return i.guard() < 0 || registers[i.guard()] != 0 != i.guardNegated();
  }

  private int value(Instruction i, int source) {
    Operand o = i.sources().get(source);
    return o.isRegister() ? registers[o.register()] : (int) o.bits();
  }

  private float number(Instruction i, int source) {
    return Float.intBitsToFloat(value(i, source));
  }

  private void execute(Instruction i) {
    if (i.op() == Op.STORE) {
      int address = (int) (value(i, 0) + i.memory().offset());
      memory.store(space(i), i.memory().element().bits(), address, value(i, 1));
    } else {
      registers[i.writes().get(0)] = result(i);
    }
  }

  private static String space(Instruction i) {
    return i.memory().space().name();
  }

  private int result(Instruction i) {
    return switch (i.op()) {
      case SPECIAL -> i.special() == Special.LOCAL_ID_X ? id : 1 + i.special().ordinal();
      case MOVE -> value(i, 0);
      case SELECT -> value(i, 2) != 0 ? value(i, 0) : value(i, 1);
      case LOAD ->
          i.memory().space() == Space.PARAMETER
              ? Memory.argument(value(i, 0))
              : memory.load(
                  space(i),
                  i.memory().element().bits(),
                  i.signed(),
                  (int) (value(i, 0) + i.memory().offset()));
      case COMPARE -> {
        boolean holds = compare(i);
        yield switch (i.combine()) {
              case NONE -> holds;
              case AND -> holds & value(i, 2) != 0;
              case OR -> holds | value(i, 2) != 0;
              case XOR -> holds ^ value(i, 2) != 0;
            }
            ? 1
            : 0;
      }
      case CONVERT ->
          i.sourceType() != Type.I32 || i.type() != Type.F32
              ? value(i, 0)
              : Float.floatToIntBits(
                  i.sourceSigned() ? value(i, 0) : Integer.toUnsignedLong(value(i, 0)));
      default -> i.type().isFloat() ? Float.floatToIntBits(real(i)) : integer(i);
    };
  }

  private boolean compare(Instruction i) {
    Comparison c = i.comparison();
    int a = value(i, 0);
    int b = value(i, 1);
    if (i.sourceType().isFloat() && (Float.isNaN(number(i, 0)) || Float.isNaN(number(i, 1)))) {
      return false;
    }
    int order =
        i.sourceType().isFloat()
            ? Float.compare(number(i, 0) + 0f, number(i, 1) + 0f)
            : i.signed() ? Integer.compare(a, b) : Integer.compareUnsigned(a, b);
    return switch (c) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      default -> throw new IllegalArgumentException(c.name());
    };
  }

  private float real(Instruction i) {
    return switch (i.op()) {
      case ADD -> number(i, 0) + number(i, 1);
      case SUB -> number(i, 0) - number(i, 1);
      case MUL -> number(i, 0) * number(i, 1);
      case FMA -> Math.fma(number(i, 0), number(i, 1), number(i, 2));
      case MAD_UNFUSED -> number(i, 0) * number(i, 1) + number(i, 2);
      case RCP -> 1 / number(i, 0);
      default -> throw new IllegalArgumentException(i.op().name());
    };
  }

  private int integer(Instruction i) {
    int a = value(i, 0);
    int b = i.sources().size() > 1 ? value(i, 1) : 0;
    boolean far = b < 0 || b > 31;
    return switch (i.op()) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case MAD -> a * b + value(i, 2);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case NOT -> i.type() == Type.I1 ? 1 - a : ~a;
      case NEG -> -a;
      case ABS -> Math.abs(a);
      case MIN -> (i.signed() ? a < b : Integer.compareUnsigned(a, b) < 0) ? a : b;
      case MAX -> (i.signed() ? a > b : Integer.compareUnsigned(a, b) > 0) ? a : b;
      case SHL -> far ? 0 : a << b;
      case SHR -> i.signed() ? a >> (far ? 31 : b) : far ? 0 : a >>> b;
      case DIV -> i.signed() ? a / b : Integer.divideUnsigned(a, b);
      case REM -> i.signed() ? a % b : Integer.remainderUnsigned(a, b);
      default -> throw new IllegalArgumentException(i.op().name());
    };
  }
}
