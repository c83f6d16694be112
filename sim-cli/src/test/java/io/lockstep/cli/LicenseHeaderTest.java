// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The SPDX line of every source file. Files that 'new device' writes are their author's. */
class LicenseHeaderTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Set<String> SKIPPED =
      Set.of("target", ".git", "device-toy", "device-pair", "sources");
  private static final String HEADER = " SPDX-License-Identifier: Apache-2.0";

  @Test
  @DisplayName("every Java file, and every script below its #! line, begins with its licence")
  void everySourceFileBeginsWithItsLicence() throws IOException {
    List<Path> without = new ArrayList<>();
    int[] count = new int[1];
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.getFileName().toString();
            boolean java = name.endsWith(".java");
            boolean script = name.matches(".*\\.(sh|py)");
            if (java || script || !name.substring(1).contains(".") && attributes.isRegularFile()) {
              String first = firstLine(file, 0);
              boolean named = first.startsWith("#!");
              if (java || script || named) {
                count[0]++;
                String line = named ? firstLine(file, 1) : first;
                if (!line.equals((java ? "//" : "#") + HEADER)) {
                  without.add(ROOT.relativize(file));
                }
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(without).as("add the line '//%s', in scripts '#%s'", HEADER, HEADER).isEmpty();
    assertThat(count[0]).isGreaterThan(2000);
  }

  /** The line at an index, or an empty text where the file has none. */
  private static String firstLine(Path file, int index) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      return lines.lines().skip(index).findFirst().orElse("");
    }
  }
}
