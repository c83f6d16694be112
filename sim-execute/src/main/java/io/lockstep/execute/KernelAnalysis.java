// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.BitSet;

/** Control-flow and register properties of a kernel that the executor needs. Immutable. */
final class KernelAnalysis {
  private final Kernel kernel;

  KernelAnalysis(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Returns the registers that are live at the kernel's start, which must read as zero. */
  BitSet readBeforeWritten() {
    int n = kernel.blocks().size();
    BitSet[] use = new BitSet[n];
    BitSet[] kill = new BitSet[n];
    BitSet[] live = new BitSet[n];
    for (int b = 0; b < n; b++) {
      use[b] = new BitSet();
      kill[b] = new BitSet();
      for (Instruction in : kernel.blocks().get(b).instructions()) {
        addReads(in, kill[b], use[b]);
        if (in.guard() < 0 && !isPacking(in)) {
          in.destinations().stream().filter(d -> d >= 0).forEach(kill[b]::set);
        }
      }
      live[b] = (BitSet) use[b].clone();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = n - 1; b >= 0; b--) {
        BitSet in = new BitSet();
        for (int t : kernel.blocks().get(b).successors()) {
          in.or(live[t]);
        }
        in.andNot(kill[b]);
        in.or(use[b]);
        if (!in.equals(live[b])) {
          live[b] = in;
          changed = true;
        }
      }
    }
    return live[0];
  }

  /** Returns whether an instruction packs its sources, which writes a register in parts. */
  private static boolean isPacking(Instruction in) {
    return in.op() == Op.MOVE && in.sources().size() > 1;
  }

  private static void addReads(Instruction in, BitSet written, BitSet reads) {
    for (int register : in.reads()) {
      if (!written.get(register)) {
        reads.set(register);
      }
    }
  }

  /** Returns whether the result of any atomic is read. */
  boolean usesAtomicValues() {
    BitSet returned = new BitSet();
    BitSet reads = new BitSet();
    BitSet none = new BitSet();
    for (Block block : kernel.blocks()) {
      for (Instruction in : block.instructions()) {
        addReads(in, none, reads);
        if (in.op() == Op.ATOMIC && !in.atomic().isOfBarrier()) {
          in.destinations().stream().filter(d -> d >= 0).forEach(returned::set);
        }
      }
    }
    return returned.intersects(reads);
  }
}
