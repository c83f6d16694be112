// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Headings of sections are noun phrases in the terms of performance analysis. */
class HeadingWordsTest {
  private static final Pattern SECTION =
      Pattern.compile("new Section\\(\\s*(?:\"[^\"]*\"|id \\+ \"[^\"]*\"),\\s*\"([^\"]*)\"");

  @Test
  void headingsAreNounPhrasesWithoutQuestionsOrTheWordFigure() throws IOException {
    List<String> titles;
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      titles =
          sources
              .filter(p -> p.toString().endsWith(".java"))
              .flatMap(HeadingWordsTest::titles)
              .toList();
    }
    assertThat(titles).hasSizeGreaterThan(35).contains("Speedup", "Reproduce", "Glossary");
    assertThat(titles)
        .noneMatch(t -> t.matches("(?i)(what|how|where|why|which|from|over|every|in) .*"))
        .noneMatch(t -> t.matches("(?i).*\\bfigures?\\b.*"));
  }

  private static Stream<String> titles(Path source) {
    try {
      return SECTION.matcher(Files.readString(source)).results().map((MatchResult m) -> m.group(1));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
