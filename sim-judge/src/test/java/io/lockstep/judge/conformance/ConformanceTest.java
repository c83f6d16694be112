// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A device behaves as its specification declares and as its claims say. */
class ConformanceTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static List<CheckResult> check(Catalogue catalogue, DeviceSpec spec, String name) {
    return new Conformance(catalogue, StudyOptions.defaults())
        .check(spec, n -> n.equals(name), StudyProgress.NONE);
  }

  @ParameterizedTest(name = "{0}: {1} {2} shows in {3}")
  @CsvSource({
    "hd5450, issue.latency, 12cycles, latency.alu",
    "hd5450, unit.count, 1, peak.f32.fma",
    "8600gts, lds.pass, 3cycles, local.conflict.16",
  })
  void aModelThatUsesAnotherFigureThanItDeclaresFailsTheCheckOfThatFigure(
      String device, String figure, String value, String name) {
    failsWithAnother(device, figure, value, name);
  }

  @ParameterizedTest
  @CsvSource({"a100, f16", "rtx4090, i8", "rtx5090, e4m3", "rtx5090, e2m1", "mi300a, fp8"})
  void productsWithASparseMatrixTakeHalfTheTimeOfWhatTheyStandFor(String device, String format) {
    DeviceSpec spec = CATALOGUE.spec(device).with(Map.of("unit.count", "6"));
    CheckResult dense = check(CATALOGUE, spec, "peak.matrix." + format).get(0);
    CheckResult sparse = check(CATALOGUE, spec, "peak.matrix.sparse." + format).get(0);
    assertThat(List.of(dense, sparse)).allMatch(CheckResult::ok);
    assertThat(sparse.shown().doubleValue() / dense.shown().doubleValue()).isBetween(1.96, 2.04);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}: {1} {2} shows in {3}")
  @CsvSource({
    "hd5450, l1.latency, *1.2, latency.l1",
    "hd5450, l1.size, 10KiB, size.l1",
    "hd5450, l2.latency, *1.2, latency.l2",
    "hd5450, issue.clause_switch, *1.2, latency.l1",
    "hd5450, dram.clock, *1.2, bandwidth.dram",
    "hd5450, dispatch.group_interval, 5cycles, dispatch.group",
    "hd5450, dram.clock, *0.8, bandwidth.dram",
    "8600gts, network.request_latency, *1.2, latency.dram",
    "8600gts, dispatch.group_interval, *1.2, dispatch.group",
    "8600gts, dram.clock, *0.8, bandwidth.dram",
  })
  void eachFigureThatAModelDoesNotUseFailsItsCheck(
      String device, String figure, String value, String name) {
    failsWithAnother(device, figure, value, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a100_80", "rtx5090"})
  void aUnitThatWaitsLongForMemoryShowsNoMoreThanItsShareOfTheNetwork(String device) {
    DeviceSpec spec = CATALOGUE.spec(device).with(Map.of("unit.count", "6"));
    CheckResult unit = check(CATALOGUE, spec, "bandwidth.l2.unit").get(0);
    assertThat(unit.ok()).as("%s", unit).isTrue();
    assertThat(unit.shown()).isLessThan(unit.claimed());
  }

  @Test
  @DisplayName("logic with a rate of its own is declared at that rate")
  void logicWithARateOfItsOwnIsDeclaredAtThatRate() {
    DeviceSpec spec = CATALOGUE.spec("rtx5090").with(Map.of("unit.count", "6"));
    assertThat(check(CATALOGUE, spec, "rate.i32.xor")).isNotEmpty().allMatch(CheckResult::ok);
  }

  private static void failsWithAnother(String device, String figure, String value, String name) {
    DeviceSpec spec = CATALOGUE.spec(device);
    List<CheckResult> honest = check(CATALOGUE, spec, name);
    List<CheckResult> lying = check(LyingModels.with(figure, value), spec, name);

    assertThat(honest).isNotEmpty().allMatch(CheckResult::ok);
    assertThat(lying.get(0).ok()).as("%s", lying.get(0)).isFalse();
    assertThat(lying.get(0).claimed()).isEqualTo(honest.get(0).claimed());
    assertThat(lying.get(0).source()).startsWith("declared: ");
  }

  @ParameterizedTest(name = "{0}: {1} {2} shows in {3}")
  @CsvSource({
    "hd5450, lds.size, *0.75, occupancy.local_memory",
    "8600gts, unit.wavefronts, 16, occupancy.wavefronts",
    "8600gts, unit.groups, 6, occupancy.groups",
  })
  void aModelThatHoldsFewerGroupsThanItDeclaresFailsTheCheckOfThatResource(
      String device, String figure, String value, String name) {
    DeviceSpec spec = CATALOGUE.spec(device);

    assertThat(check(CATALOGUE, spec, name)).isNotEmpty().allMatch(CheckResult::ok);
    assertThat(check(LyingModels.holding(figure, value), spec, name).get(0).ok()).isFalse();
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}: {1} {2} shows in {3}")
  @CsvSource({
    "hd5450, clock.compute, *0.8, peak.f32.fma",
    "hd5450, clock.compute, *1.2, peak.f32.fma",
    "hd5450, unit.count, 3, peak.f32.fma",
    "hd5450, dram.clock, *0.8, bandwidth.dram",
    "hd5450, dram.bandwidth, *1.2, bandwidth.dram",
    "8600gts, clock.compute, *0.8, peak.f32.fma",
    "8600gts, unit.count, 6, peak.f32.fma",
    "8600gts, issue.interval, 5cycles, peak.f32.fma",
    "8600gts, issue.multiply24, 5cycles, rate.i32.multiply24",
    "8600gts, issue.multiply32, 20cycles, rate.i32.multiply",
    "8600gts, issue.transcendental, 20cycles, rate.f32.rsqrt",
  })
  void aSpecificationWithAWrongFigureFailsAClaim(
      String device, String figure, String value, String name) {
    DeviceSpec right = CATALOGUE.spec(device);
    DeviceSpec wrong = right.with(figure, value);

    assertThat(check(CATALOGUE, right, name)).hasSize(2).allMatch(CheckResult::ok);
    List<CheckResult> checks = check(CATALOGUE, wrong, name);
    assertThat(checks).hasSize(2);
    assertThat(checks.get(0).ok()).as("%s", checks.get(0)).isTrue(); // it is what is declared
    assertThat(checks.get(1).ok()).as("%s", checks.get(1)).isFalse(); // and not what is published
    assertThat(checks.get(1).source()).doesNotStartWith("declared");
  }

  @Test
  @DisplayName("a claim changes no hash, is no figure, reaches no model and is not inherited")
  void aClaimIsForChecksAlone(@TempDir Path folder) throws Exception {
    Path other = folder.resolve("other.yaml");
    Files.writeString(
        other,
        """
        device: hd5450
        extends: hd5450
        sources: {me: "nobody"}
        claims:
          peak.f32.fma: {value: 1GFLOPS, source: me}
          latency.l1: {value: 1cycles, source: me, tolerance: 1%}
        """);
    DeviceSpec spec = CATALOGUE.spec(other.toString());
    assertThat(spec.hash()).isEqualTo(CATALOGUE.spec("hd5450").hash());
    assertThat(CATALOGUE.spec("hd5450").claims()).containsKey("bandwidth.dram");
    assertThat(spec.claims()).containsOnlyKeys("peak.f32.fma", "latency.l1");
    assertThat(spec.has("claims.latency.l1")).isFalse();
    assertThat(spec.optional("peak.f32.fma")).isEmpty();
    assertThat(CATALOGUE.device(spec).spec().claims()).isEmpty(); // no model sees them
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{value: 1GFLOPS} | 'source' | 4:",
        "{value: 1parsec, source: llvm} | expected a number with one of the units | 4:",
        "{value: 1GB/s, source: nobody} | source 'nobody' is not listed | 4:",
        "{value: 1GB/s, source: llvm, tolerance: 200%} | expected a share such as 5% | 4:",
      })
  void aWrongClaimIsAnErrorWithItsPlace(
      String claim, String message, String place, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file, "device: x\nextends: hd5450\nclaims:\n  bandwidth.dram: " + claim + "\n");

    assertThatThrownBy(() -> CATALOGUE.spec(file.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("x.yaml:" + place);
  }

  @Tag("slow")
  @Test
  void aSmallDeviceShowsAllThatItDeclaresAndWhatItIsClaimedToBeButForItsKnownGaps()
      throws Exception {
    for (String device : List.of("hd5450", "8600gts")) {
      List<CheckResult> checks =
          new Conformance(CATALOGUE, StudyOptions.defaults())
              .check(CATALOGUE.spec(device), n -> true, StudyProgress.NONE);
      assertThat(checks.stream().filter(c -> !c.ok()).map(CheckResult::name))
          .as("%s", checks)
          .containsExactlyElementsOf(gaps(device));
      assertThat(checks).hasSizeGreaterThan(30);
    }
  }

  /** Checks that docs/check.md lists as known gaps of a device. */
  private static List<String> gaps(String device) throws Exception {
    return Files.readAllLines(Path.of("..", "docs", "check.md")).stream()
        .filter(line -> line.startsWith("| `" + device + "` | "))
        .map(line -> line.split("`")[3])
        .toList();
  }
}
