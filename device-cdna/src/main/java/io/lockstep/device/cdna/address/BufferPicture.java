// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class BufferPicture {
  private static final int ROWS = 8;

  private BufferPicture() {}

  /** Draws one row for each element index, across interleaved records. */
  static Optional<AddressLayout> swizzled(
      long start, long index, long offset, long element, long side) {
    long first = Math.max(0, offset / element - ROWS / 2);
    List<String> rows = new ArrayList<>();
    List<AddressLayout.Mark> marks = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      long n = first + r;
      rows.add("0x" + Long.toHexString(start + n * element * side));
      String text =
          "record %s, bytes %s to %s".formatted(index, n * element, (n + 1) * element - 1);
      marks.add(new AddressLayout.Mark(r, (int) (index % side), text, n == offset / element));
    }
    String caption = "a row: one element of %s records, %s bytes; a cell: %s bytes of a record";
    return Optional.of(
        new AddressLayout(
            caption.formatted(side, side * element, element), rows, (int) side, marks));
  }

  /** Draws a row per record, in dwords. Empty if records are unsized or too long to draw. */
  static Optional<AddressLayout> linear(long start, long stride, long index, long offset) {
    long cells = (stride + 3) / 4;
    if (cells < 1 || cells > AddressLayout.MOST || offset >= stride) {
      return Optional.empty();
    }
    long first = Math.max(0, index - ROWS / 2);
    List<String> rows = new ArrayList<>();
    List<AddressLayout.Mark> marks = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      long n = first + r;
      rows.add("0x" + Long.toHexString(start + n * stride));
      String text = "record %s, bytes %s to %s".formatted(n, offset / 4 * 4, offset / 4 * 4 + 3);
      marks.add(new AddressLayout.Mark(r, (int) (offset / 4), text, n == index));
    }
    String caption = "a row: a record of %s bytes; a cell: 4 bytes of it";
    return Optional.of(new AddressLayout(caption.formatted(stride), rows, (int) cells, marks));
  }
}
