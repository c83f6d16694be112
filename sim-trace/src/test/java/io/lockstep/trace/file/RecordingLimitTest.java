// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.OutputException;
import io.lockstep.trace.record.ScriptSource;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording that reaches the limit of a file's size, in a process of its own. */
class RecordingLimitTest {
  @TempDir private Path temporary;

  /** Records a program in a file and prints the outcome. */
  public static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      ScriptSource source = new ScriptSource(new RandomPrograms(1).script(40, 40, 4));
      try (Recording recording = ProgramRecorder.record(source, 0)) {
        System.out.println("recorded");
      } catch (OutputException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private String record(int kibibytes) throws IOException {
    String path =
        Stream.of(
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(p -> !p.isEmpty())
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                List.of(
                    "bash",
                    "-c",
                    "ulimit -f " + kibibytes + "; exec \"$0\" \"$@\"",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:-UsePerfData",
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    path,
                    Program.class.getName()))
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
  }

  @Test
  void aRecordingThatReachesALimitNamesTheFolderAndLeavesNothing() throws IOException {
    assertThat(record(1 << 20)).isEqualTo("recorded");
    assertThat(record(8))
        .isEqualTo(
            temporary
                + ": the program's recording cannot be written there"
                + " (LOCKSTEP_OPTS=-Djava.io.tmpdir=FOLDER names another folder): file too large");
    assertThat(temporary).isEmptyDirectory();
  }
}
