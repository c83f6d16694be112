// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.option.DurationConverter;
import io.lockstep.cli.terminal.ExitCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Durations of options. */
class DurationTest {
  @Test
  @DisplayName("a wrong duration is a usage error that says what is expected")
  void wrongDuration() {
    for (String wrong : new String[] {"5", "1.5s", "m", "5 m", "-1s"}) {
      Cli cli = Cli.run("run", Cli.workload("matmul"), "-d", "gtx280", "--time-limit=" + wrong);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("--time-limit", "90s", "'" + wrong + "'");
    }
  }

  @Test
  @DisplayName("each unit of a duration is its own; one beyond a century is a usage error")
  void eachUnitOfADurationIsItsOwnOneBeyondACenturyIsAUsageError() {
    DurationConverter converter = new DurationConverter();
    assertThat(List.of("7ms", "90s", "5m", "2h", "1000000h").stream().map(converter::convert))
        .containsExactly(
            Duration.ofMillis(7),
            Duration.ofSeconds(90),
            Duration.ofSeconds(300),
            Duration.ofSeconds(7200),
            Duration.ofDays(1_000_000 / 24).plusHours(16));
    for (String wrong : new String[] {"1000001h", "999999999m"}) {
      Cli cli = Cli.run("run", Cli.workload("vecadd"), "-d", "gtx280", "--time-limit", wrong);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("expected at most 1000000h, found '" + wrong + "'");
    }
  }
}
