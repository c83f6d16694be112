// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses destinations with write masks, and writes results to registers, arrays and g[]. */
public final class Destinations {
  private static final int ONE = 0x3F800000;

  /**
   * A destination operand.
   *
   * @param written whether each component receives a result
   * @param constants by component: 0 or 1 if the mask writes that number, otherwise -1
   */
  public record Target(Register register, boolean[] written, int[] constants) {
    public int count() {
      int n = 0;
      for (boolean w : written) {
        n += w ? 1 : 0;
      }
      return n;
    }

    public boolean isRegister() {
      return register.file().equals("r") || register.file().equals("o");
    }
  }

  private final IlWriter e;
  private final BoundResources resources;
  private final Sources sources;
  private final java.util.BitSet outputs = new java.util.BitSet();
  private final Map<Integer, ProgramSyntax.Statement> lastWrites = new HashMap<>();

  Destinations(IlWriter e, BoundResources resources, Sources sources) {
    this.e = e;
    this.resources = resources;
    this.sources = sources;
  }

  public Target target(ProgramSyntax.Operand o) {
    if (!(o instanceof Register r)) {
      throw e.error(o.at(), "expected a destination register, found " + o.shown());
    }
    if (!r.modifiers().isEmpty()) {
      throw e.error(
          r.modifiers().get(0).at(),
          "a destination has no modifiers; '"
              + r.modifiers().get(0).shown()
              + "' belongs to the operation or to a source");
    }
    switch (r.file()) {
      case "r", "o" -> {
        if (r.number() < 0 || r.index() != null) {
          throw e.error(r.at(), "expected a register such as r0, found " + r.shown());
        }
        if (r.file().equals("o") && !resources.outputs.get(r.number())) {
          throw e.error(
              r.at(), "'" + r.name() + "' is not declared; dcl_output_generic declares it");
        }
      }
      case "g", "x" -> {}
      default ->
          throw e.error(
              r.at(), "'" + r.name() + "' cannot be written; a result goes to r#, o#, x#[] or g[]");
    }
    boolean[] written = new boolean[4];
    int[] constants = {-1, -1, -1, -1};
    mask(e, r, written, constants);
    for (int c = 0; c < 4; c++) {
      if (r.file().equals("o") && (written[c] || constants[c] >= 0)) {
        outputs.set(4 * r.number() + c);
        lastWrites.put(r.number(), e.statement());
      }
    }
    return new Target(r, written, constants);
  }

  public boolean isWritten(int output, int component) {
    return outputs.get(4 * output + component);
  }

  public ProgramSyntax.Statement lastWrite(int output) {
    return lastWrites.get(output);
  }

  /** Parses a write mask: four letters at their positions, or fewer letters in ascending order. */
  public static void mask(IlWriter e, Register r, boolean[] written, int[] constants) {
    String text = r.components();
    if (text == null) {
      java.util.Arrays.fill(written, true);
      return;
    }
    if (placed(text, written, constants)) {
      return;
    }
    java.util.Arrays.fill(written, false);
    java.util.Arrays.fill(constants, -1);
    int last = -1;
    for (char c : text.toCharArray()) {
      int k = letter(c);
      if (k <= last) {
        throw e.error(
            r.componentsAt(),
            "wrong mask '."
                + text
                + "': x, y, z, w stand in this order, each at its own place, as in '.x_z_', or as '.xz'");
      }
      written[k] = true;
      last = k;
    }
  }

  private static int letter(char c) {
    int k = "xyzw".indexOf(c);
    return k >= 0 ? k : "rgba".indexOf(c);
  }

  private static boolean placed(String text, boolean[] written, int[] constants) {
    for (int p = 0; p < text.length(); p++) {
      char c = text.charAt(p);
      if (c == '0' || c == '1') {
        constants[p] = c - '0';
      } else if (letter(c) == p) {
        written[p] = true;
      } else if (c != '_') {
        return false;
      }
    }
    return true;
  }

  /** Returns the register that receives a component's result directly, or a temporary. */
  public int place(Target t, int component, boolean direct) {
    return direct
        ? e.register(t.register().file(), t.register().number(), component)
        : e.temp(Type.I32);
  }

  /** Moves results to the destination and writes the mask's constants. */
  public void finish(Target t, int[] results, boolean direct) {
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      if (t.written()[c]) {
        values[c] = Operand.register(results[c]);
      } else if (t.constants()[c] >= 0) {
        values[c] = Operand.immediate(t.constants()[c] == 1 ? ONE : 0);
      }
    }
    if (t.isRegister()) {
      for (int c = 0; c < 4; c++) {
        if (values[c] != null && !(direct && t.written()[c])) {
          e.move(e.register(t.register().file(), t.register().number(), c), values[c]);
        }
      }
      return;
    }
    boolean global = t.register().file().equals("g");
    int outer = e.group();
    e.scalar();
    Operand[] place =
        global ? sources.globalAddress(t.register()) : sources.arrayAddress(t.register());
    store(global ? Space.GLOBAL : Space.PRIVATE, place[0], place[1].bits(), values);
    e.vector(outer);
  }

  /** Stores the non-null components at address + offset + 4 * component, merged into vectors. */
  public void store(Space space, Operand address, long offset, Operand[] values) {
    for (int c = 0; c < 4; ) {
      if (values[c] == null) {
        c++;
        continue;
      }
      int n = 1;
      if (c == 0 && values[1] != null) {
        n = values[2] != null && values[3] != null ? 4 : 2;
      } else if (c == 2 && values[3] != null) {
        n = 2;
      }
      if (space == Space.LOCAL) {
        n = 1; // addresses are aligned to four bytes only
      }
      List<Operand> from = new ArrayList<>();
      from.add(address);
      for (int k = 0; k < n; k++) {
        from.add(values[c + k]);
      }
      e.emit(
          InstructionBuilder.of(Op.STORE, Type.I32)
              .from(from)
              .memory(IlWriter.access(space, Type.I32, n, offset + 4L * c)));
      c += n;
    }
  }
}
