// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.Occupancy;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GapWarmerTest {
  private static final long CAPACITY = 4000; // bytes of the caches
  private static final long BYTES = 100; // of a group, so that 40 groups fill the caches

  private final List<Long> warmed = new ArrayList<>();
  private final GapWarmer warmer =
      new GapWarmer(
          machine(),
          new LaunchPlan(
              null,
              new Geometry(1000, 1, 1, 64, 1, 1),
              new Occupancy(1, 1, 1, 1, "groups"),
              0,
              new long[0]),
          new Source());

  private static final class Source implements WorkGroupSource {
    @Override
    public Status next() {
      throw new IllegalStateException("groups of a formula are not read in order");
    }

    @Override
    public WorkGroupRecord record() {
      throw new IllegalStateException("no group was read");
    }

    @Override
    public Optional<WorkGroupRecord> find(long group) {
      return Optional.of(group(group));
    }
  }

  private static WorkGroupRecord group(long number) {
    return new WorkGroupRecord(number, List.of());
  }

  private Machine machine() {
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "warmBytes" -> CAPACITY;
                  case "warm" -> {
                    warmed.add(((WorkGroupRecord) arguments[1]).group());
                    yield BYTES;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void readsSixteenGroupsToKnowTheirBytes() {
    for (int g = 0; g < 16; g++) {
      assertThat(warmer.unread(g, 500)).isZero();
      warmer.skips(group(g), 500 - g - 1);
    }
    assertThat(warmed).hasSize(16);
    assertThat(warmer.unread(16, 500)).isEqualTo(500 - 16 - 40);
  }

  @Test
  void warmsTheCachesWithTheLastGroupsThatFillThem() {
    warmer.knows(BYTES);
    assertThat(warmer.unread(100, 500)).isEqualTo(360);
    assertThat(warmer.unread(460, 500)).isEqualTo(40);
    assertThat(warmed).hasSize(40).startsWith(460L).endsWith(499L);
  }

  @Test
  void warmsTheCachesWithGroupsThatAreRead() {
    warmer.knows(BYTES);
    for (int g = 0; g < 100; g++) {
      warmer.skips(group(g), 100 - g - 1);
    }
    assertThat(warmed).hasSize(40).startsWith(60L).endsWith(99L);
  }
}
