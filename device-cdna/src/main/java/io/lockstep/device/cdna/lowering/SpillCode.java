// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Inserts reads and writes of values that {@link RegisterSpills} keeps outside of vector registers.
 * Matrix instructions access either kind of register; if both share one file, memory instructions
 * do as well.
 */
final class SpillCode {
  private final RegisterSpills spills;
  private final OperandFolding folding;
  private final AddressModes modes;
  private final Chip chip;

  SpillCode(RegisterSpills spills, OperandFolding folding, AddressModes modes, Chip chip) {
    this.spills = spills;
    this.folding = folding;
    this.modes = modes;
    this.chip = chip;
  }

  List<GcnOp> insert(List<GcnOp> ops) {
    List<GcnOp> out = new ArrayList<>();
    for (GcnOp op : ops) {
      Set<Integer> direct = op.renames ? Set.of() : direct(op);
      for (int r : op.src) {
        if (spills.of(r) != RegisterSpills.Place.VECTOR && !direct.contains(r)) {
          if (!op.renames || !together(op)) {
            move(op, r, true, out);
          }
        }
      }
      out.add(op);
      for (int d : op.dst) {
        if (spills.of(d) != RegisterSpills.Place.VECTOR && !direct.contains(d)) {
          if (!op.renames || !together(op)) {
            move(op, d, false, out);
          }
        }
      }
    }
    return out;
  }

  /** Whether both sides of a copy are kept in one kind of location, which they can share. */
  private boolean together(GcnOp op) {
    for (int s : op.src) {
      for (int d : op.dst) {
        if (spills.of(s) != spills.of(d)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Registers that need no move to or from an accumulation register for this instruction. */
  private Set<Integer> direct(GcnOp op) {
    Set<Integer> names = new LinkedHashSet<>();
    boolean memory = op.cls.isVectorMemory() || op.cls.isLds();
    if (op.cls != GcnClass.MATRIX && !(chip.unified && memory)) {
      return names;
    }
    for (int d : op.dst) {
      names.add(d);
    }
    for (int r : op.src) {
      names.add(r);
    }
    names.removeIf(r -> spills.of(r) == RegisterSpills.Place.SCRATCH);
    for (Instruction i : op.from) {
      if (i.op() == Op.MATRIX
          && i.matrix().isSparse()) { // sparse indexes must be in vector registers
        Operand indexes = i.sources().get(i.sources().size() - 1);
        names.removeIf(r -> indexes.isRegister() && r == folding.alias(indexes.register()));
      }
      AddressModes.Mode mode = i.memory() == null ? null : modes.of(i);
      if (mode != null && mode.base() >= 0) {
        names.remove(folding.alias(mode.base()));
      }
      if (mode != null && mode.index() >= 0) {
        names.remove(folding.alias(mode.index()));
      }
    }
    return names;
  }

  private void move(GcnOp by, int register, boolean back, List<GcnOp> out) {
    boolean scratch = spills.of(register) == RegisterSpills.Place.SCRATCH;
    for (int k = 0; k < spills.size(register); k++) {
      GcnOp op =
          scratch
              ? memory(register, k, back)
              : new GcnOp(GcnClass.VALU, back ? "v_accvgpr_read_b32" : "v_accvgpr_write_b32");
      if (!scratch) {
        op.operands = back ? "v:tmp, a:r" + register : "a:r" + register + ", v:tmp";
      }
      op.src = new int[] {register};
      if (scratch && back) {
        op.dst = op.src;
        op.src = GcnOp.NONE;
      }
      op.from = by.from;
      op.prepares = by.prepares;
      out.add(op);
    }
  }

  private GcnOp memory(int register, int dword, boolean back) {
    String family = chip.add64 ? "scratch" : "buffer";
    GcnOp op =
        back
            ? new GcnOp(GcnClass.VMEM_LOAD, family + "_load_dword")
            : new GcnOp(GcnClass.VMEM_STORE, family + "_store_dword");
    op.bytes = 4;
    op.space = Space.PRIVATE;
    op.offset = spills.scratch(register) + 4L * dword;
    op.operands = "v:r" + register + ", off, s32 offset:" + op.offset;
    return op;
  }
}
