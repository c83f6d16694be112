// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.schedule.BlockSchedule;
import io.lockstep.device.nvidia.schedule.ListSchedule;
import io.lockstep.device.nvidia.schedule.ListSchedule.Scarcity;
import io.lockstep.device.nvidia.schedule.RegisterAllocation;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.LiveRanges;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Orders instructions and assigns registers so that as many blocks are resident as an order with
 * few registers allows. Immutable and thread-safe.
 */
public final class RegisterTarget {
  /** Registers that ptxas reports in addition to those that hold values. */
  static final int RESERVED = 2;

  private static final int MOST = 255;
  private static final int LEAST = 24; // ptxas keeps to no lower limit

  /** Registers that code may use without exceeding the least limit. */
  static final int SPARE = LEAST - RESERVED;

  private static final int GRANULE = 8; // registers of a thread
  private static final int TRIES = 12; // limits of live registers that are tried

  private static final Liveness.Accesses<List<SassOp>> WHOLE_BLOCKS =
      new Liveness.Accesses<>() {
        @Override
        public void reads(List<SassOp> block, IntConsumer register) {
          block.forEach(op -> op.reads(register));
        }

        @Override
        public void writes(List<SassOp> block, IntConsumer register) {
          block.forEach(op -> op.writes(register));
        }
      };

  private final Latencies latencies;
  private final Set<SassOption> options;
  private final SmOccupancy occupancy;
  private final int wanted; // registers with which the multiprocessor can be full
  private final int leastThreads; // of a block of one warp in each sub-partition

  RegisterTarget(DeviceSpec spec, Latencies latencies, Set<SassOption> options) {
    this.latencies = latencies;
    this.options = options;
    int threads = spec.integer("unit.wavefronts") * spec.integer("unit.wavefront");
    occupancy = new SmOccupancy(spec);
    leastThreads = spec.integer("unit.simds") * spec.integer("unit.wavefront");
    wanted = spec.integer("registers.size") / threads & -GRANULE;
  }

  /**
   * Orders the instructions as freely as the registers of a full multiprocessor allow; if no order
   * needs so few, as freely as the resident blocks of the order with the fewest allow. For these,
   * both rules of scarcity are tried, and the one stays whose cycles are fewer by resident block.
   */
  void order(CodeUnit code) {
    Orders orders = new Orders(code);
    int limit = limit(code.kernel());
    int most = Math.min(wanted, limit);
    Order free = orders.of(ListSchedule.FREE);
    boolean any = options.contains(SassOption.REGISTER_ORDERS);
    Order best = any && free.registers() > most ? best(code.kernel(), orders, most, limit) : free;
    best.place();
  }

  private Order best(Kernel kernel, Orders orders, int most, int limit) {
    Order best = orders.best(most);
    if (best.registers() > most) {
      best = withSameBlocks(kernel, orders, best, limit);
      Orders longest = new Orders(orders, Scarcity.LONGEST_PATH);
      Order other = withSameBlocks(kernel, longest, longest.best(most), limit);
      int blocks = blocks(kernel, best.registers());
      best =
          (long) other.cycles * blocks < (long) best.cycles * blocks(kernel, other.registers())
              ? other
              : best;
    }
    return best;
  }

  /** Returns the best order with which as many blocks are resident as with another one. */
  private Order withSameBlocks(Kernel kernel, Orders orders, Order fewest, int limit) {
    int more = occupancy.mostRegisters(threads(kernel), blocks(kernel, fewest.registers()));
    return orders.best(Math.max(fewest.registers(), Math.min(limit, more)));
  }

  private int blocks(Kernel kernel, int registers) {
    return occupancy.limits().fit(occupancy.needs(threads(kernel), registers, 0)).groups();
  }

  private int threads(Kernel kernel) {
    List<Integer> size = kernel.requiredGroupSize();
    return size.isEmpty() ? leastThreads : size.get(0) * size.get(1) * size.get(2);
  }

  /** The orders that are made of code. */
  private final class Orders {
    private final CodeUnit code;
    private final Liveness liveness; // the same in all orders; by place in the layout
    private final Scarcity scarcity;
    private final List<BlockSchedule> schedules; // by block
    private final Map<Integer, Order> tried = new TreeMap<>(); // by limit of live registers
    private final Map<List<List<ListSchedule.Order>>, Integer> registers;

    /** The orders of the code of others. */
    Orders(Orders others, Scarcity scarcity) {
      code = others.code;
      liveness = others.liveness;
      this.scarcity = scarcity;
      schedules = others.schedules;
      registers = others.registers;
    }

    Orders(CodeUnit code) {
      this.code = code;
      liveness = liveness(code);
      scarcity = Scarcity.FEWEST_REGISTERS;
      schedules = new ArrayList<>();
      registers = new HashMap<>();
      for (int b = 0; b < code.blocks().size(); b++) {
        int place = code.layout().of(b);
        schedules.add(
            new BlockSchedule(
                latencies,
                code.registers(),
                code.blocks().get(b),
                liveness.liveIn(place),
                liveness.liveOut(place)));
      }
    }

    /** Returns the order under a limit of live registers. */
    Order of(int live) {
      return tried.computeIfAbsent(live, l -> new Order(this, l));
    }

    /**
     * Returns the order with the fewest cycles among those that fit a number of registers, or, if
     * none fits, the order that needs the fewest. An order may exceed its limit of live registers,
     * since a vector load needs all its registers at once and pairs are aligned, so lower limits
     * are tried. The fastest are allocated first, and no more once one of them fits.
     */
    Order best(int most) {
      Comparator<Order> faster = Comparator.comparingInt(o -> o.cycles);
      List<Order> others = new ArrayList<>();
      Optional<Order> best =
          tried.values().stream()
              .filter(o -> o.registers() <= most)
              .min(faster.thenComparing(o -> o.live, Comparator.reverseOrder()));
      for (int k = 0; k <= TRIES; k++) {
        int live = k == TRIES ? 0 : Math.max(0, most - RESERVED - k);
        if (!tried.containsKey(live)) {
          others.add(of(live));
        }
      }
      others.sort(faster); // of equals, the one with more live registers stays first
      for (Order order : others) {
        if (best.isPresent() && best.get().cycles <= order.cycles) {
          break;
        }
        best = order.registers() <= most ? Optional.of(order) : best;
      }
      return best.orElseGet(
          () -> Collections.min(tried.values(), Comparator.comparingInt(Order::registers)));
    }
  }

  /** An order of all instructions that is made for a largest number of live registers. */
  private static final class Order {
    final int live;
    final int cycles; // in which it issues
    private final Orders all;
    private final List<List<ListSchedule.Order>> blocks = new ArrayList<>();

    Order(Orders all, int live) {
      this.all = all;
      this.live = live;
      int sum = 0;
      for (BlockSchedule schedule : all.schedules) {
        List<ListSchedule.Order> parts = schedule.order(live, all.scarcity);
        blocks.add(parts);
        for (ListSchedule.Order part : parts) {
          sum += part.cycles;
        }
      }
      cycles = sum;
    }

    /** Puts the instructions into this order. */
    void place() {
      for (int b = 0; b < blocks.size(); b++) {
        List<SassOp> block = all.code.blocks().get(b);
        block.clear();
        blocks.get(b).forEach(part -> block.addAll(part.ops));
      }
    }

    /** The registers that it needs. */
    int registers() {
      return all.registers.computeIfAbsent(blocks, b -> allocated());
    }

    private int allocated() {
      place();
      return allocation(all.code, all.liveness, spare(all.code)).used(Kind.VECTOR) + RESERVED;
    }
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

  public static void fit(CodeUnit code, Kind file, int most) {
    code.spills()
        .fit(code.kernel(), code.blocks(), () -> allocation(code, liveness(code), 0), file, most);
  }

  /**
   * Whether the registers of a file that are used in a block, or live across it, are so few for
   * each block that none has to be spilled, in whichever order the instructions of blocks are.
   */
  static boolean fitsInAnyOrder(CodeUnit code, Kind file, int most) {
    List<List<List<SassOp>>> steps = laidOut(code).stream().map(List::of).toList();
    VirtualRegisters registers = code.registers();
    LiveRanges ranges = LiveRanges.of(steps, liveness(code), WHOLE_BLOCKS, registers.size());
    int[] changes = new int[steps.size() + 2]; // of the registers in use, by block counted from 1
    for (LiveInterval interval : ranges.intervals(v -> v, v -> 0)) {
      int register = interval.values().get(0);
      if (registers.file(register) == file) {
        if (registers.partner(register) >= 0) {
          return false; // pairs are aligned
        }
        changes[interval.from() / 2]++;
        changes[interval.to() / 2 + 1]--;
      }
    }
    int used = 0;
    for (int change : changes) {
      used += change;
      if (used > most) {
        return false;
      }
    }
    return true;
  }

  /**
   * Allocates registers. Where code has no spills and needs at most {@link #SPARE} registers, a
   * register that a memory instruction may still read is not given to another value.
   */
  public static RegisterAllocation allocation(CodeUnit code) {
    return allocation(code, liveness(code), spare(code));
  }

  private static int spare(CodeUnit code) {
    return code.spills().areEmpty() ? SPARE : 0;
  }

  private static RegisterAllocation allocation(CodeUnit code, Liveness liveness, int spare) {
    return new RegisterAllocation(laidOut(code), liveness, code.registers(), spare);
  }

  private static List<List<SassOp>> laidOut(CodeUnit code) {
    BlockLayout layout = code.layout();
    List<List<SassOp>> laidOut = new ArrayList<>();
    for (int place = 0; place < layout.size(); place++) {
      laidOut.add(code.blocks().get(layout.at(place)));
    }
    return laidOut;
  }

  /** The live registers of blocks by their place in the layout. */
  private static Liveness liveness(CodeUnit code) {
    BlockLayout layout = code.layout();
    List<List<Integer>> successors = code.successors();
    List<List<Integer>> places = new ArrayList<>();
    for (int place = 0; place < layout.size(); place++) {
      places.add(successors.get(layout.at(place)).stream().map(layout::of).toList());
    }
    return Liveness.of(laidOut(code), places, SassOp.ACCESSES);
  }

  /** Gives each virtual register of code a register of its file. */
  static RegisterAllocation allocate(CodeUnit code) {
    RegisterAllocation allocated = allocation(code);
    for (List<SassOp> block : code.blocks()) {
      for (SassOp op : block) {
        op.renameReads(allocated::of);
        op.renameWrites(allocated::of);
      }
    }
    return allocated;
  }
}
