// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.fuzz.RandomProgram.Statement;
import java.util.List;

/**
 * Computes the output of a {@link RandomProgram} with Java arithmetic, by walking the program's
 * tree for each work-item. Shares no code with the product.
 */
final class ProgramReference {
  private static final int CANONICAL = 0x7FC00000;

  private final RandomProgram program;
  private final int[] output;

  private ProgramReference(RandomProgram program) {
    this.program = program;
    output = new int[RandomProgram.GROUPS * RandomProgram.GROUP * RandomProgram.OUTPUTS];
  }

  static int[] output(RandomProgram program) {
    ProgramReference reference = new ProgramReference(program);
    for (int group = 0; group < RandomProgram.GROUPS; group++) {
      reference.group(group);
    }
    return reference.output;
  }

  /** Executes a group; all work-items execute each top-level statement before the next one. */
  private void group(int group) {
    Item[] items = new Item[RandomProgram.GROUP];
    for (int i = 0; i < items.length; i++) {
      items[i] = new Item(group * RandomProgram.GROUP + i, i);
    }
    for (Statement s : program.statements()) {
      if (s.kind() == RandomProgram.Kind.EXCHANGE) {
        int[] shared = new int[items.length];
        for (int i = 0; i < items.length; i++) {
          shared[i] = s.value().in(items[i]);
        }
        for (int i = 0; i < items.length; i++) {
          items[i].variables[0] = shared[(i + s.number()) % items.length];
        }
      } else {
        for (Item item : items) {
          item.run(s);
        }
      }
    }
    for (Item item : items) {
      item.end();
    }
  }

  /** A work-item; floats are represented by their bits. */
  private final class Item implements RandomProgram.Language<Integer> {
    private final int[] variables = new int[RandomProgram.VARIABLES];
    private final int id;
    private final int lane;

    Item(int id, int lane) {
      this.id = id;
      this.lane = lane;
      variables[0] = id;
      variables[RandomProgram.WORDS] = Float.floatToRawIntBits(id);
    }

    private boolean run(List<Statement> body) {
      for (Statement s : body) {
        if (!run(s)) {
          return false;
        }
      }
      return true;
    }

    /** Executes a statement; returns whether to continue the innermost loop. */
    private boolean run(Statement s) {
      int value = s.value().in(this);
      switch (s.kind()) {
        case ASSIGN -> variables[s.number()] = value;
        case IF -> {
          return run(value != 0 ? s.body() : s.other());
        }
        case LOOP -> {
          for (int i = 0; i < (value & 7) && run(s.body()); i++) {
            // the condition executes the body
          }
        }
        case BREAK_IF -> {
          return value == 0;
        }
        case STORE -> output[id * RandomProgram.OUTPUTS + s.number()] = value;
        default -> throw new IllegalStateException(s.kind() + " inside");
      }
      return true;
    }

    private void end() {
      for (int v = 0; v < variables.length; v++) {
        boolean real = v >= RandomProgram.WORDS;
        output[id * RandomProgram.OUTPUTS + v] = real ? bits(real(variables[v])) : variables[v];
      }
    }

    @Override
    public Integer apply(ProgramOp op, int number, List<Integer> arguments) {
      int a = arguments.isEmpty() ? 0 : arguments.get(0);
      int b = arguments.size() < 2 ? 0 : arguments.get(1);
      int c = arguments.size() < 3 ? 0 : arguments.get(2);
      return switch (op) {
        case CONSTANT, REAL_CONSTANT -> number;
        case VARIABLE, REAL_VARIABLE -> variables[number];
        case GLOBAL_ID -> id;
        case LOCAL_ID -> lane;
        case LOAD, REAL_LOAD -> program.input()[a & RandomProgram.INPUTS - 1];
        case ADD -> a + b;
        case SUB -> a - b;
        case MUL -> a * b;
        case MUL_HIGH -> (int) (Integer.toUnsignedLong(a) * Integer.toUnsignedLong(b) >>> 32);
        case AND -> a & b;
        case OR -> a | b;
        case XOR -> a ^ b;
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
        case UNSIGNED_MIN -> Integer.compareUnsigned(a, b) < 0 ? a : b;
        case UNSIGNED_MAX -> Integer.compareUnsigned(a, b) > 0 ? a : b;
        case SHIFT_LEFT -> a << b;
        case SHIFT_RIGHT -> a >>> b;
        case SIGNED_SHIFT_RIGHT -> a >> b;
        case FAR_LEFT -> isFar(b) ? 0 : a << b;
        case FAR_RIGHT -> isFar(b) ? 0 : a >>> b;
        case SIGNED_FAR_RIGHT -> a >> (isFar(b) ? 31 : b);
        case DIVIDE -> Integer.divideUnsigned(a, b | 1);
        case REMAINDER -> Integer.remainderUnsigned(a, b | 1);
        case LESS -> word(a < b);
        case BELOW -> word(Integer.compareUnsigned(a, b) < 0);
        case EQUAL -> word(a == b);
        case UNEQUAL -> word(a != b);
        case NOT_LESS -> word(a >= b);
        case REAL_LESS -> word(real(a) < real(b));
        case REAL_NOT_LESS -> word(real(a) >= real(b));
        case REAL_EQUAL -> word(real(a) == real(b));
        case REAL_UNEQUAL -> word(real(a) != real(b));
        case CHOOSE, REAL_CHOOSE -> a != 0 ? b : c;
        case TO_SIGNED -> (int) real(a);
        case TO_UNSIGNED -> (int) Math.max(0, Math.min(0xFFFFFFFFL, (long) real(a)));
        case BITS -> bits(real(a));
        case REAL_ADD -> raw(real(a) + real(b));
        case REAL_SUB -> raw(real(a) - real(b));
        case REAL_MUL -> raw(real(a) * real(b));
        case FUSED -> raw(Math.fma(real(a), real(b), real(c)));
        case MUL_ADD -> raw(real(a) * real(b) + real(c));
        case FROM_SIGNED -> raw((float) a);
        case FROM_UNSIGNED -> raw((float) Integer.toUnsignedLong(a));
        case NEGATE -> a ^ 0x80000000;
        case ABSOLUTE -> a & 0x7FFFFFFF;
      };
    }
  }

  private static boolean isFar(int distance) {
    return Integer.compareUnsigned(distance, 31) > 0;
  }

  private static int word(boolean holds) {
    return holds ? 1 : 0;
  }

  private static float real(int bits) {
    return Float.intBitsToFloat(bits);
  }

  private static int raw(float value) {
    return Float.floatToRawIntBits(value);
  }

  private static int bits(float value) {
    return Float.isNaN(value) ? CANONICAL : raw(value);
  }
}
