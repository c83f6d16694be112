// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.device.g80.occupancy.TeslaOccupancy;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.Transformation;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Set;

/** What a device's compiler does, from section {@code compiler} of its specification. */
public final class LoweringOptions {
  final int predicated;
  final int earlyLoads;
  final int limitUnit;
  final int operandReach;
  final int mostOfBlock;
  final int mostThreads;
  private final Set<WarpOption> options;
  private final TeslaOccupancy occupancy;
  private final int mostOfThread;
  private final int warp;

  public LoweringOptions(DeviceSpec s) {
    options = Transformation.of(WarpOption.class, s.choice("unit.capability"), s);
    occupancy = new TeslaOccupancy(s);
    predicated = s.integer("compiler.predicated");
    earlyLoads = s.integer("compiler.early_loads");
    operandReach = s.integer("compiler.operand_reach");
    limitUnit = s.integer("compiler.limit_unit");
    mostOfBlock = s.integer("unit.group_size");
    mostThreads = s.integer("unit.wavefronts") * s.integer("unit.wavefront");
    mostOfThread = s.integer("registers.per_item");
    warp = s.integer("unit.wavefront");
  }

  Set<WarpOption> applied() {
    return options;
  }

  public boolean applies(WarpOption option) {
    return options.contains(option);
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
      return occupancy.blocks(threads, after) == occupancy.blocks(threads, before);
    }
    for (int threads = warp; threads <= mostOfBlock; threads += warp) {
      int needed = Math.min(occupancy.blocks(threads, before), mostThreads / threads);
      if (occupancy.blocks(threads, after) < needed) {
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
    return Math.min(mostOfThread, occupancy.mostRegisters(threads, blocks));
  }
}
