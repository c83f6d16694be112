// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FormulaTest {
  private static StatisticSet.Builder<long[]> counts() {
    return StatisticSet.<long[]>of("test")
        .count("a.hits", "Hits.", n -> n[0])
        .count("a.lookups", "Look-ups.", n -> n[1]);
  }

  @Test
  @DisplayName("a ratio of sums over units is that of the summed counts")
  void aRatioOfSumsIsThatOfTheSummedCounts() {
    StatisticSet<long[]> set = counts().ratio("a.rate", "Rate.", "a.hits", "a.lookups").build();
    Totals totals = new Totals();
    set.write(new long[] {1, 2}, totals);
    set.write(new long[] {5, 6}, totals);
    long[] ratio = new long[2];
    totals.write(
        "",
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {}

          @Override
          public void ratio(String name, long numerator, long denominator) {
            ratio[0] = numerator;
            ratio[1] = denominator;
          }
        });
    assertThat(ratio).containsExactly(6, 8);
    assertThat(set.declared().get(2).formula().orElseThrow()).hasToString("a.hits / a.lookups");
  }

  @Test
  @DisplayName("a formula that names no count of its set is refused")
  void aFormulaThatNamesNoCountOfItsSetIsRefused() {
    assertThatThrownBy(() -> counts().ratio("a.rate", "Rate.", "a.hits", "a.misses").build())
        .hasMessageContaining("'a.rate'")
        .hasMessageContaining("'a.misses'");
    assertThatThrownBy(() -> new Statistic("a.b", Statistic.Kind.RATIO, "ratio", "B.", "p", ""))
        .hasMessageContaining("'a.b'")
        .hasMessageContaining("without a formula");
  }

  @Test
  @DisplayName("roofs are the ratios that are declared with a resource, and each kind of port")
  void roofsAreTheRatiosThatAreDeclaredWithAResource() {
    StatisticSet<long[]> set =
        counts()
            .ratio("a.rate", "Rate.", "a.hits", "a.lookups")
            .roof(Resource.L1, "a.busy", "Share.", "a.hits", "a.lookups")
            .counter("hits")
            .build();
    assertThat(new StatisticsRegistry(set.declared()).and(scheme("1", "2").use()).roofs())
        .extracting(Statistic::name, s -> s.resource().orElseThrow())
        .containsExactly(
            tuple("a.busy", Resource.L1),
            tuple("ports.alu.busy", Resource.PORT),
            tuple("ports.fetch.busy", Resource.PORT));
  }

  @Test
  @DisplayName("ports of a unit are those of its kinds, per SIMD where they are declared so")
  void portsOfAUnitAreThoseOfItsKinds() {
    IssueScheme scheme = scheme("1 a SIMD", "2");
    assertThat(scheme.count(scheme.ports().get(0), 6)).isEqualTo(4);
    assertThat(scheme.count(scheme.ports().get(1), 6)).isEqualTo(2);
    assertThatThrownBy(() -> scheme("2", "1").count(scheme.ports().get(0), 6))
        .hasMessageContaining("6 issue ports");
    assertThatThrownBy(() -> scheme("some", "1")).hasMessageContaining("'some'");
    assertThat(scheme.use().get(1).formula().orElseThrow())
        .hasToString("(issue.fast + issue.slow) / ports.alu.cycles");
  }

  @Test
  @DisplayName("a cause that issues is of exactly one kind of port")
  void aCauseThatIssuesIsOfExactlyOneKindOfPort() {
    assertThatThrownBy(
            () ->
                new IssueScheme(
                    Cause.values(),
                    Cause.IDLE,
                    List.of(
                        new IssuePort("alu", "1", "A.", IssuePort.Work.COMPUTE, Cause.FAST),
                        new IssuePort("fetch", "1", "F.", IssuePort.Work.MEMORY, Cause.FETCH))))
        .hasMessageContaining("SLOW is of 0 kinds of port");
  }

  private static IssueScheme scheme(String alus, String fetches) {
    return new IssueScheme(
        Cause.values(),
        Cause.IDLE,
        List.of(
            new IssuePort("alu", alus, "A.", IssuePort.Work.COMPUTE, Cause.FAST, Cause.SLOW),
            new IssuePort("fetch", fetches, "F.", IssuePort.Work.MEMORY, Cause.FETCH)));
  }

  private enum Cause implements IssueCause {
    FAST,
    SLOW,
    FETCH,
    IDLE;

    @Override
    public CommonCause common() {
      return this == IDLE ? CommonCause.NO_WAVEFRONT : CommonCause.ISSUED;
    }

    @Override
    public String meaning() {
      return name() + ".";
    }
  }
}
