// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LinearScanTest {
  private static final ToIntFunction<LiveInterval> ANY = i -> -1;

  private static LiveInterval interval(int value, int from, int to, int parts) {
    return new LiveInterval(List.of(value), from, to, parts);
  }

  private static int[] registers(LinearScan scan) {
    return IntStream.range(0, scan.intervals().size()).map(scan::register).toArray();
  }

  @Test
  @DisplayName("an interval takes the lowest register that is free at its start")
  void anIntervalTakesTheLowestRegisterThatIsFreeAtItsStart() {
    LinearScan scan =
        new LinearScan(
            List.of(
                interval(0, 1, 4, 1),
                interval(1, 2, 9, 1),
                interval(2, 4, 9, 1),
                interval(3, 5, 9, 1)),
            ANY);
    assertThat(registers(scan)).containsExactly(0, 1, 2, 0);
    assertThat(scan.registers()).isEqualTo(3);
  }

  @Test
  @DisplayName("intervals with different parts share a register")
  void intervalsWithDifferentPartsShareARegister() {
    LinearScan scan =
        new LinearScan(
            List.of(
                interval(0, 1, 9, 0b0011), interval(1, 1, 9, 0b1100), interval(2, 1, 9, 0b0110)),
            ANY);
    assertThat(registers(scan)).containsExactly(0, 0, 1);
    assertThat(scan.intervals().get(0).width()).isEqualTo(2);
  }

  @Test
  @DisplayName("fixed intervals keep their register, before all others")
  void fixedIntervalsKeepTheirRegister() {
    LinearScan scan =
        new LinearScan(
            List.of(
                interval(0, 0, 3, 1),
                interval(1, 2, 9, 1),
                interval(2, 3, 5, 1),
                interval(3, 6, 7, 1)),
            i -> i.values().get(0) == 1 ? 0 : -5);
    assertThat(registers(scan)).containsExactly(1, 0, 2, 1);
  }

  @Test
  @DisplayName("a fixed interval that ends earlier does not free a register of another")
  void aFixedIntervalThatEndsEarlierDoesNotFreeTheRegisterOfAnother() {
    LinearScan scan =
        new LinearScan(
            List.of(interval(0, 0, 9, 1), interval(1, 0, 3, 1), interval(2, 5, 6, 1)),
            i -> i.values().get(0) < 2 ? 0 : -1);
    assertThat(registers(scan)).containsExactly(0, 0, 1);
  }

  private static final LiveInterval LONG = interval(0, 1, 90, 1);
  private static final LiveInterval LATER = interval(1, 2, 80, 1);
  private static final LiveInterval OVER = interval(2, 10, 20, 1);
  private static final LiveInterval AGAIN = interval(3, 30, 40, 1);
  private final LinearScan scan = new LinearScan(List.of(LONG, LATER, OVER, AGAIN), ANY);

  @Test
  @DisplayName("spills nothing if all intervals are below the limit")
  void spillsNothingIfAllIntervalsAreBelowTheLimit() {
    assertThat(scan.spilled(3, List.of(LONG, LATER), 0)).isEmpty();
  }

  @Test
  @DisplayName("one spilled interval serves all excess during its life")
  void oneSpilledIntervalServesAllExcessDuringItsLife() {
    assertThat(scan.spilled(2, List.of(LATER, LONG), 0)).containsExactly(LATER);
  }

  @Test
  @DisplayName("intervals that overlap beyond the limit add up")
  void intervalsThatOverlapBeyondTheLimitAddUp() {
    assertThat(scan.spilled(1, List.of(LATER, LONG), 0)).containsExactly(LATER, LONG);
    LinearScan wide = new LinearScan(List.of(LONG, LATER, interval(2, 10, 20, 0b11)), ANY);
    assertThat(wide.spilled(2, List.of(LONG, LATER), 0)).containsExactly(LONG, LATER);
  }

  @Test
  @DisplayName("a candidate must begin before the excess and end after it, with its residence")
  void aCandidateMustBeginBeforeTheExcessAndEndAfterIt() {
    LiveInterval late = interval(7, 11, 99, 1);
    LiveInterval atOnce = interval(8, 10, 99, 1);
    assertThat(scan.spilled(2, List.of(late), 0)).containsExactly(late); // for the second excess
    assertThat(scan.spilled(2, List.of(atOnce), 0)).containsExactly(atOnce);
    assertThat(scan.spilled(2, List.of(interval(9, 1, 35, 1), LONG), 25))
        .containsExactly(LONG); // 35 - 25 is not after 10
    assertThat(scan.spilled(2, List.of(interval(9, 1, 36, 1), LONG), 25))
        .containsExactly(interval(9, 1, 36, 1), LONG); // no longer free for the second
  }

  @Test
  @DisplayName("values of one register are spilled together and free as many parts")
  void valuesOfOneRegisterAreSpilledTogetherAndFreeAsManyParts() {
    LiveInterval pair = new LiveInterval(List.of(5, 6), 1, 90, 0b11);
    assertThat(scan.spilled(1, List.of(pair, LONG), 0)).containsExactly(pair);
  }
}
