package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A series and the result come from one producer: what happened in the intervals is what came. */
class SeriesTest {
  private static final String DEVICES = "hd5870,hd6970,mi300a,gtx280"; // one a family

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  /** Statistics of the host and of launches, which no interval of a simulation has. */
  private static final Set<String> OF_THE_RUN =
      Set.of(
          "launches", "time.kernels", "time.transfers", "time.fills_and_copies", "cycles.kernels");

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @DisplayName("every count of a result is the sum of its series, and no series has another name")
  @ValueSource(strings = {"matmul", "histogram", "spmv", "il_pixels_odd"})
  void everyCountOfAResultIsTheSumOfItsSeriesAndNoSeriesHasAnotherName(String workload)
      throws IOException {
    Path csv = folder.resolve("s.csv");
    Cli run =
        Cli.run(
            "profile",
            Cli.workload(workload),
            "-d",
            DEVICES,
            "-f",
            "json",
            "--series",
            csv.toString(),
            "--interval",
            "500");
    Map<String, Map<String, Long>> series = series(csv);
    int compared = 0;
    for (JsonNode row : new ObjectMapper().readTree(run.out()).get("results")) {
      if (!row.get("status").asText().equals("ok")) {
        continue;
      }
      String device = row.get("device").asText();
      Map<String, Long> sums = series.getOrDefault(device, Map.of());
      Set<String> left = new TreeSet<>(sums.keySet());
      for (Map.Entry<String, JsonNode> e : row.get("statistics").properties()) {
        String name = e.getKey();
        boolean count = e.getValue().isIntegralNumber();
        if (count
            && !name.startsWith("issue.")
            && !name.startsWith("transfers.")
            && !CATALOGUE.statistics().isLevel(name)
            && !OF_THE_RUN.contains(name)) {
          assertThat(sums.getOrDefault(name, 0L))
              .as(device + " " + name)
              .isEqualTo(e.getValue().longValue());
          left.remove(name);
          compared++;
        }
      }
      left.removeIf(CATALOGUE.statistics()::isLevel); // has no sum
      assertThat(left).as(device).isEmpty();
    }
    assertThat(compared).as(run.all()).isGreaterThan(30);
  }

  private static Map<String, Map<String, Long>> series(Path csv) throws IOException {
    Map<String, Map<String, Long>> sums = new TreeMap<>();
    for (String line : Files.readAllLines(csv)) {
      String[] cells = line.split(",");
      String name = cells[3];
      if (cells[0].equals("device") || name.startsWith("events.") || name.endsWith(".resident")) {
        continue;
      }
      sums.computeIfAbsent(cells[0], d -> new TreeMap<>())
          .merge(name, Long.parseLong(cells[4]), Long::sum);
    }
    return sums;
  }
}
