// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DurationsTest {
  @Test
  void eachUnitOfADurationIsItsOwn() {
    assertThat(List.of("7ms", "90s", "5m", "2h").stream().map(Durations::parse))
        .containsExactly(
            Optional.of(Duration.ofMillis(7)),
            Optional.of(Duration.ofSeconds(90)),
            Optional.of(Duration.ofSeconds(300)),
            Optional.of(Duration.ofSeconds(7200)));
  }

  @Test
  void aDurationHasOneWholeNumberAndOneUnit() {
    for (String wrong : List.of("", "5", "1.5s", "m", "5 m", "-1s", "1h5m", "1234567890s", "5S")) {
      assertThat(Durations.parse(wrong)).as(wrong).isEmpty();
    }
  }
}
