// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AccessedBytesTest {
  private static final int[] FIRST = {0};

  private final AccessedBytes accessed = new AccessedBytes(new boolean[] {true}, true);

  @Test
  @DisplayName("chunks that write one after the other hold the bits of one of them")
  void chunksHoldTheBitsOfOne() {
    for (int chunk = 0; chunk < 100; chunk++) {
      accessed.add(Address.of(0, (long) chunk << 20), true, FIRST, 0, 0, 1, Integer.BYTES);
      accessed.add(Address.of(0, (long) chunk + 1 << 20), true, FIRST, 0, 0, 1, Integer.BYTES);
      accessed.clear();
    }
    assertThat(accessed.spareAreas()).isEqualTo(2);
  }

  @Test
  @DisplayName("a chunk that comes later has none of an earlier one's bits")
  void aLaterChunkHasNoEarlierBits() {
    long[] bits = new long[DeviceMemory.PAGE_BYTES / Long.SIZE];
    accessed.add(Address.of(0, 0), true, FIRST, 4, 0, 1, Integer.BYTES);
    accessed.clear();
    accessed.add(Address.of(0, 5L << 20), true, FIRST, 0, 0, 1, Integer.BYTES);
    assertThat(accessed.count()).isOne();
    accessed.written(0, bits);
    assertThat(bits[0]).isEqualTo(0xF);
  }
}
