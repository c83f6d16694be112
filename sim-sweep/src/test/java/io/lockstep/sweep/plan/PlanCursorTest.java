// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.SweepFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanCursorTest {
  private static PlanBlock block(String... lines) {
    SweepFile file = new Lookup(Sweeps.CATALOGUE).of(Sweeps.file(lines));
    return new PlanBlock(
        file, Path.of(file.workloads().get(0).file().text()), file.workloads().get(0).own());
  }

  private static List<String> all(PlanCursor cursor) {
    List<String> words = new ArrayList<>();
    while (cursor.next()) {
      words.add(Sweeps.words(cursor.point(words.size())));
    }
    return words;
  }

  /** A condition on the outer axis of three; the inner one has two steps. */
  private static PlanBlock conditional() {
    return block(
        "workloads: matmul.yaml",
        "devices: gtx280",
        "parameters: {n: [16, 32, 48]}",
        "set: {lds.latency: [30cycles, 40cycles]}",
        "when: n != 32");
  }

  @Test
  void aConditionIsAskedOncePerStepOfItsLastAxis() {
    PlanCursor cursor = new PlanCursor(conditional());
    assertThat(cursor.whole()).isEqualTo(2);
    assertThat(all(cursor))
        .containsExactly(
            "n=16 gtx280 lds.latency=30cycles",
            "n=16 gtx280 lds.latency=40cycles",
            "n=48 gtx280 lds.latency=30cycles",
            "n=48 gtx280 lds.latency=40cycles");
    assertThat(cursor.looked()).isEqualTo(3);
  }

  @Test
  void aLimitEndsTheSearchAfterSoManyCombinations() {
    PlanCursor cursor = new PlanCursor(conditional(), 2); // the second one is left out
    assertThat(cursor.front()).isTrue();
    assertThat(cursor.front()).isFalse();
    PlanCursor wider = new PlanCursor(conditional(), 3);
    assertThat(wider.front()).isTrue();
    assertThat(wider.front()).isTrue();
    assertThat(wider.front()).isFalse();
  }

  @Test
  void withoutConditionsAllPointsAreOneCombination() {
    PlanCursor cursor =
        new PlanCursor(
            block(
                "workloads: matmul.yaml",
                "devices: [gtx280, hd5870]",
                "parameters: {n: [16, 32]}",
                "phases: 3"));
    assertThat(cursor.whole()).isEqualTo(12);
    assertThat(cursor.front()).isTrue();
    cursor.behind(7);
    assertThat(Sweeps.words(cursor.point(7))).isEqualTo("n=32 gtx280 phase=1");
    assertThat(cursor.point(7).index()).isEqualTo(7);
    assertThat(cursor.front()).isFalse();
  }

  @Test
  void conditionsOnTwoAxesSkipTheInnerOneWhereTheOuterOneFails() {
    PlanCursor cursor =
        new PlanCursor(
            block(
                "workloads: matmul.yaml",
                "devices: [gtx280, hd5870]",
                "parameters: {n: [16, 32, 48]}",
                "when: [n > 16, \"n > 32 || device == 'hd5870'\"]"));
    assertThat(all(cursor)).containsExactly("n=32 hd5870", "n=48 gtx280", "n=48 hd5870");
    assertThat(cursor.looked()).isEqualTo(3 + 2 + 2);
  }

  @Test
  void aProductBeyondLongsIsTheLargestLong() {
    PlanAxis two = new PlanAxis.Lists(List.of(List.of(new Item("1", ""), new Item("2", ""))));
    List<PlanAxis> axes = Collections.nCopies(62, two);
    assertThat(PlanCursor.product(axes, 0)).isEqualTo(1L << 62);
    assertThat(PlanCursor.product(axes, 60)).isEqualTo(4);
    assertThat(PlanCursor.product(Collections.nCopies(63, two), 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(PlanCursor.product(Collections.nCopies(70, two), 0)).isEqualTo(Long.MAX_VALUE);
  }
}
