// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Child {
  static final String MAIN = Child.class.getPackageName() + ".BenchMain";

  /** Prefix of result lines, which distinguishes them from other output. */
  static final char MARK = '\u0001';

  private Child() {}

  /**
   * Runs a child process with the options of this process.
   *
   * @return the results; empty if the process failed
   */
  static List<String> run(List<String> arguments) {
    return run(ManagementFactory.getRuntimeMXBean().getInputArguments(), arguments);
  }

  static List<String> run(List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin").resolve("java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(arguments);
    List<String> answers = new ArrayList<>();
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String text; (text = reader.readLine()) != null; ) {
          if (!text.isEmpty() && text.charAt(0) == MARK) {
            answers.add(text.substring(1));
          }
        }
      }
      return process.waitFor() == 0 ? answers : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
