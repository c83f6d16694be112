// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

import java.util.List;
import java.util.function.Supplier;

/**
 * The loops of an instruction whose result other work-items may still need. Where active work-items
 * are sparse, the loops compute another array for all work-items between them, from which the
 * results of the active ones are copied.
 */
public final class MergedLoops implements Step {
  /**
   * Loops that write another array than the register's.
   *
   * @param result the array that they write
   */
  public record Apart(List<Loop> loops, Object result) {}

  private final Loop[] loops;
  private final Object register;
  private final Supplier<Apart> compiler;
  private Loop[] apart; // null until they are needed
  private Object result;

  /**
   * Creates the step.
   *
   * @param register the array that {@code loops} write
   * @param compiler makes the loops that write another array
   */
  public MergedLoops(List<Loop> loops, Object register, Supplier<Apart> compiler) {
    this.loops = loops.toArray(Loop[]::new);
    this.register = register;
    this.compiler = compiler;
  }

  @Override
  public void run(ActiveLanes lanes) {
    if (!lanes.sparse) {
      for (Loop loop : loops) {
        loop.run(lanes);
      }
      return;
    }
    if (apart == null) {
      Apart compiled = compiler.get();
      apart = compiled.loops().toArray(Loop[]::new);
      result = compiled.result();
    }
    for (Loop loop : apart) {
      loop.range(lanes.first(), lanes.end());
    }
    if (register instanceof int[] d) {
      copy((int[]) result, d, lanes.mask);
    } else if (register instanceof long[] d) {
      copy((long[]) result, d, lanes.mask);
    } else if (register instanceof float[] d) {
      copy((float[]) result, d, lanes.mask);
    } else {
      copy((double[]) result, (double[]) register, lanes.mask);
    }
  }

  private static void copy(int[] from, int[] to, long[] mask) {
    for (int w = 0; w < mask.length; w++) {
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        to[i] = from[i];
      }
    }
  }

  private static void copy(long[] from, long[] to, long[] mask) {
    for (int w = 0; w < mask.length; w++) {
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        to[i] = from[i];
      }
    }
  }

  private static void copy(float[] from, float[] to, long[] mask) {
    for (int w = 0; w < mask.length; w++) {
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        to[i] = from[i];
      }
    }
  }

  private static void copy(double[] from, double[] to, long[] mask) {
    for (int w = 0; w < mask.length; w++) {
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        to[i] = from[i];
      }
    }
  }
}
