// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Statistics that stand for counters of vendors' profilers, against closed forms, on a board of
 * each family: docs/statistics.md lists what the counters count.
 */
class VendorCountersTest {
  private static final Path WORKLOADS = Path.of("src/test/resources/counters").toAbsolutePath();
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  /** Work-items of a launch, in groups of 256. */
  private static final long ITEMS = 2048;

  private static final long GROUPS = 8;
  private static final int WORD = 4;

  /**
   * What work-items do, each to its own word, at a distance of {@code stride} words from the next
   * one's.
   *
   * @param times how often each reads in a launch
   */
  private record Case(String does, int stride, int times, int launches) {
    /** Aligned pieces of memory that the words of a launch lie in. */
    long pieces(long bytes) {
      return ITEMS * Math.min((long) WORD * stride, bytes) / bytes;
    }

    long bytes(long piece) {
      return pieces(piece) * piece;
    }

    boolean reads() {
      return does.equals("reads") || does.equals("copies");
    }

    boolean writes() {
      return does.equals("writes") || does.equals("copies");
    }

    boolean updates() {
      return does.equals("atomics");
    }

    /** How often the banks of local memory serve the lanes that they could serve at once. */
    long conflicts(long banks) {
      return Math.min(stride, banks);
    }
  }

  @ParameterizedTest(name = "{0} at a stride of {1} words, {2} times, in {3} launches")
  @DisplayName("statistics with a vendor's name are what its manual says, exactly")
  @CsvSource({
    "reads, 1, 1, 1",
    "reads, 8, 1, 1",
    "reads, 32, 1, 1",
    "reads, 1, 2, 1",
    "reads, 8, 2, 1",
    "reads, 32, 2, 1",
    "reads, 1, 1, 2",
    "reads, 8, 1, 2",
    "reads, 32, 1, 2",
    "writes, 1, 1, 1",
    "writes, 8, 1, 1",
    "writes, 32, 1, 1",
    "copies, 1, 1, 1",
    "copies, 8, 1, 1",
    "copies, 32, 1, 1",
    "atomics, 1, 1, 1",
    "atomics, 8, 1, 1",
    "atomics, 32, 1, 1",
    "local_memory, 1, 1, 1",
    "local_memory, 8, 1, 1",
    "local_memory, 32, 1, 1"
  })
  void countersAreWhatTheirManualsSay(String does, int stride, int times, int launches)
      throws IOException {
    Case c = new Case(does, stride, times, launches);
    List<String> boards =
        List.of("hd5870", "hd6970", "mi300a", "gtx280", "a100", "t4", "rtx4090", "h100_sxm");
    List<RunResult> results =
        SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            WORKLOADS.resolve(does + ".yaml"),
            Map.of("stride", "" + stride, "times", "" + times, "launches", "" + launches),
            boards.stream().map(b -> new Runner.Target(CATALOGUE.spec(b))).toList(),
            RunOptions.defaults());
    for (RunResult r : results) {
      Map<String, Long> seen = new LinkedHashMap<>();
      Map<String, Long> expected = expected(CATALOGUE.spec(r.device()), c);
      expected.keySet().forEach(name -> seen.put(name, r.statistics().get(name).longValueExact()));
      assertThat(seen).as(r.device()).isEqualTo(expected);
    }
    assertThat(results).hasSize(boards.size());
  }

  private static Map<String, Long> expected(DeviceSpec spec, Case c) {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("work_groups", GROUPS * c.launches);
    all.put("wavefronts", ITEMS / spec.value("unit.wavefront") * c.launches);
    switch (spec.family()) {
      case "nvidia" -> nvidia(spec, c, all);
      case "cdna" -> cdna(spec, c, all);
      case "g80" -> tesla(spec, c, all);
      default -> teraScale(spec, c, all);
    }
    return all;
  }

  private static void nvidia(DeviceSpec spec, Case c, Map<String, Long> all) {
    long sectors = c.pieces(spec.value("l1.sector"));
    boolean global = !c.does.equals("local_memory");
    long reads = c.reads() ? sectors * c.times * c.launches : 0;
    long others = (c.writes() || c.updates() ? sectors : 0) * c.launches;
    all.put("l1.lookups", reads + others);
    all.put("l1.hits", c.reads() ? sectors * (c.times - 1) * c.launches : 0);

    long sector = spec.value("l2.sector");
    long fetch = Math.max(sector, spec.optional("l2.fetch").orElse(sector));
    long each = c.pieces(sector);
    long read = c.reads() ? each * c.launches : 0;
    long written = c.writes() ? each * c.launches : 0;
    long updated = c.updates() ? each * c.launches : 0;
    all.put("l2.reads", read);
    all.put("l2.writes", written);
    all.put("l2.atomics", updated);
    all.put("l2.lookups", read + written + updated);
    // Units ask for all sectors of a line at once, but for those of atomics one by one, so that a
    // fetch of several serves the others.
    long readHits = c.reads() ? each * (c.launches - 1) : 0;
    all.put("l2.hits", readHits + written + (c.updates() ? updated - c.pieces(fetch) : 0));

    long burst = Math.max(fetch, spec.value("dram.burst"));
    all.put("dram.bytes", c.reads() || c.updates() ? c.bytes(burst) : 0); // writes stay in the L2
    if (!global) {
      long accesses = 2 * ITEMS / spec.value("unit.wavefront");
      all.put("lds.cycles", accesses * c.conflicts(spec.value("lds.banks")));
      all.put("lds.conflict_cycles", accesses * (c.conflicts(spec.value("lds.banks")) - 1));
    }
  }

  private static void cdna(DeviceSpec spec, Case c, Map<String, Long> all) {
    long line = spec.value("l2.line");
    long lines = c.pieces(line);
    long reads = c.reads() ? lines * c.launches : 0;
    long written = c.writes() ? lines * c.launches : 0;
    long updated = c.updates() ? lines * c.launches : 0;
    all.put("l1.lookups", reads * c.times + written + updated);
    all.put("l1.hits", reads * (c.times - 1));
    // Each group's compute unit also reads the line with the arguments, through a scalar cache.
    long arguments = GROUPS * c.launches;
    long dies = Math.min(GROUPS, spec.value("unit.dies"));
    all.put("l2.reads", reads + arguments);
    all.put("l2.writes", written);
    all.put("l2.atomics", updated);
    all.put("l2.lookups", reads + written + updated + arguments);
    long cold = c.reads() ? lines : 0;
    all.put("l2.hits", reads - cold + written + arguments - dies);
    all.put("l2.fetched_bytes", (cold + dies) * line);
    long piece = 32;
    all.put("l2.sent_bytes", written * line + (c.updates() ? c.bytes(piece) : 0));
    long burst = spec.value("dram.burst");
    long fetched = (c.reads() || c.updates() ? lines : 0) + 1;
    all.put("dram.bytes", (fetched + written) * line + (c.updates() ? c.bytes(burst) : 0));
    local(spec, c, all, 1);
  }

  private static void teraScale(DeviceSpec spec, Case c, Map<String, Long> all) {
    long line = spec.value("l1.line");
    long burst = spec.value("dram.burst");
    long read = (c.reads() ? c.bytes(line) * c.times : 0) + (c.updates() ? c.bytes(line) : 0);
    long written = (c.writes() ? c.bytes(burst) : 0) + (c.updates() ? ITEMS * burst : 0);
    all.put("dram.bytes", (read + written) * c.launches);
    local(spec, c, all, 1);
  }

  private static void tesla(DeviceSpec spec, Case c, Map<String, Long> all) {
    long least = 32;
    long most = 128;
    long half = 16;
    long moved = (c.reads() ? c.times : 0) + (c.writes() ? 1 : 0);
    all.put(
        "dram.bytes",
        (c.bytes(least) * moved + (c.updates() ? 2 * ITEMS * least : 0)) * c.launches);
    long segments = Math.max(1, half * WORD * c.stride / most);
    all.put(
        "memory.transactions",
        (ITEMS / half * segments * moved + (c.updates() ? ITEMS : 0)) * c.launches);
    local(spec, c, all, spec.value("lds.pass"));
  }

  /** The banks serve as many lanes as there are at once, if each asks another one. */
  private static void local(DeviceSpec spec, Case c, Map<String, Long> all, long pass) {
    if (c.does.equals("local_memory")) {
      long banks = spec.value("lds.banks");
      long cycles = 2 * ITEMS / banks * pass;
      all.put("lds.cycles", cycles * c.conflicts(banks));
      all.put("lds.conflict_cycles", cycles * (c.conflicts(banks) - 1));
    }
  }
}
