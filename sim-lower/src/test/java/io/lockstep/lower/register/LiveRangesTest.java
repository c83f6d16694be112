// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.Liveness;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LiveRangesTest {
  private record Step(List<Integer> writes, List<Integer> reads) {}

  private static final Liveness.Accesses<Step> ACCESSES =
      new Liveness.Accesses<>() {
        @Override
        public void reads(Step step, IntConsumer value) {
          step.reads().forEach(value::accept);
        }

        @Override
        public void writes(Step step, IntConsumer value) {
          step.writes().forEach(value::accept);
        }
      };

  private static Step step(List<Integer> writes, Integer... reads) {
    return new Step(writes, List.of(reads));
  }

  private static LiveRanges ranges(List<List<Step>> code, List<List<Integer>> successors) {
    return LiveRanges.of(code, successors, ACCESSES, 4);
  }

  private static LiveInterval interval(int value, int from, int to) {
    return new LiveInterval(List.of(value), from, to, 1);
  }

  @Test
  @DisplayName("a value is live from its write to its last read; unused values have no interval")
  void aValueIsLiveFromItsWriteToItsLastRead() {
    LiveRanges ranges =
        ranges(
            List.of(List.of(step(List.of(1)), step(List.of(0), 1), step(List.of(), 0))),
            List.of(List.of()));
    assertThat(ranges.intervals(v -> v, v -> 0))
        .containsExactly(interval(1, 3, 4), interval(0, 5, 6));
  }

  @Test
  @DisplayName("a value that a loop reads stays live to the end of the loop")
  void aValueThatALoopReadsStaysLiveToTheEndOfTheLoop() {
    LiveRanges ranges =
        ranges(
            List.of(
                List.of(step(List.of(0))),
                List.of(step(List.of(1), 0), step(List.of(2), 1)),
                List.of(step(List.of(3), 2))),
            List.of(List.of(1), List.of(1, 2), List.of()));
    assertThat(ranges.intervals(v -> v, v -> 0))
        .containsExactly(
            interval(0, 3, 7), interval(1, 5, 6), interval(2, 7, 8), interval(3, 9, 9));
  }

  @Test
  @DisplayName("a value that is live through a block without an access covers it")
  void aValueThatIsLiveThroughABlockCoversIt() {
    LiveRanges ranges =
        ranges(
            List.of(
                List.of(step(List.of(0))), List.of(step(List.of(), 0)), List.of(step(List.of()))),
            List.of(List.of(1), List.of(2), List.of(1)));
    assertThat(ranges.intervals(v -> v, v -> 0)).containsExactly(interval(0, 3, 7));
  }

  @Test
  @DisplayName("values of one register have the union of their ranges and parts")
  void valuesOfOneRegisterHaveTheUnionOfTheirRangesAndParts() {
    LiveRanges ranges =
        ranges(
            List.of(List.of(step(List.of(0, 3)), step(List.of(1), 3), step(List.of(), 1, 0))),
            List.of(List.of()));
    assertThat(ranges.intervals(v -> v == 1 ? 3 : v, v -> v))
        .containsExactly(
            new LiveInterval(List.of(0), 3, 6, 1), new LiveInterval(List.of(1, 3), 3, 6, 10));
  }

  @Test
  @DisplayName("a used value may start at the entry; an unused value still has no interval")
  void aUsedValueMayStartAtTheEntry() {
    LiveRanges ranges =
        ranges(List.of(List.of(step(List.of(2)), step(List.of(), 1))), List.of(List.of()));
    ranges.startAtEntry(1);
    ranges.startAtEntry(0);
    assertThat(ranges.intervals(v -> v, v -> 0))
        .containsExactly(interval(1, 0, 4), interval(2, 3, 3));
  }
}
