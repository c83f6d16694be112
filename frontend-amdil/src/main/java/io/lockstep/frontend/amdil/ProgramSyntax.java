package io.lockstep.frontend.amdil;

import io.lockstep.kernel.frontend.Token;
import java.util.List;
import java.util.Map;

/** What the parser hands to the lowering: the text's structure, every part with its token. */
final class ProgramSyntax {
  private ProgramSyntax() {}

  /**
   * A kernel.
   *
   * @param at the first word
   * @param pixel whether it is a pixel shader
   * @param statements of the main program
   * @param functions by number, in the order of the text
   */
  record Program(
      Token at, boolean pixel, List<Statement> statements, Map<Integer, Function> functions) {}

  /** {@code func 3 … endfunc}. */
  record Function(Token at, int number, List<Statement> statements) {}

  /**
   * A statement.
   *
   * @param at its first word
   * @param operation what it does
   * @param arguments in parentheses behind the operation's name, usually empty
   * @param fields what follows the name: {@code _resource(0)}, {@code _sat}
   * @param text the statement on one line, for people
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

    /** For messages. */
    default String shown() {
      return at().shown();
    }
  }

  /**
   * A register.
   *
   * @param file r, o, l, cb, g, x, mem, v (input), or the name of an id such as vAbsTidFlat
   * @param number behind the name, or -1
   * @param index in brackets, or null
   * @param components letters behind the dot with their modifiers stripped, or null
   * @param modifiers of a source, in the order of the text
   * @param loose whether the text named a constant buffer as {@code cb[0]}
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

  /**
   * What stands in brackets: a constant, a register's component, or both.
   *
   * @param base the register, or null
   * @param offset added to it
   */
  record Index(Token at, Register base, long offset) {}

  /** A number; floating where the text has a point, an exponent or an f. */
  record Literal(Token at, boolean floating, int bits, long value) implements Operand {}

  /** A bare word such as {@code _wavefrontRel}. */
  record Name(Token at, String text) implements Operand {}
}
