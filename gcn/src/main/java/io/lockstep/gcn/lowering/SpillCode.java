// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.RegisterSpills.Place;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.register.Spiller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Inserts reads and writes of values that {@link RegisterSpills} keeps outside of vector registers.
 * Some instructions access {@link SpillRegisters} as well as vector registers. A value stays in its
 * vector register during the portable instruction that defines it; a store follows the last
 * operation that writes it.
 */
final class SpillCode {
  private final RegisterSpills spills;
  private final OperandFolding folding;
  private final AddressModes modes;
  private final Chip chip;
  private final SpillRegisters others; // null if no value is there

  SpillCode(RegisterSpills spills, OperandFolding folding, AddressModes modes, Chip chip) {
    this.spills = spills;
    this.folding = folding;
    this.modes = modes;
    this.chip = chip;
    others = chip.matrix.registers().orElse(null);
  }

  List<GcnOp> insert(List<GcnOp> ops) {
    List<GcnOp> out = new ArrayList<>();
    new Spiller<Integer>(
            (at, register) -> Arrays.stream(ops.get(at).src).forEach(register),
            (at, register) -> Arrays.stream(ops.get(at).dst).forEach(register),
            (at, register) ->
                spills.of(register) != Place.VECTOR && !isDirect(ops.get(at), register),
            (at, one) -> {
              if (isMerged(ops.get(at), one.get(0)) || !isWritten(ops, at, -1, one.get(0))) {
                move(ops.get(at), one.get(0), true, out);
              }
              return one;
            },
            (at, reads, writes) -> emit(ops.get(at), out),
            (at, one, from) -> {
              if (!isWritten(ops, at, 1, one.get(0))) {
                move(ops.get(at), one.get(0), false, out);
              }
            })
        .insert(IntStream.range(0, ops.size()).boxed().toList());
    return out;
  }

  /**
   * Whether another operation of the same portable instruction, before (-1) or after (1) an
   * operation, writes a value in its vector register, such as the other half of a wide value.
   */
  private boolean isWritten(List<GcnOp> ops, int at, int step, int register) {
    for (int k = at + step; k >= 0 && k < ops.size(); k += step) {
      GcnOp op = ops.get(k);
      if (!op.from.equals(ops.get(at).from) || isDirect(op, register)) {
        return false;
      }
      if (Arrays.stream(op.dst).anyMatch(d -> d == register)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an operation that reads its result merges the old value for disabled lanes. */
  private static boolean isMerged(GcnOp op, int register) {
    return op.from.stream().anyMatch(i -> i.guard() >= 0 && i.writes().contains(register));
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
    return spills.of(register) == Place.REGISTER
        && others.accesses(op)
        && op.from.stream().noneMatch(i -> needsVector(i, register));
  }

  /** Whether a value must be in a vector register for an instruction. */
  private boolean needsVector(Instruction i, int register) {
    return others
            .excluded(i)
            .anyMatch(o -> o.isRegister() && folding.alias(o.register()) == register)
        || modes.registers(i).anyMatch(r -> folding.alias(r) == register);
  }

  private void move(GcnOp by, int register, boolean back, List<GcnOp> out) {
    boolean scratch = spills.of(register) == Place.SCRATCH;
    for (int k = 0; k < spills.size(register); k++) {
      GcnOp op = scratch ? memory(register, k, back) : others.move(register, back);
      op.from = by.from;
      op.prepares = by.prepares;
      out.add(op);
    }
  }

  private GcnOp memory(int register, int dword, boolean back) {
    String mnemonic =
        (chip.has(Feature.SCRATCH) ? "scratch" : "buffer") + (back ? "_load" : "_store") + "_dword";
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
