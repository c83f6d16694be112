// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class SpanTest {
  private static Span span(String from, String to, Span.Scale scale, String round) {
    return new Span("s.yaml:1:1", from, to, scale, round);
  }

  /** How often each value comes of evenly spread shares. */
  private static Map<String, Integer> counts(DesignCoordinate coordinate, int shares) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < shares; i++) {
      counts.merge(coordinate.at((i + 0.5) / shares), 1, Integer::sum);
    }
    return counts;
  }

  @Test
  void wholeNumbersMultiplesPowersAndChoicesAreEachAsProbable() {
    assertThat(counts(span("1", "4", Span.Scale.LINEAR, ""), 400))
        .isEqualTo(Map.of("1", 100, "2", 100, "3", 100, "4", 100));
    assertThat(counts(span("1KiB", "9KiB", Span.Scale.LINEAR, "4KiB"), 400))
        .isEqualTo(Map.of("4KiB", 200, "8KiB", 200));
    assertThat(counts(span("3KiB", "33KiB", Span.Scale.LOG2, ""), 400))
        .isEqualTo(Map.of("4KiB", 100, "8KiB", 100, "16KiB", 100, "32KiB", 100));
    List<Item> items = List.of(new Item("a", ""), new Item("b", ""));
    assertThat(counts(new DesignChoices("s.yaml:1:1", items), 400))
        .isEqualTo(Map.of("a", 200, "b", 200));
  }

  @Test
  void aLogarithmicSpanHasAsMuchBelowItsGeometricMeanAsAbove() {
    Span span = span("*0.25", "*4", Span.Scale.LOG, "");
    assertThat(span.at(0)).isEqualTo("*0.25");
    assertThat(span.at(0.5)).isEqualTo("*1");
    assertThat(span.at(0.75)).isEqualTo("*2");
    assertThat(span("16", "256", Span.Scale.LOG, "16").at(0)).isEqualTo("16");
    assertThat(span("16", "256", Span.Scale.LOG, "16").at(Math.nextDown(1.0))).isEqualTo("256");
  }

  @Property(tries = 500)
  void noDrawnNumberLiesOutside(@ForAll @DoubleRange(max = 1, maxIncluded = false) double share) {
    for (Span.Scale scale : Span.Scale.values()) {
      assertThat(Integer.parseInt(span("3", "70", scale, "").at(share))).isBetween(3, 70);
    }
    assertThat(Integer.parseInt(span("5", "70", Span.Scale.LOG, "16").at(share)) % 16).isZero();
    assertThat(Double.parseDouble(span("0.1", "0.7", Span.Scale.LINEAR, "").at(share)))
        .isBetween(0.1, 0.7);
    assertThat(Double.parseDouble(span("0.1", "0.7", Span.Scale.LOG, "").at(share)))
        .isBetween(0.1, 0.7);
  }

  @Test
  void spansWithoutNumbersInBetweenAreRefused() {
    assertThatThrownBy(() -> span("8", "8", Span.Scale.LINEAR, ""))
        .hasMessage("s.yaml:1:1: expected 'to' above 'from', found 8 to 8");
    assertThatThrownBy(() -> span("0", "8", Span.Scale.LOG, ""))
        .hasMessage("s.yaml:1:1: a scale of logarithms begins above 0, found 0");
    assertThatThrownBy(() -> span("5", "7", Span.Scale.LINEAR, "4"))
        .hasMessage("s.yaml:1:1: no multiple of 4 lies between 5 and 7");
    assertThatThrownBy(() -> span("5", "7", Span.Scale.LOG2, ""))
        .hasMessage("s.yaml:1:1: no power of two lies between 5 and 7");
    assertThatThrownBy(() -> span("8KiB", "16", Span.Scale.LINEAR, ""))
        .hasMessageContaining("expected numbers of one kind");
  }
}
