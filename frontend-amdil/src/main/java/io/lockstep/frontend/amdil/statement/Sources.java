// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Index;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Reads source operands with swizzle and modifiers. */
public final class Sources {
  private static final Operand ZERO = Operand.immediate(0);
  private static final Operand ONE = Operand.immediate(0x3F800000);
  private static final String FILES =
      "r#, l#, o#, cb#[], x#[], g[], v#, vWinCoord0, vTidInGrp, vTidInGrpFlat, vThreadGrpID,"
          + " vThreadGrpIDFlat, vAbsTid, vAbsTidFlat";

  private final IlWriter e;
  private final BoundResources resources;
  private final InputRegisters inputs;
  private final SourceModifiers modifiers;

  Sources(IlWriter e, BoundResources resources, InputRegisters inputs) {
    this.e = e;
    this.resources = resources;
    this.inputs = inputs;
    modifiers = new SourceModifiers(e);
  }

  /** Returns the four values of an operand; null for components that are not needed. */
  public Operand[] read(ProgramSyntax.Operand o, Kind kind, boolean... need) {
    if (!(o instanceof Register r)) {
      throw e.error(
          o.at(),
          "expected a register, found " + o.shown() + "; numbers are declared with dcl_literal");
    }
    int[] swizzle = swizzle(r);
    boolean[] wanted = new boolean[4];
    for (int p = 0; p < 4; p++) {
      if (need[p] && swizzle[p] < 4) {
        wanted[swizzle[p]] = true;
      }
    }
    Operand[] held = components(r, wanted);
    Operand[] values = new Operand[4];
    for (int p = 0; p < 4; p++) {
      if (need[p]) {
        values[p] = swizzle[p] == 4 ? ZERO : swizzle[p] == 5 ? ONE : held[swizzle[p]];
      }
    }
    for (Field f : r.modifiers()) {
      modifiers.apply(f, kind, values);
    }
    return values;
  }

  public Operand first(ProgramSyntax.Operand o, Kind kind) {
    return read(o, kind, true, false, false, false)[0];
  }

  public boolean isScalar(Register r) {
    return inputs.isFlat(r);
  }

  /** Returns the component that each position reads: 0 to 3 for x to w, 4 for zero, 5 for one. */
  private int[] swizzle(Register r) {
    String text = r.components();
    if (text == null) {
      return inputs.isFlat(r) ? new int[4] : new int[] {0, 1, 2, 3};
    }
    int[] s = new int[4];
    for (int p = 0; p < 4; p++) {
      char c = text.charAt(Math.min(p, text.length() - 1));
      int k = "xyzw01".indexOf(c);
      if (k < 0) {
        k = "rgba".indexOf(c);
      }
      if (k < 0) {
        throw e.error(r.componentsAt(), "a source reads x, y, z, w, 0 or 1, found '." + text + "'");
      }
      s[p] = k;
    }
    return s;
  }

  private Operand[] components(Register r, boolean[] wanted) {
    if (r.index() != null && !List.of("cb", "g", "x").contains(r.file())) {
      throw e.error(r.index().at(), "'" + r.name() + "' has no index");
    }
    return switch (r.file()) {
      case "r" -> registers(r, wanted);
      case "o" -> {
        if (!resources.outputs.get(Math.max(0, r.number()))) {
          throw e.error(
              r.at(), "'" + r.name() + "' is not declared; dcl_output_generic declares it");
        }
        yield registers(r, wanted);
      }
      case "l" -> literal(r);
      case "cb" -> constant(r, wanted);
      case "x" -> array(r, wanted);
      case "g" -> global(r, wanted);
      default -> {
        Operand[] values = inputs.read(r, wanted);
        if (values == null) {
          throw e.error(r.at(), "unknown register '" + r.name() + "'; valid: " + FILES);
        }
        yield values;
      }
    };
  }

  private Operand[] registers(Register r, boolean[] wanted) {
    needNumber(r);
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      if (wanted[c]) {
        values[c] = Operand.register(e.register(r.file(), r.number(), c));
      }
    }
    return values;
  }

  private void needNumber(Register r) {
    if (r.number() < 0) {
      throw e.error(r.at(), "'" + r.file() + "' needs a number, as in " + r.file() + "0");
    }
  }

  private Operand[] literal(Register r) {
    needNumber(r);
    int[] bits = resources.literals.get(r.number());
    if (bits == null) {
      throw e.error(r.at(), undeclared(r, "dcl_literal", resources.literals.keySet()));
    }
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      values[c] = Operand.immediate(bits[c] & 0xFFFFFFFFL);
    }
    return values;
  }

  private static String undeclared(Register r, String how, java.util.Collection<Integer> known) {
    return "'"
        + r.name()
        + "' is not declared; "
        + how
        + " declares it"
        + (known.isEmpty()
            ? ""
            : "; declared: "
                + String.join(", ", known.stream().limit(12).map(n -> r.file() + n).toList()));
  }

  private Operand[] constant(Register r, boolean[] wanted) {
    needNumber(r);
    Integer length = resources.constantBuffers.get(r.number());
    if (length == null) {
      throw e.error(r.at(), undeclared(r, "dcl_cb", resources.constantBuffers.keySet()));
    }
    Index index = r.index();
    if (index == null) {
      throw e.error(r.at(), "'" + r.name() + "' needs an index, as in " + r.name() + "[0]");
    }
    Operand[] values = new Operand[4];
    if (index.base() == null) {
      if (index.offset() < 0 || length > 0 && index.offset() >= length) {
        throw e.error(
            index.at(), r.name() + " has " + length + " elements, none at " + index.offset());
      }
      if (index.offset() >= BoundResources.MAX_CONSTANTS) {
        throw e.error(
            index.at(), "a constant buffer ends at element " + (BoundResources.MAX_CONSTANTS - 1));
      }
      for (int c = 0; c < 4; c++) {
        if (wanted[c]) {
          values[c] = resources.constant(r.number(), (int) index.offset(), c);
        }
      }
      return values;
    }
    Operand base = resources.bound(r.name(), Type.PTR);
    return load(Space.CONSTANT, e.address(base, index(index), 16), 16 * index.offset(), wanted);
  }

  private Operand[] global(Register r, boolean[] wanted) {
    Operand[] place = globalAddress(r);
    return load(Space.GLOBAL, place[0], place[1].bits(), wanted);
  }

  /** Returns the address and the constant byte offset of an element of g[]. */
  Operand[] globalAddress(Register r) {
    Index index = r.index();
    if (index == null || r.number() >= 0) {
      throw e.error(r.at(), "the global buffer is read and written by element, as in g[r0.x]");
    }
    resources.bind("g", Type.PTR, false);
    Operand base = resources.bound("g", Type.PTR);
    if (index.base() == null && index.offset() < 0) {
      throw e.error(index.at(), "g has no element " + index.offset());
    }
    Operand address = index.base() == null ? base : e.address(base, index(index), 16);
    return new Operand[] {address, Operand.immediate(16 * index.offset())};
  }

  private Operand[] array(Register r, boolean[] wanted) {
    Operand[] place = arrayAddress(r);
    return load(Space.PRIVATE, place[0], place[1].bits(), wanted);
  }

  /** Returns the address and the constant byte offset of an element of a register array. */
  Operand[] arrayAddress(Register r) {
    needNumber(r);
    BoundResources.Array array = resources.arrays.get(r.number());
    if (array == null) {
      throw e.error(r.at(), undeclared(r, "dcl_indexed_temp_array", resources.arrays.keySet()));
    }
    Index index = r.index();
    if (index == null) {
      throw e.error(r.at(), "'" + r.name() + "' needs an index, as in " + r.name() + "[r0.x]");
    }
    if (index.base() == null) {
      if (index.offset() < 0 || index.offset() >= array.length()) {
        throw e.error(
            index.at(),
            r.name() + " has " + array.length() + " registers, none at " + index.offset());
      }
      return new Operand[] {
        Operand.immediate(0), Operand.immediate(array.offset() + 16 * index.offset())
      };
    }
    int outer = e.group();
    e.scalar();
    Operand bytes = e.value(Op.SHL, Type.I32, index(index), Operand.immediate(4));
    e.vector(outer);
    return new Operand[] {bytes, Operand.immediate(array.offset() + 16 * index.offset())};
  }

  private Operand index(Index index) {
    Register base = index.base();
    if (List.of("g", "x", "cb").contains(base.file())) {
      throw e.error(base.at(), "an index is a register's component, found " + base.shown());
    }
    int outer = e.group();
    e.scalar();
    Operand value = first(base, Kind.INTEGER);
    e.vector(outer);
    return value;
  }

  /** Loads the wanted words of 16 bytes: one word, or a vector with unused destinations. */
  public Operand[] load(Space space, Operand address, long offset, boolean[] wanted) {
    Operand[] values = new Operand[4];
    List<Integer> to = new ArrayList<>();
    int count = 0;
    int last = 0;
    for (int c = 0; c < 4; c++) {
      int t = -1;
      if (wanted[c]) {
        t = e.temp(Type.I32);
        values[c] = Operand.register(t);
        count++;
        last = c;
      }
      to.add(t);
    }
    if (count == 0) {
      return values;
    }
    boolean single = count == 1;
    e.emit(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(address)
            .to(single ? List.of(to.get(last)) : to)
            .memory(
                IlWriter.access(
                    space, Type.I32, single ? 1 : 4, single ? offset + 4L * last : offset)));
    return values;
  }
}
