// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static io.lockstep.gcn.isa.GcnClass.BRANCH;
import static io.lockstep.gcn.isa.GcnClass.SALU;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.parts.region.RegionOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects control flow with the EXEC mask.
 *
 * <p>A uniform branch is a compare into SCC (or VCC) and an {@code s_cbranch}. A divergent branch
 * saves EXEC, narrows it to the lanes that take a side, and skips the side when no lane does; at
 * the join EXEC is restored. A divergent loop collects finished lanes in a mask and continues while
 * others are left.
 *
 * <p>The instructions between two sides ({@code s_andn2_saveexec} and the skip of the other side)
 * run once for every execution of the branch; they are emitted at the join.
 */
final class ControlSelector {
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final OperandFolding folding;

  /** By join block: the branches that end there, whose EXEC masks are restored at its start. */
  private final ReconvergencePoints points;

  private final List<List<Block>> meeting = new ArrayList<>();

  ControlSelector(RegisterFacts facts, RegisterPlacement placement, OperandFolding folding) {
    this.facts = facts;
    this.placement = placement;
    this.folding = folding;
    points = new ReconvergencePoints(facts.kernel().blocks());
    for (Block b : facts.kernel().blocks()) {
      meeting.add(new ArrayList<>());
    }
    for (Block b : facts.kernel().blocks()) {
      if (placement.isDivergentBranch(b.id()) && points.meetingBlock(b.id()) >= 0) {
        meeting.get(points.meetingBlock(b.id())).add(b);
      }
    }
  }

  void head(Block block, GcnEmitter out) {
    if (block.instructions().size() == 1 && block.last().op() == Op.EXIT) {
      return; // EXEC need not be restored before the end
    }
    boolean restored = false;
    for (Block b : meeting.get(block.id())) {
      if (!isLoopExit(b) && isTwoSided(b)) {
        out.op(SALU, "s_andn2_saveexec_b64", "s:exec" + b.id() + ", s:exec" + b.id());
        out.op(BRANCH, "s_cbranch_execz", ".L" + block.id());
      }
      if (!isLoopExit(b) || !restored) {
        out.op(SALU, "s_or_b64", "exec, exec, s:exec" + b.id());
        restored |= isLoopExit(b);
      }
    }
  }

  void tail(Block block, GcnEmitter out) {
    Instruction last = block.last();
    switch (last.op()) {
      case EXIT -> out.op(GcnClass.END, "s_endpgm", "");
      case BARRIER -> {
        if (last.is(Variant.Barrier.LAUNCH)) {
          launchBarrier(out);
        } else {
          out.op(GcnClass.BARRIER, "s_barrier", "");
        }
        loopEntry(block, out);
      }
      case BRANCH, SWITCH -> branch(block, last, out);
      case JUMP -> {
        loopEntry(block, out);
        int target = block.successors().get(0);
        if (target != block.id() + 1 && !joins(block, target) && !isInverted(block)) {
          out.op(BRANCH, "s_branch", ".L" + target);
        }
      }
      default -> loopEntry(block, out);
    }
  }

  /** Emits a barrier of the launch, before which all memory operations are completed. */
  private void launchBarrier(GcnEmitter out) {
    out.await(folding.chip().isa, counter -> true);
    GcnOp barrier = out.op(GcnClass.REGION, "ds_gws_barrier", "v:const gds");
    barrier.offset = RegionOperation.BARRIER.ordinal();
    out.await(folding.chip().isa, counter -> counter.counts(GcnClass.REGION));
  }

  /** Emits a back edge between two trips of a re-rolled loop in one block. */
  void nextTrip(List<Instruction> steps, GcnEmitter out) {
    for (Instruction step : steps) {
      int r = step.destinations().get(0);
      boolean vector = placement.isVector(r);
      if (!vector || step.type().isWide() && !folding.chip().has(Feature.ADD64)) {
        String p = vector ? "v_add" : "s_add";
        out.op(vector ? GcnClass.VALU : SALU, p + "_u32", -1, List.of(), out.name(r) + ", …");
        if (step.type().isWide()) {
          out.op(vector ? GcnClass.VALU : SALU, p + "c_u32", -1, List.of(), out.name(r) + ", …");
        }
      } else {
        String name = step.type().isWide() ? "v_lshl_add_u64" : "v_add_u32";
        out.op(GcnClass.VALU, name, -1, List.of(), out.name(r) + ", …");
      }
    }
    out.op(SALU, "s_cmp_lg_u32", -1, List.of(), "…");
    out.op(BRANCH, "s_cbranch_scc1", "…").offset = GcnKernel.JUMPS;
  }

  private void branch(Block block, Instruction last, GcnEmitter out) {
    List<Integer> reads =
        last.guard() >= 0 ? List.of(folding.alias(last.guard())) : folding.reads(last);
    String label = ".L" + block.successors().get(block.successors().size() - 1);
    if (last.op() == Op.SWITCH) {
      for (int k = 1; k < block.successors().size(); k++) {
        out.op(SALU, "s_cmp_eq_u32", -1, reads, "…, " + k);
        out.op(BRANCH, "s_cbranch_scc1", ".L" + block.successors().get(k));
      }
      return;
    }
    if (!placement.isDivergentBranch(block.id())) {
      boolean vcc = last.guard() >= 0 && placement.isVector(last.guard());
      if (vcc) {
        out.op(SALU, "s_and_b64", -1, reads, "vcc, exec, " + out.name(reads.get(0)));
      } else if (!isFreshCompare(block, last)) {
        out.op(SALU, "s_cmp_lg_u32", -1, reads, out.name(reads.get(0)) + ", 0");
      }
      String taken = last.guardNegated() ? vcc ? "vccz" : "scc0" : vcc ? "vccnz" : "scc1";
      out.op(BRANCH, "s_cbranch_" + taken, -1, reads, label);
      return;
    }
    String predicate = out.name(reads.get(0));
    if (isLoopExit(block)) {
      String done = "s:done" + block.loop();
      out.op(SALU, "s_or_b64", -1, reads, done + ", " + predicate + ", " + done);
      out.op(SALU, "s_andn2_b64", "exec, exec, " + done);
      out.op(BRANCH, "s_cbranch_execnz", label);
      return;
    }
    loopEntry(block, out);
    out.op(SALU, "s_and_saveexec_b64", -1, reads, "s:exec" + block.id() + ", " + predicate);
    if (isTwoSided(block)) {
      out.op(SALU, "s_xor_b64", "s:exec" + block.id() + ", exec, s:exec" + block.id());
    }
    out.op(BRANCH, "s_cbranch_execz", label);
  }

  /** Whether the compare of a branch is in the same block, so that SCC still holds its result. */
  private boolean isFreshCompare(Block block, Instruction last) {
    int p = last.guard();
    return p >= 0
        && facts.definition(p) != null
        && facts.definitionBlock(p) == block.id()
        && facts.definition(p).op() == Op.COMPARE;
  }

  /** Clears the mask of finished lanes before a divergent loop. */
  private void loopEntry(Block block, GcnEmitter out) {
    block.successors().stream()
        .map(facts.kernel().blocks()::get)
        .filter(header -> header.loop() >= 0 && header.loopDepth() > block.loopDepth())
        .filter(header -> hasDivergentExit(header.loop()))
        .findFirst()
        .ifPresent(header -> out.op(SALU, "s_mov_b64", "s:done" + header.loop() + ", 0"));
  }

  private boolean hasDivergentExit(int loop) {
    return facts.kernel().blocks().stream()
        .anyMatch(b -> b.loop() == loop && placement.isDivergentBranch(b.id()) && isLoopExit(b));
  }

  private boolean isLoopExit(Block b) {
    return b.loop() >= 0 && b.successors().stream().anyMatch(s -> !in(s, b));
  }

  private boolean in(int block, Block of) {
    Block b = facts.kernel().blocks().get(block);
    return b.loop() == of.loop() || b.loopDepth() > of.loopDepth();
  }

  private boolean isTwoSided(Block b) {
    return b.successors().stream().noneMatch(s -> s == points.meetingBlock(b.id()));
  }

  /** Whether a jump to a join needs no instruction, since the other side of the branch follows. */
  private boolean joins(Block block, int target) {
    return !meeting.get(target).isEmpty()
        && meeting.get(target).stream().anyMatch(b -> b.id() < block.id() && !isLoopExit(b));
  }

  /** Whether a block is a jump that is merged into the preceding branch by inverting it. */
  private boolean isInverted(Block block) {
    int[] p = facts.predecessors()[block.id()];
    return block.instructions().size() == 1
        && p.length == 1
        && facts.kernel().blocks().get(p[0]).last().op() == Op.BRANCH
        && p[0] == block.id() - 1;
  }
}
