package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.help.OldSpellings;
import io.lockstep.cli.help.OldSpellings.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Options under the names and at the commands that they had in an earlier version. */
class OldSpellingsTest {
  /** What is typed behind an option, beside what else it wants. FILE is a new file. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("--base", "hd5870 --chart"),
          Map.entry("--phase", "1"),
          Map.entry("--state", "FILE"),
          Map.entry("--patience", "1000000"),
          Map.entry("--lines", "3 --by-line"),
          Map.entry("inspect --lines", "3"),
          Map.entry("--lines-of", "kernel --by-line"),
          Map.entry("-n", "3 --by-line"),
          Map.entry("--sources", ". --by-line"),
          Map.entry("--timeline", "FILE.json"),
          Map.entry("--timeline-component", "cu[0]* --timeline FILE.json"),
          Map.entry("--timeline-kernel", "vec* --timeline FILE.json"),
          Map.entry("--timeline-window", "0:100 --timeline FILE.json"),
          Map.entry("--series", "FILE.csv"),
          Map.entry("--interval", "500"),
          Map.entry("--fingerprints", "FILE.lkfp"),
          Map.entry("--check", "races"),
          Map.entry("--dump", "c=FILE.npy"),
          Map.entry("--wait", "blocking"),
          Map.entry("--shuffle-ties", "1"));

  @TempDir private Path folder;

  static Stream<Spelling> spellings() {
    return OldSpellings.all().stream();
  }

  private Cli run(Spelling spelling, String option) {
    String usual = WORDS.getOrDefault(spelling.old(), "");
    String words = WORDS.getOrDefault(spelling.command() + " " + spelling.old(), usual);
    boolean suite = spelling.command().equals("validate");
    String input = suite ? suite().toString() : Cli.workload("vecadd");
    List<String> call = new ArrayList<>(List.of(spelling.command(), input));
    if (!suite && !spelling.command().equals("inspect")) {
      call.addAll(List.of("-d", "hd5870"));
    }
    call.add(option);
    Stream.of(words.replace("FILE", folder.resolve("file").toString()).split(" "))
        .filter(word -> !word.isEmpty())
        .forEach(call::add);
    return Cli.run(call.toArray(String[]::new));
  }

  private Path suite() {
    Path file = folder.resolve("suite.yaml");
    try {
      return Files.writeString(
          file,
          "rows:\n- {id: A, device: hd5870, measure: seconds, expected: 1, workload: "
              + Path.of(Cli.workload("vecadd")).toAbsolutePath()
              + "}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("spellings")
  @DisplayName("works as the new one does, and one line on standard error names that")
  void worksAsTheNewOneDoesAndOneLineOnStandardErrorNamesThat(Spelling spelling) {
    Cli old = run(spelling, spelling.old());
    assertThat(old.code()).as(old.all()).isZero();
    assertThat(old.err().lines())
        .allMatch(line -> line.startsWith("lockstep: ") && line.contains(" now "))
        .filteredOn(line -> line.matches(".*" + spelling.old() + "'? is now .*"))
        .as(old.err())
        .singleElement()
        .asString()
        .contains(spelling.now())
        .contains(spelling.isRenamed() ? "" : spelling.commandNow() + " " + spelling.now());
    if (spelling.isRenamed() && !spelling.command().equals("diff")) {
      Cli now = run(spelling, spelling.now());
      assertThat(now.err()).isEmpty();
      assertThat(old.out()).isEqualTo(now.out());
    }
  }

  @Test
  @DisplayName("an option that moved prints what it prints where it is now")
  void anOptionThatMovedPrintsWhatItPrintsWhereItIsNow() {
    for (String view : List.of("--by-line", "--critical-path", "--per-unit")) {
      String[] words = {"", Cli.workload("vecadd"), "-d", "hd5870", view};
      words[0] = "run";
      Cli old = Cli.run(words);
      words[0] = "profile";
      Cli now = Cli.run(words);
      assertThat(old.out()).as(view).isEqualTo(now.out()).isNotEmpty();
      assertThat(now.err()).isEmpty();
    }
  }

  @Test
  @DisplayName("options of one side of diff are translated, too")
  void optionsOfOneSideOfDiffAreTranslatedToo() {
    Cli cli =
        Cli.run(
            "diff",
            Cli.workload("vecadd"),
            "-d",
            "hd5870",
            "--right",
            "--threads 1 --patience 9000");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("--threads 1 --progress-timeout 9000");
    assertThat(cli.err()).isEqualTo("lockstep: --patience is now --progress-timeout\n");
  }

  @Test
  @DisplayName("a value and what follows '--' are no options")
  void aValueAndWhatFollowsTheEndOfOptionsAreNoOptions() {
    Cli cli = Cli.run("compare", "-d", "hd5870", "--", "--by-line");
    assertThat(cli.err()).doesNotContain("is now").contains("--by-line");
    assertThat(Cli.run("compare", Cli.workload("vecadd"), "-d", "hd5870", "--base=hd5870").err())
        .contains("lockstep: --base is now --reference\n");
  }
}
