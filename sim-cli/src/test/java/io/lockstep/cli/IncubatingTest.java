// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lockstep.spi.Incubating;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What of the SPI may change is marked, listed, and not needed by what may not. */
@Tag("slow")
class IncubatingTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.lockstep.spi", "io.lockstep.parts", "io.lockstep.lower");

  private static boolean isIncubating(JavaClass type) {
    return type.isAnnotatedWith(Incubating.class)
        || type.getPackage().isAnnotatedWith(Incubating.class)
        || type.getEnclosingClass().map(IncubatingTest::isIncubating).orElse(false);
  }

  private static Set<String> packages() {
    return ALL.stream()
        .map(JavaClass::getPackage)
        .filter(p -> p.isAnnotatedWith(Incubating.class))
        .map(p -> p.getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> all = new TreeSet<>();
    Matcher m = Pattern.compile(pattern).matcher(text);
    while (m.find()) {
      all.add(m.group(1));
    }
    return all;
  }

  @Test
  void theComparisonWithTheBaselineAndThePageNameThePackages() throws IOException {
    assertThat(packages()).hasSizeGreaterThan(5);
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertThat(found("<exclude>(io\\.lockstep\\.[a-z.]+)</exclude>", pom)).isEqualTo(packages());
    String page = Files.readString(Path.of("..", "docs", "plugins.md"));
    String section = page.replaceAll("(?s).*\n## What is frozen\n(.*?)\n## .*", "$1");
    Set<String> types =
        ALL.stream()
            .filter(t -> t.isAnnotatedWith(Incubating.class))
            .map(JavaClass::getSimpleName)
            .filter(name -> !name.equals("package-info"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found("`(io\\.lockstep\\.(?:parts|lower)\\.[a-z.]+)`", section))
        .isEqualTo(packages());
    assertThat(found("`([A-Z][A-Za-z]+)`", section)).isEqualTo(types);
  }

  @Test
  void whatIsFrozenNamesNothingThatMayChange() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : ALL) {
      if (isIncubating(type) || !type.getModifiers().contains(JavaModifier.PUBLIC)) {
        continue;
      }
      type.getMembers().stream()
          .filter(
              m ->
                  m.getModifiers().contains(JavaModifier.PUBLIC)
                      || m.getModifiers().contains(JavaModifier.PROTECTED))
          .filter(m -> m.getAllInvolvedRawTypes().stream().anyMatch(IncubatingTest::isIncubating))
          .forEach(m -> wrong.add(m.getFullName()));
      Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
          .filter(IncubatingTest::isIncubating)
          .forEach(s -> wrong.add(type.getName() + " is a " + s.getName()));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theSmallestDeviceNeedsNothingThatMayChange() throws IOException {
    Path sources = Path.of("..", "examples", "device-toy", "src", "main", "java");
    Set<String> incubating =
        ALL.stream()
            .filter(IncubatingTest::isIncubating)
            .map(JavaClass::getName)
            .collect(Collectors.toSet());
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        assertThat(found("import (io\\.lockstep\\.[\\w.]+);", Files.readString(file)))
            .as("%s", file)
            .doesNotContainAnyElementsOf(incubating);
      }
    }
  }
}
