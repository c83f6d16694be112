// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A series and the result come from one producer: what happened in the intervals is what came. */
@Tag("slow")
class SeriesTest {
  private static final List<String> DEVICES =
      List.of("hd5870", "hd6970", "mi300a", "gtx280", "a100"); // one a family

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  /** Parts whose statistics no interval has: the host's, and the account of issue ports. */
  private static final Set<String> OF_THE_RUN =
      Set.of(
          "run",
          "streams",
          "occupancy rules",
          "issue ports",
          "issue ports, with --by-cause",
          "launch phases, with --phases",
          "sampling, with --sample",
          "ideal parts");

  @TempDir private Path folder;

  private final Map<String, Set<String>> compared = new TreeMap<>(); // names by device

  @Test
  @DisplayName("every count of every family is the sum of its series, every level its last value")
  void everyCountIsTheSumOfItsSeriesAndEveryLevelItsLastValue() throws IOException {
    for (String name :
        List.of("matmul", "histogram", "spmv", "il_pixels_odd", "cu_texconst", "waits_pipeline")) {
      compare(Cli.workload(name));
    }
    compare("../validation/workloads/matrix_product.yaml", "-p", "n=64");
    compare("../validation/workloads/mma_product.yaml");
    compare("../examples/double_buffer.yaml");
    Path validation = Path.of("../validation").toAbsolutePath().normalize();
    String clocks = Files.readString(validation.resolve("workloads/clockmin.yaml"));
    compare( // a series has the warm-up, too
        Files.writeString(
                folder.resolve("clocks.yaml"),
                clocks
                    .replace("warmup: 1", "warmup: 0")
                    .replace("../kernels", validation + "/kernels"))
            .toString());
    compare(RegionOnDevicesTest.meet(folder).toString());
    for (String device : DEVICES) {
      Set<String> counts = new TreeSet<>();
      declared(device).values().stream()
          .filter(s -> s.kind() == Statistic.Kind.COUNT && !OF_THE_RUN.contains(s.part()))
          .forEach(s -> counts.add(s.name()));
      Set<String> shared = new TreeSet<>();
      CATALOGUE.sharedStatistics().forEach(s -> shared.add(s.name()));
      counts.removeAll(shared); // a part that some family has: below
      assertThat(compared.get(device)).as(device).containsAll(counts);
    }
    Set<String> anywhere = new TreeSet<>();
    compared.values().forEach(anywhere::addAll);
    assertThat(anywhere)
        .containsAll(
            CATALOGUE.sharedStatistics().stream()
                .filter(s -> s.kind() == Statistic.Kind.COUNT && !OF_THE_RUN.contains(s.part()))
                .map(Statistic::name)
                .toList());
  }

  private static Map<String, Statistic> declared(String device) {
    FamilyStatistics family = CATALOGUE.statistics(CATALOGUE.spec(device).family());
    Map<String, Statistic> all = new HashMap<>();
    CATALOGUE.sharedStatistics().forEach(s -> all.put(s.name(), s));
    family.own().forEach(s -> all.put(s.name(), s));
    return all;
  }

  private void compare(String workload, String... with) throws IOException {
    Path csv = folder.resolve("s.csv");
    List<String> words =
        new ArrayList<>(
            List.of("profile", workload, "-d", String.join(",", DEVICES), "-f", "json"));
    words.addAll(List.of("--series", csv.toString(), "--interval", "500"));
    words.addAll(List.of(with));
    Cli run = Cli.run(words.toArray(new String[0]));
    Map<String, Map<String, Long>> sums = new TreeMap<>();
    Map<String, Map<String, Long>> last = new TreeMap<>();
    read(csv, sums, last);
    int devices = 0;
    for (JsonNode row : new ObjectMapper().readTree(run.out()).get("results")) {
      if (!row.get("status").asText().equals("ok")) {
        continue;
      }
      String device = row.get("device").asText();
      compare(
          workload + " on " + device,
          row.get("statistics"),
          declared(device),
          sums.getOrDefault(device, Map.of()),
          last.getOrDefault(device, Map.of()),
          compared.computeIfAbsent(device, d -> new TreeSet<>()));
      devices++;
    }
    assertThat(devices).as(run.all()).isPositive();
  }

  private static void compare(
      String where,
      JsonNode result,
      Map<String, Statistic> declared,
      Map<String, Long> sums,
      Map<String, Long> last,
      Set<String> done) {
    Set<String> left = new TreeSet<>(sums.keySet());
    left.remove("wavefronts.resident"); // in a series alone
    for (Map.Entry<String, JsonNode> e : result.properties()) {
      String name = e.getKey();
      Statistic s = declared.get(name);
      if (s == null || OF_THE_RUN.contains(s.part()) || !e.getValue().isIntegralNumber()) {
        continue;
      }
      long value = e.getValue().longValue();
      if (s.kind() == Statistic.Kind.COUNT) {
        assertThat(sums.getOrDefault(name, 0L)).as("%s: sum of %s", where, name).isEqualTo(value);
        done.add(name);
      } else if (s.kind() == Statistic.Kind.LEVEL && last.containsKey(name)) {
        assertThat(last.get(name)).as("%s: last %s", where, name).isEqualTo(value);
      }
      left.remove(name);
    }
    assertThat(left).as("%s: only in the series", where).isEmpty();
  }

  private static void read(
      Path csv, Map<String, Map<String, Long>> sums, Map<String, Map<String, Long>> last)
      throws IOException {
    for (String line : Files.readAllLines(csv)) {
      String[] cells = line.split(",");
      String name = cells[3];
      if (!cells[0].equals("device") && !name.startsWith("events.")) {
        long value = Long.parseLong(cells[4]);
        sums.computeIfAbsent(cells[0], d -> new TreeMap<>()).merge(name, value, Long::sum);
        last.computeIfAbsent(cells[0], d -> new TreeMap<>()).put(name, value);
      }
    }
  }
}
