// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Demotes doubles to floats, as compilers for GPUs without double precision do: operations on
 * doubles become operations on floats, constants are rounded to the nearest float, and in memory a
 * float takes the first four of a double's eight bytes. Operations that use a double's bits or need
 * its width are refused.
 *
 * <p>Source: PTX ISA, {@code .target} with {@code map_f64_to_f32}.
 */
public final class DoubleDemotion {
  private final KernelBuilder builder;

  /** Registers that hold doubles, because typed operations on doubles read or write them. */
  private final BitSet doubles = new BitSet();

  private List<Instruction> out;

  private DoubleDemotion(KernelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Demotes the doubles of a kernel and marks it; a kernel without doubles stays unchanged.
   *
   * @throws InputException at the first operation that floats cannot replace
   */
  public static void apply(List<Draft> blocks, KernelBuilder builder) {
    DoubleDemotion demotion = new DoubleDemotion(builder);
    boolean found = false;
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        found |= demotion.find(i);
      }
    }
    if (!found) {
      return;
    }
    for (Draft draft : blocks) {
      demotion.block(draft.code());
    }
    demotion.doubles.stream().forEach(r -> builder.retype(r, Type.F32));
    builder.demoted();
  }

  /** Returns the bits of the nearest float, in the lower half. */
  public static long demoted(long bits) {
    return Float.floatToRawIntBits((float) Double.longBitsToDouble(bits)) & 0xFFFFFFFFL;
  }

  /** Records registers used as doubles; returns whether the instruction operates on doubles. */
  private boolean find(Instruction i) {
    for (int k = 0; k < i.sources().size(); k++) {
      if (reads(i, k) && i.sources().get(k).isRegister()) {
        doubles.set(i.sources().get(k).register());
      }
    }
    if (writes(i)) {
      i.writes().forEach(doubles::set);
    }
    for (int register : i.reads()) {
      note(register);
    }
    i.writes().forEach(this::note);
    return isDouble(i);
  }

  private void note(int register) {
    if (builder.typeOf(register) == Type.F64) {
      doubles.set(register);
    }
  }

  private static boolean isDouble(Instruction i) {
    return i.type() == Type.F64
        || i.sourceType() == Type.F64
        || i.memory() != null && i.memory().element() == Type.F64;
  }

  private static boolean reads(Instruction i, int k) {
    return switch (i.op()) {
      case LOAD -> false;
      case STORE -> i.memory().element() == Type.F64 && k > 0;
      case SELECT -> i.type() == Type.F64 && k < 2;
      case SELECT_SIGN -> (k < 2 ? i.type() : i.sourceType()) == Type.F64;
      case COMPARE, COMPARE_SET -> i.sourceType() == Type.F64 && k < 2;
      case CONVERT -> i.sourceType() == Type.F64;
      default -> i.type() == Type.F64;
    };
  }

  private static boolean writes(Instruction i) {
    return switch (i.op()) {
      case COMPARE, TEST_FLOAT, STORE -> false;
      case LOAD -> i.memory().element() == Type.F64;
      default -> i.type() == Type.F64;
    };
  }

  private void block(List<Instruction> code) {
    out = new ArrayList<>();
    for (Instruction i : code) {
      if (isDouble(i)) {
        operation(i);
      } else if (touches(i)) {
        untyped(i);
      } else {
        out.add(i);
      }
      if (i.op() == Op.PRINTF) {
        throw error(i, "printf takes doubles, so it has no demoted form");
      }
    }
    code.clear();
    code.addAll(out);
  }

  private boolean touches(Instruction i) {
    return i.reads().stream().anyMatch(doubles::get) || i.writes().stream().anyMatch(doubles::get);
  }

  private void operation(Instruction i) {
    check(i);
    switch (i.op()) {
      case LOAD, STORE -> access(i);
      case CONVERT -> convert(i);
      default -> {
        if (!i.op().isComputation()) {
          throw error(i, "has no form for floats in place of doubles");
        }
        out.add(floats(i).build());
      }
    }
  }

  /** Refuses bit casts: registers of doubles that are used as another type, or the reverse. */
  private void check(Instruction i) {
    for (int k = 0; k < i.sources().size(); k++) {
      Operand o = i.sources().get(k);
      if (o.isRegister() && doubles.get(o.register()) != reads(i, k)) {
        throw bits(i);
      }
    }
    for (int d : i.writes()) {
      if (doubles.get(d) != writes(i)) {
        throw bits(i);
      }
    }
  }

  /** Demotes 64-bit loads, stores, moves and selections without a number format. */
  private void untyped(Instruction i) {
    int first = i.op() == Op.STORE ? 1 : 0;
    int last = i.op() == Op.LOAD ? 0 : i.op() == Op.SELECT ? 2 : i.sources().size();
    boolean whole = i.type() == Type.I64 && i.sourceType() == Type.I64;
    whole &= i.memory() == null || i.memory().element() == Type.I64;
    switch (i.op()) {
      case LOAD, STORE, MOVE, SELECT -> {
        for (int k = 0; k < i.sources().size(); k++) {
          Operand o = i.sources().get(k);
          boolean data = k >= first && k < last;
          whole &= o.isRegister() ? doubles.get(o.register()) == data : data || i.memory() != null;
        }
        whole &= i.writes().stream().allMatch(doubles::get);
      }
      default -> whole = false;
    }
    if (!whole) {
      throw bits(i);
    }
    if (i.memory() == null) {
      InstructionBuilder b = InstructionBuilder.from(i).type(Type.F64).sourceType(Type.F64);
      out.add(floats(b.build()).build());
    } else {
      access(i);
    }
  }

  private InstructionBuilder floats(Instruction i) {
    return InstructionBuilder.from(i)
        .type(demoted(i.type()))
        .sourceType(demoted(i.sourceType()))
        .from(sources(i));
  }

  private static List<Operand> sources(Instruction i) {
    List<Operand> all = new ArrayList<>(i.sources());
    for (int k = 0; k < all.size(); k++) {
      if (reads(i, k)) {
        all.set(k, demoted(all.get(k)));
      }
    }
    return all;
  }

  private static Operand demoted(Operand o) {
    return o.isRegister() ? o : Operand.immediate(demoted(o.bits()));
  }

  private static Type demoted(Type type) {
    return type == Type.F64 ? Type.F32 : type;
  }

  private void convert(Instruction i) {
    Type to = demoted(i.type());
    Type from = demoted(i.sourceType());
    if (to != Type.F32 || from != Type.F32) {
      boolean rounds = to == Type.F32 && !from.isFloat() && i.rounding() == Rounding.NONE;
      out.add(floats(i).rounding(rounds ? Rounding.NEAREST_EVEN : i.rounding()).build());
    } else if (i.roundToIntegral() || i.saturate() || i.flush()) {
      out.add(floats(i).rounding(i.roundToIntegral() ? i.rounding() : Rounding.NONE).build());
    } else {
      out.add(
          InstructionBuilder.of(Op.MOVE, Type.F32)
              .from(sources(i))
              .to(i.destinations())
              .guard(i.guard(), i.guardNegated())
              .line(i.line())
              .column(i.column())
              .text(i.text())
              .build());
    }
  }

  /** Replaces each double of an access by an access to its first word. */
  private void access(Instruction i) {
    MemoryAccess m = i.memory();
    boolean load = i.op() == Op.LOAD;
    for (int k = 0; k < m.width(); k++) {
      if (load && i.destinations().get(k) < 0) {
        continue;
      }
      Operand address = i.sources().get(0);
      long offset = (long) k * Type.F64.bytes();
      if (m.space() == Space.PARAMETER) {
        address = Operand.immediate(address.bits() + offset);
        offset = 0;
      }
      MemoryAccess word =
          new MemoryAccess(m.space(), Type.F32, 1, m.slot(), m.offset() + offset, m.qualifiers());
      InstructionBuilder b =
          InstructionBuilder.from(i)
              .type(Type.F32)
              .sourceType(Type.F32)
              .signed(false)
              .vectorGroup(-1)
              .memory(word);
      out.add(
          load
              ? b.to(i.destinations().get(k)).from(address).build()
              : b.from(address, demoted(i.sources().get(1 + k))).build());
    }
  }

  private InputException bits(Instruction i) {
    return error(i, "uses the bits of a double, which demotion to floats does not keep");
  }

  private InputException error(Instruction i, String what) {
    return new InputException(builder.source() + i.place(), "'" + i.text() + "' " + what);
  }
}
