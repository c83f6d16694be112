// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.family;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.family.MachineOp.Unit;
import io.lockstep.lower.pass.DeadOperations;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.lower.rows.PrivateFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Compiler of a sample machine with 32 lanes, which shows what a family needs beside the kit. */
public final class FamilyCompiler {
  private FamilyCompiler() {}

  /** Compiles a kernel with a maximum number of registers, at least 4. */
  public static Code compile(Kernel kernel, int limit) {
    Lowering lowering = new Lowering(kernel);
    List<List<MachineOp>> code = new ArrayList<>();
    kernel.blocks().forEach(block -> code.add(lowering.lower(block)));
    List<List<Integer>> successors = kernel.blocks().stream().map(Block::successors).toList();
    DeadOperations.remove(
        code,
        0,
        () -> Liveness.of(code, successors, MachineOp.ACCESSES),
        (op, live) -> Liveness.before(op, live, MachineOp.ACCESSES),
        (op, live) -> op.hasEffect() || live.get(op.to()) ? op : null);
    code.replaceAll(Scheduler::scheduled);
    Allocation allocation = new Allocation(kernel, code, lowering.values);
    List<List<MachineOp>> allocated = allocation.allocated(kernel, limit);
    CodeRows<MachineOp> rows = new CodeRows<>(kernel);
    for (int b = 0; b < allocated.size(); b++) {
      rows.begin(b, "B" + b + ":");
      for (MachineOp op : withWaits(allocated.get(b))) {
        List<Instruction> from = op.origin() == null ? List.of() : List.of(op.origin());
        rows.add(op, from);
        rows.line(op.text(), from);
      }
    }
    int spilled = allocation.slots.bytes();
    String remark = spilled == 0 ? "" : spilled + " bytes of a work-item are spilled";
    return new Code(rows, new PrivateFrame(allocation.slots.privateBytes(), spilled, remark));
  }

  /** Waits for loads, which end in order of issue, before accesses and at the block's end. */
  private static List<MachineOp> withWaits(List<MachineOp> block) {
    List<MachineOp> out = new ArrayList<>();
    List<Integer> pending = new ArrayList<>(); // registers, by issue of their loads
    IntConsumer until =
        loads -> {
          if (loads > 0) {
            pending.subList(0, loads).clear();
            out.add(new MachineOp("WAIT", Unit.CONTROL, 1, -1, List.of(), pending.size(), null));
          }
        };
    for (MachineOp op : block) {
      MachineOp.ACCESSES.reads(op, r -> until.accept(pending.lastIndexOf(r) + 1));
      MachineOp.ACCESSES.writes(op, r -> until.accept(pending.lastIndexOf(r) + 1));
      until.accept(op.unit() == Unit.CONTROL ? pending.size() : 0);
      out.add(op);
      if (op.isLoad()) {
        pending.add(op.to());
      }
    }
    until.accept(pending.size());
    return out;
  }

  /** A kernel in the sample machine's code. */
  public static final class Code extends FinishedKernel {
    /** Operation of each row, on registers. */
    public final List<MachineOp> ops;

    private Code(CodeRows<MachineOp> rows, PrivateFrame frame) {
      super(rows, 1 + rows.rows().stream().mapToInt(MachineOp::to).max().orElse(0), frame);
      ops = List.copyOf(rows.rows());
    }
  }
}
