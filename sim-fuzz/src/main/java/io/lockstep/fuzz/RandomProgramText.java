// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.fuzz.RandomProgram.Expression;
import io.lockstep.fuzz.RandomProgram.Statement;
import java.util.List;

/** Writes a {@link RandomProgram} in a programming language, statement by statement. */
abstract class RandomProgramText implements RandomProgram.Language<String> {
  private final StringBuilder code = new StringBuilder();

  final String of(RandomProgram program) {
    begin();
    program.statements().forEach(this::statement);
    for (int v = 0; v < RandomProgram.VARIABLES; v++) {
      boolean real = v >= RandomProgram.WORDS;
      String value = apply(real ? ProgramOp.REAL_VARIABLE : ProgramOp.VARIABLE, v, List.of());
      store(v, real ? apply(ProgramOp.BITS, 0, List.of(value)) : value);
    }
    return whole(code.toString());
  }

  private void block(List<Statement> statements) {
    statements.forEach(this::statement);
  }

  private void statement(Statement s) {
    Expression e = s.value();
    switch (s.kind()) {
      case ASSIGN -> assign(s.number(), e.in(this));
      case IF -> branch(e.in(this), () -> block(s.body()), () -> block(s.other()));
      case LOOP -> {
        String trips = apply(ProgramOp.AND, 0, List.of(e.in(this), constant(7)));
        loop(s.number(), trips, () -> block(s.body()));
      }
      case BREAK_IF -> leave(e.in(this));
      case STORE -> store(s.number(), e.in(this));
      case EXCHANGE -> exchange(s.number(), e.in(this));
      default -> throw new IllegalStateException("" + s.kind());
    }
  }

  final String constant(int value) {
    return apply(ProgramOp.CONSTANT, value, List.of());
  }

  final void line(String text, Object... values) {
    code.append(text.formatted(values)).append('\n');
  }

  /** Sets variable 0 and the first float to the global id, and all other variables to 0. */
  abstract void begin();

  abstract void assign(int variable, String value);

  abstract void branch(String condition, Runnable body, Runnable other);

  /** Writes a loop; {@code depth} is its nesting depth. */
  abstract void loop(int depth, String trips, Runnable body);

  abstract void leave(String condition);

  abstract void store(int slot, String value);

  abstract void exchange(int distance, String value);

  /** Adds the text before and after the statements. */
  abstract String whole(String statements);
}
