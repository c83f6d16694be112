// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.help.HelpPages;
import io.lockstep.cli.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every command's page has what a new user needs. */
@Tag("slow")
class HelpTest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private static CommandLine line(int width) {
    CommandLine line = new CommandLine(new Main());
    Commands.add(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    HelpPages.complete(line, width, false);
    return line;
  }

  static Stream<String> commands() {
    return line(80).getSubcommands().keySet().stream();
  }

  private static String page(String command, int width) {
    CommandLine root = line(width);
    CommandLine line = command.isEmpty() ? root : root.getSubcommands().get(command);
    return line.getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /** What stands under a heading. */
  private static List<String> section(String page, String heading) {
    List<String> lines = page.lines().toList();
    int at = lines.indexOf(heading);
    assertThat(at).as(heading + " in\n" + page).isNotNegative();
    return lines.subList(at + 1, lines.size()).stream()
        .takeWhile(l -> l.startsWith(" "))
        .map(String::strip)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  @DisplayName("examples, each of which parses, and exit codes, 0 and 2 among them")
  void examplesEachOfWhichParsesAndExitCodes0And2AmongThem(String command) {
    String page = page(command, 80);
    List<String> examples = section(page, "Examples:");
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      Matcher call = Pattern.compile("lockstep ([^)>]*)").matcher(example);
      assertThat(call.find()).as(example).isTrue();
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(call.group(1));
      while (word.find()) {
        words.add(word.group(1) == null ? word.group(2) : word.group(1));
      }
      assertThat(words).first().isEqualTo(command);
      line(80).parseArgs(words.toArray(String[]::new)); // throws where it is wrong usage
    }
    assertThat(section(page, "Exit codes:").stream().map(l -> l.split(" ")[0])).contains("0", "2");
  }

  @ParameterizedTest
  @MethodSource("commands")
  @DisplayName("is listed in a group of the main page")
  void isListedInAGroupOfTheMainPage(String command) {
    HelpPage.Group group = HelpPages.group(line(80).getSubcommands().get(command).getCommandSpec());
    assertThat(group).isNotEqualTo(HelpPage.Group.OTHER);
    assertThat(section(page("", 80), group.title + ":")).anyMatch(l -> l.startsWith(command + " "));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120})
  @DisplayName("fits the terminal")
  void fitsTheTerminal(int width) {
    for (String command : Stream.concat(Stream.of(""), commands()).toList()) {
      assertThat(page(command, width).lines())
          .as(command)
          .allSatisfy(l -> assertThat(l.length()).as(l).isLessThanOrEqualTo(width));
    }
  }

  @Test
  @DisplayName("the main page has examples and every exit code; its commands stand in groups")
  void theMainPageHasExamplesAndEveryExitCodeItsCommandsStandInGroups() {
    Cli cli = Cli.run("--help");
    assertThat(section(cli.out(), "Exit codes:").stream().map(l -> l.split(" ")[0]))
        .containsExactly("0", "1", "2", "3", "4", "5", "6", "130", "143");
    assertThat(cli.out().lines().filter(l -> l.matches("[A-Z][\\w ]+:")))
        .containsExactly("Simulate:", "Look:", "Data:", "Tools:", "Exit codes:", "Examples:");
  }

  @Test
  @DisplayName("completion knows the options of help")
  void completionKnowsTheOptionsOfHelp() {
    Cli cli = Cli.run("completion");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("'--sort'", "'--timing'", "--columns", "--timeline");
    String compare = cli.out().split("function _picocli_lockstep_compare")[1];
    assertThat(compare.substring(0, compare.indexOf("\n}\n"))).doesNotContain("--by-line");
  }

  /** Every command and those below it, by the words that name it. */
  private static Map<String, CommandLine> all(CommandLine line, String name) {
    Map<String, CommandLine> all = new TreeMap<>();
    line.getSubcommands()
        .forEach(
            (word, command) -> {
              all.put(name + word, command);
              all.putAll(all(command, name + word + " "));
            });
    return all;
  }

  @Test
  @DisplayName("--help of every command is one screen of 80 columns")
  void helpOfEveryCommandIsOneScreenOf80Columns() {
    assertThat(page("", 80).lines()).hasSizeLessThanOrEqualTo(60);
    all(line(80), "")
        .forEach(
            (name, command) ->
                assertThat(command.getUsageMessage(CommandLine.Help.Ansi.OFF).lines())
                    .as(name)
                    .hasSizeLessThanOrEqualTo(60)
                    .allMatch(l -> l.length() <= 80));
  }

  @Test
  @DisplayName("every option and argument is described in one to ten words")
  void everyOptionAndArgumentIsDescribedInOneToTenWords() {
    all(line(80), "")
        .forEach(
            (name, command) ->
                command
                    .getCommandSpec()
                    .args()
                    .forEach(
                        arg -> {
                          assertThat(arg.description()).as(name + " " + arg).hasSize(1);
                          assertThat(arg.description()[0].split(" "))
                              .as(name + " " + arg)
                              .hasSizeBetween(1, 10);
                        }));
  }

  @Test
  @DisplayName("compare shows at most 20 options and has at most 32")
  void compareShowsAtMost20OptionsAndHasAtMost32() {
    for (Map.Entry<String, Integer> most : Map.of("--help", 20, "--help-all", 32).entrySet()) {
      Cli cli = Cli.run("compare", most.getKey());
      assertThat(cli.code()).isZero();
      assertThat(cli.out().lines().filter(l -> l.matches(" {2}(-\\w,| {3}) --.*")))
          .as(cli.all())
          .hasSizeBetween(10, most.getValue());
    }
  }

  @Test
  @DisplayName("--help-all shows the options that --help leaves out")
  void helpAllShowsTheOptionsThatHelpLeavesOut() {
    assertThat(Cli.run("compare", "--help").out()).doesNotContain("--verbose");
    assertThat(Cli.run("compare", "--help-all").out()).contains("--verbose");
    assertThat(Cli.run("sweep", "resume", "--help-all").out()).contains("--sbatch-option");
    assertThat(Cli.run("sweep", "resume", "--help").out()).doesNotContain("--sbatch-option");
  }

  @Test
  @DisplayName("numbers out of bounds: the bounds and the nearest legal value, which is accepted")
  void numbersOutOfBoundsTheBoundsAndTheNearestLegalValueWhichIsAccepted() {
    for (String[] wrong :
        new String[][] {
          {"--threads", "0", "expected 1 to 256, found 0; nearest legal: 1"},
          {"--threads", "300", "expected 1 to 256, found 300; nearest legal: 256"},
          {"--memory", "4KiB", "expected 1MiB to 1024GiB, found 4KiB; nearest legal: 1MiB"},
          {
            "--memory", "5000GiB", "expected 1MiB to 1024GiB, found 5000GiB; nearest legal: 1024GiB"
          },
          {"--instruction-budget", "0", "expected at least 1, found 0; nearest legal: 1"},
        }) {
      Cli cli = Cli.run("compare", Cli.workload("reduce"), "-d", "mi100", wrong[0], wrong[1]);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).isEqualTo("lockstep: " + wrong[0] + ": " + wrong[2] + "\n");
      String nearest = wrong[2].substring(wrong[2].lastIndexOf(' ') + 1);
      assertThat(
              Cli.run("compare", Cli.workload("reduce"), "-d", "mi100", wrong[0], nearest).code())
          .isNotEqualTo(ExitCode.USAGE);
    }
  }
}
