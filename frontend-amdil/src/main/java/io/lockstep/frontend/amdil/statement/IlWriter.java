// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.Finish;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.frontend.InstructionWriter;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Collects the output of the decoders: blocks under construction, the prologue, and registers. Each
 * register of the language becomes four untyped 32-bit registers of the kernel, one per component;
 * {@link Finish} assigns their types.
 */
public final class IlWriter extends InstructionWriter {
  /** Limit on instructions; inlining can multiply code. */
  private static final int MAX_INSTRUCTIONS = 1 << 20;

  public final IlText source;
  public final List<Draft> blocks = new ArrayList<>();

  /** Code before the first statement: loads of pointers, ids and constants. */
  public final List<Instruction> prologue = new ArrayList<>();

  Draft current;

  private final Map<String, Integer> registers = new HashMap<>();
  private final Map<String, Integer> specials = new HashMap<>();
  private ProgramSyntax.Statement at;
  private int group = -1;
  private int groups;
  private int size;

  public IlWriter(IlText source, KernelBuilder builder) {
    super(builder);
    this.source = source;
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

  /** Ends the current block; further code in it is unreachable. */
  public void close(Draft... successors) {
    if (current.successors() == null) {
      current.close(List.of(successors));
    }
  }

  /** Ends the block with a branch to {@code taken} if the predicate holds. */
  void branch(int predicate, Draft otherwise, Draft taken) {
    emit(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(predicate, false));
    close(otherwise, taken);
  }

  public void begin(ProgramSyntax.Statement statement) {
    at = statement;
    group = -1;
  }

  public ProgramSyntax.Statement statement() {
    return at;
  }

  public InputException error(Token where, String what) {
    return source.error(where, what);
  }

  public InputException error(String what) {
    return source.error(at.at(), what);
  }

  /** Starts a vector operation; the instructions that follow are its components. */
  public void vector() {
    group = groups++;
  }

  public void scalar() {
    group = -1;
  }

  public void vector(int number) {
    group = number;
  }

  int group() {
    return group;
  }

  /** Appends an instruction with the statement's line and text. */
  @Override
  public void emit(InstructionBuilder b) {
    if (++size > MAX_INSTRUCTIONS) {
      throw error("the kernel has more than " + MAX_INSTRUCTIONS + " instructions after inlining");
    }
    if (at != null) {
      b.line(at.at().line()).column(at.at().column()).text(at.text());
    }
    b.vectorGroup(group);
    Instruction i = b.build();
    if (current.successors() == null) {
      current.code().add(i);
    } else {
      // Unreachable code after a jump goes to a block that the kernel's builder drops.
      Draft lost = new Draft();
      blocks.add(lost);
      current = lost;
      lost.code().add(i);
    }
  }

  public void move(int to, Operand from) {
    emit(Op.MOVE, Type.I32, to, from);
  }

  /** Floats are held as untyped 32-bit values, like the language's registers. */
  @Override
  public int temp(Type type) {
    return super.temp(type == Type.F32 ? Type.I32 : type);
  }

  public int register(String file, int number, int component) {
    String name = file + number + "." + "xyzw".charAt(component);
    return registers.computeIfAbsent(name, n -> builder.register(Type.I32, n));
  }

  /** Returns a special register, which the prologue reads once. */
  public Operand special(Special special) {
    int r =
        specials.computeIfAbsent(
            special.name(),
            n -> {
              int t = builder.register(Type.I32, n.toLowerCase(Locale.ROOT));
              prologue.add(
                  stamped(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special).to(t)));
              return t;
            });
    return Operand.register(r);
  }

  /** Returns a value that the prologue computes once. */
  Operand once(String name, InstructionBuilder b) {
    Integer known = specials.get(name);
    if (known == null) {
      known = builder.register(b.build().type(), name);
      specials.put(name, known);
      prologue.add(stamped(b.to(known)));
    }
    return Operand.register(known);
  }

  private Instruction stamped(InstructionBuilder b) {
    if (at != null) {
      b.line(at.at().line()).column(at.at().column()).text(at.text());
    }
    return b.build();
  }

  public static MemoryAccess access(Space space, Type element, int width, long offset) {
    MemoryAccess.Qualifiers qualifiers =
        switch (space) {
          case CONSTANT, TEXTURE -> MemoryAccess.Qualifiers.CONSTANT;
          case REGION -> MemoryAccess.Qualifiers.VOLATILE;
          default -> MemoryAccess.Qualifiers.NONE;
        };
    return new MemoryAccess(space, element, width, -1, offset, qualifiers);
  }

  /** Emits base + scale * index in 64 bits. */
  public Operand address(Operand base, Operand index, int scale) {
    int outer = group;
    group = -1;
    Operand wide =
        scale == 1
            ? convert(Type.PTR, Type.I32, index)
            : value(
                Type.PTR,
                InstructionBuilder.of(Op.MUL_WIDE, Type.PTR)
                    .sourceType(Type.I32)
                    .signed(true)
                    .from(index, Operand.immediate(scale)));
    Operand sum = value(Op.ADD, Type.PTR, base, wide);
    group = outer;
    return sum;
  }
}
