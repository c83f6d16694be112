// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DramQueueTest {
  @Property(tries = 200)
  @Label("requests keep their order and figures, whichever leave")
  void requestsKeepTheirOrderAndFigures(
      @ForAll @IntRange(min = 1, max = 8) int capacity, @ForAll long seed) {
    DramQueue queue = new DramQueue(capacity);
    List<long[]> reference = new ArrayList<>();
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      int n = reference.size();
      if (n == 0 || random.nextInt(100) < 55) {
        int bank = random.nextInt(4096);
        long row = random.nextLong();
        int bytes = random.nextInt(1 << 20);
        int of = random.nextInt();
        queue.add(bank, row, bytes, of);
        reference.add(new long[] {bank, row, bytes, of});
      } else {
        int leaves = random.nextBoolean() ? 0 : random.nextInt(n);
        queue.remove(leaves);
        reference.remove(leaves);
      }
      assertThat(queue.size()).isEqualTo(reference.size());
      for (int k = 0; k < reference.size(); k++) {
        long[] found = {queue.bank(k), queue.row(k), queue.bytes(k), queue.reference(k)};
        assertThat(found).isEqualTo(reference.get(k));
      }
    }
  }
}
