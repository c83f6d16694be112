// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Wrong kernels and what is said of them, to the letter: the files of {@code messages} hold their
 * messages in their first lines and can be tried from a shell with {@code lockstep inspect FILE},
 * those of workloads with the options of their first line.
 */
class FrontendMessagesTest {
  private static final Path FOLDER = folder();

  private static Path folder() {
    try {
      return Path.of(FrontendMessagesTest.class.getResource("/messages").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(String... endings) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(f -> Arrays.stream(endings).anyMatch(e -> f.toString().endsWith(e)))
          .sorted()
          .toList();
    }
  }

  @TestFactory
  @DisplayName("kernels that a front-end refuses")
  Stream<DynamicTest> refusedKernelsHaveTheirMessage() throws IOException {
    return files(".ptx", ".il").stream()
        .filter(f -> !f.getFileName().toString().startsWith("run-"))
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> kernel(f)));
  }

  private static void kernel(Path file) throws IOException {
    String message = Files.readAllLines(file).get(0).replaceFirst("^(//|;) ", "");
    Cli cli = Cli.run("inspect", file.toString());
    assertThat(cli.err()).isEqualTo("lockstep: " + file + ":" + message + System.lineSeparator());
    assertThat(cli.out()).isEmpty();
    assertThat(cli.code()).isEqualTo(3);
  }

  @TestFactory
  @DisplayName("kernels that go wrong when they run, and what checks find")
  Stream<DynamicTest> kernelsThatGoWrongHaveTheirMessage() throws IOException {
    return files(".yaml").stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> run(f)));
  }

  private static void run(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> args = new ArrayList<>(List.of(lines.get(0).substring(2).split(" ")));
    args.addAll(1, List.of(file.toString(), "-d", "hd5870"));
    String message = lines.get(1).substring(2);
    Cli cli = Cli.run(args.toArray(String[]::new));
    if (args.contains("--check")) {
      assertThat(cli.all().lines()).contains("check: " + message);
      assertThat(cli.code()).isEqualTo(4);
      return;
    }
    assertThat(cli.err())
        .isEqualTo("lockstep: " + file.getParent() + "/" + message + System.lineSeparator());
    assertThat(cli.code()).isEqualTo(3);
  }

  @Test
  @DisplayName("there are enough of them")
  void thereAreEnoughMessages() throws IOException {
    assertThat(files(".ptx", ".il", ".yaml").stream().filter(f -> !isKernelOfRun(f)))
        .hasSizeGreaterThan(50);
  }

  private static boolean isKernelOfRun(Path file) {
    return file.getFileName().toString().matches("run-.*\\.ptx");
  }
}
