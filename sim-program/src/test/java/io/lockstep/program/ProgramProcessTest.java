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
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            new ProgramRequest.Output(
                toError,
                new ProgramRequest.Success(
                    Optional.ofNullable(passes).map(Pattern::compile), OptionalInt.empty())),
            note -> {}),
        Map.of());
  }

  @Test
  void looksForThePatternInEachLineOfTheOutput() {
    String lines = "echo first; echo 'test PASSED'; echo last; exit 3";
    ProgramProcess found = start(true, "^test PAS+ED$", "sh", "-c", lines);
    assertThat(found.await()).isEqualTo(3);
    assertThat(found.failure(3)).isEmpty();
    ProgramProcess missed = start(true, "first.*last", "sh", "-c", lines);
    assertThat(missed.await()).isEqualTo(3);
    assertThat(missed.failure(3))
        .isEqualTo(
            "no line of the program's output matches --passes first.*last; the program ended with"
                + " exit code 3");
  }

  /**
   * The line is empty because Surefire reports other text on the standard output of its process.
   */
  @Test
  void looksForThePatternAlsoIfTheOutputGoesToStandardOutput() {
    ProgramProcess found = start(false, "^$", "echo");
    assertThat(found.await()).isZero();
    assertThat(found.failure(0)).isEmpty();
    ProgramProcess missed = start(false, "^$", "true");
    assertThat(missed.await()).isZero();
    assertThat(missed.failure(0)).isNotEmpty();
  }

  @Test
  void outputForStandardErrorIsReadAndOtherOutputIsWrittenByTheProgramItself() throws IOException {
    String own = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
    ProgramProcess direct = start(false, null, "sh", "-c", WRITES_TO, "sh", own);
    assertThat(direct.await()).isZero();
    assertThat(direct.failure(0)).isEmpty();
    assertThat(start(true, null, "sh", "-c", WRITES_TO, "sh", own).await()).isEqualTo(1);
    assertThat(start(false, "x", "sh", "-c", WRITES_TO, "sh", own).await()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, 0, true, ''",
        "-, -, 1, true, the program ended with exit code 1",
        "sum, -, 1, true, ''",
        "sum, -, 0, false, no line of the program's output matches --passes sum",
        "-, 1, 1, false, ''",
        "-, 1, 0, false, 'the program ended with exit code 0, not 1'",
        "sum, 1, 1, true, ''",
        "sum, 1, 0, true, 'the program ended with exit code 0, not 1'",
        "sum, 1, 1, false, no line of the program's output matches --passes sum; the program ended"
            + " with exit code 1"
      })
  void aLineOfTheOutputDecidesWhateverTheExitCodeUnlessACodeIsGiven(
      String line, Integer code, int exit, boolean matched, String failure) {
    ProgramRequest.Success success =
        new ProgramRequest.Success(
            Optional.ofNullable(line).map(Pattern::compile),
            code == null ? OptionalInt.empty() : OptionalInt.of(code));
    assertThat(success.failure(exit, matched)).isEqualTo(failure);
  }

  @Test
  void namesWhatJudgedTheResults() {
    Optional<Pattern> line = Optional.of(Pattern.compile("sum"));
    assertThat(ProgramRequest.Success.EXIT_0.by()).isEqualTo("by the program");
    assertThat(new ProgramRequest.Success(line, OptionalInt.empty()).by()).isEqualTo("by --passes");
    assertThat(new ProgramRequest.Success(Optional.empty(), OptionalInt.of(1)).by())
        .isEqualTo("by --exit-code");
    assertThat(new ProgramRequest.Success(line, OptionalInt.of(1)).by())
        .isEqualTo("by --passes and --exit-code");
    assertThat(new Verdict("", "by the program (exit 0)", "").verified()).isNull();
    assertThat(new Verdict("ended with 1", "", "wrong: exit 1").verified()).isFalse();
  }
}
