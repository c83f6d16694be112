// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Seeds are served to their end; changed ones never break the server. */
class ProtocolTargetTest {
  private static final int INPUTS = Integer.getInteger("lockstep.fuzz.inputs", 2000);

  private final ProtocolTarget target = new ProtocolTarget();
  private final List<byte[]> seeds =
      new ArrayList<>(target.seeds(Path.of(""), Integer.MAX_VALUE).values());

  @Test
  void servesEveryMessageOfASeed() {
    for (byte[] seed : seeds) {
      int messages = 1; // the greeting
      for (int at = 1; at < seed.length; at += 3 + (seed[at + 1] & 0xFF) + 256 * seed[at + 2]) {
        messages++;
      }
      long before = target.messages();
      assertThat(target.fault(seed)).isEmpty();
      assertThat(target.messages() - before).isEqualTo(messages);
    }
  }

  @Test
  void survivesChangedMessages() {
    Random random = new Random(1);
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
      int changes = 1 + random.nextInt(4);
      for (int k = 0; k < changes; k++) {
        input[random.nextInt(input.length)] =
            (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(4) - 1);
      }
      target.run(input);
    }
    assertThat(target.messages()).isGreaterThan(2L * INPUTS);
  }
}
