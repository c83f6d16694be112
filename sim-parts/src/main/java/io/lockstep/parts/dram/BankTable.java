// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import java.util.Arrays;

/**
 * The banks of a channel, a row each: the open DRAM row, and beats from which commands may come.
 */
final class BankTable {
  /** Value of {@link #openRow} if no row is open. */
  static final long CLOSED = -1;

  final int size;
  final long[] openRow;
  final long[] columnReady; // beat of the next read or write of the open row
  final long[] prechargeReady; // beat of the next precharge, if a row is open
  final long[] activateReady; // beat of the next activation, if no row is open

  BankTable(int size) {
    this.size = size;
    openRow = new long[size];
    columnReady = new long[size];
    prechargeReady = new long[size];
    activateReady = new long[size];
    Arrays.fill(openRow, CLOSED);
  }

  boolean isClosed(int bank) {
    return openRow[bank] == CLOSED;
  }

  /** Closes all rows; none opens before a beat. */
  void closeUntil(long beat) {
    Arrays.fill(openRow, CLOSED);
    for (int b = 0; b < size; b++) {
      activateReady[b] = Math.max(activateReady[b], beat);
    }
  }
}
