// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.address.AddressLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pictures of the rows around an access to a buffer. */
class BufferPictureTest {
  private static List<Integer> accessed(AddressLayout picture) {
    return picture.marks().stream()
        .filter(AddressLayout.Mark::isAnswer)
        .map(AddressLayout.Mark::row)
        .toList();
  }

  @Test
  void aSwizzledBufferShowsTheElementOfTheAccessAmongItsNeighbours() {
    AddressLayout picture = BufferPicture.swizzled(0x1000, 70, 40, 4, 64);
    assertThat(picture.rows()).hasSize(8).startsWith("0x1600"); // element 6 of 64 records
    assertThat(accessed(picture)).containsExactly(4); // element 10
    assertThat(picture.marks()).allMatch(m -> m.column() == 6);
    assertThat(accessed(BufferPicture.swizzled(0, 0, 0, 4, 64))).containsExactly(0);
  }

  @Test
  void aLinearBufferShowsTheRecordOfTheAccessAmongItsNeighbours() {
    AddressLayout picture = BufferPicture.linear(0x1000, 16, 10, 8).orElseThrow();
    assertThat(picture.rows()).hasSize(8).startsWith("0x1060"); // record 6
    assertThat(accessed(picture)).containsExactly(4);
    assertThat(picture.marks()).allMatch(m -> m.column() == 2);
  }

  @Test
  void recordsWithoutSizeOrTooLongToDrawHaveNoPicture() {
    assertThat(BufferPicture.linear(0, 0, 1, 0)).isEmpty();
    assertThat(BufferPicture.linear(0, 4 * AddressLayout.MOST + 1, 1, 0)).isEmpty();
    assertThat(BufferPicture.linear(0, 16, 1, 16)).isEmpty();
  }
}
