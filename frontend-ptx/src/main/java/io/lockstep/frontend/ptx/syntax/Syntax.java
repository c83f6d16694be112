// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.LaunchBounds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The syntax tree of a module. Most nodes keep a token as their position in the source. */
public final class Syntax {
  private Syntax() {}

  /**
   * A module, with functions and variables in file order.
   *
   * @param target the compute capability that devices need; 0 for any
   * @param demotes whether the target demotes doubles to floats
   */
  public record Module(
      int addressBits,
      int target,
      boolean demotes,
      Map<String, Variable> variables,
      Map<String, Function> functions) {
    /** Returns the module with all variables that it defines accessible from outside. */
    public Module visible() {
      Map<String, Variable> all = new LinkedHashMap<>();
      variables.forEach(
          (name, v) -> all.put(name, v.linkage().contains(Linkage.EXTERNAL) ? v : v.visible()));
      return new Module(addressBits, target, demotes, all, functions);
    }
  }

  /**
   * A variable or parameter.
   *
   * @param space reg, param, shared, global, const, local, or tex (texture, sampler and surface
   *     handles)
   * @param layout the type and number of its elements
   * @param linkage who else may define or access the variable
   * @param initial its initial contents
   */
  public record Variable(
      Token at, String name, String space, Layout layout, Set<Linkage> linkage, Contents initial) {
    public PtxType type() {
      return layout.type;
    }

    public long bytes() {
      return layout.bytes();
    }

    public Variable visible() {
      return new Variable(at, name, space, layout, Set.of(Linkage.VISIBLE), initial);
    }
  }

  /**
   * The layout of a variable.
   *
   * @param vector elements of a vector type, otherwise 1
   * @param count number of elements: 1 for a scalar, 0 for an array without a size
   */
  public record Layout(PtxType type, int vector, long count, int alignment) {
    public long bytes() {
      return count * vector * type.bytes();
    }
  }

  /** A linking directive of a variable. */
  public enum Linkage {
    /** The variable is accessible from outside the module. */
    VISIBLE,
    /** The variable is defined elsewhere. */
    EXTERNAL
  }

  /**
   * Initial contents.
   *
   * @param references initial values that are addresses
   */
  public record Contents(byte[] bytes, List<Reference> references) {
    static final Contents NONE = new Contents(new byte[0], List.of());
  }

  /**
   * An initial value that is an address.
   *
   * @param at symbol
   * @param offset bytes from the start of the variable to the value
   * @param addend bytes added to the symbol's address
   * @param shift bit position, in the address, of the byte that is stored; -1 for the whole address
   */
  public record Reference(Token at, long offset, long addend, int shift) {}

  /** A function; {@code body} is null for a declaration. */
  public record Function(
      Token at,
      String name,
      boolean entry,
      List<Variable> results,
      List<Variable> parameters,
      LaunchBounds bounds,
      List<Statement> body) {
    /** Returns the function with a body that does nothing. */
    public Function empty() {
      return new Function(at, name, entry, results, parameters, bounds, List.of());
    }
  }

  public sealed interface Statement
      permits Instruction,
          Label,
          Scope,
          Registers,
          Declaration,
          BranchTargets,
          SubGroups,
          KeptLoop {}

  public record Label(Token at, String name) implements Statement {}

  public record Scope(List<Statement> statements) implements Statement {}

  /** Registers declared by {@code .reg .b32 %r<24>}; {@code count} is -1 for a single name. */
  public record Registers(Token at, String name, PtxType type, int count) implements Statement {}

  public record Declaration(Variable variable) implements Statement {}

  /** {@code .pragma "lockstep sub-groups of 64";}: the width of compiled sub-group functions. */
  public record SubGroups(int width) implements Statement {}

  /** {@code .pragma "nounroll";} at the start of a loop. */
  public record KeptLoop() implements Statement {}

  /** A jump table, {@code name: .branchtargets a, b;}. */
  public record BranchTargets(Token at, String name, List<Token> labels) implements Statement {}

  /**
   * An instruction.
   *
   * @param guard the guarding predicate, or null
   * @param opcode the first field of the dotted opcode
   * @param modifiers the other fields
   * @param text the statement on one line, for listings
   */
  public record Instruction(
      Token guard,
      boolean guardNegated,
      Token opcode,
      List<Token> modifiers,
      List<Argument> operands,
      String text)
      implements Statement {
    public String spelling() {
      StringBuilder s = new StringBuilder(opcode.text());
      modifiers.forEach(m -> s.append(m.text()));
      return s.toString();
    }
  }

  public sealed interface Argument permits Name, Literal, Vector, Memory, Pair, Group {
    Token at();
  }

  /**
   * A register, symbol, label, special register or sink.
   *
   * @param component x, y, z, w after a dot, or empty
   * @param negated whether an exclamation mark precedes the name
   * @param offset constant added to a symbol
   */
  public record Name(Token at, String text, String component, boolean negated, long offset)
      implements Argument {
    public boolean isSink() {
      return text.equals("_");
    }
  }

  /**
   * A constant.
   *
   * @param bits the value; of a decimal fraction, the bits of a double
   */
  public record Literal(Token at, Notation notation, long bits) implements Argument {
    boolean isWhole() {
      return notation == Notation.WHOLE;
    }
  }

  /** The notation of a constant. */
  enum Notation {
    /** A whole number. */
    WHOLE,
    /** A decimal fraction. */
    DECIMAL,
    /** 32 bits of IEEE 754 (0f). */
    SINGLE_BITS,
    /** 64 bits of IEEE 754 (0d). */
    DOUBLE_BITS
  }

  /** A vector, {@code {a, b}}. */
  public record Vector(Token at, List<Argument> elements) implements Argument {}

  /** A memory operand: {@code [base + offset]}, or {@code [handle, {x, y}]} with {@code extra}. */
  public record Memory(Token at, Argument base, long offset, Argument extra) implements Argument {}

  /** A pair of destinations, {@code p|q}. */
  public record Pair(Token at, Name first, Name second) implements Argument {}

  /** The arguments or results of a call, {@code (a, b)}. */
  public record Group(Token at, List<Argument> elements) implements Argument {}
}
