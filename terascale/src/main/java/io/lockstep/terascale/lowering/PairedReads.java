// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.List;

/**
 * Merges two single-word reads of local memory into one operation with two addresses, whose words
 * arrive in both output queues: LDS_READ2_RET of the Evergreen instruction set.
 */
final class PairedReads {
  private static final String SINGLE = "LDS_READ_RET";
  private static final String PAIR = "LDS_READ2_RET";

  private PairedReads() {}

  /** Merges each read of a block with the next one if no operation between them prevents it. */
  static void join(List<MachineOp> ops) {
    for (int first = 0; first < ops.size(); first++) {
      int second = isSingle(ops, first) ? partner(ops, first) : -1;
      if (second >= 0) {
        replace(ops, first, second);
      }
    }
  }

  /** Whether an operation reads one word and the following move pops it. */
  private static boolean isSingle(List<MachineOp> ops, int i) {
    MachineOp op = ops.get(i);
    return op.mnemonic().equals(SINGLE)
        && op.queued().length == 1
        && op.memorySlot() >= 0
        && i + 1 < ops.size()
        && ops.get(i + 1).isPop(0)
        && ops.get(i + 1).mnemonic().equals("MOV");
  }

  /** The next read of local memory if the first can be delayed to it, or -1. */
  private static int partner(List<MachineOp> ops, int first) {
    int word = ops.get(first + 1).results()[0];
    Source address = ops.get(first).sources()[0];
    for (int i = first + 2; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      if (op.isLocal()) {
        return isSingle(ops, i) && !op.reads(word) ? i : -1;
      }
      boolean free =
          op.kind() == MachineOp.Kind.ALU
              && op.unit() != Unit.ALONE
              && !op.isPop()
              && !op.is(Role.Flag.SETS_PREDICATE)
              && !op.reads(word)
              && !op.writes(word)
              && !(address.isValue() && op.writes(address.number()));
      if (!free) {
        return -1;
      }
    }
    return -1;
  }

  private static void replace(List<MachineOp> ops, int first, int second) {
    MachineOp a = ops.get(first);
    MachineOp b = ops.get(second);
    MachineOp popA = ops.get(first + 1);
    int wordB = ops.get(second + 1).results()[0];
    MachineOp pair =
        new MachineOp(PAIR, Unit.LDS, new int[0], a.sources()[0], b.sources()[0])
            .as(new Role.Local(b.memorySlot(), a.queued()[0], b.queued()[0]))
            .memory(a.memorySlot(), a.bytes(), 0)
            .from(a.from());
    MachineOp popB =
        new MachineOp("MOV", Unit.VECTOR, new int[] {wordB}, Source.queue(1, b.queued()[0]))
            .from(b.from());
    ops.set(second, pair);
    ops.set(second + 1, popA);
    ops.add(second + 2, popB);
    ops.subList(first, first + 2).clear();
  }
}
