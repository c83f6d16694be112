package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryOrder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies an access that carries out several of the kernel's: dwords of one block that all lanes
 * access, no access between them that could see the difference, addresses in a row where the text
 * shows them, words in the channels of one register. Not thread-safe.
 */
final class MergeCheck {
  private static final int DWORD = 4;

  private final TeraScaleKernel code;
  private final MachineOp op;
  private final List<String> problems = new ArrayList<>();

  private MergeCheck(TeraScaleKernel code, MachineOp op) {
    this.code = code;
    this.op = op;
  }

  /** What is wrong with a merged operation of a block. */
  static List<String> problems(TeraScaleKernel code, int block, MachineOp op) {
    MergeCheck check = new MergeCheck(code, op);
    check.accesses(code.kernel().blocks().get(block));
    check.words();
    return check.problems;
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      problems.add(op + " merges accesses " + what);
    }
  }

  private void accesses(Block block) {
    List<Instruction> all = block.instructions();
    List<Instruction> merged = new ArrayList<>();
    merged.add(code.kernel().memoryOperation(op.memorySlot()));
    for (int slot : op.merged()) {
      merged.add(code.kernel().memoryOperation(slot));
    }
    int n = merged.size();
    require((n == 2 || n == 4) && op.bytes() == DWORD * n, "of " + n + " dwords");
    boolean store = op.kind() == MachineOp.Kind.STORE;
    int first = all.size();
    int last = -1;
    for (Instruction i : merged) {
      int at = all.indexOf(i);
      require(at >= 0, "of several blocks");
      first = Math.min(first, at);
      last = Math.max(last, at);
      boolean memory =
          i.memory().space() == Space.GLOBAL || !store && i.memory().space() == Space.CONSTANT;
      require(
          memory && i.op() == (store ? Op.STORE : Op.LOAD) && i.memory().bytes() == DWORD,
          "that are no dwords");
      require(
          i.guard() < 0
              && !i.memory().isVolatile()
              && i.memory().order().equals(MemoryOrder.UNSAID),
          "that stand alone");
    }
    for (int k = Math.max(0, first); k < last; k++) {
      Instruction between = all.get(k);
      require(merged.contains(between) || !separates(between, store), "on both sides of another");
    }
    if (first >= 0) {
      rows(all, merged, first, last);
    }
  }

  private boolean separates(Instruction i, boolean store) {
    if (i.op() == Op.BARRIER || i.op() == Op.FENCE) {
      return true;
    }
    boolean memory = i.memory() != null && i.memory().space() == Space.GLOBAL;
    return memory && (store || i.op() != Op.LOAD);
  }

  /** Offsets from one register that does not change have to be in a row. */
  private void rows(List<Instruction> all, List<Instruction> merged, int first, int last) {
    Operand base = merged.get(0).sources().get(0);
    for (Instruction i : merged) {
      if (!i.sources().get(0).equals(base)) {
        return; // sums of other registers, which value numbering has compared
      }
    }
    for (int k = first; k < last; k++) {
      if (base.isRegister() && all.get(k).writes().contains(base.register())) {
        return;
      }
    }
    for (int n = 1; n < merged.size(); n++) {
      long apart = merged.get(n).memory().offset() - merged.get(0).memory().offset();
      require(apart == (long) DWORD * n, apart + " bytes apart as dword " + n);
    }
  }

  private void words() {
    List<Integer> values = new ArrayList<>();
    if (op.kind() == MachineOp.Kind.STORE) {
      for (int n = 1; n < op.sources().length; n++) {
        Source s = op.sources()[n];
        values.add(s.number());
        require(s.isValue() && code.values().channel(s.number()) == n - 1, "of other channels");
      }
    } else {
      for (int result : op.results()) {
        values.add(result);
      }
    }
    require(values.size() == op.merged().length + 1, "of " + values.size() + " words");
    long channels = values.stream().map(code.values()::channel).distinct().count();
    long registers = values.stream().map(code.values()::register).distinct().count();
    require(channels == values.size() && registers == 1, "in several registers");
  }
}
