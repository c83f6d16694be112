// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.spi.Device;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time of atomics that all add to one word. */
public abstract class AtomicsContract {
  private static final int GROUPS = 32;
  private static final int SIZE = 128;

  /** {@return the family's device with other figures, each a path and a value} */
  protected abstract Device device(String... figures);

  private long cycles(boolean withResult, int cost) {
    String[] alone = { // code is there, and the last old value comes at once
      "instruction_cache.latency",
      "0cycles",
      "compiler.without",
      "returned_atomics",
      "atomics.same_address",
      cost + "cycles"
    };
    Device device = device(alone);
    return Launches.run(device, Kernels.count(withResult), GROUPS, SIZE, 0, 4).cycles();
  }

  @ParameterizedTest(name = "with a result: {0}")
  @CsvSource({"true", "false"})
  void areServedOneAfterTheOther(boolean withResult) {
    long before = 0;
    for (int cost : new int[] {1, 4, 16, 64, 128, 256}) {
      long cycles = cycles(withResult, cost);
      assertThat(cycles).as("cost %d", cost).isGreaterThanOrEqualTo(before);
      before = cycles;
      if (cost >= 16) {
        double serial = (double) GROUPS * SIZE * cost;
        assertThat(cycles / serial).as("cost %d", cost).isCloseTo(1, within(0.02));
      }
    }
  }
}
