// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets each work-item do the work of several, from as many groups: code that depends on the group's
 * number is repeated for each group. Kernels whose control flow depends on data stay unchanged.
 */
public final class WideItems implements ProgramRewrite {
  private final int width;

  public WideItems(int width) {
    this.width = width;
  }

  @Override
  public KernelCopy kernel(Kernel original) {
    if (!GatheredItems.areApart(original)) {
      return null;
    }
    BitSet ofData = depending(original, false);
    BitSet ofGroup = depending(original, true);
    for (Block block : original.blocks()) {
      Instruction last = block.last();
      if (last.op() == Op.SWITCH
          || last.op() == Op.BRANCH
              && (ofData.get(last.guard())
                  || ofGroup.get(last.guard()) && !isBound(original, block))) {
        return null;
      }
    }
    KernelCopy copy = new KernelCopy(original);
    Map<Long, Integer> renamed = new HashMap<>(); // by register and copy; never iterated
    boolean any = false;
    for (Draft draft : copy.code) {
      List<Instruction> code = new ArrayList<>();
      for (Instruction i : draft.code()) {
        code.add(i);
        boolean repeats =
            !i.op().isTerminator()
                && (i.writes().stream().anyMatch(ofGroup::get)
                    || i.writes().isEmpty() && i.reads().stream().anyMatch(ofGroup::get));
        for (int c = 1; repeats && c < width; c++) {
          Instruction again = again(copy, i, ofGroup, renamed, c);
          copy.repeated(again, c);
          code.add(again);
          any = true;
        }
      }
      draft.code().clear();
      draft.code().addAll(code);
    }
    return any ? copy : null;
  }

  /** Returns whether a branch only ends work-items beyond the last element. */
  private static boolean isBound(Kernel kernel, Block branch) {
    return branch.loop() < 0
        && branch.successors().stream()
            .map(kernel.blocks()::get)
            .anyMatch(b -> b.instructions().size() == 1 && b.last().op() == Op.EXIT);
  }

  /** Returns the registers that depend on the group's number, or else on data from memory. */
  private static BitSet depending(Kernel kernel, boolean onGroup) {
    BitSet registers = new BitSet();
    int before = -1;
    while (before != registers.cardinality()) {
      before = registers.cardinality();
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          boolean begins =
              onGroup
                  ? i.op() == Op.ATOMIC || i.op() == Op.SPECIAL && isOfGroup(i.special())
                  : i.isRecorded();
          if (begins || i.reads().stream().anyMatch(registers::get)) {
            i.writes().forEach(registers::set);
          }
        }
      }
    }
    return registers;
  }

  private static boolean isOfGroup(Special special) {
    return switch (special) {
      case GROUP_ID_X, GROUP_ID_Y, GROUP_ID_Z -> true;
      default -> !special.isGroupUniform() && !isLocal(special);
    };
  }

  private static boolean isLocal(Special special) {
    return special == Special.LOCAL_ID_X
        || special == Special.LOCAL_ID_Y
        || special == Special.LOCAL_ID_Z;
  }

  private static Instruction again(
      KernelCopy copy, Instruction i, BitSet ofGroup, Map<Long, Integer> renamed, int c) {
    InstructionBuilder b =
        InstructionBuilder.from(i)
            .to(
                i.destinations().stream()
                    .map(d -> d < 0 ? d : register(copy, d, ofGroup, renamed, c))
                    .toList())
            .from(
                i.sources().stream()
                    .map(
                        s ->
                            s.isRegister()
                                ? Operand.register(
                                    register(copy, s.register(), ofGroup, renamed, c))
                                : s)
                    .toList())
            .vectorGroup(-1);
    if (i.guard() >= 0) {
      b.guard(register(copy, i.guard(), ofGroup, renamed, c), i.guardNegated());
    }
    return b.build();
  }

  private static int register(
      KernelCopy copy, int register, BitSet ofGroup, Map<Long, Integer> renamed, int c) {
    if (!ofGroup.get(register)) {
      return register;
    }
    Integer known = renamed.get((long) register << 32 | c);
    if (known == null) {
      known = copy.builder.register(copy.builder.typeOf(register), "other");
      renamed.put((long) register << 32 | c, known);
    }
    return known;
  }

  @Override
  public boolean isOfLaunches() {
    return true;
  }

  @Override
  public Launched launch(KernelCopy kernel, Launched launched) {
    Geometry g = launched.launch().geometry();
    int across = (g.groupsX() + width - 1) / width;
    Geometry fewer =
        new Geometry(across, g.groupsY(), g.groupsZ(), g.sizeX(), g.sizeY(), g.sizeZ());
    SegmentEditor editor =
        new SegmentEditor(
            kernel.original, kernel.original, kernel.slots(), SegmentEditor.Places.OWN, g);
    List<WorkGroupRecord> groups = new ArrayList<>();
    for (int n = 0; n < fewer.groups(); n++) {
      int row = n / across * g.groupsX();
      List<WorkGroupRecord> joined = new ArrayList<>();
      for (int c = 0;
          c < width;
          c++) { // the last work-item of a row may have fewer groups; the last group is repeated
        int at = row + Math.min(n % across * width + c, g.groupsX() - 1);
        joined.add(launched.groups().get(Math.min(at, launched.groups().size() - 1)));
      }
      groups.add(join(kernel, editor, n, joined));
    }
    return new Launched(launched.launch().with(fewer), groups);
  }

  private static WorkGroupRecord join(
      KernelCopy kernel, SegmentEditor editor, long number, List<WorkGroupRecord> joined) {
    List<Segment> segments = new ArrayList<>();
    WorkGroupRecord first = joined.get(0);
    for (int s = 0; s < first.segments().size(); s++) {
      List<Segment> together = new ArrayList<>();
      for (WorkGroupRecord w : joined) {
        boolean isAlike = w.segments().size() == first.segments().size();
        together.add((isAlike ? w : first).segments().get(s));
      }
      List<SegmentEditor.Visits> paths = new ArrayList<>();
      for (int p = 0; p < together.get(0).paths(); p++) {
        paths.add(SegmentEditor.all(SegmentEditor.visited(kernel.original, together.get(0), p)));
      }
      segments.add(editor.edit(together, paths));
    }
    return new WorkGroupRecord(number, segments);
  }
}
