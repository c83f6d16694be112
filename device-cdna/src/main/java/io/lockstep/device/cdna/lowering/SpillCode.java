// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.device.cdna.lowering.RegisterSpills.Place;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.register.SpillPlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
    new SpillPlacement<GcnOp>(
            (op, register) -> Arrays.stream(op.src).forEach(register),
            (op, register) -> Arrays.stream(op.dst).forEach(register),
            (op, register) -> spills.of(register) != Place.VECTOR && !isDirect(op, register),
            (op, one) -> move(op, one, true, out),
            (op, names) -> emit(op, out),
            (op, one) -> move(op, one, false, out))
        .place(ops);
    return out;
  }

  private static void emit(GcnOp op, List<GcnOp> out) {
    if (!op.renames || op.src.length > 0) { // values of the hardware need no instruction
      out.add(op);
    }
  }

  /** Whether an instruction accesses a value where it is kept. */
  private boolean isDirect(GcnOp op, int register) {
    if (op.renames) { // both sides can share one location of the same kind
      return op.src.length > 0 // a value of the hardware begins in its vector register
          && Arrays.stream(op.src)
              .allMatch(s -> Arrays.stream(op.dst).allMatch(d -> spills.of(s) == spills.of(d)));
    }
    boolean memory = op.cls.isVectorMemory() || op.cls.isLds();
    return spills.of(register) == Place.ACCUMULATION
        && (op.cls == GcnClass.MATRIX || chip.unified && memory)
        && op.from.stream().noneMatch(i -> needsVector(i, register));
  }

  /** Whether a value must be in a vector register for an instruction: sparse indexes, addresses. */
  private boolean needsVector(Instruction i, int register) {
    if (i.op() == Op.MATRIX && i.matrix().isSparse()) {
      Operand indexes = i.sources().get(i.sources().size() - 1);
      return indexes.isRegister() && folding.alias(indexes.register()) == register;
    }
    return modes.registers(i).anyMatch(r -> folding.alias(r) == register);
  }

  private List<Integer> move(GcnOp by, List<Integer> one, boolean back, List<GcnOp> out) {
    int register = one.get(0);
    boolean scratch = spills.of(register) == Place.SCRATCH;
    for (int k = 0; k < spills.size(register); k++) {
      GcnOp op = scratch ? memory(register, k, back) : accumulation(register, back);
      op.from = by.from;
      op.prepares = by.prepares;
      out.add(op);
    }
    return one;
  }

  private static GcnOp accumulation(int register, boolean back) {
    GcnOp op = new GcnOp(GcnClass.VALU, "v_accvgpr_" + (back ? "read" : "write") + "_b32");
    op.operands = back ? "v:tmp, a:r" + register : "a:r" + register + ", v:tmp";
    op.src = new int[] {register};
    return op;
  }

  private GcnOp memory(int register, int dword, boolean back) {
    String mnemonic = (chip.add64 ? "scratch" : "buffer") + (back ? "_load" : "_store") + "_dword";
    GcnOp op = new GcnOp(back ? GcnClass.VMEM_LOAD : GcnClass.VMEM_STORE, mnemonic);
    if (back) {
      op.dst = new int[] {register};
    } else {
      op.src = new int[] {register};
    }
    op.bytes = 4;
    op.space = Space.PRIVATE;
    op.offset = spills.scratch(register) + 4L * dword;
    op.operands = "v:r" + register + ", off, s32 offset:" + op.offset;
    return op;
  }
}
