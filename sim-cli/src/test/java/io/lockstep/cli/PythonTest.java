// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** python/lockstep.py, and the scripts of examples/scripts that use it. */
@DisplayName("lockstep.py")
@Tag("slow")
@Timeout(300)
@EnabledIf(
    value = "io.lockstep.cli.ScriptsTest#hasPython",
    disabledReason = "wants Python (Debian: python3)")
class PythonTest {
  private static final String VECADD = Cli.example("vecadd");
  private static final List<String> SPACE =
      List.of(
          "dram.read_queue=2,4,8,16,32",
          "dram.policy=fcfs,fr_fcfs",
          "dram.bandwidth=*0.5,*1,*2",
          "dram.tcl=8ns,12ns,16ns");
  private static final int PLACES = 90;
  private static final String BUDGET = "45"; // half of the places, so that a search has to choose

  private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.(\\w+) }}");

  /** A loop that takes time and changes nothing. */
  private static final String SLOW =
      """
      .reg .u32 %slow<2>; .reg .pred %slower;
      mov.u32 %slow1, 0;
      $AGAIN:
      add.u32 %slow1, %slow1, 1;
      setp.lt.u32 %slower, %slow1, 200;
      @%slower bra $AGAIN;
      """;

  @TempDir private Path folder;
  private String launcher;

  @BeforeEach
  void writeTheLauncher() throws IOException {
    launcher = Program.in(folder.resolve("home")).toString();
  }

  private Cli run(Map<String, String> environment, String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().put("LOCKSTEP", launcher);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().putAll(environment);
    builder.redirectError(folder.resolve("err").toFile());
    Process process = builder.start();
    Cli out = Shell.ended(process);
    return new Cli(out.code(), out.out(), Files.readString(folder.resolve("err")));
  }

  private Cli script(String name, List<String> more, String... words) throws Exception {
    List<String> all = new ArrayList<>();
    all.add(ScriptsTest.PYTHON);
    all.add(Shell.REPOSITORY.resolve("examples/scripts/" + name).toString());
    all.addAll(List.of(words));
    all.addAll(more);
    return run(Map.of(), all.toArray(String[]::new));
  }

  private void unittest(String... classes) throws Exception {
    List<String> words = new ArrayList<>(List.of(ScriptsTest.PYTHON, "-m", "unittest"));
    Arrays.stream(classes).map(c -> "test_lockstep." + c).forEach(words::add);
    Map<String, String> path = Map.of("PYTHONPATH", Shell.REPOSITORY.resolve("python").toString());
    Cli cli = run(path, words.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err()).containsPattern("Ran [1-9]\\d* tests?").endsWith("\nOK\n");
  }

  static boolean hasPandas() throws Exception {
    return has("pandas");
  }

  static boolean hasScipy() throws Exception {
    return has("scipy");
  }

  private static boolean has(String module) throws Exception {
    return new ProcessBuilder(ScriptsTest.PYTHON, "-c", "import " + module).start().waitFor() == 0;
  }

  @Test
  @DisplayName("passes its own tests with the standard library")
  void passesItsOwnTestsWithTheStandardLibrary() throws Exception {
    unittest("CommandsTest", "PointsTest");
  }

  @Test
  @EnabledIf(value = "hasPandas", disabledReason = "wants pandas (Debian: python3-pandas)")
  @DisplayName("makes data frames with pandas")
  void makesDataFramesWithPandas() throws Exception {
    unittest("FrameTest");
  }

  /** The least kernel time of a sweep of the whole space. */
  private double best() throws IOException {
    List<String> words = new ArrayList<>(List.of("sweep", VECADD, "-d", "gtx280", "-f", "json"));
    SPACE.forEach(setting -> words.addAll(List.of("--set", setting)));
    Cli sweep = Cli.run(words.toArray(String[]::new));
    double least = Double.POSITIVE_INFINITY;
    var results = new ObjectMapper().readTree(sweep.out()).get("results");
    assertThat(results).hasSize(PLACES);
    for (var result : results) {
      least = Math.min(least, result.get("kernel_seconds").asDouble());
    }
    return least;
  }

  private void findsTheBest(String by) throws Exception {
    Cli search = script("search.py", SPACE, "--budget", BUDGET, "--by", by, VECADD, "gtx280");
    assertThat(search.code()).as(search.all()).isZero();
    assertThat(search.err()).contains("by " + by);
    String[] words = search.out().strip().split(" ");
    assertThat(words).hasSize(SPACE.size() + 1);
    assertThat(Double.parseDouble(words[SPACE.size()])).isEqualTo(best());
  }

  @Test
  @DisplayName("lets a search without libraries find what a full sweep finds")
  void letsASearchWithoutLibrariesFindWhatAFullSweepFinds() throws Exception {
    findsTheBest("coordinates");
  }

  @Test
  @EnabledIf(value = "hasScipy", disabledReason = "wants SciPy (Debian: python3-scipy)")
  @DisplayName("lets SciPy find what a full sweep finds")
  void letsScipyFindWhatAFullSweepFinds() throws Exception {
    findsTheBest("scipy");
  }

  @Test
  @DisplayName("shows effects whose shares are those of the variance")
  void showsEffectsWhoseSharesAreThoseOfTheVariance() throws Exception {
    Cli none = script("effects.py", List.of("dram.bandwidth=*0.25,*1"), VECADD, "gtx280");
    assertThat(none.code()).as(none.all()).isZero();
    assertThat(none.out()).containsPattern("dram.bandwidth +1.000 +1.000 +[1-9]");
    Cli two =
        script("effects.py", List.of("dram.bandwidth=*0.25,*1", "l1.size=8KiB"), VECADD, "hd5870");
    assertThat(two.out())
        .containsPattern("dram.bandwidth +1.000 +1.000 +[1-9]")
        .containsPattern("l1.size +0.000 +0.000 +1.000");
    Cli wrong = script("effects.py", List.of("dram.band=1"), VECADD, "gtx280");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).startsWith("effects.py: line 1: ").contains("dram.band");
  }

  @Test
  @DisplayName("draws a line for each device")
  void drawsALineForEachDevice() throws Exception {
    Cli cli = script("plot.py", List.of("drawn.svg"), VECADD, "gtx280,hd5870", "n=64,1024,4096");
    assertThat(cli.code()).as(cli.all()).isZero();
    String svg = Files.readString(folder.resolve("drawn.svg"));
    assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains(">gtx280<", ">hd5870<");
    assertThat(svg.split("<polyline points=\"[\\d.]+,[\\d.]+ [\\d.]+,[\\d.]+ [\\d.]+,")).hasSize(3);
  }

  @Test
  @DisplayName("fails a job whose kernels are slower by more than five per cent, as an action, too")
  void failsAJobWhoseKernelsAreSlower() throws Exception {
    String file = Files.copy(Path.of(VECADD), folder.resolve("w.yaml")).toString();
    Files.createDirectories(folder.resolve("kernels"));
    for (String part : List.of("kernels/vecadd.ptx", "kernels/vecadd.cl")) {
      Files.copy(Shell.REPOSITORY.resolve("examples/" + part), folder.resolve(part));
    }
    Cli written = script("slower.py", List.of("--write"), "old.json", "gtx280,hd5870", file);
    assertThat(written.code()).as(written.all()).isZero();
    assertThat(action(file)).extracting(Cli::code, Cli::out).containsExactly(0, "");
    Path kernel = folder.resolve("kernels/vecadd.ptx");
    String before = Files.readString(kernel);
    Files.writeString(kernel, before.replace("\tret;\n", SLOW + "\tret;\n"));
    assertThat(Files.readString(kernel)).isNotEqualTo(before);
    Cli slower = action(file);
    assertThat(slower.code()).as(slower.all()).isEqualTo(1);
    assertThat(slower.out().lines())
        .hasSize(2)
        .allMatch(l -> l.matches("::error::vecadd on (gtx280|hd5870): kernels take .* % longer.*"));
    Files.writeString(kernel, "nonsense");
    Cli broken = action(file);
    assertThat(broken.code()).as(broken.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(broken.err()).contains("vecadd.ptx").doesNotContain("Traceback");
    Files.writeString(folder.resolve("old.json"), "{}");
    Cli none = action(file);
    assertThat(none.code()).as(none.all()).isEqualTo(2);
    assertThat(none.err()).contains("old.json: expected results").doesNotContain("Traceback");
  }

  /** Runs the step of .github/actions/slower as GitHub does. */
  private Cli action(String workload) throws Exception {
    Path path = Shell.REPOSITORY.resolve(".github/actions/slower/action.yml");
    YamlMap action = YamlFile.read(path).asMap();
    YamlMap step = action.require("runs").asMap().list("steps").get(0).asMap();
    Map<String, String> inputs = new HashMap<>();
    for (YamlMap.Entry input : action.require("inputs").asMap().entries()) {
      String usual = input.value().asMap().get("default").map(YamlNode::raw).orElse(null);
      inputs.put(input.key(), usual);
    }
    inputs.putAll(
        Map.of(
            "workloads",
            workload,
            "devices",
            "gtx280,hd5870",
            "baseline",
            "old.json",
            "lockstep",
            launcher));
    assertThat(inputs.values()).doesNotContainNull();
    Map<String, String> environment = new HashMap<>();
    for (YamlMap.Entry variable : step.require("env").asMap().entries()) {
      Matcher input = INPUT.matcher(variable.value().asText());
      assertThat(input.matches()).as(variable.key()).isTrue();
      environment.put(variable.key(), inputs.get(input.group(1)));
    }
    environment.put("GITHUB_ACTION_PATH", path.getParent().toString());
    environment.put("GITHUB_ACTIONS", "true");
    environment.put("PATH", Path.of(ScriptsTest.PYTHON).getParent() + ":" + System.getenv("PATH"));
    return run(environment, "bash", "-e", "-c", step.require("run").asText());
  }
}
