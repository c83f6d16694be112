// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;

/** Optimisations of a device's compiler, from section {@code compiler} of its specification. */
public final class LoweringOptions {
  final boolean sharedWords;
  final boolean headerOperands;
  final boolean immediates;
  final boolean directBranches;
  final boolean constantOperands;
  final boolean valueWidths;
  final boolean joins;
  final boolean offsets;
  final boolean layout;
  final boolean textureMoves;
  final boolean earlyConditions;
  final boolean resultConditions;
  final int predicated;
  final int earlyLoads;
  final int limitUnit;
  final int operandReach;
  final int mostOfBlock;
  final int mostThreads;
  private final boolean spills;
  private final int mostOfThread;
  private final int registers;
  private final int granule;
  private final int warp;
  private final int warps;

  public LoweringOptions(DeviceSpec s) {
    sharedWords = s.flag("compiler.shared_words");
    headerOperands = s.flag("compiler.header_operands");
    immediates = s.flag("compiler.immediates");
    directBranches = s.flag("compiler.direct_branches");
    constantOperands = s.flag("compiler.constant_operands");
    valueWidths = s.flag("compiler.value_widths");
    joins = s.flag("compiler.joins");
    offsets = s.flag("compiler.offsets");
    layout = s.flag("compiler.layout");
    textureMoves = s.flag("compiler.texture_moves");
    earlyConditions = s.flag("compiler.early_conditions");
    resultConditions = s.flag("compiler.result_conditions");
    predicated = s.integer("compiler.predicated");
    earlyLoads = s.integer("compiler.early_loads");
    operandReach = s.integer("compiler.operand_reach");
    limitUnit = s.integer("compiler.limit_unit");
    mostOfBlock = s.integer("unit.group_size");
    mostThreads = s.integer("unit.wavefronts") * s.integer("unit.wavefront");
    spills = s.flag("compiler.spills");
    mostOfThread = s.integer("registers.per_item");
    registers = s.integer("registers.size");
    granule = s.integer("registers.granule");
    warp = s.integer("unit.wavefront");
    warps = s.integer("registers.warps");
  }

  /**
   * Whether more registers leave occupancy unchanged: because of the allocation granule, or because
   * blocks that fill a multiprocessor remain resident; checked for all block sizes if the size is
   * unknown.
   */
  boolean isFree(Kernel kernel, int before, int after) {
    if (after <= before) {
      return true;
    }
    if (!kernel.requiredGroupSize().isEmpty()) {
      int threads = kernel.requiredGroupSize().stream().reduce(1, (a, b) -> a * b);
      return resident(threads, after) == resident(threads, before);
    }
    for (int threads = warp; threads <= mostOfBlock; threads += warp) {
      if (resident(threads, after) < Math.min(resident(threads, before), mostThreads / threads)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the maximum registers of a thread with which a multiprocessor holds a number of blocks;
   * 0 if none.
   *
   * @param threads of a block
   */
  public int limit(int threads, int blocks) {
    int most = mostOfThread;
    while (most > 0 && resident(threads, most) < blocks) {
      most--;
    }
    return most;
  }

  public boolean spills() {
    return spills;
  }

  /** Blocks that fit the registers of a multiprocessor. */
  private int resident(int threads, int registersOfThread) {
    int unit = warp * warps;
    long block = (long) (threads + unit - 1) / unit * unit * registersOfThread;
    return (int) (registers / ((block + granule - 1) / granule * granule));
  }
}
