// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.rewrite.Copies;
import io.lockstep.device.nvidia.schedule.Spills;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * A kernel on its way to machine code: what selectors read, and the instructions before their
 * registers are allocated, which selectors and passes write. Not thread-safe.
 */
public final class CodeUnit {
  private final KernelFacts known;
  private final Latencies latencies;
  private final Set<SassOption> options;
  private final VirtualRegisters registers;
  private final Operands operands;
  private final Preamble preamble;
  private final List<List<SassOp>> blocks = new ArrayList<>();
  private final Spills spills;
  private BitSet meets;
  private PredicatedIfs ifs;
  private Copies copies;
  private int cold;

  /** Creates a unit without instructions. */
  CodeUnit(KernelFacts known, Latencies latencies, Set<SassOption> options) {
    this.known = known;
    this.latencies = latencies;
    this.options = options;
    registers = new VirtualRegisters(known.registers);
    operands = new Operands(known.registers, registers, capability(), true);
    preamble = new Preamble(registers, capability(), kernel());
    spills = new Spills(registers, kernel().privateBytes());
    kernel().blocks().forEach(b -> blocks.add(new ArrayList<>()));
  }

  Kernel kernel() {
    return known.registers.kernel();
  }

  KernelFacts known() {
    return known;
  }

  RegisterFacts facts() {
    return known.registers;
  }

  Latencies latencies() {
    return latencies;
  }

  Capability capability() {
    return latencies.capability();
  }

  boolean applies(SassOption option) {
    return options.contains(option);
  }

  Set<SassOption> options() {
    return options;
  }

  VirtualRegisters registers() {
    return registers;
  }

  Operands operands() {
    return operands;
  }

  Preamble preamble() {
    return preamble;
  }

  BlockLayout layout() {
    return known.layout;
  }

  /** Instructions by block of the kernel. */
  public List<List<SassOp>> blocks() {
    return blocks;
  }

  Copies copies() {
    return copies;
  }

  /** What has no register of its kind. */
  Spills spills() {
    return spills;
  }

  /**
   * Completes the selection.
   *
   * @param meets blocks at whose start lanes wait for others
   * @param ifs branches whose side is predicated
   * @param coldInstructions number of instructions of slow paths
   */
  void select(BitSet meets, PredicatedIfs ifs, int coldInstructions) {
    this.meets = meets;
    this.ifs = ifs;
    cold = coldInstructions;
    copies = new Copies(blocks, successors(), registers);
  }

  /** Blocks at whose start lanes wait for others. */
  BitSet meets() {
    return meets;
  }

  /** Branches whose side is predicated. */
  PredicatedIfs ifs() {
    return ifs;
  }

  /** Number of instructions of slow paths. */
  int cold() {
    return cold;
  }

  /** Successors of each block; a predicated side follows whether or not a lane takes it. */
  List<List<Integer>> successors() {
    List<List<Integer>> after = new ArrayList<>();
    kernel().blocks().forEach(b -> after.add(b.successors()));
    for (Block b : kernel().blocks()) {
      int side = ifs.side(b.id());
      if (side >= 0) {
        after.set(b.id(), List.of(side));
        if (ifs.other(side) >= 0) {
          after.set(side, List.of(ifs.other(side)));
        } else if (ifs.leaves(side)) {
          int join = kernel().blocks().get(side).successors().get(0);
          after.set(side, List.of(b.successors().get(1), join));
        }
      }
    }
    return after;
  }
}
