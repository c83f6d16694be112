// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/** Packs several columns into one block of bytes: the columns' lengths, then their contents. */
final class ColumnSet {
  private ColumnSet() {}

  static ByteColumn[] create(int count) {
    ByteColumn[] columns = new ByteColumn[count];
    for (int i = 0; i < count; i++) {
      columns[i] = new ByteColumn();
    }
    return columns;
  }

  static void pack(ByteColumn[] columns, ByteColumn out) {
    for (ByteColumn column : columns) {
      out.add(column.size());
    }
    for (ByteColumn column : columns) {
      out.addBytes(column.array(), 0, column.size());
    }
  }

  static ColumnCursor[] unpack(byte[] bytes, int from, String where, String[] names) {
    ColumnCursor head = new ColumnCursor(bytes, from, bytes.length - from, where, "lengths");
    int[] length = new int[names.length];
    long sum = 0;
    for (int i = 0; i < length.length; i++) {
      length[i] = head.count(head);
      sum += length[i];
    }
    if (sum != head.remaining()) {
      throw head.bad(sum + " bytes of columns were expected, found " + head.remaining());
    }
    ColumnCursor[] columns = new ColumnCursor[names.length];
    int start = bytes.length - head.remaining();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnCursor(bytes, start, length[i], where, names[i]);
      start += length[i];
    }
    return columns;
  }

  static void expectEnd(ColumnCursor[] columns) {
    for (ColumnCursor column : columns) {
      column.expectEnd();
    }
  }
}
