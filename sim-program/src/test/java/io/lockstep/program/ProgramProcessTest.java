// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProgramProcessTest {
  /** Ends with 0 if the standard output of the shell is the file of this name. */
  private static final String WRITES_TO = "[ \"$(readlink /proc/$$/fd/1)\" = \"$1\" ]";

  private static ProgramProcess start(boolean toError, String passes, String... command) {
    return ProgramProcess.start(
        new ProgramRequest(
            new ProgramRequest.Program(List.of(command), false),
            List.of(),
            ExecutionOptions.defaults(),
            new LiveOptions(DeviceProperties.common()),
            new ProgramRequest.Output(toError, Optional.ofNullable(passes).map(Pattern::compile)),
            note -> {}),
        Map.of());
  }

  @Test
  void looksForThePatternInEachLineOfTheOutput() {
    String lines = "echo first; echo 'test PASSED'; echo last; exit 3";
    ProgramProcess found = start(true, "^test PAS+ED$", "sh", "-c", lines);
    assertThat(found.await()).isEqualTo(3);
    assertThat(found.failedPattern()).isEmpty();
    ProgramProcess missed = start(true, "first.*last", "sh", "-c", lines);
    assertThat(missed.await()).isEqualTo(3);
    assertThat(missed.failedPattern())
        .isEqualTo("no line of the program's output matches --passes first.*last");
  }

  /**
   * The line is empty because Surefire reports other text on the standard output of its process.
   */
  @Test
  void looksForThePatternAlsoIfTheOutputGoesToStandardOutput() {
    ProgramProcess found = start(false, "^$", "echo");
    assertThat(found.await()).isZero();
    assertThat(found.failedPattern()).isEmpty();
    ProgramProcess missed = start(false, "^$", "true");
    assertThat(missed.await()).isZero();
    assertThat(missed.failedPattern()).isNotEmpty();
  }

  @Test
  void outputForStandardErrorIsReadAndOtherOutputIsWrittenByTheProgramItself() throws IOException {
    String own = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
    ProgramProcess direct = start(false, null, "sh", "-c", WRITES_TO, "sh", own);
    assertThat(direct.await()).isZero();
    assertThat(direct.failedPattern()).isEmpty();
    assertThat(start(true, null, "sh", "-c", WRITES_TO, "sh", own).await()).isEqualTo(1);
    assertThat(start(false, "x", "sh", "-c", WRITES_TO, "sh", own).await()).isEqualTo(1);
  }
}
