// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsRegistryTest {
  private final StatisticsRegistry shared = new StatisticsRegistry(SharedStatistics.all());

  @Test
  void aNameIsFoundWhateverInstanceStandsBeforeIt() {
    assertThat(shared.find("cu[3].lds.conflict_cycles"))
        .isEqualTo(shared.find("lds.conflict_cycles"));
    assertThat(shared.find("lds.conflict_cycles")).isPresent();
    assertThat(shared.find("nobody.knows")).isEmpty();
    assertThat(shared.hint("l2.hitz")).isEqualTo("; did you mean 'l2.hits'?");
  }

  @Test
  void levelsAreToldFromCounts() {
    assertThat(shared.isLevel("wavefronts.resident")).isTrue();
    assertThat(shared.isLevel("wavefronts")).isFalse();
  }

  @Test
  void oneNameInTwoUnitsIsRefused() {
    List<Statistic> two = new ArrayList<>(SharedStatistics.all());
    two.add(new Statistic("l2.hits", Statistic.Kind.LEVEL, "1", "Wrong.", "mine", ""));
    assertThatThrownBy(() -> new StatisticsRegistry(two))
        .hasMessageContaining("'l2.hits'")
        .hasMessageContaining("mine");
  }

  @Test
  void aStatisticWithoutANameUnitSentenceOrPartIsRefused() {
    assertThatThrownBy(() -> statistic("L2 hits", "1", "Hits.", "l2"))
        .hasMessageContaining("L2 hits");
    assertThatThrownBy(() -> statistic("l2.hits", "", "Hits.", "l2"))
        .hasMessageContaining("l2.hits");
    assertThatThrownBy(() -> statistic("l2.hits", "1", " ", "l2")).hasMessageContaining("l2.hits");
    assertThatThrownBy(() -> statistic("l2.hits", "1", "Hits.", ""))
        .hasMessageContaining("l2.hits");
    assertThatThrownBy(() -> statistic("l2.hits", "ratio", "Hits.", "l2"))
        .hasMessageContaining("l2.hits");
  }

  private static Statistic statistic(String name, String unit, String definition, String part) {
    return new Statistic(name, Statistic.Kind.COUNT, unit, definition, part, "");
  }
}
