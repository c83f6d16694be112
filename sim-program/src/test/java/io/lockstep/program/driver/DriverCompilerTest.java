// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.io.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small libraries, compiled as drivers are. */
class DriverCompilerTest {
  private static final Map<String, String> ONE = Map.of("one.c", "int one(void) { return 1; }\n");

  @TempDir private Path folder;

  @BeforeEach
  void hasACompiler() {
    Stream<String> path = Stream.of(System.getenv("PATH").split(":"));
    assumeTrue(path.anyMatch(p -> Files.isExecutable(Path.of(p, DriverCompiler.NAME))));
  }

  @Test
  void aLibraryIsWrittenWholeIntoAFolderThatDidNotExist() throws Exception {
    Path library = folder.resolve("a").resolve("b").resolve("libone.so");
    DriverCompiler.compile(new DriverSources(ONE, List.of()), library);
    assertThat(Files.readAllBytes(library)).startsWith(0x7F, 'E', 'L', 'F');
    try (Stream<Path> beside = Files.list(library.getParent())) {
      assertThat(beside).containsExactly(library);
    }
  }

  @Test
  void whatTheCompilerSaysIsReportedAndNothingIsWritten() {
    Path library = folder.resolve("c").resolve("libone.so");
    DriverSources wrong =
        new DriverSources(Map.of("one.c", "int one(void) { return x; }\n"), List.of());
    assertThatThrownBy(() -> DriverCompiler.compile(wrong, library))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("cc: ")
        .hasMessageContaining("'x' undeclared");
    assertThat(library.getParent()).doesNotExist();
  }

  @Test
  void sourcesNamesAndOptionsTellLibrariesApart() {
    String digest = DriverCompiler.digest(new DriverSources(ONE, List.of("-DA")));
    assertThat(DriverCompiler.digest(new DriverSources(ONE, List.of("-DA")))).isEqualTo(digest);
    assertThat(digest).hasSize(16);
    assertThat(DriverCompiler.digest(new DriverSources(ONE, List.of("-DB")))).isNotEqualTo(digest);
    String text = ONE.get("one.c");
    assertThat(DriverCompiler.digest(new DriverSources(Map.of("two.c", text), List.of("-DA"))))
        .isNotEqualTo(digest);
    assertThat(
            DriverCompiler.digest(new DriverSources(Map.of("one.c", text + " "), List.of("-DA"))))
        .isNotEqualTo(digest);
  }
}
