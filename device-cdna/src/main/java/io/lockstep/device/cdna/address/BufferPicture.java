// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

final class BufferPicture {
  private static final int ROWS = 8;

  private BufferPicture() {}

  /** Draws one row for each element index, across interleaved records. */
  static AddressLayout swizzled(long start, long index, long offset, long element, long side) {
    String caption = "a row: one element of %s records, %s bytes; a cell: %s bytes of a record";
    return layout(
        caption.formatted(side, side * element, element),
        offset / element,
        n -> start + n * element * side,
        (int) side,
        (int) (index % side),
        n -> "record %s, bytes %s to %s".formatted(index, n * element, (n + 1) * element - 1));
  }

  /** Draws rows around the accessed element; a row has the same element of every lane. */
  static AddressLayout scratch(long scratch, long address, int lane, int wave, int element) {
    return layout(
        "a row: %s lanes, %s bytes; a cell: %s bytes of a lane"
            .formatted(wave, wave * element, element),
        address / element,
        n -> scratch + n * element * wave,
        wave,
        lane,
        n -> "lane %s, private bytes %s to %s".formatted(lane, n * element, (n + 1) * element - 1));
  }

  /** Draws a row per record, in dwords. Empty if records are unsized or too long to draw. */
  static Optional<AddressLayout> linear(long start, long stride, long index, long offset) {
    long cells = (stride + 3) / 4;
    if (cells < 1 || cells > AddressLayout.MOST || offset >= stride) {
      return Optional.empty();
    }
    long dword = offset / 4 * 4;
    return Optional.of(
        layout(
            "a row: a record of %s bytes; a cell: 4 bytes of it".formatted(stride),
            index,
            n -> start + n * stride,
            (int) cells,
            (int) (offset / 4),
            n -> "record %s, bytes %s to %s".formatted(n, dword, dword + 3)));
  }

  /** Draws the rows around one, of which one cell is marked in each. */
  private static AddressLayout layout(
      String caption,
      long row,
      LongUnaryOperator address,
      int cells,
      int cell,
      LongFunction<String> text) {
    long first = Math.max(0, row - ROWS / 2);
    List<String> rows = new ArrayList<>();
    List<AddressLayout.Mark> marks = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      long n = first + r;
      rows.add("0x" + Long.toHexString(address.applyAsLong(n)));
      marks.add(new AddressLayout.Mark(r, cell, text.apply(n), n == row));
    }
    return new AddressLayout(caption, rows, cells, marks);
  }
}
