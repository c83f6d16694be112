package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of docs/teaching, whose commands docs/teaching.py runs. */
@Tag("slow")
class TeachingTest {
  private static final Pattern SIZE = Pattern.compile("( n=|,)([0-9]*(?:024|768|536|144|720))\\b");
  private static final Path PAGES = Shell.REPOSITORY.resolve("docs/teaching");

  /** A command of a console block, and what the page says that it prints. */
  private record Shown(String command, List<String> output) {}

  private static List<Shown> shown(String page) {
    List<Shown> all = new ArrayList<>();
    for (MatchResult block :
        Pattern.compile("(?s)```console\n(.*?)```").matcher(page).results().toList()) {
      for (String line : block.group(1).split("\n")) {
        if (line.startsWith("$ ")) {
          all.add(new Shown(line.substring(2), new ArrayList<>()));
        } else if (!line.isBlank()) {
          all.get(all.size() - 1).output().add(line);
        }
      }
    }
    return all;
  }

  /** Runs a command at an eighth of its size: what a page shows of it is made by teaching.py. */
  private static Cli run(String command) {
    command = SIZE.matcher(command).replaceAll(m -> m.group(1) + Integer.parseInt(m.group(2)) / 8);
    String[] words = command.replaceAll(" \\|.*", "").split(" ");
    assertThat(words[0]).isEqualTo("lockstep");
    List<String> arguments = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      arguments.add(
          word.matches("(examples|validation)/.*")
              ? Shell.REPOSITORY.resolve(word).toString()
              : word);
    }
    return Cli.run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "latency-hiding",
        "clauses",
        "channels",
        "lds-banks",
        "hashing",
        "reductions",
        "partitions",
        "coalescing",
        "overlap"
      })
  @DisplayName("the commands of a page run, and the page shows an output of each")
  void theCommandsOfAPageRunAndThePageShowsAnOutputOfEach(String name) throws IOException {
    List<Shown> all = shown(Files.readString(PAGES.resolve(name + ".md")));
    assertThat(all).isNotEmpty();
    for (Shown s : all) {
      assertThat(s.output())
          .as("%s.md: %s; docs/teaching.py makes it", name, s.command())
          .isNotEmpty();
      Cli cli = run(s.command());
      assertThat(cli.code()).as("%s.md: %s\n%s", name, s.command(), cli.all()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "latency-hiding",
        "clauses",
        "channels",
        "lds-banks",
        "reductions",
        "partitions",
        "coalescing",
        "overlap"
      })
  @DisplayName("the pictures of a page are there, and shown")
  void thePicturesOfAPageAreThereAndShown(String name) throws IOException {
    String page = Files.readString(PAGES.resolve(name + ".md"));
    try (Stream<String> lines = page.lines()) {
      List<String> pictures =
          lines
              .filter(l -> l.matches("<!-- (timeline|channels|engines|bars) .*"))
              .map(l -> l.split(" ")[2])
              .toList();
      assertThat(pictures).isNotEmpty();
      for (String picture : pictures) {
        assertThat(page).contains("](" + picture + ")");
        assertThat(Files.readString(PAGES.resolve(picture))).startsWith("<svg ");
      }
    }
  }
}
