// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.emit.Symbol.Placed;
import io.lockstep.frontend.ptx.syntax.Literals;
import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Specials;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Literal;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.frontend.InstructionWriter;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Receives the output of the decoders; holds the kernel, current block, scope and statement. */
public final class PtxWriter extends InstructionWriter {
  /** Limit beyond which kernels are refused; inlining can multiply code. */
  private static final int MAX_INSTRUCTIONS = 1 << 20;

  public final PtxText source;
  public final Fusion contraction;
  public final int addressBits;
  public final SpecialOperands specials;
  public final List<Draft> blocks = new ArrayList<>();
  public Draft current;
  public NameScope names;

  /** Work-items of an OpenCL C sub-group, or 0 if the kernel does not fix it. */
  public int subGroup;

  private final Set<Draft> kept = new HashSet<>(); // loops that are not unrolled, by first block

  /** Offset in the argument block of each register that holds a parameter's address. */
  public final Map<Integer, Integer> parameterAddresses = new HashMap<>();

  /** The block that every path to a block passes before it, without other definitions between. */
  public final Map<Draft, Draft> straight = new HashMap<>();

  /**
   * Whether the current function indexes a parameter at run time. The parameter is then copied to
   * private memory, and loads through registers access the copy.
   */
  public boolean spilled;

  public final FunctionAddresses functions;
  public final ConstantRegisters constants = new ConstantRegisters();

  /** Register of the carry flag of add.cc and similar instructions; -1 before its first use. */
  public int carry = -1;

  private Syntax.Instruction at;
  private int guard = -1;
  private boolean guardNegated;
  private int vectorGroups;
  private int size;

  public PtxWriter(
      PtxText source,
      KernelBuilder builder,
      Fusion contraction,
      Syntax.Module module,
      FunctionAddresses functions,
      List<Parameter> parameters) {
    super(builder);
    specials = new SpecialOperands(this, source, parameters);
    this.source = source;
    this.contraction = contraction;
    this.functions = functions;
    addressBits = module.addressBits();
    open(new Draft());
  }

  /** Starts a block and appends it to the layout. */
  public void open(Draft draft) {
    if (current != null && current.successors() == null) {
      current.close(List.of(draft));
    }
    blocks.add(draft);
    current = draft;
  }

  public void close(Draft... successors) {
    current.close(List.of(successors));
  }

  public void exit(Variant.Exit how) {
    emit(InstructionBuilder.of(Op.EXIT, Type.I1).variant(how));
    close();
    open(new Draft());
  }

  public void jump(Draft target) {
    emit(InstructionBuilder.of(Op.JUMP, Type.I1));
    close(target);
    open(new Draft());
  }

  public void begin(Syntax.Instruction instruction) {
    at = instruction;
    guard = -1;
  }

  public void guard(int register, boolean negated) {
    guard = register;
    guardNegated = negated;
  }

  public Syntax.Instruction instruction() {
    return at;
  }

  public InputException error(String what) {
    return source.error(at.opcode(), what);
  }

  public InputException error(Argument where, String what) {
    return source.error(where.at(), what);
  }

  public InputException unsupported(String reason) {
    return error("'" + at.spelling() + "' is not supported: " + reason);
  }

  public Argument argument(int index) {
    return at.operands().get(index);
  }

  public int arguments() {
    return at.operands().size();
  }

  public void expect(int low, int high) {
    int n = arguments();
    if (n < low || n > high) {
      throw error(
          "'"
              + at.spelling()
              + "' takes "
              + (low == high ? "" + low : low + " to " + high)
              + (high == 1 ? " operand, found " : " operands, found ")
              + n);
    }
  }

  public void expect(int n) {
    expect(n, n);
  }

  /** Appends an instruction with the statement's line, text and guard. */
  @Override
  public void emit(InstructionBuilder b) {
    if (++size > MAX_INSTRUCTIONS) {
      throw error("the kernel has more than " + MAX_INSTRUCTIONS + " instructions after inlining");
    }
    if (guard >= 0) {
      b.guard(guard, guardNegated);
    }
    if (at != null) {
      Token first = at.guard() == null ? at.opcode() : at.guard();
      b.line(source.line(first.line())).column(source.column(first)).text(at.text());
      b.textLine(first.line());
    }
    Instruction instruction = b.build();
    instruction.destinations().forEach(parameterAddresses::remove);
    current.code().add(instruction);
  }

  /** Forbids compilers to unroll the loop that begins with the block. */
  public void keepLoop() {
    kept.add(current);
  }

  /** Ends the block with a branch to {@code taken} if the predicate holds. */
  public void branch(int predicate, boolean negated, Draft otherwise, Draft taken) {
    int outer = guard;
    guard = -1;
    emit(
        InstructionBuilder.of(Op.BRANCH, Type.I1)
            .guard(predicate, negated)
            .variant(kept.contains(taken) ? Variant.Loop.KEPT : Variant.Loop.FREE));
    guard = outer;
    close(otherwise, taken);
  }

  public int vectorGroup() {
    return vectorGroups++;
  }

  /** Returns the virtual register of a declared name, or -1 if the name is not a register. */
  public int register(Name name) {
    String text = name.text();
    Syntax.Registers declaration = names.declaration(text);
    if (declaration == null) {
      return -1;
    }
    if (!name.component().isEmpty()) {
      throw error(name, "register '" + text + "' has no component '." + name.component() + "'");
    }
    int number = names.number(text);
    if (number < 0) {
      number = builder.register(declaration.type().type(), text);
      names.bind(text, number);
    }
    return number;
  }

  /** Returns a register of a width, or of at least that width if {@code wider}. */
  private int register(Name name, PtxType type, boolean wider) {
    int register = register(name);
    if (register < 0) {
      throw unknown(name);
    }
    Type held = builder.typeOf(register);
    boolean predicate = held == Type.I1;
    if (predicate != (type == PtxType.PRED)
        || (wider ? held.bits() < type.bits() : held.bits() != type.bits())) {
      throw error(
          name,
          "register '%s' %s, '%s' needs %s"
              .formatted(
                  name.text(),
                  predicate ? "is a predicate" : "is " + held.bits() + " bits wide",
                  at.spelling(),
                  type == PtxType.PRED
                      ? "a predicate"
                      : (wider ? "at least " : "") + type.bits() + " bits"));
    }
    return register;
  }

  public InputException unknown(Name name) {
    String text = name.text();
    if (text.startsWith("%")) {
      String refusal = Specials.refusal(text);
      if (refusal != null) {
        return error(name, "special register '" + text + "' is not supported: " + refusal);
      }
      List<String> special =
          Specials.names().stream().filter(s -> s.startsWith(text + ".")).toList();
      if (!special.isEmpty() && name.component().isEmpty()) {
        return error(
            name,
            "special register '%s' needs a component; valid: %s"
                .formatted(text, String.join(", ", new TreeSet<>(special))));
      }
      String whole = text + (name.component().isEmpty() ? "" : "." + name.component());
      Optional<String> near =
          name.component().isEmpty()
              ? Optional.empty()
              : Suggestions.nearest(whole, Specials.names());
      if (near.isPresent()) {
        return error(
            name, "unknown special register '" + whole + "'; did you mean '" + near.get() + "'?");
      }
      List<String> declared = names.visibleRegisters();
      return error(
          name,
          "unknown register '"
              + whole
              + "'"
              + (declared.isEmpty()
                  ? "; none is declared"
                  : "; declared: "
                      + String.join(", ", declared.subList(0, Math.min(12, declared.size())))));
    }
    return error(
        name, "unknown name '" + text + "'" + Suggestions.nearHint(text, names.visibleSymbols()));
  }

  /** Returns a destination register; -1 for the sink. */
  public int destination(Argument argument, PtxType type, boolean wider) {
    if (!(argument instanceof Name name) || name.negated() || name.offset() != 0) {
      throw error(argument, "expected a destination register, found " + shown(argument));
    }
    return name.isSink() ? -1 : register(name, type, wider);
  }

  /** Returns a destination register; the sink is refused. */
  public int destination(int index, PtxType type) {
    int register = destination(argument(index), type, false);
    if (register < 0) {
      throw error(argument(index), "'" + at.spelling() + "' cannot drop its result");
    }
    return register;
  }

  public Operand operand(int index, PtxType type) {
    return operand(argument(index), type, false);
  }

  /** Returns an operand; {@code wider} allows a wider register (loads, stores, conversions). */
  public Operand operand(Argument argument, PtxType type, boolean wider) {
    if (argument instanceof Literal literal) {
      return Operand.immediate(Literals.bits(source, literal, type));
    }
    if (!(argument instanceof Name name)) {
      throw error(argument, "expected a register or a constant, found " + shown(argument));
    }
    if (names.declaration(name.text()) != null) {
      int register = register(name, type, wider);
      if (name.offset() != 0) {
        throw error(name, "an offset is allowed in addresses only");
      }
      if (!name.negated()) {
        return Operand.register(register);
      }
      if (type != PtxType.PRED) {
        throw error(name, "'!' negates predicates only");
      }
      return value(Op.NOT, Type.I1, Operand.register(register));
    }
    Operand special = specials.of(name, type);
    if (special != null) {
      return special;
    }
    Symbol symbol = names.symbol(name.text());
    if (symbol instanceof Placed placed && fits(placed, type)) {
      return symbolAddress(placed, name.offset());
    }
    if (symbol != null) {
      throw error(
          name, "the address of '" + name.text() + "' does not fit an operand ." + type.shown());
    }
    OptionalLong function = functions.of(name.text());
    if (function.isPresent() && type.isInteger() && type.bits() == addressBits) {
      return Operand.immediate(function.getAsLong());
    }
    throw unknown(name);
  }

  /** Returns whether a type fits a symbol's address; 32 bits suffice for local and private. */
  boolean fits(Placed placed, PtxType type) {
    boolean small = placed.space() == Space.LOCAL || placed.space() == Space.PRIVATE;
    return type.isInteger() && (type.bits() == addressBits || small && type.bits() == 32);
  }

  /** Returns a symbol's address in its own space; see {@link Address#variable} for buffers. */
  public static Operand symbolAddress(Placed placed, long offset) {
    boolean inside = placed.space() == Space.LOCAL || placed.space() == Space.PRIVATE;
    return Operand.immediate(
        inside ? placed.offset() + offset : Address.variable(placed.index(), offset));
  }

  public int predicate(Token at) {
    return register(new Name(at, at.text(), "", false, 0), PtxType.PRED, false);
  }

  public static String shown(Argument argument) {
    if (argument instanceof Syntax.Memory) {
      return "an address in brackets";
    }
    if (argument instanceof Syntax.Vector) {
      return "a vector in braces";
    }
    if (argument instanceof Syntax.Group) {
      return "a list in parentheses";
    }
    return argument.at().shown();
  }
}
