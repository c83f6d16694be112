// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command and the two statistics, on the devices of the catalogue. */
class OccupancyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path folder;

  private static List<JsonNode> rows(String... words) throws IOException {
    Cli cli = Cli.run(words);
    List<JsonNode> rows = new ArrayList<>();
    JSON.readTree(cli.out()).get("occupancy").forEach(rows::add);
    return rows;
  }

  /**
   * NVIDIA's occupancy spreadsheet for compute capability 1.0, 1.1 and 1.3; see the module's test.
   */
  @ParameterizedTest(name = "{0}: {1} threads, {2} registers, {3} bytes")
  @CsvSource({
    "8800gtx, 256, 10,    0, 3, 24",
    "8800gtx, 256, 11,    0, 2, 16",
    "8800gtx, 256, 20,    0, 1,  8",
    "8800gtx, 512, 16,    0, 1, 16",
    "8800gtx, 512, 17,    0, 0,  0",
    "8800gtx, 192, 10, 4096, 4, 24",
    "8800gtx,  64, 13, 1076, 8, 16",
    "8800gtx,  96, 20,    0, 3,  9",
    "8800gt,   64, 32,  512, 4,  8",
    "gtx280,  256, 16,    0, 4, 32",
    "gtx280,  256, 17,    0, 3, 24",
    "gtx280,  128, 35,    0, 3, 12",
    "gtx280,  256, 35,    0, 1,  8",
    "gtx280,  512, 35,    0, 0,  0",
    "gtx280,  512,  4,   32, 2, 32",
    "gtx280,   96, 20,    0, 6, 18",
  })
  @DisplayName("plain figures give the spreadsheet's blocks and warps")
  void plainFiguresGiveTheSpreadsheetsBlocksAndWarps(
      String device, String threads, String registers, String local, int groups, int warps)
      throws IOException {
    String[] words = {
      "occupancy",
      "-d",
      device,
      "--group",
      threads,
      "--registers",
      registers,
      "--local",
      local + "B",
      "-f",
      "json"
    };
    JsonNode row = rows(words).get(0);
    assertThat(row.get("groups").intValue()).isEqualTo(groups);
    assertThat(row.get("wavefronts").intValue()).isEqualTo(warps);
    assertThat(Cli.run(words).code()).isEqualTo(groups == 0 ? 5 : 0);
  }

  @Test
  @DisplayName("one row a device in the catalogue's order; a refusal is a row with its reason")
  void oneRowADevice() throws IOException {
    List<JsonNode> rows = rows("occupancy", Cli.workload("matmul"), "-d", "all", "-f", "json");
    assertThat(rows.stream().map(r -> r.get("device").asText()).toList())
        .isEqualTo(CATALOGUE.specs().stream().map(DeviceSpec::id).toList());
    Set<String> withoutLocalMemory = Set.of("hd2900xt", "hd2400", "hd3870", "hd4870");
    for (JsonNode row : rows) {
      boolean refused = withoutLocalMemory.contains(row.get("device").asText());
      assertThat(row.get("status").asText()).isEqualTo(refused ? "refused" : "ok");
      assertThat(row.get("groups").isNull()).isEqualTo(refused);
      assertThat(row.get("message").asText().isEmpty()).isEqualTo(!refused);
      assertThat(row.get("kernel").asText()).isEqualTo("matmul");
    }
  }

  @Test
  @DisplayName("the next step of a workload's kernel, taken with --registers, gives what it says")
  void theNextStepTaken() throws IOException {
    String convolution = Cli.workload("conv2d"); // its registers limit it
    JsonNode now = rows("occupancy", convolution, "-d", "8800gtx", "-f", "json").get(0);
    JsonNode step = now.get("step");
    String to = step.get("changes").get(0).get("to").asText();
    JsonNode then =
        rows("occupancy", convolution, "-d", "8800gtx", "--registers", to, "-f", "json").get(0);
    assertThat(now.get("next").asText()).endsWith("registers fewer: 3 groups");
    assertThat(then.get("groups")).isEqualTo(step.get("groups"));
    assertThat(then.get("wavefronts")).isEqualTo(step.get("wavefronts"));
  }

  @Test
  @DisplayName("what a workload's launches may hold is what its results say of them")
  void whatAWorkloadsLaunchesMayHoldIsWhatResultsSay() throws IOException {
    for (String name : List.of("matmul", "reduce")) {
      String workload = Cli.workload(name);
      Map<String, JsonNode> last = new TreeMap<>();
      rows("occupancy", workload, "-d", "all", "-f", "json")
          .forEach(r -> last.put(r.get("device").asText(), r));
      Cli run = Cli.run("compare", workload, "-f", "json", "-d", "hd5870,hd6970,mi210,gtx280");
      for (JsonNode result : JSON.readTree(run.out()).get("results")) {
        if (result.get("status").asText().equals("ok")) {
          JsonNode s = result.get("statistics");
          JsonNode row = last.get(result.get("device").asText());
          assertThat(row.get("groups")).as(name).isEqualTo(s.get("occupancy.groups"));
          assertThat(row.get("wavefronts")).isEqualTo(s.get("occupancy.wavefronts"));
          assertThat(row.get("occupancy")).isEqualTo(s.get("occupancy"));
        }
      }
    }
  }

  @Test
  void theReasonOfARefusalStandsBeneathTheTable() {
    assertThat(Cli.run("occupancy", Cli.workload("histogram"), "-d", "hd4870,gtx280").out())
        .containsPattern("hd4870 +histogram .* refused\n")
        .contains("\nhd4870 refused: kernel 'histogram', ");
  }

  @Test
  @DisplayName("a kernel file, a workload and its trace give the same figures; formats agree")
  void aKernelFileAWorkloadAndItsTraceGiveTheSameFiguresFormatsAgree() throws IOException {
    String workload = Cli.workload("conv2d");
    String trace = folder.resolve("m.lkt").toString();
    assertThat(Cli.run("record", workload, "-o", trace).code()).isZero();
    String direct = Cli.run("occupancy", workload, "-d", "all", "-f", "csv").out();
    assertThat(Cli.run("occupancy", trace, "-d", "all", "-f", "csv").out()).isEqualTo(direct);
    assertThat(direct.lines().count()).isEqualTo(1 + CATALOGUE.specs().size());
    assertThat(direct)
        .startsWith(
            "device,kernel,groups,wavefronts,limit,next,status,message,launches,group_size");
    assertThat(Cli.run("occupancy", workload, "-d", "8800gtx").out())
        .contains("registers", "66.7%", "fewer: 3 groups");
  }

  @Test
  @DisplayName("curves hold in every format, and every point is what its value gives by itself")
  void curvesHoldInEveryFormatAndEveryPointIsWhatItsValueGivesByItself() throws IOException {
    String[] asked = {"occupancy", "-d", "mi210", "--group", "256", "--registers", "102"};
    List<String> words = new ArrayList<>(List.of(asked));
    words.addAll(List.of("--curve", "registers,group", "-f", "json"));
    JsonNode curves = rows(words.toArray(String[]::new)).get(0).get("curves");
    assertThat(curves).hasSize(2);
    int points = 0;
    for (JsonNode curve : curves) {
      for (JsonNode point : curve.get("points")) {
        boolean size = curve.get("over").asText().equals("group");
        String to = point.get("to").asText();
        JsonNode alone =
            rows(
                    "occupancy",
                    "-d",
                    "mi210",
                    "--group",
                    size ? to : "256",
                    "--registers",
                    size ? "102" : to,
                    "-f",
                    "json")
                .get(0);
        assertThat(alone.get("groups")).isEqualTo(point.get("groups"));
        assertThat(alone.get("limit")).isEqualTo(point.get("limit"));
        points++;
      }
    }
    assertThat(points).isEqualTo(8 + 16);
    words.set(words.size() - 1, "csv");
    assertThat(Cli.run(words.toArray(String[]::new)).out().lines().count()).isEqualTo(1 + points);
    words.set(words.size() - 1, "table");
    assertThat(Cli.run(words.toArray(String[]::new)).out()).contains("up to", "vector registers");
  }

  @ParameterizedTest(name = "{0}: exit code {1}, {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "occupancy | 2 | name a workload or a kernel, or plain numbers",
        "occupancy --group 0 | 2 | --group: expected",
        "occupancy --group 64 --registers -1 | 2 | --registers: expected",
        "occupancy --group 64 --need scalar_register=3 -d mi210 | 3 | did you mean 'scalar_registers'?",
        "occupancy --group 64 --curve register -d mi210 | 3 | did you mean 'registers'?",
        "occupancy --group 64 --need stack=3 -d mi210,hd5870 -f json | 0 | shares out no 'stack'",
        "occupancy --group 512 -d hd5870 | 5 | work-group size 512 exceeds 256",
        "occupancy --group 64 --kernel k -d hd5870 | 2 | --kernel",
        "occupancy --group 64 -d hd587 | 3 | hd5870",
        "occupancy nothing.yaml | 3 | nothing.yaml",
        "occupancy nothing.ptx | 3 | no such file",
        "occupancy --group 64 --local 5KB -d hd5870 | 2 | 5KB",
      })
  @DisplayName("what is wrong is said in a line")
  void whatIsWrongIsSaidInALine(String line, int code, String says) {
    Cli cli = Cli.run(line.split(" "));
    assertThat(cli.all()).contains(says);
    assertThat(cli.code()).isEqualTo(code);
  }

  @Test
  @DisplayName("a kernel that requires no group size needs --group; a wrong kernel's name is told")
  void aKernelThatRequiresNoGroupSizeNeedsGroupAWrongKernelsNameIsTold() {
    String kernel = ROOT.resolve("examples/kernels/matmul.ptx").toString();
    Cli without = Cli.run("occupancy", kernel, "-d", "gtx280");
    assertThat(without.code()).isEqualTo(3);
    assertThat(without.all()).contains("--group 256");
    Cli wrong = Cli.run("occupancy", kernel, "-d", "gtx280", "--group", "64", "-k", "matmull");
    assertThat(wrong.code()).isEqualTo(3);
    assertThat(wrong.all()).contains("has no kernel 'matmull'; did you mean 'matmul'?");
    assertThat(Cli.run("occupancy", kernel, "-d", "gtx280", "--group", "64").code()).isZero();
  }

  @Property(tries = 60)
  @Label("on every device the next step is true, and no device falls with one register fewer")
  void theNextStepIsTrueOnEveryDevice(
      @ForAll @IntRange(min = 1, max = 256) int size,
      @ForAll @IntRange(min = 1, max = 130) int registers,
      @ForAll @IntRange(max = 17000) int local,
      @ForAll @IntRange(max = 12) int other) {
    for (DeviceSpec spec : CATALOGUE.specs()) {
      Device device = CATALOGUE.device(spec);
      UnitLimits limits = device.occupancyRules().orElseThrow().limits();
      Needs needs = Needs.of(size);
      for (Need need : limits.needs()) {
        needs = needs.with(need, other);
      }
      needs = needs.with(Need.REGISTERS, registers).with(Need.LOCAL_MEMORY, local);
      UnitLimits.Fit now = limits.fit(needs);
      assertThat(limits.fit(needs.with(Need.REGISTERS, registers - 1)).groups())
          .isGreaterThanOrEqualTo(now.groups());
      NextStep step = NextStep.of(limits, needs).orElse(null);
      if (step != null) {
        UnitLimits.Fit then = limits.fit(step.taken(limits, needs));
        assertThat(then.groups()).as(spec.id() + " " + step.words()).isEqualTo(step.groups());
        assertThat(then.wavefronts()).isEqualTo(step.wavefronts()).isGreaterThan(now.wavefronts());
      }
    }
  }

  /** Wavefronts on a timeline are taken down by other code than the statistic. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"hd5870", "hd6970", "mi210", "gtx280"})
  @DisplayName("achieved is what the timeline's wavefronts give, and not above theoretical")
  void achievedIsWhatTheTimelineGives(String device) throws Exception {
    Path file = folder.resolve("t.pftrace");
    Cli run =
        Cli.run(
            "profile",
            Cli.workload("matmul"),
            "-d",
            device,
            "-f",
            "json",
            "--timeline",
            file.toString(),
            "--timeline-component",
            "cu*");
    JsonNode s = JSON.readTree(run.out()).get("results").get(0).get("statistics");
    double slots = s.get("occupancy.wavefronts").doubleValue() / s.get("occupancy").doubleValue();
    Map<Long, List<double[]>> waves = new TreeMap<>(); // by unit: start and end
    PerfettoFile trace = PerfettoFile.read(file);
    for (PerfettoFile.Slice wave : trace.slices) {
      boolean slot = trace.names.get(wave.track()).startsWith("wavefront slot");
      if (slot && !wave.name().equals("barrier")) {
        waves
            .computeIfAbsent(trace.parents.get(wave.track()), unit -> new ArrayList<>())
            .add(new double[] {wave.start(), wave.end()});
      }
    }
    double held = 0;
    double active = 0;
    for (List<double[]> unit : waves.values()) {
      unit.sort(Comparator.comparingDouble(w -> w[0]));
      double end = 0;
      for (double[] w : unit) {
        held += w[1] - w[0];
        active += Math.max(0, w[1] - Math.max(w[0], end));
        end = Math.max(end, w[1]);
      }
    }
    double achieved = s.get("occupancy.achieved").doubleValue();
    assertThat(achieved).isCloseTo(held / (active * slots), within(1e-4));
    assertThat(achieved).isGreaterThan(0).isLessThanOrEqualTo(s.get("occupancy").doubleValue());
  }

  @Test
  @DisplayName("theoretical occupancy does not depend on the grid, achieved does")
  void theGrid() throws IOException {
    Map<String, List<JsonNode>> found = new TreeMap<>();
    for (String n : List.of("32", "128")) {
      Cli run =
          Cli.run(
              "compare",
              ROOT.resolve("examples/matmul.yaml").toString(),
              "-p",
              "n=" + n,
              "-d",
              "hd5870,hd6970,mi210,gtx280",
              "-f",
              "json");
      for (JsonNode r : JSON.readTree(run.out()).get("results")) {
        found
            .computeIfAbsent(r.get("device").asText(), d -> new ArrayList<>())
            .add(r.get("statistics"));
      }
    }
    assertThat(found).hasSize(4);
    found.forEach(
        (device, s) -> {
          assertThat(s.get(0).get("occupancy")).as(device).isEqualTo(s.get(1).get("occupancy"));
          assertThat(s.get(0).get("occupancy.achieved").doubleValue())
              .as(device)
              .isLessThan(s.get(1).get("occupancy.achieved").doubleValue());
        });
  }
}
