// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.testsupport.RandomWorkload;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random kernels on every device of the catalogue: nothing is lost and nothing is counted twice.
 * The machine's own identities (issue ports, bytes, requests) fail a run by themselves.
 */
@Tag("slow")
class AccountingTest {
  @TempDir Path folder;

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final List<Throwable> failures = new ArrayList<>();
  private final Runner runner = new Runner(catalogue, Plugins.frontends(), failures::add);

  private static RunOptions options(OptionalLong shuffle) {
    return RunOptions.defaults().with().shuffleTies(shuffle).perUnit(true).build();
  }

  private List<RunResult> run(Path input, OptionalLong shuffle) {
    List<RunResult> results =
        SharedProgram.run(runner, input, Map.of(), Runner.all(catalogue), options(shuffle));
    for (Throwable t : failures) {
      throw new AssertionError(t.getMessage(), t);
    }
    return results;
  }

  private Path write(long seed, boolean local, boolean atomics) throws IOException {
    RandomWorkload random = new RandomWorkload(seed, local, atomics);
    String kernel = random.kernel();
    Files.writeString(folder.resolve("r" + seed + ".ptx"), kernel);
    Path workload = folder.resolve("r" + seed + ".yaml");
    return Files.writeString(workload, random.workload("r" + seed));
  }

  @ParameterizedTest
  @DisplayName("plain kernels: every device runs them, and all count the same work")
  @ValueSource(longs = {1, 2, 3})
  void plainKernelsEveryDeviceRunsThem(long seed) throws IOException {
    Path workload = write(seed, false, false);
    List<RunResult> results = run(workload, OptionalLong.empty());
    assertThat(results).extracting(RunResult::status).containsOnly(RunStatus.OK);
    check(results);
    assertThat(run(workload, OptionalLong.of(seed))).isEqualTo(results);
  }

  @ParameterizedTest
  @DisplayName("with local memory, barriers and atomics: the same for those that have them")
  @ValueSource(longs = {22, 27, 28, 32})
  void withLocalMemoryBarriersAndAtomics(long seed) throws IOException {
    Path workload = write(seed, true, seed % 2 == 0);
    List<RunResult> results = run(workload, OptionalLong.empty());
    assertThat(results).extracting(RunResult::status).containsOnly(RunStatus.OK, RunStatus.REFUSED);
    List<RunResult> ran = results.stream().filter(RunResult::isSimulated).toList();
    assertThat(ran).hasSizeGreaterThan(results.size() / 2);
    check(ran);
    Path trace = folder.resolve("t.lkt");
    Traces.of(workload, trace);
    assertThat(run(trace, OptionalLong.of(seed))).isEqualTo(results);
  }

  private void check(List<RunResult> results) {
    StatisticsRegistry declared = catalogue.statistics();
    BigDecimal work = results.get(0).statistics().get("work_item_instructions");
    for (RunResult r : results) {
      SortedMap<String, BigDecimal> s = r.statistics();
      String who = r.device();
      assertThat(s.keySet())
          .as(who)
          .allMatch(name -> declared.find(name).isPresent(), "are declared");
      assertThat(s.get("work_item_instructions")).as(who).isEqualTo(work);
      assertThat(s.get("lanes.active")).as(who).isEqualTo(work);
      long width = whole(s, "lanes.issued") / whole(s, "wavefront_instructions");
      assertThat(width).as(who).isIn(16L, 32L, 64L);
      assertThat(whole(s, "lanes.issued"))
          .as(who)
          .isEqualTo(width * whole(s, "wavefront_instructions"))
          .isGreaterThanOrEqualTo(work.longValue());
      for (String cache : List.of("l1", "l2", "mall", "scalar")) {
        assertThat(whole(s, cache + ".hits"))
            .as(who + " " + cache)
            .isLessThanOrEqualTo(whole(s, cache + ".lookups"));
      }
      units(r);
    }
    // A device that dispatches no work-groups counts the wavefronts of their pixels.
    same(
        results.stream()
            .filter(
                r -> catalogue.device(catalogue.spec(r.device())).capabilities().computeKernels())
            .toList(),
        "work_groups");
    // Modern NVIDIA boards combine the additions of a wavefront's lanes to one location.
    same(
        results.stream()
            .filter(r -> !catalogue.spec(r.device()).family().equals("nvidia"))
            .toList(),
        "atomic.operations");
    // A device that reads uniform values through a scalar unit asks for fewer.
    same(
        results.stream().filter(r -> whole(r.statistics(), "scalar.lookups") == 0).toList(),
        "memory.bytes_requested");
  }

  /** Figures of single units add up to the device's, and all their ports have the same time. */
  private static void units(RunResult r) {
    SortedMap<String, BigDecimal> sums = new TreeMap<>();
    SortedMap<String, Long> ports = new TreeMap<>();
    r.statistics()
        .forEach(
            (name, value) -> {
              if (name.startsWith("cu[")) {
                String plain = name.substring(name.indexOf("].") + 2);
                sums.merge(plain, value, BigDecimal::add);
                if (plain.startsWith("issue.")) {
                  ports.merge(name.substring(0, name.indexOf(']')), value.longValue(), Long::sum);
                }
              }
            });
    assertThat(sums).as(r.device()).isNotEmpty();
    sums.forEach(
        (name, sum) -> {
          if (r.statistics().get(name).scale() <= 0 && sum.scale() <= 0) {
            assertThat(sum).as(r.device() + " " + name).isEqualTo(r.statistics().get(name));
          }
        });
    assertThat(ports.values()).as(r.device()).containsOnly(ports.get(ports.firstKey()));
    assertThat(ports.get(ports.firstKey())).as(r.device()).isPositive();
  }

  private static void same(List<RunResult> results, String name) {
    SortedMap<Long, List<String>> devices = new TreeMap<>();
    for (RunResult r : results) {
      devices.computeIfAbsent(whole(r.statistics(), name), v -> new ArrayList<>()).add(r.device());
    }
    assertThat(devices).as(name).hasSize(1);
  }

  private static long whole(SortedMap<String, BigDecimal> statistics, String name) {
    BigDecimal value = statistics.get(name);
    return value == null ? 0 : value.longValue();
  }
}
