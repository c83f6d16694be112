// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ratios and identities of statistics, with several launches and transfers around them. */
class FormulasTest {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "gtx280");
  private static final List<String> WORKLOADS =
      List.of(
          "bfs",
          "bitonic_steps",
          "floyd",
          "radix_32",
          "histogram",
          "transpose",
          "matmul",
          "img_sample");
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final List<RunResult> RESULTS = new ArrayList<>();

  @TempDir static Path folder;

  @BeforeAll
  static void run() throws IOException {
    List<Runner.Target> targets =
        DEVICES.stream().map(d -> new Runner.Target(CATALOGUE.spec(d))).toList();
    RunOptions options = RunOptions.defaults().with().perUnit(true).build();
    for (String workload : WORKLOADS) {
      RESULTS.addAll(
          SharedProgram.run(
              new Runner(CATALOGUE, Plugins.frontends()),
              withTransfers(workload),
              Map.of(),
              targets,
              options));
    }
    assertThat(RESULTS.stream().filter(RunResult::isSimulated)).hasSizeGreaterThanOrEqualTo(28);
    for (String device : DEVICES) {
      assertThat(RESULTS).anyMatch(r -> r.device().equals(device) && launches(r) > 5);
    }
  }

  /** The workload between an upload from page-locked memory and two other transfers. */
  private static Path withTransfers(String workload) throws IOException {
    Path original = Repository.workload(workload);
    String text = Files.readString(original);
    String buffers = text.substring(text.indexOf("\nbuffers:\n") + 10).stripLeading();
    String first = buffers.lines().filter(l -> !l.startsWith("#")).findFirst().orElseThrow();
    String name = first.strip().split(":")[0];
    String[] halves = text.split("\nsteps:\n", 2);
    String steps = Arrays.stream(halves[1].split("\nexpect:")).findFirst().orElseThrow();
    Path target = folder.resolve(workload + ".yaml");
    Files.writeString(
        target,
        halves[0].replace("../kernels/", original.getParent().resolve("../kernels") + "/")
            + "\nsteps:\n  - {upload: {buffer: "
            + name
            + ", pinned: true}}\n"
            + steps.stripTrailing()
            + "\n  - {download: "
            + name
            + "}\n  - {copy: {from: "
            + name
            + ", to: "
            + name
            + "}}\n"
            + "  - {upload: "
            + name
            + "}\n");
    return target;
  }

  private static long launches(RunResult r) {
    return r.isSimulated() ? r.statistics().get("launches").longValue() : 0;
  }

  private static StatisticsRegistry registry(RunResult r) {
    return CATALOGUE.statistics(CATALOGUE.spec(r.device()).family()).registry();
  }

  private static List<RunResult> simulated() {
    return RESULTS.stream().filter(RunResult::isSimulated).toList();
  }

  private static String who(RunResult r) {
    return r.workload() + " on " + r.device();
  }

  private static long sum(RunResult r, String instance, List<String> names) {
    return names.stream()
        .map(n -> r.statistics().get(instance + n))
        .mapToLong(BigDecimal::longValueExact)
        .sum();
  }

  private static long whole(RunResult r, String... names) {
    return sum(r, "", List.of(names));
  }

  @Test
  @DisplayName("each ratio of each result follows from its counters by the declared formula")
  void eachRatioFollowsFromItsCountersByTheDeclaredFormula() {
    int ratios = 0;
    for (RunResult r : simulated()) {
      SortedMap<String, BigDecimal> all = r.statistics();
      for (Map.Entry<String, BigDecimal> e : all.entrySet()) {
        String plain = Statistic.plain(e.getKey());
        Statistic declared = declared(r, plain);
        boolean fraction = e.getValue().scale() > 0;
        assertThat(declared.formula().isPresent()).as(who(r) + " " + plain).isEqualTo(fraction);
        if (fraction) {
          Formula f = declared.formula().orElseThrow();
          String instance = e.getKey().substring(0, e.getKey().length() - plain.length());
          assertThat(e.getValue())
              .as(who(r) + ": " + e.getKey() + " = " + f)
              .isEqualTo(
                  Numbers.ratio(
                      sum(r, instance, f.numerator()), sum(r, instance, f.denominator())));
          ratios++;
        }
      }
    }
    assertThat(ratios).isGreaterThan(28 * 8);
  }

  private static Statistic declared(RunResult r, String plain) {
    return registry(r)
        .find(plain)
        .orElseGet(
            () -> CATALOGUE.statistics().find(plain).orElseThrow(() -> new AssertionError(plain)));
  }

  @Test
  @DisplayName(
      "a ratio is there wherever something stands below the line, and shares are at most 1")
  void aRatioIsThereWhereverSomethingStandsBelowTheLine() {
    for (RunResult r : simulated()) {
      for (Statistic s : CATALOGUE.statistics().all()) {
        if (s.name().startsWith("ports.") && registry(r).find(s.name()).isEmpty()) {
          continue; // of another family, whose reasons may have the same names
        }
        List<String> below = s.formula().map(Formula::denominator).orElse(List.of());
        if (!below.isEmpty() && r.statistics().keySet().containsAll(below)) {
          assertThat(r.statistics().containsKey(s.name()))
              .as(who(r) + ": " + s.name())
              .isEqualTo(sum(r, "", below) != 0);
        }
        if (r.statistics().containsKey(s.name())
            && s.formula().isPresent()
            && !s.name().equals("memory.transactions_per_request")) {
          BigDecimal value = r.statistics().get(s.name());
          if (s.name().endsWith("_imbalance")) {
            assertThat(value).as(who(r) + ": " + s.name()).isGreaterThanOrEqualTo(BigDecimal.ONE);
          } else {
            assertThat(value)
                .as(who(r) + ": " + s.name())
                .isBetween(BigDecimal.ZERO, BigDecimal.ONE);
          }
        }
      }
    }
  }

  @Test
  @DisplayName("row hits, misses and conflicts add up to the accesses, which are the bursts")
  void rowHitsMissesAndConflictsAddUpToTheAccesses() {
    long conflicts = 0;
    for (RunResult r : simulated()) {
      assertThat(whole(r, "dram.row_hits", "dram.row_misses", "dram.row_conflicts"))
          .as(who(r))
          .isEqualTo(whole(r, "dram.accesses"))
          .isEqualTo(whole(r, "dram.reads", "dram.writes"));
      conflicts += whole(r, "dram.row_conflicts");
    }
    assertThat(conflicts).isPositive();
  }

  @Test
  @DisplayName("DRAM's peak is that of the kernels' time, without launches and transfers")
  void dramsPeakIsThatOfTheKernelsTime() {
    for (RunResult r : simulated()) {
      double bandwidth = CATALOGUE.spec(r.device()).value("dram.bandwidth");
      double kernels = r.kernelPicos() / 1e12 * bandwidth;
      double region = r.picos() / 1e12 * bandwidth;
      assertThat(whole(r, "dram.bytes_at_peak") / kernels)
          .as(who(r))
          .isBetween(0.999, Math.min(1.5, region / kernels));
    }
  }

  @Test
  @DisplayName("transfers add up by direction and by the host's memory, and fit into the time")
  void transfersAddUpByDirectionAndByTheHostsMemory() {
    for (RunResult r : simulated()) {
      for (String of : List.of(".count", ".bytes", ".time")) {
        assertThat(whole(r, "transfers.to_device" + of, "transfers.from_device" + of))
            .as(who(r) + of)
            .isEqualTo(whole(r, "transfers.pinned" + of, "transfers.pageable" + of));
      }
      assertThat(whole(r, "transfers.pinned.count")).isEqualTo(1);
      assertThat(whole(r, "transfers.to_device.count")).isEqualTo(2);
      assertThat(whole(r, "transfers.pinned.time")).isLessThan(whole(r, "transfers.pageable.time"));
      assertThat(whole(r, "time.transfers"))
          .isEqualTo(whole(r, "transfers.to_device.time", "transfers.from_device.time"));
      assertThat(whole(r, "time.fills_and_copies")).as(who(r)).isPositive();
      assertThat(whole(r, "time.kernels", "time.transfers", "time.fills_and_copies"))
          .as(who(r))
          .isLessThan(r.picos());
    }
  }
}
