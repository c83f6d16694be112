// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of docs/teaching, whose commands tools/teaching.py runs. */
@Tag("slow")
class TeachingTest {
  private static final Path PAGES = Shell.REPOSITORY.resolve("docs/teaching");

  /** Sizes of workloads that are not given theirs. */
  private static final Map<String, Integer> SMALLER =
      Map.of("workloads/pieces_", 65536, "workloads/increment", 49152);

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

  /** Runs a command; the largest workloads have less data than on the page. */
  private static Cli run(String command) {
    String[] words = command.replaceAll(" \\|.*", "").split(" ");
    assertThat(words[0]).isEqualTo("lockstep");
    List<String> arguments = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      arguments.add(
          word.matches("(examples|validation)/.*")
              ? Shell.REPOSITORY.resolve(word).toString()
              : word);
    }
    SMALLER.forEach(
        (workload, n) -> {
          if (command.contains(workload) && !words[1].equals("inspect")) {
            arguments.addAll(List.of(words[1].equals("sweep") ? "--param" : "-p", "n=" + n));
          }
        });
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
        "matrix-product",
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
          .as("%s.md: %s; tools/teaching.py makes it", name, s.command())
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
