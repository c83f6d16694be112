// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.occupancy.NvidiaOccupancy;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders instructions and assigns registers so that as many blocks are resident as an order with
 * few registers allows. Immutable and thread-safe.
 */
final class RegisterTarget {
  /** Registers that ptxas reports in addition to those that hold values. */
  static final int RESERVED = 2;

  private static final int MOST = 255;
  private static final int LEAST = 24; // ptxas keeps to no lower limit
  private static final int GRANULE = 8; // registers of a thread

  private final Latencies latencies;
  private final Set<SassOption> options;
  private final NvidiaOccupancy occupancy;
  private final int wanted; // registers with which the multiprocessor can be full
  private final int leastThreads; // of a block of one warp in each sub-partition

  RegisterTarget(DeviceSpec spec, Latencies latencies, Set<SassOption> options) {
    this.latencies = latencies;
    this.options = options;
    int threads = spec.integer("unit.wavefronts") * spec.integer("unit.wavefront");
    occupancy = new NvidiaOccupancy(spec.choice("unit.capability"), spec);
    leastThreads = spec.integer("unit.simds") * spec.integer("unit.wavefront");
    wanted = spec.integer("registers.size") / threads & -GRANULE;
  }

  /**
   * Orders the instructions as freely as the registers of a full multiprocessor allow; if no order
   * needs so few, as freely as the resident blocks of the order with the fewest allow.
   */
  void order(SelectedCode code) {
    Given given = new Given(code);
    int limit = limit(code.kernel());
    int most = Math.min(wanted, limit);
    if (ordered(code, given, BlockSchedule.FREE) <= most
        || !options.contains(SassOption.REGISTER_ORDERS)) {
      return;
    }
    Map<Integer, Integer> tried = new HashMap<>(); // registers by most live ones
    int live = widest(code, given, most, tried);
    int fewest = Collections.min(tried.values());
    if (fewest > most) {
      most = Math.max(fewest, Math.min(limit, withSameBlocks(code.kernel(), fewest)));
      live = widest(code, given, most, tried);
    }
    ordered(code, given, live);
  }

  /**
   * Returns by bisection the most live registers of an order that needs no more than a number of
   * registers; pairs, which need an even one, leave some unused.
   */
  private int widest(SelectedCode code, Given given, int most, Map<Integer, Integer> tried) {
    tried.computeIfAbsent(0, r -> ordered(code, given, r));
    int live = 0;
    for (int step = Integer.highestOneBit(most); step > 0; step /= 2) {
      int registers = tried.computeIfAbsent(live + step, r -> ordered(code, given, r));
      live += registers <= most ? step : 0;
    }
    return live;
  }

  private int withSameBlocks(Kernel kernel, int registers) {
    List<Integer> size = kernel.requiredGroupSize();
    int threads = size.isEmpty() ? leastThreads : size.get(0) * size.get(1) * size.get(2);
    int blocks = occupancy.limits().fit(occupancy.needs(threads, registers, 0)).groups();
    return occupancy.mostRegisters(threads, blocks);
  }

  private int ordered(SelectedCode code, Given given, int live) {
    BlockSchedule schedule = new BlockSchedule(latencies, code.registers(), live);
    for (int b = 0; b < code.blocks().size(); b++) {
      List<SassOp> block = code.blocks().get(b);
      block.clear();
      block.addAll(given.blocks.get(b));
      schedule.order(block, given.liveness.liveIn(b), given.liveness.liveOut(b));
    }
    return allocation(code).used(Kind.VECTOR) + RESERVED;
  }

  /** The most registers of a thread with which the blocks of the launch bounds are resident. */
  int limit(Kernel kernel) {
    LaunchBounds bounds = kernel.bounds();
    int limit = MOST;
    int threads = bounds.largestGroup();
    if (threads > 0) {
      int several = occupancy.mostRegisters(threads, Math.max(1, bounds.fewestGroups()));
      limit = Math.min(limit, several > 0 ? several : occupancy.mostRegisters(threads, 1));
    }
    for (int given : new int[] {bounds.mostRegisters(), bounds.registerLimit()}) {
      limit = given > 0 ? Math.min(limit, Math.max(LEAST, given)) : limit;
    }
    return limit;
  }

  static void fit(SelectedCode code, Kind file, int most) {
    code.spills().fit(code.kernel(), code.blocks(), () -> allocation(code), file, most);
  }

  static RegisterAllocation allocation(SelectedCode code) {
    BlockLayout layout = code.layout();
    List<List<SassOp>> laidOut = new ArrayList<>();
    List<List<Integer>> order = new ArrayList<>();
    for (int place = 0; place < layout.size(); place++) {
      laidOut.add(code.blocks().get(layout.at(place)));
      order.add(code.successors().get(layout.at(place)).stream().map(layout::of).toList());
    }
    return new RegisterAllocation(laidOut, order, code.registers());
  }

  /** Gives each virtual register of code a register of its file. */
  static RegisterAllocation allocate(SelectedCode code) {
    RegisterAllocation allocated = allocation(code);
    for (List<SassOp> block : code.blocks()) {
      for (SassOp op : block) {
        op.renameReads(allocated::of);
        op.renameWrites(allocated::of);
      }
    }
    return allocated;
  }

  /** The code as it is before any order. */
  private static final class Given {
    final List<List<SassOp>> blocks;
    final Liveness liveness; // the same in all orders

    Given(SelectedCode code) {
      blocks = code.blocks().stream().<List<SassOp>>map(ArrayList::new).toList();
      liveness = Liveness.of(blocks, code.successors(), SassOp.ACCESSES);
    }
  }
}
