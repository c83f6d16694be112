// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A kernel as a tree, generated from the bytes of an input. It contains arithmetic on words and
 * floats, divergent branches and loops, local memory with barriers, and stores to the work-item's
 * own output. It terminates and has neither races nor undefined behaviour.
 *
 * @param statements that every work-item executes in order
 * @param input words that loads read
 */
record RandomProgram(List<Statement> statements, int[] input) {
  // Number of work-items per group, and number of groups.
  static final int GROUP = 64;

  static final int GROUPS = 2;

  // Number of words of the input, and of a work-item's output: variables, then stored words.
  static final int INPUTS = 256;

  static final int OUTPUTS = 16;

  // Number of word variables, and number of all variables; the others hold floats.
  static final int WORDS = 4;

  static final int VARIABLES = 6;

  private static final int DEEPEST = 3;
  private static final int LONGEST = 10;
  private static final int[] EDGES = {
    0, 1, -1, 31, 32, 33, 64, 255, 256, 0x7FFFFFFF, 0x80000000, 0xFFFF, 0x10000, 3, 7, 0x55555555
  };
  private static final float[] REALS = {
    0f,
    -0f,
    1f,
    -1f,
    0.1f,
    3.0000002f,
    16777216f,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NaN,
    2147483648f,
    -2147483648f,
    4294967296f,
    1e-30f
  };

  record Expression(ProgramOp op, int number, List<Expression> arguments) {
    /** Evaluates the tree bottom-up. */
    <R> R in(Language<R> language) {
      List<R> values = new ArrayList<>();
      arguments.forEach(a -> values.add(a.in(language)));
      return language.apply(op, number, values);
    }
  }

  /** An interpretation of expressions, as a value or as text. */
  interface Language<R> {
    R apply(ProgramOp op, int number, List<R> arguments);
  }

  enum Kind {
    /** Sets variable {@code number}. */
    ASSIGN,
    /** Executes {@code body} if the value is not 0, otherwise {@code other}. */
    IF,
    /** Executes the body as often as the low three bits of the value state. */
    LOOP,
    /** Leaves the innermost loop if the value is not 0. */
    BREAK_IF,
    /** Writes word {@code number} of the work-item's output. */
    STORE,
    /**
     * Stores the value in local memory and loads variable 0 from the lane that is {@code number}
     * lanes further.
     */
    EXCHANGE
  }

  record Statement(
      Kind kind, int number, Expression value, List<Statement> body, List<Statement> other) {}

  static RandomProgram of(byte[] input) {
    return new Generator(input).program();
  }

  /** Generates a program from bytes; after the last byte, zeros are used. */
  private static final class Generator {
    private final byte[] bytes;
    private int at;

    Generator(byte[] bytes) {
      this.bytes = bytes;
    }

    private int choice(int count) {
      return next() % count;
    }

    private int next() {
      return at < bytes.length ? bytes[at++] & 0xFF : 0;
    }

    private int word() {
      int value = 0;
      for (int i = 0; i < Integer.BYTES; i++) {
        value = value << 8 | next();
      }
      return value;
    }

    RandomProgram program() {
      int seed = word();
      int[] input = new int[INPUTS];
      for (int i = 0; i < INPUTS; i++) {
        seed = seed * 1103515245 + 12345;
        input[i] =
            switch (i % 4) {
              case 0 -> EDGES[seed >>> 28];
              case 1 -> Float.floatToRawIntBits(REALS[seed >>> 28]);
              case 2 -> Float.floatToRawIntBits((seed >> 8) / 65536f);
              default -> seed ^ seed >>> 15;
            };
      }
      List<Statement> statements = block(0, false);
      return new RandomProgram(statements, input);
    }

    private List<Statement> block(int depth, boolean inLoop) {
      List<Statement> all = new ArrayList<>();
      int count = 1 + choice(depth == 0 ? LONGEST : DEEPEST);
      for (int i = 0; i < count; i++) {
        all.add(statement(depth, inLoop));
      }
      return List.copyOf(all);
    }

    private Statement statement(int depth, boolean inLoop) {
      int kind = choice(12);
      if (kind < 2 && depth < DEEPEST) {
        Expression condition = expression(false, DEEPEST - 1);
        return new Statement(
            Kind.IF,
            depth,
            condition,
            block(depth + 1, inLoop),
            choice(2) == 0 ? List.of() : block(depth + 1, inLoop));
      }
      if (kind < 4 && depth < DEEPEST) {
        Expression trips = expression(false, 1);
        return new Statement(Kind.LOOP, depth, trips, block(depth + 1, true), List.of());
      }
      if (kind == 4 && inLoop) {
        return simple(Kind.BREAK_IF, 0, expression(false, 2));
      }
      if (kind == 5) {
        int slot = VARIABLES + choice(OUTPUTS - VARIABLES);
        return simple(Kind.STORE, slot, expression(false, DEEPEST));
      }
      if (kind == 6 && depth == 0) {
        return simple(Kind.EXCHANGE, 1 + choice(GROUP - 1), expression(false, 2));
      }
      int variable = choice(VARIABLES);
      return simple(Kind.ASSIGN, variable, expression(variable >= WORDS, DEEPEST));
    }

    private static Statement simple(Kind kind, int number, Expression value) {
      return new Statement(kind, number, value, List.of(), List.of());
    }

    private static final List<ProgramOp> WORD_OPS =
        Arrays.stream(ProgramOp.values()).filter(o -> !o.isReal()).toList();
    private static final List<ProgramOp> REAL_OPS =
        Arrays.stream(ProgramOp.values()).filter(ProgramOp::isReal).toList();

    private Expression expression(boolean real, int depth) {
      List<ProgramOp> ops = real ? REAL_OPS : WORD_OPS;
      ProgramOp op = ops.get(choice(ops.size()));
      if (depth == 0 && op.arity() > 0) {
        op = real ? ProgramOp.REAL_VARIABLE : ProgramOp.VARIABLE;
      }
      List<Expression> arguments = new ArrayList<>();
      for (int a = 0; a < op.arity(); a++) {
        arguments.add(expression(op.takesReal(a), depth - 1));
      }
      return new Expression(op, number(op), List.copyOf(arguments));
    }

    private int number(ProgramOp op) {
      return switch (op) {
        case CONSTANT -> choice(4) == 0 ? word() : EDGES[choice(EDGES.length)];
        case REAL_CONSTANT -> Float.floatToRawIntBits(REALS[choice(REALS.length)]);
        case VARIABLE -> choice(WORDS);
        case REAL_VARIABLE -> WORDS + choice(VARIABLES - WORDS);
        default -> 0;
      };
    }
  }
}
