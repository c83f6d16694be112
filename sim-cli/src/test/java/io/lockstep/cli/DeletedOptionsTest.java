// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that a command does not have are refused by name. */
class DeletedOptionsTest {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "compare, --base=hd5870",
    "run, --wait=blocking",
    "run, --trace-events",
    "run, --checkpoint=c.lkcp",
    "profile, --resume=c.lkcp",
    "sweep, --causes",
    "profile, --fingerprints=f.lkfp",
    "sweep, --phase=1",
    "sweep, --lines=3",
    "sweep, --lines-of=kernel",
    "validate, --state=x",
    "validate, --html=x.html",
    "explain, --orders=8",
    "explain, --seed=2",
    "validate, --points=p.csv",
    "run, --emulate=lanes",
    "sweep, --first=3",
    "sweep, --partition=short",
    "sweep, --array-limit=4",
    "sweep, --cpus=2"
  })
  @DisplayName("names that no command has any more are unknown")
  void namesThatNoCommandHasAnyMoreAreUnknown(String command, String option) {
    Cli cli = Cli.run(command, Cli.workload("vecadd"), option);
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).startsWith("lockstep: Unknown option: '" + option + "'");
    assertThat(cli.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"diff", "timeline"})
  @DisplayName("commands that are gone are unknown")
  void commandsThatAreGoneAreUnknown(String command) {
    Cli cli = Cli.run(command, "a.file");
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("'" + command + "'");
    assertThat(cli.out()).isEmpty();
  }

  @Test
  @DisplayName("an option of other commands is refused with their names")
  void anOptionOfOtherCommandsIsRefusedWithTheirNames() {
    for (List<String> call :
        List.of(
            List.of("compare", "--by-line", "'lockstep profile', 'lockstep sweep'"),
            List.of("run", "--timeline=t.pftrace", "'lockstep profile'"),
            List.of(
                "compare",
                "--check=races",
                "'lockstep run', 'lockstep record', 'lockstep inspect'"),
            List.of("compare", "--dump=c=c.npy", "'lockstep run'"))) {
      String option = call.get(1);
      Cli cli = Cli.run(call.get(0), Cli.workload("vecadd"), option);
      assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err())
          .contains("Unknown option: '" + option + "'")
          .contains(option.split("=")[0] + " is an option of ")
          .contains(call.get(2));
    }
  }
}
