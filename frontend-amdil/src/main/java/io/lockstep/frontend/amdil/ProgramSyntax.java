// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.kernel.frontend.Token;
import java.util.List;
import java.util.Map;

/** The syntax tree of a program; every node has its token. */
final class ProgramSyntax {
  private ProgramSyntax() {}

  /**
   * @param at the first word
   * @param statements of the main program
   * @param functions by number, in text order
   */
  record Program(
      Token at, boolean pixel, List<Statement> statements, Map<Integer, Function> functions) {}

  record Function(Token at, int number, List<Statement> statements) {}

  /**
   * A statement.
   *
   * @param at its first word
   * @param arguments in parentheses after the operation's name, usually empty
   * @param fields after the name: {@code _resource(0)}, {@code _sat}
   * @param text the statement on one line, for listings
   */
  record Statement(
      Token at,
      OperationEntry operation,
      List<String> arguments,
      List<Field> fields,
      List<Operand> operands,
      String text) {}

  /** {@code _name} or {@code _name(a,b)}. */
  record Field(Token at, String name, List<String> arguments) {
    String shown() {
      return "_" + name + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")");
    }
  }

  sealed interface Operand permits Register, Literal, Name {
    Token at();

    default String shown() {
      return at().shown();
    }
  }

  /**
   * A register.
   *
   * @param file r, o, l, cb, g, x, mem, v (input), or the name of an id such as vAbsTidFlat
   * @param number after the name, or -1
   * @param index in brackets, or null
   * @param components letters after the dot without modifiers, or null
   * @param modifiers of a source, in text order
   * @param loose whether a constant buffer is written as {@code cb[0]}
   */
  record Register(
      Token at,
      String file,
      int number,
      Index index,
      Token componentsAt,
      String components,
      List<Field> modifiers,
      boolean loose)
      implements Operand {
    String name() {
      return number < 0 ? file : file + number;
    }

    @Override
    public String shown() {
      return "'" + name() + (components == null ? "" : "." + components) + "'";
    }
  }

  /** An index in brackets: a constant, a register's component, or their sum; base may be null. */
  record Index(Token at, Register base, long offset) {}

  /** A number; floating if the text has a point, an exponent or an f. */
  record Literal(Token at, boolean floating, int bits, long value) implements Operand {}

  /** A bare word such as {@code _wavefrontRel}. */
  record Name(Token at, String text) implements Operand {}
}
