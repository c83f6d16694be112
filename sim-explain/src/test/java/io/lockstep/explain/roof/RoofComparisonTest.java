// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Statistic;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RoofComparisonTest {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "gtx280", "mi300a");
  private static final double ROUNDING = 1e-3; // of the 1e-4 that rounding may be
  private static final long PICOS = 10_000_000;

  /** A result with random roofs, of one kind of which none or all may be used. */
  private static MadeUp random(Random random) {
    MadeUp some =
        new MadeUp(DEVICES.get(random.nextInt(DEVICES.size())), 1_000 + random.nextInt(1 << 30));
    Map<String, Double> values = new TreeMap<>();
    for (Statistic s : MadeUp.ALL.statistics(some.spec().family()).registry().roofs()) {
      Formula formula = s.formula().orElseThrow();
      double share = random.nextInt(4) == 0 ? 0 : random.nextDouble();
      formula.denominator().forEach(d -> values.putIfAbsent(d, 1e3 + random.nextInt(1 << 30)));
      double peak = formula.denominator().stream().mapToDouble(values::get).sum();
      formula.numerator().forEach(n -> values.putIfAbsent(n, share * peak));
      double used = formula.numerator().stream().mapToDouble(values::get).sum();
      values.put(s.name(), Math.min(1, used / peak));
    }
    values.put("memory.bytes_requested", (double) random.nextInt(1 << 30));
    values.put("dram.channel_imbalance", 1 + 7 * random.nextDouble());
    for (int unit = 0; unit < 3; unit++) {
      for (String port : List.of("issued_alu", "issued_fetch", "issued_valu", "issued_sp")) {
        values.put("cu[" + unit + "].issue." + port, (double) random.nextInt(1000));
      }
    }
    values.forEach(some::shows);
    return some;
  }

  private static double product(RoofComparison comparison) {
    return comparison.factors().stream().mapToDouble(Factor::value).reduce(1, (a, b) -> a * b);
  }

  @Property(tries = 300)
  @Label("the factors multiply to the quotient of the largest roofs, backwards to its reciprocal")
  void factorsMultiplyToTheQuotientOfTheLargestRoofs(@ForAll long seed, @ForAll boolean same) {
    Random random = new Random(seed);
    MadeUp one = random(random);
    MadeUp other = random(random);
    RoofComparison there = MadeUp.compare(one, other, same);
    double quotient = there.picos(there.to()) / there.picos(there.from());
    assertThat(Math.log(product(there) / quotient)).isCloseTo(0, within(ROUNDING));
    RoofComparison back =
        new RoofComparison(
            other.subject("to"), LinePlaces.NOWHERE, one.subject("from"), LinePlaces.NOWHERE, same);
    Map<String, Double> backs =
        back.factors().stream().collect(Collectors.toMap(Factor::name, Factor::value, (a, b) -> a));
    there
        .factors()
        .forEach(f -> assertThat(f.value() * backs.get(f.name())).isCloseTo(1, within(1e-9)));
  }

  @Test
  @DisplayName("two roofs of one name in different units stay two: the factors multiply")
  void roofsOfOneNameInDifferentUnitsStayTwo() {
    factorsMultiplyToTheQuotientOfTheLargestRoofs(-7712135, false); // texture units, look-ups
  }

  private static Map<String, Double> factors(RoofComparison comparison) {
    Map<String, Double> factors = new TreeMap<>();
    comparison.factors().forEach(f -> factors.put(f.name(), f.value()));
    return factors;
  }

  private static MadeUp fetching(long picos) {
    double peak = 20 * 0.00085 * picos; // cycles of one port a unit at 850 MHz
    return new MadeUp("hd5870", picos)
        .share("ports.fetch.busy", "issue.issued_fetch", "ports.fetch.cycles", 0.98, peak)
        .share("ports.alu.busy", "issue.issued_alu", "ports.alu.cycles", 0.2, 2 * peak);
  }

  @Test
  @DisplayName(
      "loads at a slow port: so many instructions, cycles of each by hand, clock and units")
  void loadsAtASlowPortAreNamedWithTheirCycles() {
    double fetched = 0.98 * 20 * 0.00085 * PICOS;
    long executions = Math.round(fetched / 16);
    MadeUp slow = fetching(PICOS).issues(3, "issue.issued_fetch", Math.round(fetched), executions);
    long quick = PICOS / 20;
    MadeUp fast =
        new MadeUp("mi300a", quick)
            .share(
                "ports.vmem.busy",
                "issue.issued_vmem",
                "ports.vmem.cycles",
                0.5,
                0.0021 * 228 * quick)
            .issues(3, "issue.issued_vmem", Math.round(0.5 * 0.0021 * 228 * quick), executions);
    Map<String, Double> factors = factors(MadeUp.compare(fast, slow, true));
    assertThat(factors.get("clock")).isCloseTo(2100.0 / 850, within(1e-9));
    assertThat(factors.get("units")).isCloseTo(228.0 / 20, within(1e-9));
    double each = 0.5 * 0.0021 * 228 * quick / executions;
    assertThat(factors.get("cycles each")).isCloseTo(16 / each, within(0.01 * 16 / each));
    assertThat(factors).doesNotContainKey("instructions"); // as many on both
  }

  @Test
  @DisplayName("where one of two runs uses no resource, their times alone are compared")
  void whereOneOfTwoRunsUsesNoResourceTheirTimesAloneAreCompared() {
    MadeUp none = new MadeUp("hd5870", PICOS / 4);
    assertThat(factors(MadeUp.compare(none, fetching(PICOS), true)))
        .containsExactly(Map.entry("kernels", 4.0));
    assertThat(factors(MadeUp.compare(fetching(PICOS), none, false)))
        .containsExactly(Map.entry("kernels", 0.25));
  }

  private static MadeUp moving(String device, double bytes, double asked, double share) {
    long bandwidth = MadeUp.ALL.spec(device).value("dram.bandwidth");
    return new MadeUp(device, Math.round(bytes / bandwidth * 1e12 / share))
        .share("dram.busy", "dram.bytes", "dram.bytes_at_peak", share, bytes / share)
        .shows("memory.bytes_requested", asked);
  }

  @Test
  @DisplayName("DRAM binds both: peak bandwidth, bytes asked for, bytes moved for each of them")
  void dramThatBindsBothIsSplitIntoPeakAndBytes() {
    Map<String, Double> factors =
        factors(
            MadeUp.compare(
                moving("hd5870", 4e6, 1e6, 0.9), moving("hd5870", 1e6, 0.5e6, 0.8), false));
    assertThat(factors).containsOnlyKeys("bytes asked for", "bytes moved for each");
    assertThat(factors.get("bytes asked for")).isCloseTo(0.5, within(1e-3));
    assertThat(factors.get("bytes moved for each")).isCloseTo(0.5, within(1e-3));
  }

  private static MadeUp reading(String device, long picos, double bytes, double share) {
    return new MadeUp(device, picos)
        .share("l2.read_busy", "l2.bytes_read", "l2.read_at_peak", share, bytes / share)
        .shows("memory.bytes_requested", bytes);
  }

  private static Factor peak(RoofComparison comparison) {
    return comparison.factors().stream()
        .filter(f -> f.name().equals("peak of second-level cache bandwidth"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("a ratio of peaks has the range that guessed parameters of both devices give it")
  void aRatioOfPeaksHasTheRangeOfGuessedParameters() {
    MadeUp volta = reading("v100", PICOS, 8e6, 0.8); // 1 MB/µs
    MadeUp ampere = reading("a100", PICOS / 2, 8e6, 0.8); // 2 MB/µs
    Factor factor = peak(MadeUp.compare(volta, ampere, true));
    assertThat(factor.value()).isCloseTo(0.5, within(1e-9));
    FactorRange range = factor.range().orElseThrow();
    assertThat(range.figures())
        .extracting(f -> f.device() + " " + f.path())
        .containsExactly("v100 l2.channels", "a100 l2.read", "a100 l2.channels");
    // V100: 32 to 96 of 64 slices; A100: 80 to 160 of 80 slices, 32 to 64 of 64 B/cycle
    assertThat(range.low()).isCloseTo(0.5 * (32.0 / 64) / (160.0 / 80), within(1e-9));
    assertThat(range.high()).isCloseTo(0.5 * (96.0 / 64) / (32.0 / 64), within(1e-9));
    assertThat(range.sentence(factor.name()))
        .startsWith(
            "peak of second-level cache bandwidth rests on uncertain parameters, within whose"
                + " ranges it is 0.125 to 1.50 (v100: l2.channels 64, guessed, 32 to 96. a100:"
                + " l2.read 64 B/cycle, guessed, 32 B/cycle to 64 B/cycle;");
    FactorRange back = peak(MadeUp.compare(ampere, volta, true)).range().orElseThrow();
    assertThat(back.low()).isCloseTo(1 / range.high(), within(1e-9));
    assertThat(back.high()).isCloseTo(1 / range.low(), within(1e-9));
  }

  @Test
  @DisplayName("a ratio of published peaks has no range")
  void aRatioOfPublishedPeaksHasNoRange() {
    RoofComparison published =
        MadeUp.compare(moving("v100", 4e6, 1e6, 0.9), moving("a100", 4e6, 1e6, 0.8), true);
    assertThat(published.factors())
        .allMatch(f -> f.range().isEmpty())
        .anyMatch(f -> f.name().equals("peak of DRAM bandwidth"));
  }

  @Test
  @DisplayName("below two fifths of every peak no resource limits the run")
  void belowTwoFifthsOfEveryPeakNothingIsBound() {
    RoofComparison idle =
        MadeUp.compare(moving("gtx280", 1e6, 1e6, 0.39), moving("gtx280", 2e6, 2e6, 0.39), false);
    assertThat(idle.isSlowerUnbound()).isTrue();
    assertThat(idle.findings()).anyMatch(f -> f.startsWith("to: no resource limits the run"));
    RoofComparison bound =
        MadeUp.compare(moving("gtx280", 1e6, 1e6, 0.39), moving("gtx280", 2e6, 2e6, 0.41), false);
    assertThat(bound.isSlowerUnbound()).isFalse();
    assertThat(bound.findings())
        .anyMatch(f -> f.startsWith("to: bound by DRAM bandwidth, used at 41.0 %"));
  }

  @Test
  @DisplayName("an even load of few units is units that work, not waits")
  void anEvenLoadOfFewUnitsIsUnitsThatWork() {
    MadeUp one = fetching(PICOS);
    MadeUp few = fetching(2 * PICOS);
    for (int unit = 0; unit < 20; unit++) {
      one.shows("cu[" + unit + "].issue.issued_fetch", 100);
      few.shows("cu[" + unit + "].issue.issued_fetch", unit < 5 ? 400 : 0);
    }
    few.share("ports.fetch.busy", "issue.issued_fetch", "ports.fetch.cycles", 0.24, 680_000);
    RoofComparison comparison = MadeUp.compare(one, few, false);
    assertThat(factors(comparison).get("units that work")).isCloseTo(4, within(0.01));
    assertThat(comparison.unevenLoad(comparison.to())).isEmpty();
  }

  @Test
  @DisplayName("where caches serve the faster run, its own resource is named beside DRAM")
  void whereCachesServeTheFasterRunItsOwnResourceIsNamed() {
    MadeUp fast =
        new MadeUp("hd5870", 1_000_000)
            .share("l2.read_busy", "l2.bytes_read", "l2.read_at_peak", 0.8, 1e6)
            .share("dram.busy", "dram.bytes", "dram.bytes_at_peak", 0, 1e6)
            .shows("memory.bytes_requested", 1e6);
    Map<String, Double> factors =
        factors(MadeUp.compare(moving("gtx280", 8e6, 1e6, 0.9), fast, true));
    assertThat(factors.keySet()).anyMatch(name -> name.contains("instead of DRAM bandwidth"));
  }
}
