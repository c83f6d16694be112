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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Orders instructions and assigns registers so that as many blocks are resident as an order with
 * few registers allows. Immutable and thread-safe.
 */
final class RegisterTarget {
  /** Registers that ptxas reports in addition to those that hold values. */
  static final int RESERVED = 2;

  private static final int MOST = 255;
  private static final int LEAST = 24; // ptxas keeps to no lower limit

  /** Registers that code may use without exceeding the least limit. */
  static final int SPARE = LEAST - RESERVED;

  private static final int GRANULE = 8; // registers of a thread
  private static final int TRIES = 12; // limits of live registers that are tried

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
    Order free = ordered(code, given, BlockSchedule.FREE, Integer.MAX_VALUE);
    if (free.registers <= most || !options.contains(SassOption.REGISTER_ORDERS)) {
      return;
    }
    Map<Integer, Order> tried = new TreeMap<>(); // by limit of live registers
    tried.put(free.live, free); // it may fit the registers of fewer blocks
    Order best = best(code, given, most, tried);
    if (best.registers > most) {
      most =
          Math.max(best.registers, Math.min(limit, withSameBlocks(code.kernel(), best.registers)));
      best = best(code, given, most, tried);
    }
    ordered(code, given, best.live, 0);
  }

  /** An order under a limit of live registers: the registers that it needs, its issue cycles. */
  private record Order(int live, int registers, int cycles) {
    /** Stands for the registers of an order that is not allocated, since a faster one fits. */
    static final int UNKNOWN = Integer.MAX_VALUE;
  }

  /**
   * Returns the order with the fewest cycles among those that fit a number of registers, or, if
   * none fits, the order that needs the fewest. An order may exceed its limit of live registers,
   * since a vector load needs all its registers at once and pairs are aligned, so lower limits are
   * tried.
   */
  private Order best(SelectedCode code, Given given, int most, Map<Integer, Order> tried) {
    int fastest = Integer.MAX_VALUE; // cycles of the fastest order that fits
    for (Order order : tried.values()) {
      fastest = order.registers <= most ? Math.min(fastest, order.cycles) : fastest;
    }
    for (int k = 0; k <= TRIES; k++) {
      int live = k == TRIES ? 0 : Math.max(0, most - RESERVED - k);
      int limit = fastest;
      Order order = tried.computeIfAbsent(live, r -> ordered(code, given, r, limit));
      fastest = order.registers <= most ? Math.min(fastest, order.cycles) : fastest;
    }
    Comparator<Order> faster = Comparator.comparingInt(Order::cycles);
    return tried.values().stream()
        .filter(o -> o.registers <= most)
        .min(faster.thenComparing(Order::live, Comparator.reverseOrder()))
        .orElseGet(
            () -> Collections.min(tried.values(), Comparator.comparingInt(Order::registers)));
  }

  private int withSameBlocks(Kernel kernel, int registers) {
    List<Integer> size = kernel.requiredGroupSize();
    int threads = size.isEmpty() ? leastThreads : size.get(0) * size.get(1) * size.get(2);
    int blocks = occupancy.limits().fit(occupancy.needs(threads, registers, 0)).groups();
    return occupancy.mostRegisters(threads, blocks);
  }

  /**
   * Orders the instructions and allocates registers.
   *
   * @param limit cycles of a faster order that fits; a slower one is not allocated
   */
  private Order ordered(SelectedCode code, Given given, int live, int limit) {
    BlockSchedule schedule = new BlockSchedule(latencies, code.registers(), live);
    int cycles = 0;
    for (int b = 0; b < code.blocks().size(); b++) {
      List<SassOp> block = code.blocks().get(b);
      block.clear();
      block.addAll(given.blocks.get(b));
      cycles += schedule.order(block, given.liveness.liveIn(b), given.liveness.liveOut(b));
    }
    boolean useful = cycles < limit;
    int registers = useful ? allocation(code).used(Kind.VECTOR) + RESERVED : Order.UNKNOWN;
    return new Order(live, registers, cycles);
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
    code.spills().fit(code.kernel(), code.blocks(), () -> allocation(code, 0), file, most);
  }

  /**
   * Allocates registers. Where code has no spills and needs at most {@link #SPARE} registers, a
   * register that a memory instruction may still read is not given to another value.
   */
  static RegisterAllocation allocation(SelectedCode code) {
    return allocation(code, code.spills().areEmpty() ? SPARE : 0);
  }

  private static RegisterAllocation allocation(SelectedCode code, int spare) {
    BlockLayout layout = code.layout();
    List<List<SassOp>> laidOut = new ArrayList<>();
    List<List<Integer>> order = new ArrayList<>();
    for (int place = 0; place < layout.size(); place++) {
      laidOut.add(code.blocks().get(layout.at(place)));
      order.add(code.successors().get(layout.at(place)).stream().map(layout::of).toList());
    }
    return new RegisterAllocation(laidOut, order, code.registers(), spare);
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

  /**
   * The blocks in the order of selection, from which each tried order starts, and their liveness.
   */
  private static final class Given {
    final List<List<SassOp>> blocks;
    final Liveness liveness; // the same in all orders

    Given(SelectedCode code) {
      blocks = code.blocks().stream().<List<SassOp>>map(ArrayList::new).toList();
      liveness = Liveness.of(blocks, code.successors(), SassOp.ACCESSES);
    }
  }
}
