package io.lockstep.parts.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatisticsTableTest {
  @Test
  @DisplayName("every statistic has a unit and a sentence")
  void complete() {
    assertThat(StatisticsTable.all())
        .isNotEmpty()
        .allSatisfy(
            s -> {
              assertThat(s.unit()).isNotEmpty();
              assertThat(s.definition()).endsWith(".");
              assertThat(s.name()).matches("[a-z0-9_]+(\\.[a-z0-9_*]+)*");
            });
  }

  @Test
  @DisplayName("instances and families of names find their entry")
  void find() {
    assertThat(StatisticsTable.find("lds.conflict_cycles")).isPresent();
    assertThat(StatisticsTable.find("cu[3].lds.conflict_cycles").orElseThrow().name())
        .isEqualTo("lds.conflict_cycles");
    assertThat(StatisticsTable.find("issue.dependency").orElseThrow().name()).isEqualTo("issue.*");
    assertThat(StatisticsTable.find("nobody.knows")).isEmpty();
  }
}
