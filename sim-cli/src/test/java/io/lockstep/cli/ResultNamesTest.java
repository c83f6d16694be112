// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.option.TimingOption;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

@DisplayName("a number of a result has one name everywhere")
class ResultNamesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> NAMES =
      ResultFields.NUMBERS.stream().map(ResultField::name).toList();

  @TempDir private Path folder;

  private static String workload() {
    return Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString();
  }

  private static JsonNode result() throws Exception {
    Cli cli = Cli.run("run", workload(), "-d", "hd5450", "-f", "json");
    return JSON.readTree(cli.out()).get("results").get(0);
  }

  @Test
  void everyNumberIsAMeasureOfARowOfASuite() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (String name : NAMES) {
      rows.append("- {id: ").append(name).append(", device: hd5450, workload: ");
      rows.append(workload()).append(", measure: ").append(name).append(", expected: 1}\n");
    }
    rows.append("- {id: off, device: hd5450, workload: ").append(workload());
    rows.append(", measure: kernel_secnds, expected: 1}\n");
    Path suite = Files.writeString(folder.resolve("suite.yaml"), rows.toString());
    JsonNode shown = JSON.readTree(Cli.run("validate", "" + suite, "-f", "json").out()).get("rows");
    for (int i = 0; i < NAMES.size(); i++) {
      assertThat(shown.get(i).get("simulated").asDouble())
          .as(NAMES.get(i))
          .isEqualTo(result().get(NAMES.get(i)).asDouble());
    }
    assertThat(shown.get(NAMES.size()).toString()).contains("did you mean 'kernel_seconds'?");
  }

  @Test
  void everyNumberIsAColumnAndSortsWhateverTheTiming() {
    for (String timing : List.of("workload", "kernels")) {
      Cli cli =
          Cli.run(
              "compare",
              workload(),
              "-d",
              "hd5450,hd5870",
              "--timing",
              timing,
              "--columns",
              "device,status," + String.join(",", NAMES),
              "--sort",
              "-" + String.join(",-", NAMES));
      assertThat(cli.code()).as(cli.all()).isZero();
      assertThat(cli.out()).contains("status", "kernel_cycles", "kernels µs", "hd5870");
    }
    Cli wrong = Cli.run("compare", workload(), "-d", "hd5450", "--sort", "kernel_cycls");
    assertThat(wrong.err()).contains("did you mean 'kernel_cycles'?").hasLineCount(1);
  }

  @Test
  void secondsAreTheWholeTimeWhateverTheTiming() {
    Cli cli =
        Cli.run(
            "compare", workload(), "-d", "hd5870", "--timing", "kernels", "--columns", "seconds");
    assertThat(cli.out()).contains("total µs");
    cli = Cli.run("compare", workload(), "-d", "hd5870", "--columns", "seconds,kernel_seconds");
    assertThat(cli.out()).contains("total µs  kernels µs");
  }

  @Test
  void runAndProfileTakeTheTimingThatCompareTakes() {
    String own = Cli.run("run", workload(), "-d", "hd5870", "--timing", "kernels").out();
    String all = Cli.run("run", workload(), "-d", "hd5870").out();
    String kernels = line(all, "kernels ");
    assertThat(line(own, "time ")).isEqualTo(kernels + ", the kernels' own");
    assertThat(line(own, "in all ")).isEqualTo(line(all, "time "));
    String[] causes = {"profile", workload(), "-d", "hd5870", "--by-cause", "--timing", "kernels"};
    Cli profile = Cli.run(causes);
    assertThat(profile.code()).as(profile.all()).isZero();
    assertThat(profile.out()).contains(kernels.substring(0, kernels.indexOf(' ')));
    Cli wrong = Cli.run("run", workload(), "-d", "hd5870", "--timing", "kernel");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--timing");
  }

  @Test
  void everyNumberIsAColumnOfQueriesAndAnObjectiveOfBest() throws Exception {
    String sweep = folder.resolve("sweep") + "/";
    Cli.run("sweep", workload(), "-d", "hd5450", "-o", sweep);
    JsonNode query =
        JSON.readTree(
            Cli.run(
                    "sweep",
                    "query",
                    sweep,
                    "select " + String.join(", ", NAMES) + " from points",
                    "-f",
                    "json")
                .out());
    for (String name : NAMES) {
      double value = result().get(name).asDouble();
      assertThat(query.findValue(name)).as(name + " in " + query).isNotNull();
      JsonNode best =
          JSON.readTree(Cli.run("sweep", "best", sweep, "--by", name, "-f", "json").out());
      assertThat(best.findValue("figures").get(name).asDouble()).as(name).isEqualTo(value);
    }
  }

  @Test
  void timingIsOneOptionOfAllCommandsThatHaveIt() {
    CommandLine root = new CommandLine(new Main());
    Commands.add(root);
    List<String> commands = new ArrayList<>();
    Set<Class<?>> declared = new HashSet<>();
    timing(root, "", commands, declared);
    assertThat(commands)
        .contains("run workload", "profile workload", "explain workload", "sensitivity kernels")
        .contains("advise workload", "whatif workload", "compare workload", "sweep workload")
        .contains("sweep compare workload");
    assertThat(declared).containsExactly(TimingOption.class);
  }

  private static void timing(
      CommandLine line, String path, List<String> commands, Set<Class<?>> declared) {
    OptionSpec option = line.getCommandSpec().findOption("--timing");
    if (option != null) {
      commands.add((path + " " + option.defaultValueString()).strip());
      declared.add(((Field) option.userObject()).getDeclaringClass());
      assertThat(option.description())
          .as(path)
          .containsExactly(
              "workload or kernels (default: %s).".formatted(option.defaultValueString()));
    }
    line.getSubcommands()
        .forEach((name, sub) -> timing(sub, (path + " " + name).strip(), commands, declared));
  }

  private static String line(String text, String name) {
    return text.lines()
        .map(String::strip)
        .filter(l -> l.startsWith(name))
        .findFirst()
        .orElseThrow()
        .substring(name.length())
        .strip();
  }
}
