package io.lockstep.execute;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;
import java.util.List;

/**
 * Operations between the lanes of a 32-wide wavefront: neighbouring work-items by flat local id.
 *
 * <p>The members that take part are those of the mask that execute the operation together, as on
 * the machines that PTX's unsynchronised forms were made for.
 */
final class LaneSteps {
  private static final int WIDTH = 32;

  private LaneSteps() {}

  /** What one wavefront does; {@code base} is its lane 0, {@code active} its active lanes. */
  private interface Wavefront {
    void run(int base, int active);
  }

  /** The step of an instruction, or null where the form is not known. */
  static Step of(Instruction in, RegisterFile registers) {
    return switch (in.op()) {
      case SHUFFLE -> shuffle(in, registers);
      case VOTE -> vote(in, registers);
      case MATCH -> match(in, registers);
      case REDUCE -> reduce(in, registers);
      case ACTIVE_MASK -> {
        int[] d = ints(in, registers, 0);
        yield each((base, active) -> fill(d, base, active, active));
      }
      case ELECT -> elect(in, registers);
      default -> null;
    };
  }

  private static Step each(Wavefront wavefront) {
    return lanes -> {
      for (int w = 0; w < 2 * lanes.mask.length; w++) {
        int active = (int) (lanes.mask[w >>> 1] >>> WIDTH * (w & 1));
        if (active != 0) {
          wavefront.run(WIDTH * w, active);
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

  private static void fill(int[] d, int base, int active, int value) {
    for (int rest = active; rest != 0; rest &= rest - 1) {
      d[base + Integer.numberOfTrailingZeros(rest)] = value;
    }
  }

  private static Step shuffle(Instruction in, RegisterFile registers) {
    int[] a = source(in, registers, 0);
    int[] b = source(in, registers, 1);
    int[] c = source(in, registers, 2);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    Variant.Shuffle kind = (Variant.Shuffle) in.variant();
    int[] values = new int[WIDTH];
    return each(
        (base, active) -> {
          System.arraycopy(a, base, values, 0, Math.min(WIDTH, a.length - base));
          for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int from = shuffleSource(lane, b[base + lane], c[base + lane], kind);
            p[base + lane] = from >= 0 ? 1 : 0;
            d[base + lane] = values[from >= 0 ? from : lane];
          }
        });
  }

  /** The lane a shuffle reads, or -1 where that lies outside its segment (PTX ISA, "shfl.sync"). */
  static int shuffleSource(int lane, int b, int c, Variant.Shuffle kind) {
    int segment = c >>> 8 & 31;
    int clamp = c & 31;
    int maximum = lane & segment | clamp & ~segment;
    int minimum = lane & segment;
    int by = b & 31;
    int from =
        switch (kind) {
          case UP -> lane - by;
          case DOWN -> lane + by;
          case BUTTERFLY -> lane ^ by;
          case INDEX -> minimum | by & ~segment;
        };
    return (kind == Variant.Shuffle.UP ? from >= maximum : from <= maximum) ? from : -1;
  }

  private static Step vote(Instruction in, RegisterFile registers) {
    int[] predicate = registers.ints(in.sources().get(0), Type.I1, false);
    int[] members = source(in, registers, 1);
    int to = in.destinations().get(0);
    Variant.Vote kind = (Variant.Vote) in.variant();
    boolean ballot = kind == Variant.Vote.BALLOT;
    int[] d = registers.intResult(to, ballot ? Type.I32 : Type.I1, false);
    return each(
        (base, active) -> {
          for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int voters = active & members[base + lane];
            int yes = 0;
            for (int v = voters; v != 0; v &= v - 1) {
              int voter = Integer.numberOfTrailingZeros(v);
              yes |= predicate[base + voter] << voter;
            }
            d[base + lane] =
                switch (kind) {
                  case ALL -> yes == voters ? 1 : 0;
                  case ANY -> yes != 0 ? 1 : 0;
                  case UNIFORM -> yes == 0 || yes == voters ? 1 : 0;
                  case BALLOT -> yes;
                };
          }
        });
  }

  private static Step match(Instruction in, RegisterFile registers) {
    Type type = in.sourceType().isWide() ? Type.I64 : Type.I32;
    long[] a = registers.longs(in.sources().get(0), type, false);
    int[] members = source(in, registers, 1);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    boolean all = in.is(Variant.Match.ALL);
    return each(
        (base, active) -> {
          for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int together = active & members[base + lane] | 1 << lane;
            int equal = 0;
            for (int v = together; v != 0; v &= v - 1) {
              int other = Integer.numberOfTrailingZeros(v);
              equal |= (a[base + other] == a[base + lane] ? 1 : 0) << other;
            }
            boolean same = equal == together;
            p[base + lane] = same ? 1 : 0;
            d[base + lane] = all && !same ? 0 : equal;
          }
        });
  }

  private static Step reduce(Instruction in, RegisterFile registers) {
    int[] a = source(in, registers, 0);
    int[] members = source(in, registers, 1);
    int[] d = ints(in, registers, 0);
    AtomicOp op = in.atomic();
    boolean signed = in.signed();
    int[] values = new int[WIDTH];
    return each(
        (base, active) -> {
          System.arraycopy(a, base, values, 0, Math.min(WIDTH, a.length - base));
          for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int together = active & members[base + lane] | 1 << lane;
            int result = values[Integer.numberOfTrailingZeros(together)];
            for (int v = together & together - 1; v != 0; v &= v - 1) {
              result = combine(op, result, values[Integer.numberOfTrailingZeros(v)], signed);
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

  private static Step elect(Instruction in, RegisterFile registers) {
    int[] members = source(in, registers, 0);
    int[] d = ints(in, registers, 0);
    int[] p = ints(in, registers, 1);
    return each(
        (base, active) -> {
          for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int leader = Integer.numberOfTrailingZeros(active & members[base + lane] | 1 << lane);
            d[base + lane] = leader;
            p[base + lane] = leader == lane ? 1 : 0;
          }
        });
  }
}
