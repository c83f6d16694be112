// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.uncertainty.DrawnFigure;
import io.lockstep.explain.uncertainty.Draws;
import io.lockstep.explain.uncertainty.Interval;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare --uncertainty}, and what it draws of the devices of the catalogue. */
class UncertaintyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());
  private static final int DRAWS = 64;
  private static final Offset<Double> ROUNDED = Offset.offset(1e-9);
  private static final String SPMV =
      Path.of("").toAbsolutePath().getParent().resolve("examples/spmv.yaml").toString();

  @TempDir private Path folder;

  private static Cli compare(String devices, String... more) {
    List<String> words = new ArrayList<>(List.of("compare", SPMV, "-p", "rows=256", "-d", devices));
    words.addAll(List.of("--timing", "kernels", "--uncertainty"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static JsonNode json(String devices, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(more));
    words.addAll(List.of("-f", "json"));
    Cli cli = compare(devices, words.toArray(String[]::new));
    return cli.json().get("uncertainty");
  }

  private static double[] times(JsonNode document, int device) {
    JsonNode draws = document.get("devices").get(device).get("draws");
    return IntStream.range(0, draws.size())
        .mapToDouble(i -> draws.get(i).get("picoseconds").asDouble())
        .toArray();
  }

  @Test
  @DisplayName("of all devices 64 draws together are all specifications that the models take")
  void ofAllDevicesSamplesAreAllSpecificationsThatTheModelsTake() {
    List<DeviceSpec> specs = ALL.specs();
    Draws draws = new Draws(specs, DRAWS, 1);
    List<String> refused = new ArrayList<>();
    for (int device = 0; device < specs.size(); device++) {
      assertThat(draws.figures(device)).isGreaterThan(60);
      for (int i = 0; i < DRAWS; i++) {
        Variant drawn = draws.drawn(ALL, device, i);
        if (!drawn.isLegal()) {
          refused.add(specs.get(device).id() + ": " + drawn.problem());
        }
      }
    }
    assertThat(specs).hasSizeGreaterThanOrEqualTo(19);
    assertThat(refused).isEmpty();
  }

  @Test
  @DisplayName("a figure of one name takes the same quantile of each device's own range")
  void aFigureOfOneNameTakesTheSameQuantileOfEachDevicesOwnRange() {
    DeviceSpec one = ALL.spec("hd5870");
    DeviceSpec two = ALL.spec("mi100");
    Draws draws = new Draws(List.of(one, two), DRAWS, 3);
    DrawnFigure shared =
        draws.coordinates().stream()
            .filter(c -> c.name().equals("dram.trcd"))
            .findFirst()
            .orElseThrow();
    assertThat(shared.devices()).containsExactly("hd5870", "mi100");
    for (int i = 0; i < DRAWS; i++) {
      double quantile = shared.quantiles().get(i);
      for (int device = 0; device < 2; device++) {
        DeviceSpec spec = device == 0 ? one : two;
        double low = spec.figure("dram.trcd").dimension().parse(spec.figure("dram.trcd").low());
        double high = spec.figure("dram.trcd").dimension().parse(spec.figure("dram.trcd").high());
        long value = draws.drawn(ALL, device, i).spec().value("dram.trcd");
        assertThat((double) value).isBetween(low, high);
        assertThat(Math.log(value / low) / Math.log(high / low))
            .isBetween(quantile - 1e-3, quantile + 1e-3);
      }
    }
  }

  @Test
  @DisplayName("the same seed gives the same bytes whatever the threads, another seed others")
  void theSameSeedGivesTheSameBytesWhateverTheThreads() {
    String devices = "hd5870,mi100";
    String once = compare(devices, "--draws", "5", "--threads", "1", "-f", "json").out();
    assertThat(compare(devices, "--draws", "5", "--threads", "3", "-f", "json").out())
        .isEqualTo(once);
    assertThat(compare(devices, "--draws", "5", "--seed", "2", "-f", "json").out())
        .isNotEqualTo(once);
  }

  @Test
  @DisplayName("run with the settings and the phase of a draw has its time")
  void runWithTheSettingsAndThePhaseOfASampleHasItsTime() throws IOException {
    JsonNode draws = json("hd6970", "--draws", "3").get("devices").get(0).get("draws");
    for (JsonNode draw : draws) {
      List<String> words =
          new ArrayList<>(List.of("run", SPMV, "-p", "rows=256", "-d", "hd6970", "-f", "json"));
      words.addAll(List.of("--first-phase", draw.get("phase").asText()));
      draw.get("set")
          .properties()
          .forEach(e -> words.addAll(List.of("--set", e.getKey() + "=" + e.getValue().asText())));
      JsonNode result =
          JSON.readTree(Cli.run(words.toArray(String[]::new)).out()).get("results").get(0);
      assertThat(result.get("statistics").get("time.kernels").asLong())
          .isEqualTo(draw.get("picoseconds").asLong());
    }
  }

  @Test
  @DisplayName("a ratio of devices that share their figures is narrower than of independent ones")
  void aRatioOfDevicesThatShareTheirFiguresIsNarrower() throws IOException {
    JsonNode shared = json("hd5870,hd6970", "--draws", "12");
    double[] other = times(json("hd6970", "--draws", "12", "--seed", "2"), 0);
    double[] base = times(shared, 0);
    double[] together = times(shared, 1);
    double[] independent = new double[base.length];
    int faster = 0;
    for (int i = 0; i < base.length; i++) {
      independent[i] = other[i] / base[i];
      together[i] /= base[i];
      faster += together[i] < 1 ? 1 : 0;
    }
    JsonNode ratio = shared.get("ratios").get(0);
    Interval expected = Interval.of(together);
    assertThat(ratio.get("low").asDouble()).isEqualTo(expected.low(), ROUNDED);
    assertThat(ratio.get("high").asDouble()).isEqualTo(expected.high(), ROUNDED);
    assertThat(ratio.get("faster").asInt()).isEqualTo(faster);
    assertThat(Interval.of(independent).spread() - 1).isGreaterThan(3 * (expected.spread() - 1));
  }

  @Test
  @DisplayName("a device whose figures are all known has a point, but for the launch's phase")
  void aDeviceWhoseFiguresAreAllKnownHasAPoint() throws IOException {
    StringBuilder own = new StringBuilder("device: known\nextends: hd5870\n");
    ALL.spec("hd5870")
        .figures()
        .forEach(
            f -> {
              // No phase: no refresh, and a line a cycle, so that the turn of wavefronts at the
              // launch decides nothing.
              String text =
                  switch (f.path()) {
                    case "dram.trefi" -> "0ns";
                    case "l1.lookups" -> "1";
                    default -> f.text();
                  };
              own.append('"').append(f.path()).append("\": ").append(text).append('\n');
            });
    Path file = Files.writeString(folder.resolve("known.yaml"), own.toString());
    JsonNode document = json(file.toString(), "--draws", "4", "--set", "dram.clock=850MHz");
    JsonNode device = document.get("devices").get(0);
    assertThat(device.get("figures").asInt()).isZero();
    assertThat(device.get("draws")).allSatisfy(d -> assertThat(d.get("set")).isEmpty());
    assertThat(device.get("high_seconds").asDouble() - device.get("low_seconds").asDouble())
        .isBetween(0.0, 2e-12); // a picosecond is rounded
    assertThat(device.get("carriers"))
        .allSatisfy(c -> assertThat(c.get("name").asText()).isEqualTo(DrawnFigure.PHASE));
    assertThat(document.get("notes").toString()).contains("known: no parameter has a range");
  }

  @Test
  @DisplayName("draws that refuse the kernel are counted with the first reason and left out")
  void samplesThatDoNotTakeTheKernelAreCounted() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("small.yaml"),
            "device: small\nextends: hd5870\n"
                + "unit: {group_size: {value: 256, from: guessed, range: [8, 256]}}\n");
    JsonNode document = json("hd5870," + file, "--draws", "8");
    JsonNode device = document.get("devices").get(1);
    int refused = device.get("refused").asInt();
    assertThat(refused).isBetween(1, 7);
    assertThat(device.get("simulated").asInt()).isEqualTo(8 - refused);
    assertThat(document.get("ratios").get(0).get("samples").asInt()).isEqualTo(8 - refused);
    assertThat(document.get("notes").toString())
        .contains("small: " + refused + " of 8 draws refused, the first: ");
  }

  @Test
  @DisplayName("results that are kept are those of each device as it is and of each draw")
  void resultsThatAreKeptAreThoseOfEachSample() throws IOException {
    String kept = folder.resolve("kept").toString();
    String[] words = {"--draws", "3", "--results", kept};
    String first = compare("hd5870", words).out();
    try (Stream<Path> files = Files.walk(Path.of(kept))) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(4);
    }
    assertThat(compare("hd5870", words).out()).isEqualTo(first);
    assertThat(first)
        .contains("3 draws of the parameters' ranges, seed 1, the kernels' own time")
        .contains("carried by");
  }

  @Test
  @DisplayName("a row of CSV has its device's interval, and that of its ratio to the first")
  void aRowOfCsvHasItsDevicesIntervalAndThatOfItsRatio() {
    List<List<String>> rows =
        compare("hd5870,hd6970,mi100", "--draws", "2", "-f", "csv")
            .out()
            .lines()
            .map(line -> List.of(line.split(",", -1)))
            .toList();
    int low = rows.get(0).indexOf("uncertainty.low_seconds");
    int base = rows.get(0).indexOf("uncertainty.ratio.base");
    assertThat(rows).hasSize(4);
    assertThat(rows.subList(1, 4)).extracting(row -> row.get(low)).allMatch(c -> !c.isEmpty());
    assertThat(rows.subList(1, 4))
        .extracting(row -> row.get(base))
        .containsExactly("", "hd5870", "hd5870");
  }

  @ParameterizedTest
  @DisplayName("what does not go with it is a usage error in one line")
  @CsvSource(
      delimiter = '|',
      value = {
        "--uncertainty --draws 1|--draws: expected 2 to 100000, found 1; nearest legal: 2",
        "--draws 8|--draws and --seed are for --uncertainty",
        "--uncertainty --phases 4|--uncertainty draws launch phases itself, beside --first-phase 0",
        "--uncertainty --chart|--chart is of one run, not --uncertainty"
      })
  void whatDoesNotGoWithItIsAUsageErrorInOneLine(String options, String message) {
    List<String> words = new ArrayList<>(List.of("compare", SPMV, "-d", "hd5870"));
    words.addAll(List.of(options.split(" ")));
    Cli cli = Cli.run(words.toArray(String[]::new));
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("lockstep: " + message);
  }
}
