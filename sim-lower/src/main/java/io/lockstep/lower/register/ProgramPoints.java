// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * The points of a program at which register pressure is measured: blocks in order, each block
 * backwards.
 *
 * @param <I> an instruction
 * @param code code of each block, in program order
 * @param liveOut values live at the end of a block, by its position; a copy
 * @param before updates live values from after an instruction to before it
 * @param sides the points of interest; the others are not visited
 */
public record ProgramPoints<I>(
    List<List<I>> code,
    IntFunction<BitSet> liveOut,
    BiConsumer<I, BitSet> before,
    Set<ProgramPoints.Side> sides) {
  /** Position of a point relative to its instruction. */
  public enum Side {
    /** The end of a block, without an instruction. */
    END,
    /** Directly after an instruction. */
    AFTER,
    /** Directly before an instruction. */
    BEFORE
  }

  /**
   * A point and the values that are live there.
   *
   * @param <I> an instruction
   * @param block position of the block in the program
   * @param number number of the instruction in the program
   * @param instruction the instruction; null at the end of a block
   * @param side position relative to the instruction
   * @param live values live at the point, unread results excluded; valid during the visit only
   */
  public record Point<I>(int block, int number, I instruction, Side side, BitSet live) {}

  /**
   * Visits all points of interest: blocks in order, each block backwards.
   *
   * @param visitor receives each point
   */
  public void each(Consumer<Point<I>> visitor) {
    int number = 0;
    for (int b = 0; b < code.size(); b++) {
      List<I> block = code.get(b);
      BitSet live = liveOut.apply(b);
      visit(new Point<>(b, number + block.size(), null, Side.END, live), visitor);
      for (int k = block.size() - 1; k >= 0; k--) {
        I i = block.get(k);
        visit(new Point<>(b, number + k, i, Side.AFTER, live), visitor);
        before.accept(i, live);
        visit(new Point<>(b, number + k, i, Side.BEFORE, live), visitor);
      }
      number += block.size();
    }
  }

  private void visit(Point<I> point, Consumer<Point<I>> visitor) {
    if (sides.contains(point.side())) {
      visitor.accept(point);
    }
  }

  /**
   * {@return the maximum of a quantity over all points, at least 0}
   *
   * @param pressure the quantity, usually registers in use at a point
   */
  public int most(ToIntFunction<Point<I>> pressure) {
    int[] most = {0};
    each(p -> most[0] = Math.max(most[0], pressure.applyAsInt(p)));
    return most[0];
  }

  /**
   * Spills values until no point needs too many registers, or no spill helps. At each point with an
   * excess the values that come first in an order are spilled, until it is gone.
   *
   * @param excess registers needed at a point beyond the limit, with the values spilled so far
   * @param maySpill whether a value may be spilled for a point
   * @param order best value to spill at a point first; lower numbers first among equals
   * @param spill spills a value and returns the number of registers that become free
   */
  public void relieve(
      ToIntFunction<Point<I>> excess,
      BiPredicate<Point<I>, Integer> maySpill,
      Function<Point<I>, Comparator<Integer>> order,
      IntUnaryOperator spill) {
    boolean[] changed = {true};
    while (changed[0]) {
      changed[0] = false;
      each(
          point -> {
            int needed = excess.applyAsInt(point);
            if (needed <= 0) {
              return;
            }
            List<Integer> values =
                point.live().stream()
                    .boxed()
                    .filter(v -> maySpill.test(point, v))
                    .sorted(order.apply(point))
                    .toList();
            int left = needed;
            for (int k = 0; k < values.size() && left > 0; k++) {
              left -= spill.applyAsInt(values.get(k));
            }
            changed[0] |= left < needed;
          });
    }
  }
}
