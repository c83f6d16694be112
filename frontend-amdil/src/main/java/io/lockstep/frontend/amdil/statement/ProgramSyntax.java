// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.kernel.frontend.Token;
import java.util.List;
import java.util.Map;

/** The syntax tree of a program; every node has the token at which it starts. */
public final class ProgramSyntax {
  private ProgramSyntax() {}

  /** A program; {@code statements} are the main program's, {@code functions} in text order. */
  public record Program(
      Token at, boolean pixel, List<Statement> statements, Map<Integer, Function> functions) {}

  public record Function(Token at, int number, List<Statement> statements) {}

  /**
   * A statement.
   *
   * @param at first word
   * @param arguments arguments in parentheses after the operation's name; empty for most operations
   * @param fields modifiers after the name, such as {@code _resource(0)} or {@code _sat}
   * @param text the statement on one line, for listings
   */
  public record Statement(
      Token at,
      OperationEntry operation,
      List<String> arguments,
      List<Field> fields,
      List<Operand> operands,
      String text) {}

  /** A modifier, {@code _name} or {@code _name(a,b)}. */
  public record Field(Token at, String name, List<String> arguments) {
    public String shown() {
      return "_" + name + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")");
    }
  }

  public sealed interface Operand permits Register, Literal, Name {
    Token at();

    public default String shown() {
      return at().shown();
    }
  }

  /**
   * A register operand.
   *
   * @param file register file (r, o, l, cb, g, x, mem, or v for inputs), or the name of an id such
   *     as vAbsTidFlat
   * @param number register number, or -1
   * @param index index in brackets, or null
   * @param components component letters after the dot, without modifiers, or null
   * @param modifiers source modifiers in text order
   * @param loose whether a constant buffer is written without a number, as in {@code cb[0]}
   */
  public record Register(
      Token at,
      String file,
      int number,
      Index index,
      Token componentsAt,
      String components,
      List<Field> modifiers,
      boolean loose)
      implements Operand {
    public String name() {
      return number < 0 ? file : file + number;
    }

    @Override
    public String shown() {
      return "'" + name() + (components == null ? "" : "." + components) + "'";
    }
  }

  /** An index in brackets: {@code base} (a register's component, or null) plus {@code offset}. */
  public record Index(Token at, Register base, long offset) {}

  /** A number; {@code floating} if its text has a point, an exponent or an f. */
  public record Literal(Token at, boolean floating, int bits, long value) implements Operand {}

  /** A bare word such as {@code _wavefrontRel}. */
  public record Name(Token at, String text) implements Operand {}
}
