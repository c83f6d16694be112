// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Verifies if-conversion: converted sides are empty and had no side effects, their block sets no
 * predicate, and values that other lanes still need are written only by conditional moves.
 */
final class ConversionCheck {
  private final TeraScaleKernel code;
  private final List<Block> text;
  private final List<String> problems = new ArrayList<>();
  private Liveness liveness;

  ConversionCheck(TeraScaleKernel code) {
    this.code = code;
    text = code.kernel().blocks();
  }

  List<String> problems() {
    for (Block block : text) {
      if (isChanged(block) && block.last().op() == Op.BRANCH) {
        branch(block);
      }
    }
    return problems;
  }

  private boolean isChanged(Block block) {
    return code.table().straight[block.id()];
  }

  private void require(boolean holds, int block, String what) {
    if (!holds) {
      problems.add("block " + block + ": " + what);
    }
  }

  private void branch(Block head) {
    List<MachineOp> ops = operations(head.id());
    require(
        ops.stream().noneMatch(op -> op.is(Role.Flag.SETS_PREDICATE)),
        head.id(),
        "sets a predicate that no branch reads");
    int join = head.id();
    do {
      List<Integer> next = code.blocks().get(join).successors();
      require(next.size() == 1, join, "goes on to several blocks");
      join = next.get(0);
    } while (isChanged(text.get(join)) && text.get(join).last().op() != Op.BRANCH);
    for (int s : head.successors()) {
      if (s != join) {
        side(head, text.get(s), join, ops);
      }
    }
  }

  private void side(Block head, Block side, int join, List<MachineOp> ops) {
    require(side.successors().equals(List.of(join)), side.id(), "has become part of another");
    require(code.clauses(side.id()).isEmpty(), side.id(), "is executed in two places");
    for (Instruction i : side.instructions()) {
      boolean effect = i.isRecorded() || i.op() == Op.BARRIER || i.op() == Op.FENCE;
      require(!effect && i.guard() < 0, side.id(), i.op() + " is executed by all lanes");
    }
    BitSet needed = new BitSet();
    for (int s : head.successors()) {
      if (s == join || s > side.id()) {
        needed.or(live().liveIn(s));
      }
    }
    needed.or(live().liveIn(join));
    BitSet written = new BitSet();
    side.instructions().forEach(i -> i.writes().forEach(written::set));
    needed.and(written);
    for (MachineOp op : ops) {
      if (op.from() == null
          || op.from().isRecorded() // sides have no accesses
          || head.instructions().contains(op.from())) {
        continue;
      }
      for (int value : op.results()) {
        boolean free = value >= 2 * code.kernel().registers().size() || !needed.get(value / 2);
        boolean kept = op.mnemonic().equals("CNDE_INT") || op.mnemonic().equals("MOV");
        require(free || kept, head.id(), op + " overwrites what other lanes need");
      }
    }
  }

  private List<MachineOp> operations(int block) {
    List<MachineOp> all = new ArrayList<>();
    for (Clause clause : code.clauses(block)) {
      for (Bundle bundle : clause.bundles()) {
        all.addAll(bundle.ops());
      }
    }
    return all;
  }

  private Liveness live() {
    if (liveness == null) {
      liveness = new Liveness(code.kernel());
    }
    return liveness;
  }
}
