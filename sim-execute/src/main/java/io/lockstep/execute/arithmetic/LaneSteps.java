// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import java.util.List;

/**
 * Operations between the lanes of a wavefront, whose width the kernel fixes. Lanes are consecutive
 * work-items by flat local id.
 *
 * <p>The participants are the lanes of the member mask that execute the operation together, as on
 * the machines for which PTX's unsynchronised forms were made. Member masks have 32 bits; in a
 * wider wavefront, the top bit of the mask stands for all lanes beyond.
 */
public final class LaneSteps {
  /** PTX's wavefront width, also for kernels that use lanes without fixing a width. */
  private static final int WIDTH = 32;

  private LaneSteps() {}

  /** Processes one wavefront; {@code base} is its lane 0, {@code active} its active lanes. */
  private interface Wavefront {
    void run(int base, long active);
  }

  public static int width(Kernel kernel) {
    return kernel.fixedWidth() == 0 ? WIDTH : kernel.fixedWidth();
  }

  /** Returns the step of an instruction, or null if the operation is not supported here. */
  public static Step of(Instruction in, RegisterFile registers, int width) {
    return switch (in.op()) {
      case SHUFFLE -> shuffle(in, registers, width);
      case VOTE -> vote(in, registers, width);
      case MATCH -> match(in, registers, width);
      case REDUCE -> reduce(in, registers, width);
      case ACTIVE_MASK -> {
        int[] d = ints(in, registers, 0);
        yield each(width, (base, active) -> fill(d, base, active, (int) active));
      }
      case ELECT -> elect(in, registers, width);
      default -> null;
    };
  }

  private static Step each(int width, Wavefront wavefront) {
    int parts = 64 / width;
    long lowest = -1L >>> 64 - width;
    return lanes -> {
      for (int w = 0; w < parts * lanes.mask.length; w++) {
        long active = lanes.mask[w / parts] >>> width * (w % parts) & lowest;
        if (active != 0) {
          wavefront.run(width * w, active);
        }
      }
    };
  }

  private static int[] ints(Instruction in, RegisterFile registers, int k) {
    int to = k < in.destinations().size() ? in.destinations().get(k) : -1;
    return registers.intResult(to, k == 0 ? Type.I32 : Type.I1, false);
  }

  private static int[] source(Instruction in, RegisterFile registers, int k) {
    List<Operand> sources = in.sources();
    Operand operand = k < sources.size() ? sources.get(k) : Operand.immediate(-1);
    return registers.ints(operand, Type.I32, false);
  }

  private static void fill(int[] d, int base, long active, int value) {
    for (long rest = active; rest != 0; rest &= rest - 1) {
      d[base + Long.numberOfTrailingZeros(rest)] = value;
    }
  }

  private static Step shuffle(Instruction in, RegisterFile registers, int width) {
    int[] a = source(in, registers, 0);
    int[] b = source(in, registers, 1);
    int[] c = source(in, registers, 2);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    Variant.Shuffle kind = (Variant.Shuffle) in.variant();
    int[] values = new int[width];
    return each(
        width,
        (base, active) -> {
          System.arraycopy(a, base, values, 0, Math.min(width, a.length - base));
          for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            int from = shuffleSource(lane, b[base + lane], c[base + lane], kind, width);
            p[base + lane] = from >= 0 ? 1 : 0;
            d[base + lane] = values[from >= 0 ? from : lane];
          }
        });
  }

  /**
   * Returns the lane that a shuffle reads, or -1 if it lies outside the segment (PTX ISA,
   * "shfl.sync", with lane numbers as wide as the wavefront requires).
   */
  static int shuffleSource(int lane, int b, int c, Variant.Shuffle kind, int width) {
    int segment = c >>> 8 & width - 1;
    int clamp = c & width - 1;
    int maximum = lane & segment | clamp & ~segment;
    int minimum = lane & segment;
    int by = b & width - 1;
    int from =
        switch (kind) {
          case UP -> lane - by;
          case DOWN -> lane + by;
          case BUTTERFLY -> lane ^ by;
          case INDEX -> minimum | by & ~segment;
        };
    return (kind == Variant.Shuffle.UP ? from >= maximum : from <= maximum) ? from : -1;
  }

  private static Step vote(Instruction in, RegisterFile registers, int width) {
    int[] predicate = registers.ints(in.sources().get(0), Type.I1, false);
    int[] members = source(in, registers, 1);
    int to = in.destinations().get(0);
    Variant.Vote kind = (Variant.Vote) in.variant();
    if (kind == Variant.Vote.BALLOT) {
      boolean wide = in.type().isWide();
      long[] d = wide ? registers.longResult(to) : null;
      int[] n = wide ? null : registers.intResult(to, Type.I32, false);
      return each(
          width,
          (base, active) -> {
            for (long rest = active; rest != 0; rest &= rest - 1) {
              int at = base + Long.numberOfTrailingZeros(rest);
              long yes = yes(predicate, base, active & members[at]);
              if (wide) {
                d[at] = yes;
              } else {
                n[at] = (int) yes;
              }
            }
          });
    }
    int[] d = registers.intResult(to, Type.I1, false);
    return each(
        width,
        (base, active) -> {
          for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long voters = active & members[base + lane];
            long yes = yes(predicate, base, voters);
            boolean all = yes == voters;
            d[base + lane] =
                switch (kind) {
                      case ALL -> all;
                      case ANY -> yes != 0;
                      default -> yes == 0 || all;
                    }
                    ? 1
                    : 0;
          }
        });
  }

  /** Returns the mask of the voters whose predicate is true. */
  private static long yes(int[] predicate, int base, long voters) {
    long yes = 0;
    for (long v = voters; v != 0; v &= v - 1) {
      int voter = Long.numberOfTrailingZeros(v);
      yes |= (long) predicate[base + voter] << voter;
    }
    return yes;
  }

  private static Step match(Instruction in, RegisterFile registers, int width) {
    Type type = in.sourceType().isWide() ? Type.I64 : Type.I32;
    long[] a = registers.longs(in.sources().get(0), type, false);
    int[] members = source(in, registers, 1);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    boolean all = in.is(Variant.Match.ALL);
    return each(
        width,
        (base, active) -> {
          for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long together = active & members[base + lane] | 1L << lane;
            long equal = 0;
            for (long v = together; v != 0; v &= v - 1) {
              int other = Long.numberOfTrailingZeros(v);
              equal |= (a[base + other] == a[base + lane] ? 1L : 0L) << other;
            }
            boolean same = equal == together;
            p[base + lane] = same ? 1 : 0;
            d[base + lane] = all && !same ? 0 : (int) equal;
          }
        });
  }

  private static Step reduce(Instruction in, RegisterFile registers, int width) {
    int[] a = source(in, registers, 0);
    int[] members = source(in, registers, 1);
    int[] d = ints(in, registers, 0);
    AtomicOp op = in.atomic();
    boolean signed = in.signed();
    int[] values = new int[width];
    return each(
        width,
        (base, active) -> {
          System.arraycopy(a, base, values, 0, Math.min(width, a.length - base));
          for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long together = active & members[base + lane] | 1L << lane;
            int result = values[Long.numberOfTrailingZeros(together)];
            for (long v = together & together - 1; v != 0; v &= v - 1) {
              result = combine(op, result, values[Long.numberOfTrailingZeros(v)], signed);
            }
            d[base + lane] = result;
          }
        });
  }

  private static int combine(AtomicOp op, int a, int b, boolean signed) {
    return switch (op) {
      case MIN -> IntegerOps.minimum(a, b, signed);
      case MAX -> IntegerOps.maximum(a, b, signed);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      default -> a + b;
    };
  }

  private static Step elect(Instruction in, RegisterFile registers, int width) {
    int[] members = source(in, registers, 0);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    return each(
        width,
        (base, active) -> {
          for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            int leader = Long.numberOfTrailingZeros(active & members[base + lane] | 1L << lane);
            d[base + lane] = leader;
            p[base + lane] = leader == lane ? 1 : 0;
          }
        });
  }
}
