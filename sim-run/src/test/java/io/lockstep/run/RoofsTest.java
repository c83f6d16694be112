// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.testsupport.Repository;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shares of resources' peaks in the examples' results, on one device of each family. */
class RoofsTest {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "8600gts");
  private static final Map<String, String> EXAMPLES =
      Map.of("matmul", "96", "transpose", "256", "vecadd", "65536"); // with n
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final List<RunResult> RESULTS = new ArrayList<>();

  @BeforeAll
  static void run() {
    List<Runner.Target> targets =
        DEVICES.stream().map(d -> new Runner.Target(CATALOGUE.spec(d))).toList();
    for (Map.Entry<String, String> example : EXAMPLES.entrySet()) {
      RESULTS.addAll(
          SharedProgram.run(
              new Runner(CATALOGUE, Plugins.frontends()),
              Repository.ROOT.resolve("examples").resolve(example.getKey() + ".yaml"),
              Map.of("n", example.getValue()),
              targets,
              RunOptions.defaults()));
    }
  }

  private static List<Statistic> roofs(RunResult r) {
    return CATALOGUE.statistics(CATALOGUE.spec(r.device()).family()).registry().roofs().stream()
        .filter(s -> r.statistics().containsKey(s.name()))
        .toList();
  }

  private static RunResult result(String workload, String device) {
    return RESULTS.stream()
        .filter(r -> r.workload().equals(workload) && r.device().equals(device))
        .findFirst()
        .orElseThrow();
  }

  private static double value(RunResult r, String name) {
    return r.statistics().get(name).doubleValue();
  }

  @Test
  @DisplayName("no result uses more of a resource than its peak, and each device uses some")
  void noResultUsesMoreOfAResourceThanItsPeak() {
    for (RunResult r : RESULTS) {
      for (Statistic s : roofs(r)) {
        assertThat(r.statistics().get(s.name()))
            .as(r.workload() + " on " + r.device() + ": " + s.name())
            .isBetween(BigDecimal.ZERO, BigDecimal.ONE);
      }
    }
    for (String device : DEVICES) {
      assertThat(RESULTS.stream().filter(r -> r.device().equals(device)))
          .as(device)
          .anyMatch(r -> roofs(r).stream().anyMatch(s -> value(r, s.name()) > 0.02));
    }
  }

  @Test
  @DisplayName("each family has the roofs of the resources that its devices model")
  void eachFamilyHasTheRoofsOfTheResourcesThatItsDevicesModel() {
    Set<Resource> common =
        EnumSet.of(Resource.DRAM, Resource.L2, Resource.NETWORK, Resource.ATOMICS, Resource.PORT);
    for (RunResult r : RESULTS) {
      Set<Resource> own = EnumSet.copyOf(common);
      own.add(Resource.LOCAL_MEMORY);
      switch (r.device()) {
        case "8600gts" ->
            own.addAll(
                EnumSet.of(
                    Resource.MEMORY_PATH, Resource.TEXTURE, Resource.CONSTANTS, Resource.PIPE));
        case "mi300a" ->
            own.addAll(EnumSet.of(Resource.L1, Resource.CONSTANTS, Resource.MEMORY_CACHE));
        default -> own.add(Resource.L1);
      }
      assertThat(roofs(r).stream().map(s -> s.resource().orElseThrow()).collect(Collectors.toSet()))
          .as(r.workload() + " on " + r.device())
          .isEqualTo(own);
    }
  }

  @Test
  @DisplayName("peaks are the specification's rates over the kernels' time")
  void peaksAreTheSpecificationsRatesOverTheKernelsTime() {
    RunResult r = result("vecadd", "hd5870");
    DeviceSpec spec = CATALOGUE.spec("hd5870");
    double cycles = value(r, "cycles.kernels");
    double units = spec.value("unit.count");
    near(r, "l1.lines_at_peak", cycles * units * spec.value("l1.lookups"));
    near(
        r, "network.response_at_peak", cycles * units * spec.value("network.response_rate") / 1000);
    near(r, "network.request_at_peak", cycles * units * spec.value("network.request_rate") / 1000);
  }

  private static void near(RunResult r, String name, double expected) {
    assertThat(value(r, name)).as(name).isCloseTo(expected, within(expected / 1000));
  }

  @Test
  @DisplayName("lines and bytes are those of the kernel: two vectors read, one written")
  void linesAndBytesAreThoseOfTheKernel() {
    RunResult r = result("vecadd", "hd5870");
    DeviceSpec spec = CATALOGUE.spec("hd5870");
    double vector = value(r, "memory.bytes_requested") / 3;
    double header = spec.value("network.header");
    assertThat(value(r, "l1.lines")).isEqualTo(value(r, "memory.transactions"));
    assertThat(value(r, "network.response_bytes")).isBetween(2 * vector, 2 * vector * 1.5);
    assertThat(value(r, "network.request_bytes"))
        .isBetween(vector, vector + header * value(r, "l1.lines"));
  }
}
