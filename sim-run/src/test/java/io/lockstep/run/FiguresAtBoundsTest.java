// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever figure a user sets within its bounds, he gets a result or is told why not. One device of
 * each schema and a small workload; {@code tools/figures-at-bounds.sh} takes all devices and more.
 */
@Tag("slow")
class FiguresAtBoundsTest {
  private static final String DEVICES =
      System.getProperty("figures.devices", "hd5870,hd6970,mi300a,gtx280,rtx3060");
  private static final String WORKLOADS = System.getProperty("figures.workloads", "matmul");
  private static final boolean QUICK = System.getProperty("figures.devices") == null;

  /** Whole devices at their largest share a heap. */
  private static final int AT_ONCE = QUICK ? 8 : 2;

  /** Caps on memory and time that a user may raise; their messages say so. */
  private static final Set<Failure> CAPS = Set.of(Failure.MEMORY, Failure.TIME_LIMIT);

  /** Quick tests take a few compute units of large devices: what they are is the same. */
  private static final Map<String, Map<String, String>> FEWER =
      !QUICK
          ? Map.of()
          : Map.of(
              "mi300a",
              Map.of("unit.count", "12", "l2.channels", "4", "dram.channels", "32"),
              "gtx280",
              Map.of("simulation.clusters", "2", "unit.count", "6"),
              "rtx3060",
              Map.of("unit.count", "4", "l2.channels", "4", "dram.channels", "4"));

  /** One figure of a device changed. */
  private record Change(String figure, String text, String answer) {
    @Override
    public String toString() {
      return figure + "=" + text + ": " + answer;
    }
  }

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  @TempDir private Path folder;

  static Stream<String> devices() {
    return DEVICES.equals("all")
        ? CATALOGUE.specs().stream().map(DeviceSpec::id)
        : Arrays.stream(DEVICES.split(","));
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("every figure at its bounds and near them gives a result or a refusal")
  @MethodSource("devices")
  void everyFigureAtItsBoundsAndNearThemGivesAResultOrARefusal(String device) {
    DeviceSpec spec = CATALOGUE.spec(device);
    for (Map.Entry<String, String> e : FEWER.getOrDefault(device, Map.of()).entrySet()) {
      spec = spec.with(e.getKey(), e.getValue());
    }
    List<Change> wrong = new ArrayList<>();
    for (String workload : WORKLOADS.split(",")) {
      Path trace = folder.resolve(workload + ".lkt");
      Traces.of(QUICK ? small(workload) : Repository.workload(workload), trace);
      List<Change> batch = new ArrayList<>();
      List<Runner.Target> targets = new ArrayList<>();
      List<SpecSchema.Key> keys = new ArrayList<>(spec.schema().keys());
      spec.schema().derived().values().forEach(d -> keys.add(d.key()));
      for (SpecSchema.Key key : keys) {
        for (String text : texts(spec, key)) {
          try {
            targets.add(new Runner.Target(spec.with(key.path(), text)));
            batch.add(new Change(key.path(), text, ""));
          } catch (InputException e) {
            assertThat(e.getMessage()).contains("--set " + key.path() + "=" + text);
          }
          if (targets.size() == AT_ONCE) {
            run(trace, targets, batch, wrong);
          }
        }
      }
      run(trace, targets, batch, wrong);
    }
    assertThat(wrong).as(device).isEmpty();
  }

  /** A single tile of the matrix product. */
  private Path small(String workload) {
    try {
      Path whole = Repository.workload(workload);
      String text =
          Files.readString(whole)
              .replace("../kernels", whole.getParent().resolveSibling("kernels").toString())
              .replace("4096", "256")
              .replace("[4, 4]", "[1, 1]")
              .replace("{i32: 64}", "{i32: 16}");
      return Files.writeString(
          folder.resolve("small.yaml"), text.substring(0, text.indexOf("expect:")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(
      Path trace, List<Runner.Target> targets, List<Change> batch, List<Change> wrong) {
    RunOptions options =
        RunOptions.defaults()
            .with()
            .limits(WallLimits.defaults().withRun(Duration.ofSeconds(20)))
            .build();
    List<RunResult> results =
        SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            trace,
            Map.of(),
            List.copyOf(targets),
            options);
    for (int i = 0; i < results.size(); i++) {
      RunResult result = results.get(i);
      boolean answered =
          result.status() == RunStatus.OK
              || !QUICK && result.failure() != null && CAPS.contains(result.failure())
              || result.status() == RunStatus.REFUSED
                  && !result.message().isBlank()
                  && !result.message().contains(".yaml:"); // what the user wrote is blamed
      if (!answered) {
        Change c = batch.get(i);
        wrong.add(
            new Change(
                c.figure(),
                c.text(),
                result.status() + " " + result.failure() + " " + result.message()));
      }
    }
    targets.clear();
    batch.clear();
  }

  /** Both bounds and a neighbour of what the device has; with whole devices all neighbours. */
  private static List<String> texts(DeviceSpec spec, SpecSchema.Key key) {
    if (key.dimension() == Dimension.FLAG) {
      return List.of("true", "false");
    }
    if (key.dimension() == Dimension.CHOICE) {
      return key.choices();
    }
    if (key.dimension() == Dimension.POLICY) {
      return List.copyOf(CATALOGUE.policies().offers(key.policy()).keySet());
    }
    if (key.dimension() == Dimension.SIZES) {
      return List.of("4KiB", "248KiB", "0/4/248KiB");
    }
    TreeSet<Long> values = new TreeSet<>();
    if (key.powerOfTwo()) {
      values.addAll(List.of(key.low(), 2 * key.low(), key.high() / 2, key.high()));
    } else {
      values.addAll(List.of(key.low(), key.high()));
      if (!QUICK) {
        values.addAll(List.of(key.low() + 1, key.high() - 1));
      }
    }
    spec.optional(key.path())
        .ifPresent(
            v -> {
              values.add(v + 1);
              if (!QUICK || key.powerOfTwo()) {
                values.addAll(List.of(v - 1, v / 2, Math.min(v, 1L << 60) * 2));
              }
            });
    values.removeIf(v -> v < key.low() || v > key.high());
    return values.stream().map(v -> v + key.dimension().canonicalUnit()).toList();
  }
}
