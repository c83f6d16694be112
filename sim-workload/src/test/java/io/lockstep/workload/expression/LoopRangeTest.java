// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What loops run through, against the loops of Java. */
class LoopRangeTest {
  private static IntegerExpression whole(long value) {
    return IntegerExpression.constant("w", value);
  }

  private static List<Long> values(long from, LoopRange.End end, long to, Long step, Long factor) {
    LoopRange.Bounds bounds =
        new LoopRange(
                whole(from),
                end,
                whole(to),
                step == null ? null : whole(step),
                factor == null ? null : whole(factor))
            .bounds(new Scope(Map.of(), Map.of()));
    List<Long> values = new ArrayList<>();
    if (bounds.isEmpty()) {
      return values;
    }
    for (long value = bounds.first(); ; value = bounds.next(value)) {
      values.add(value);
      if (!bounds.hasNext(value)) {
        return values;
      }
    }
  }

  @Property(tries = 300)
  void rangesByAStepHoldWhatCsLoopsDoUpwardsAndDownwards(
      @ForAll @IntRange(min = -20, max = 20) int from,
      @ForAll @IntRange(min = -20, max = 20) int to,
      @ForAll @IntRange(min = 1, max = 9) int step) {
    List<Long> below = new ArrayList<>();
    List<Long> upTo = new ArrayList<>();
    List<Long> above = new ArrayList<>();
    List<Long> downTo = new ArrayList<>();
    for (long k = from; k <= to; k += step) {
      upTo.add(k);
      if (k < to) {
        below.add(k);
      }
    }
    for (long k = from; k >= to; k -= step) {
      downTo.add(k);
      if (k > to) {
        above.add(k);
      }
    }
    assertThat(values(from, LoopRange.End.BELOW, to, (long) step, null)).isEqualTo(below);
    assertThat(values(from, LoopRange.End.TO, to, (long) step, null)).isEqualTo(upTo);
    assertThat(values(from, LoopRange.End.ABOVE, to, (long) step, null)).isEqualTo(above);
    assertThat(values(from, LoopRange.End.DOWN_TO, to, (long) step, null)).isEqualTo(downTo);
  }

  @Property(tries = 300)
  void rangesThatMultiplyOrDivideGoThroughTheirPowers(
      @ForAll @IntRange(min = 1, max = 50) int from,
      @ForAll @IntRange(min = 1, max = 2000) int to,
      @ForAll @IntRange(min = 2, max = 9) int factor) {
    List<Long> up = new ArrayList<>();
    List<Long> down = new ArrayList<>();
    for (long k = from; k <= to; k *= factor) {
      up.add(k);
    }
    for (long k = to; k >= from; k /= factor) {
      down.add(k);
    }
    assertThat(values(from, LoopRange.End.TO, to, null, (long) factor)).isEqualTo(up);
    assertThat(values(to, LoopRange.End.DOWN_TO, from, null, (long) factor)).isEqualTo(down);
  }

  @Test
  void endsOfTheNumbersAreNoEndlessLoops() {
    long last = Long.MAX_VALUE;
    long first = Long.MIN_VALUE;
    assertThat(values(last - 1, LoopRange.End.TO, last, null, null))
        .containsExactly(last - 1, last);
    assertThat(values(first + 1, LoopRange.End.DOWN_TO, first, null, null))
        .containsExactly(first + 1, first);
    assertThat(values(first, LoopRange.End.TO, last, last, null))
        .containsExactly(first, -1L, last - 1);
    assertThat(values(0, LoopRange.End.BELOW, first, null, null)).isEmpty();
    assertThat(values(0, LoopRange.End.ABOVE, last, null, null)).isEmpty();
    assertThat(values(1L << 61, LoopRange.End.TO, last, null, 4L)).containsExactly(1L << 61);
  }
}
