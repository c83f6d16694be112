// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/dependencies.md against the POMs: what they name, with its version, stands there. */
class DependenciesPageTest {
  private static final Path ROOT = Shell.REPOSITORY;
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([\\w.-]+:[\\w.-]+) \\| (\\S+) \\|");
  private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>([^<]+)</");
  private static final Pattern NAMED =
      Pattern.compile(
          "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>"
              + "(?:\\s*<version>([^<]+)</version>)?");

  private static Stream<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  /** Returns the versions of the dependencies and plug-ins that a POM names; "" if it has none. */
  private static Map<String, String> named(Path pom) throws IOException {
    String parent = Files.readString(ROOT.resolve("pom.xml"));
    Map<String, String> properties =
        matches(PROPERTY, parent).collect(Collectors.toMap(m -> m.group(1), m -> m.group(2)));
    Map<String, String> named = new TreeMap<>();
    for (MatchResult found : matches(NAMED, Files.readString(pom)).toList()) {
      String version = found.group(3) == null ? "" : found.group(3);
      if (version.startsWith("${")) {
        String property = version.substring(2, version.length() - 1);
        version = properties.getOrDefault(property, "");
      }
      if (!found.group(1).matches("io\\.lockstep|com\\.example|\\*")) {
        named.merge(found.group(1) + ":" + found.group(2), version, (a, b) -> a + b);
      }
    }
    return named;
  }

  private static Map<String, String> page() throws IOException {
    return matches(ROW, Files.readString(ROOT.resolve("docs/dependencies.md")))
        .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2)));
  }

  @Test
  @DisplayName("every dependency and plug-in of the POMs stands on the page, with its version")
  void everyDependencyAndPlugInStandsOnThePageWithItsVersion() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> folders = Files.list(ROOT)) {
      for (Path folder : Stream.concat(Stream.of(ROOT), folders.sorted()).toList()) {
        if (Files.exists(folder.resolve("pom.xml"))) {
          named(folder.resolve("pom.xml"))
              .forEach((name, version) -> all.merge(name, version, (a, b) -> a.isEmpty() ? b : a));
        }
      }
    }
    String junit = all.remove("org.junit:junit-bom");
    all.replaceAll((name, version) -> name.startsWith("org.junit.") ? junit : version);
    // excluded where it would come with another one
    all.remove("tools.jackson.dataformat:jackson-dataformat-yaml");

    assertThat(page()).containsExactlyInAnyOrderEntriesOf(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"toy", "pair"})
  @DisplayName("an example's project has the versions of ours")
  void anExamplesProjectHasTheVersionsOfOurs(String name) throws IOException {
    Map<String, String> ours = page();
    assertThat(named(ROOT.resolve("examples/device-" + name + "/pom.xml")))
        .isNotEmpty()
        .allSatisfy((of, version) -> assertThat(version).as(of).isEqualTo(ours.get(of)));
  }
}
