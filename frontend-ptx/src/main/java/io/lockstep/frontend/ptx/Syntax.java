// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.LaunchBounds;
import java.util.List;
import java.util.Map;

/** The syntax tree of a module. Most nodes keep a token as their position in the source. */
final class Syntax {
  private Syntax() {}

  /**
   * A module, with functions and variables in file order.
   *
   * @param demotes whether the target demotes doubles to floats
   */
  record Module(
      int addressBits,
      boolean demotes,
      Map<String, Variable> variables,
      Map<String, Function> functions) {}

  /**
   * A variable or parameter.
   *
   * @param space reg, param, shared, global, const, local, or tex (texture, sampler and surface
   *     handles)
   * @param count number of elements: 1 for a scalar, 0 for an array without a size
   * @param vector elements of a vector type, otherwise 1
   * @param pointer whether the parameter is declared as a pointer (.ptr)
   * @param references initial values that are addresses
   */
  record Variable(
      Token at,
      String name,
      String space,
      PtxType type,
      int vector,
      long count,
      boolean array,
      int alignment,
      byte[] initial,
      boolean visible,
      boolean external,
      boolean pointer,
      List<Reference> references) {
    long bytes() {
      return count * vector * type.bytes();
    }
  }

  /**
   * An initial value that is an address.
   *
   * @param at symbol
   * @param offset bytes from the start of the variable to the value
   * @param addend bytes added to the symbol's address
   * @param shift bit position, in the address, of the byte that is stored; -1 for the whole address
   */
  record Reference(Token at, long offset, long addend, int shift) {}

  /** A function; {@code body} is null for a declaration. */
  record Function(
      Token at,
      String name,
      boolean entry,
      List<Variable> results,
      List<Variable> parameters,
      LaunchBounds bounds,
      List<Statement> body) {}

  sealed interface Statement
      permits Instruction, Label, Scope, Registers, Declaration, BranchTargets, SubGroups {}

  record Label(Token at, String name) implements Statement {}

  record Scope(List<Statement> statements) implements Statement {}

  /** Registers declared by {@code .reg .b32 %r<24>}; {@code count} is -1 for a single name. */
  record Registers(Token at, String name, PtxType type, int count) implements Statement {}

  record Declaration(Variable variable) implements Statement {}

  /** {@code .pragma "lockstep sub-groups of 64";}: the width of compiled sub-group functions. */
  record SubGroups(int width) implements Statement {}

  /** A jump table, {@code name: .branchtargets a, b;}. */
  record BranchTargets(Token at, String name, List<Token> labels) implements Statement {}

  /**
   * An instruction.
   *
   * @param guard the guarding predicate, or null
   * @param opcode the first field of the dotted opcode
   * @param modifiers the other fields
   * @param text the statement on one line, for listings
   */
  record Instruction(
      Token guard,
      boolean guardNegated,
      Token opcode,
      List<Token> modifiers,
      List<Argument> operands,
      String text)
      implements Statement {
    String spelling() {
      StringBuilder s = new StringBuilder(opcode.text());
      modifiers.forEach(m -> s.append(m.text()));
      return s.toString();
    }
  }

  sealed interface Argument permits Name, Literal, Vector, Memory, Pair, Group {
    Token at();
  }

  /**
   * A register, symbol, label, special register or sink.
   *
   * @param component x, y, z, w after a dot, or empty
   * @param negated whether an exclamation mark precedes the name
   * @param offset constant added to a symbol
   */
  record Name(Token at, String text, String component, boolean negated, long offset)
      implements Argument {
    boolean isSink() {
      return text.equals("_");
    }
  }

  /**
   * A constant.
   *
   * @param floating whether {@code bits} are the bits of a double
   * @param raw whether the text gives IEEE 754 bits (0f and 0d)
   * @param single whether a raw constant has 32 bits
   */
  record Literal(Token at, boolean floating, boolean raw, boolean single, long bits)
      implements Argument {}

  /** A vector, {@code {a, b}}. */
  record Vector(Token at, List<Argument> elements) implements Argument {}

  /** A memory operand: {@code [base + offset]}, or {@code [handle, {x, y}]} with {@code extra}. */
  record Memory(Token at, Argument base, long offset, Argument extra) implements Argument {}

  /** A pair of destinations, {@code p|q}. */
  record Pair(Token at, Name first, Name second) implements Argument {}

  /** The arguments or results of a call, {@code (a, b)}. */
  record Group(Token at, List<Argument> elements) implements Argument {}
}
