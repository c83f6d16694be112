// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Links between the pages of the repository, and pages that the code names. */
class LinksTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:docs|tools)/[\\w/-]+\\.(md|sh|py|csv|yaml|java)\\b");
  private static final Set<String> SKIPPED = Set.of("target", ".git", ".lockstep-lock", ".mvn");

  /** Files below the root with one of the endings, without build results. */
  private static List<Path> files(String... endings) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(ROOT, endings, found);
    return found;
  }

  private static void collect(Path folder, String[] endings, List<Path> found) throws IOException {
    List<Path> entries;
    try (Stream<Path> list = Files.list(folder)) {
      entries = list.sorted().toList();
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (Files.isDirectory(entry)) {
        if (!SKIPPED.contains(name)) {
          collect(entry, endings, found);
        }
      } else if (Stream.of(endings).anyMatch(name::endsWith)) {
        found.add(entry);
      }
    }
  }

  private static String withoutCode(String page) {
    return page.replaceAll("(?ms)^```.*?^```", "").replaceAll("`[^`\n]*`", "`");
  }

  /** The anchors that GitHub gives to the headings of a page. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : Files.readString(page).replaceAll("(?ms)^```.*?^```", "").lines().toList()) {
      if (line.matches("#+ .*")) {
        String heading = line.replaceFirst("#+ ", "").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
        String anchor =
            heading.toLowerCase().replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
        for (int i = 1; !anchors.add(i == 1 ? anchor : anchor + "-" + (i - 1)); i++) {}
      }
    }
    return anchors;
  }

  @Test
  @DisplayName("every relative link of a page leads to a file, and to a heading if it names one")
  void everyRelativeLinkLeadsToAFileAndItsHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    Map<Path, Set<String>> known = new HashMap<>();
    int links = 0;
    for (Path page : files(".md")) {
      Matcher link = LINK.matcher(withoutCode(Files.readString(page)));
      while (link.find()) {
        if (link.group(1).contains("://")) {
          continue;
        }
        links++;
        String[] parts = link.group(1).split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.getParent().resolve(parts[0]).normalize();
        if (!Files.exists(target)) {
          broken.add(ROOT.relativize(page) + ": no file " + link.group(1));
        } else if (parts.length == 2 && target.toString().endsWith(".md")) {
          if (!known.containsKey(target)) {
            known.put(target, anchors(target));
          }
          if (!known.get(target).contains(parts[1])) {
            broken.add(ROOT.relativize(page) + ": no heading " + link.group(1));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(200);
  }

  @Test
  @DisplayName("every file of docs that code, scripts and schemas name exists")
  void everyNamedFileOfDocsExists() throws IOException {
    List<String> missing = new ArrayList<>();
    int names = 0;
    for (Path file : files(".java", ".sh", ".py", ".json", ".md", ".properties", ".txt")) {
      Matcher name = NAMED.matcher(Files.readString(file));
      while (name.find()) {
        names++;
        if (!Files.exists(ROOT.resolve(name.group()))) {
          missing.add(ROOT.relativize(file) + ": " + name.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(names).isGreaterThan(100);
  }

  @Test
  @DisplayName("the index of docs names every page of the folder")
  void theIndexOfDocsNamesEveryPage() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(
              pages
                  .map(p -> p.getFileName().toString())
                  .filter(n -> n.endsWith(".md") && !n.equals("README.md"))
                  .filter(n -> !index.contains("](" + n)))
          .isEmpty();
    }
  }

  @Test
  @DisplayName(
      "docs holds pages, their pictures, schemas and inputs; developers' scripts are in tools")
  void docsHoldsWhatUsersRead() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      assertThat(files.filter(Files::isRegularFile).map(p -> p.getFileName().toString()))
          .allMatch(name -> name.matches(".*\\.(md|json|yaml|html|png|svg)"));
    }
  }
}
