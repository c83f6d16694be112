// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Arrays;

/**
 * The input latches of each sub-partition's pipes: a warp instruction holds a latch while its lanes
 * enter the pipe. Where multiplication of integers has fewer lanes than single precision, the pipe
 * of both has two halves: one takes both, the other only single precision; on some chips that is
 * the pipe of integers. All sub-partitions share the unit of barriers, and on some chips that of
 * doubles. Instructions of memory need room in the memory queue instead, and those of the first
 * level also need it to accept them.
 */
final class Pipes {
  static final int FMA = Pipe.FMA.ordinal();
  static final int ALU = Pipe.ALU.ordinal();
  static final int DOUBLE = Pipe.DOUBLE.ordinal();
  static final int BRANCH = Pipe.BRANCH.ordinal();
  static final int TENSOR = Pipe.TENSOR.ordinal();

  /** Room in the sub-partition's memory queue. */
  static final int QUEUE = Pipe.SHUFFLE.ordinal();

  /** As {@link #QUEUE}, and the first level accepts an instruction. */
  static final int FIRST_LEVEL = Pipe.GLOBAL.ordinal();

  /** As {@link #FIRST_LEVEL}, for texels. */
  static final int TEXTURE = Pipe.TEXTURE.ordinal();

  /** As {@link #QUEUE}, and the constant cache accepts a load. */
  static final int CONSTANTS = Pipe.CONSTANT.ordinal();

  /** The half of the pipe of single precision that multiplies integers. */
  private static final int HEAVY = Pipe.values().length;

  /** That half, for longer. */
  private static final int WIDE = HEAVY + 1;

  private static final int LITE = WIDE + 1;

  /** The pipe of integers, for shifts. */
  private static final int SHIFT = LITE + 1;

  /** That of half precision, for what only one of two executes. */
  private static final int ONE_HALF = SHIFT + 1;

  /** The unit of sums over the lanes of a warp. */
  static final int REDUCTION = ONE_HALF + 1;

  /** The multiprocessor's unit of barriers. */
  static final int BARRIER = REDUCTION + 1;

  private static final int LATCHES = BARRIER + 1;
  private static final Rate[] RATES = Rate.values();
  private static final byte[] RESOURCE = resources();

  private final long[] free; // by sub-partition and pipe
  private final long[] from; // the same for resources, which may need several of these
  private final int partitions;
  private final int[] interval = new int[LATCHES];
  private final int[] latch = new int[LATCHES]; // that a resource holds; not of FMA, which chooses
  private final boolean[] shared = new boolean[LATCHES]; // whether one serves all sub-partitions
  private final int first; // the half that single precision takes if it is free
  private final int second; // otherwise; the same if there are no halves
  private byte[] needs = {}; // resource of each row

  Pipes(SmConfig config) {
    DeviceSpec s = config.spec;
    partitions = config.partitions;
    free = new long[partitions * LATCHES];
    from = new long[partitions * LATCHES];
    interval[HEAVY] = s.integer("issue.multiply32");
    interval[WIDE] = (int) s.optional("code.wide_interval").orElse(interval[HEAVY]);
    int single = s.integer("issue.interval");
    boolean lite = !s.flag("issue.fma_shares_alu") && interval[HEAVY] > single;
    first = lite ? LITE : HEAVY;
    second = s.flag("issue.fma_shares_alu") ? ALU : HEAVY;
    interval[FMA] = first == second ? single : 2 * single;
    interval[ALU] = s.integer("issue.alu");
    interval[Pipe.HALF.ordinal()] = s.integer("issue.half");
    interval[DOUBLE] = s.integer("issue.double");
    interval[Pipe.SPECIAL.ordinal()] = s.integer("issue.transcendental");
    interval[Pipe.UNIFORM.ordinal()] = s.integer("issue.uniform");
    interval[BRANCH] = s.integer("issue.branch");
    interval[SHIFT] = (int) s.optional("issue.shift").orElse(interval[ALU]);
    int half = Pipe.HALF.ordinal();
    interval[ONE_HALF] = (int) s.optional("issue.half_alone").orElse(interval[half]);
    interval[REDUCTION] = s.integer("issue.reduction");
    interval[BARRIER] = s.integer("issue.barrier");
    shared[DOUBLE] = s.flag("issue.double_shared");
    shared[Pipe.SPECIAL.ordinal()] = s.optional("issue.special_shared").orElse(0) != 0;
    shared[BARRIER] = true;
    Arrays.setAll(latch, resource -> resource);
    latch[WIDE] = HEAVY;
    latch[SHIFT] = ALU;
    latch[ONE_HALF] = half;
  }

  private static byte[] resources() {
    byte[] all = new byte[HEAVY];
    for (Pipe pipe : Pipe.values()) {
      all[pipe.ordinal()] =
          (byte)
              switch (pipe) {
                case BARRIER -> BRANCH;
                case SHARED -> QUEUE;
                case PRIVATE -> FIRST_LEVEL;
                default -> pipe.ordinal();
              };
    }
    return all;
  }

  void begin(SassCode code) {
    needs = new byte[code.pipe.length];
    for (int r = 0; r < needs.length; r++) {
      needs[r] =
          (byte)
              switch (RATES[code.rate[r]]) {
                case USUAL -> usual(code, r);
                case PRODUCT -> HEAVY;
                case WIDE_PRODUCT -> WIDE;
                case SHIFT -> SHIFT;
                case ONE_HALF -> ONE_HALF;
                case REDUCTION -> REDUCTION;
              };
    }
  }

  private static int usual(SassCode code, int r) {
    return code.barrier[r] != null ? BARRIER : RESOURCE[code.pipe[r]];
  }

  /** Returns the resource that a row of the running code needs. */
  byte needs(int row) {
    return needs[row];
  }

  /** Returns the tick from which a resource of a sub-partition is free. */
  long free(int partition, int resource) {
    return from[partition * LATCHES + resource];
  }

  private void set(int partition, int pipe, long tick) {
    int at = partition * LATCHES;
    free[at + pipe] = tick;
    from[at + pipe] = tick;
    if (pipe == first || pipe == second) {
      from[at + FMA] = Math.min(free[at + first], free[at + second]);
      from[at + WIDE] = free[at + HEAVY];
    }
    if (pipe == ALU) {
      from[at + SHIFT] = tick;
    } else if (pipe == Pipe.HALF.ordinal()) {
      from[at + ONE_HALF] = tick;
    } else if (pipe == QUEUE || pipe == FIRST_LEVEL || pipe == CONSTANTS) {
      from[at + FIRST_LEVEL] = Math.max(free[at + FIRST_LEVEL], free[at + QUEUE]);
      from[at + TEXTURE] = from[at + FIRST_LEVEL];
      from[at + CONSTANTS] = Math.max(free[at + CONSTANTS], free[at + QUEUE]);
    }
  }

  /** Holds the tensor core of a sub-partition. */
  void multiply(int partition, int clocks, long tick) {
    set(partition, TENSOR, tick + clocks);
  }

  /** Holds the latch of an arithmetic pipe. */
  void issue(int partition, int pipe, long tick) {
    if (shared[pipe]) {
      unit(pipe, tick + interval[pipe]);
      return;
    }
    boolean isFree = free[partition * LATCHES + first] <= tick;
    set(partition, pipe != FMA ? latch[pipe] : isFree ? first : second, tick + interval[pipe]);
  }

  /** Lets a sub-partition's memory instructions wait for a tick. */
  void queue(int partition, long tick) {
    set(partition, QUEUE, tick);
  }

  /** Lets all instructions of a unit that the sub-partitions share wait for a tick. */
  void unit(int resource, long tick) {
    for (int p = 0; p < partitions; p++) {
      set(p, resource, tick);
    }
  }

  /** Returns the reason for which a warp waits that needs a resource. */
  SmIssueCause busy(int resource) {
    if (resource == TEXTURE) {
      return SmIssueCause.TEX_THROTTLE;
    }
    if (resource == FIRST_LEVEL) {
      return SmIssueCause.LG_THROTTLE;
    }
    return resource == QUEUE || resource == CONSTANTS
        ? SmIssueCause.MIO_THROTTLE
        : SmIssueCause.MATH_PIPE_THROTTLE;
  }
}
