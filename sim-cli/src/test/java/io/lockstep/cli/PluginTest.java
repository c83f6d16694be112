// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The device from outside, built against the modules and dropped into a plug-in folder as a jar.
 */
@Tag("slow")
class PluginTest {
  private static final ToyVariant TOY = ToyVariant.of("as it is");

  /** It calls a library that lies beside it in a jar of its own. */
  private static final ToyVariant CALLER =
      ToyVariant.of("needs a library")
          .with(
              "module-info.java",
              "requires io.lockstep.parts;",
              "requires io.lockstep.parts; requires absent.library;")
          .with(
              "ToyDevice.java",
              "return new ToyCode(kernel);",
              "return absent.library.Helper.same(new ToyCode(kernel));");

  /** It names causes alone. */
  private static final ToyVariant SILENT =
      ToyVariant.of("names no rows")
          .with("ToyCode.java", "Optional.of(rows.build())", "Optional.empty()")
          .with("ToyUnit.java", "row[w] = 0;", "row[w] = -2;")
          .with(
              "ToyUnit.java",
              "row[w] = firstRow[number] + position[w]++;",
              "position[w]++; row[w] = -2;");

  /** It has no module descriptor. */
  private static final ToyVariant PLAIN =
      TOY.packed(
          files -> {
            files.remove("module-info.class");
            return files;
          });

  /** The same packages, but no provider. */
  private static final ToyVariant LIBRARY =
      PLAIN.packed(
          files -> {
            files.keySet().removeIf(name -> name.startsWith("META-INF"));
            return files;
          });

  @TempDir static Path folder;

  private static ToyJars jars;
  private static Path plugins;

  @BeforeAll
  static void build() throws IOException {
    jars = ToyJars.of(folder.resolve("build"), List.of(TOY, CALLER, SILENT));
    plugins = folder.resolve("plugins");
    jars.jar(TOY, plugins, "device-toy.jar");
  }

  @Test
  @DisplayName("it appears in the list of devices and shows every figure")
  void itAppearsInTheListOfDevicesAndShowsEveryFigure() {
    Cli list = Cli.run("devices", "--plugin-path", plugins.toString());
    assertThat(list.code()).as(list.all()).isZero();
    assertThat(list.out()).contains("toy", "hd5870", "mi300a", "gtx280");
    Cli one = Cli.run("devices", "toy", "--plugin-path", plugins.toString());
    assertThat(one.out()).contains("50 cycles", "guessed", "1 cycles … 1000 cycles");
  }

  @Test
  @DisplayName("by line, its time stands beside its kernel's source, as that of the catalogue does")
  void itsTimeStandsBesideItsKernelsSource() {
    Cli run =
        Cli.run(
            "profile",
            "../examples/matmul.yaml",
            "-p",
            "n=32",
            "-d",
            "toy,gtx280",
            "--by-line",
            "--plugin-path",
            plugins.toString());
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out())
        .containsPattern("(?m)^line +toy +gtx280 +source$")
        .containsPattern("(?m)^matmul.cl:14 +[0-9.]+ +issued +[0-9.]+ +issued ")
        .doesNotContain("not attributed");
  }

  @Test
  @DisplayName("it has the ladder's steps of shared parts for nothing, and its roof among them")
  void itHasTheLaddersStepsOfSharedPartsForNothingAndItsRoof() throws IOException {
    Cli cli =
        Cli.run(
            "explain",
            Cli.workload("transpose"),
            "--from",
            "toy",
            "--to",
            "8800gtx",
            "--plugin-path",
            plugins.toString(),
            "--phases",
            "1",
            "-f",
            "json");
    Map<String, Double> costs = new TreeMap<>();
    for (JsonNode step : cli.json().get("ladder")) {
      costs.put(step.get("name").asText(), step.get("from").get("cost").asDouble());
    }
    for (String step :
        List.of("memory latency", "caches and network", "residency and dispatch", "other waits")) {
      assertThat(costs.get(step)).as(step + " of " + costs).isGreaterThan(1.005);
    }
    assertThat(costs.get("DRAM bandwidth")).as(costs.toString()).isGreaterThan(1.005);
    assertThat(costs)
        .containsEntry("bank conflicts", 1.0)
        .containsKey("largest roof")
        .as("lanes are the roof's own: its issue port")
        .doesNotContainKey("idle lanes");
  }

  @Test
  @DisplayName("by line, time of a model that names no instruction is told as not attributed")
  void timeOfAModelThatNamesNoInstructionIsNotAttributed() throws IOException {
    Path silent = folder.resolve("silent");
    jars.jar(SILENT, silent, "device-toy.jar");
    String[] run = {
      "profile",
      Cli.workload("matmul"),
      "-d",
      "toy",
      "--by-line",
      "--plugin-path",
      silent.toString(),
      "--format",
      "table"
    };
    assertThat(Cli.run(run).out()).containsPattern("(?m)^ *100\\.0  not attributed ");
    run[run.length - 1] = "csv";
    assertThat(Cli.run(run).out().lines().filter(l -> l.contains(",not attributed,"))).hasSize(3);
    run[0] = "sweep";
    run[run.length - 1] = "table";
    assertThat(Cli.run(run).out()).containsPattern("(?m)^not attributed +100\\.0$");
  }

  @Test
  @DisplayName("a critical path leads through a model that tells nothing as not attributed")
  void criticalPath() {
    Cli run =
        Cli.run(
            "profile",
            Cli.workload("matmul"),
            "-d",
            "toy",
            "--critical-path",
            "--plugin-path",
            plugins.toString());
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).containsPattern("(?m)^not_attributed +[0-9.]+ ");
  }

  @Test
  @DisplayName("it takes part in a comparison, with overrides, and is verified")
  void itTakesPartInAComparisonWithOverridesAndIsVerified() {
    Cli cli =
        Cli.run(
            "compare",
            Cli.workload("matmul"),
            "-d",
            "toy,8800gtx",
            "--set",
            "l2.read=16B/cycle",
            "--plugin-path",
            plugins.toString(),
            "-f",
            "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    String[] lines = cli.out().split("\n");
    assertThat(lines[1]).startsWith("matmul,toy,").contains(",ok,true,");
    assertThat(lines[2])
        .startsWith("matmul,8800gtx,")
        .contains(",refused,", "has no figure 'l2.read'");
  }

  @Test
  @DisplayName("its library may lie beside it, and is not a plug-in of which one is warned")
  void itsLibraryMayLieBesideItAndIsNoPlugInOfWhichOneIsWarned() throws IOException {
    Path both = folder.resolve("both");
    jars.jar(CALLER, both, "device-toy.jar");
    jars.library(both, "helper.jar");
    Files.copy(both.resolve("helper.jar"), both.resolve("helper-2.jar"));
    Cli cli =
        Cli.run(
            "run",
            Cli.workload("vecadd"),
            "-d",
            "toy",
            "--plugin-path",
            both.toString(),
            "-f",
            "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err()) // one of them is enough
        .startsWith("lockstep: warning: plug-in " + both.resolve("helper.jar") + " is left out: ")
        .contains("no plug-in beside it needs it")
        .hasLineCount(1);
    assertThat(cli.out().split("\n")[1]).startsWith("vecadd,toy,ok,true,");
  }

  @Test
  @DisplayName("libraries that are no modules, or contradict each other, spoil no plug-in")
  void badLibraries() {
    for (ToyVariant plugin : List.of(TOY, PLAIN)) {
      Path all = folder.resolve(plugin == TOY ? "module-and-libraries" : "plain-and-libraries");
      jars.jar(plugin, all, "device-toy.jar");
      for (String name : List.of("1st.jar", "a.jar", "b.jar")) {
        jars.jar(LIBRARY, all, name);
      }
      Cli cli = Cli.run("devices", "toy", "--plugin-path", all.toString());
      assertThat(cli.code()).as(cli.all()).isZero();
    }
  }

  @Test
  @DisplayName("a jar without a module descriptor is found by META-INF/services")
  void plainJar() {
    Path plain = folder.resolve("plain");
    jars.jar(PLAIN, plain, "device-toy.jar");
    Cli cli = Cli.run("devices", "toy", "--plugin-path", plain.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  @Test
  @DisplayName("a folder named twice is looked through once")
  void folderTwice() {
    String path = plugins.toString();
    Cli cli = Cli.run("devices", "--plugin-path", path, "--plugin-path", path + "/.");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err()).isEmpty();
  }

  @Test
  @DisplayName("a plug-in path that is no folder is bad input that says what it is")
  void noFolder() {
    Path absent = folder.resolve("absent");
    Cli cli = Cli.run("devices", "--plugin-path", absent.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(absent + ": no such plug-in folder");
    Path jar = plugins.resolve("device-toy.jar");
    cli = Cli.run("devices", "--plugin-path", jar.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(jar + ": is a file; expected a folder that holds jars");
  }

  @Test
  @DisplayName("who asks for a device or a family of a plug-in that is left out is told why")
  void askedFor() throws IOException {
    Path cut = folder.resolve("cut");
    jars.jar(
        TOY.packed(
            files -> {
              files.remove("com/example/toy/ToyProvider.class");
              return files;
            }),
        cut,
        "device-toy.jar");
    String why =
        "plug-in "
            + cut.resolve("device-toy.jar")
            + " is left out: com.example.toy.ToyProvider is declared, but not in the jar";
    for (String[] command :
        new String[][] {{"devices", "toy"}, {"run", Cli.workload("vecadd"), "-d", "toy"}}) {
      String[] all = Arrays.copyOf(command, command.length + 2);
      all[command.length] = "--plugin-path";
      all[command.length + 1] = cut.toString();
      Cli cli = Cli.run(all);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(cli.err())
          .isEqualTo("lockstep: device 'toy': unknown device; " + why + System.lineSeparator());
    }
    Path own = Files.writeString(folder.resolve("own.yaml"), "device: own\nfamily: toy\n");
    Cli cli = Cli.run("devices", own.toString(), "--plugin-path", cut.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(own + ":2:9: unknown family 'toy'; " + why);
    Cli debug = Cli.run("--debug", "devices", "--plugin-path", cut.toString());
    assertThat(debug.code()).isZero();
    assertThat(debug.err()).contains("lockstep: warning: " + why, "ClassNotFoundException");
  }

  @Test
  @DisplayName("without the folder nobody knows it")
  void withoutTheFolderNobodyKnowsIt() {
    Cli cli = Cli.run("run", Cli.workload("matmul"), "-d", "toy");
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("unknown device");
  }
}
