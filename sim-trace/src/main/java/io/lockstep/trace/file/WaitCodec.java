// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.Waits;

/** Encodes the waits of a segment as one column. */
final class WaitCodec {
  private WaitCodec() {}

  static void encode(Waits waits, ByteColumn out) {
    out.add(waits.size());
    int slot = 0;
    int occurrence = 0;
    int word = 0;
    int needed = 0;
    for (int i = 0; i < waits.size(); i++) {
      out.add(waits.slot(i) - slot);
      if (waits.slot(i) != slot) {
        occurrence = 0;
      }
      slot = waits.slot(i);
      out.add(waits.occurrence(i) - occurrence);
      occurrence = waits.occurrence(i);
      out.add(waits.firstItem(i));
      out.add(waits.endItem(i) - waits.firstItem(i) - 1);
      out.addSigned((long) waits.word(i, waits.firstItem(i)) - word);
      word = waits.word(i, waits.firstItem(i));
      out.addSigned((long) waits.needed(i) - needed);
      needed = waits.needed(i);
      out.addByte(Waits.flags(waits.isConsecutive(i), waits.isChange(i)));
    }
  }

  static Waits decode(int slots, int workItems, ColumnCursor in) {
    int size = in.count(in);
    if (size == 0) {
      throw in.bad("at least one wait was expected, found none");
    }
    int[] slot = new int[size];
    int[] occurrence = new int[size];
    int[] items = new int[2 * size];
    int[] word = new int[size];
    int[] needed = new int[size];
    int[] flags = new int[size];
    for (int i = 0; i < size; i++) {
      int last = i == 0 ? 0 : slot[i - 1];
      slot[i] = last + in.upTo(slots - 1 - last);
      int before = i == 0 || slot[i] != last ? 0 : occurrence[i - 1];
      occurrence[i] = before + in.upTo(Integer.MAX_VALUE - before);
      items[2 * i] = in.upTo(workItems - 1);
      items[2 * i + 1] = items[2 * i] + 1 + in.upTo(workItems - 1 - items[2 * i]);
      word[i] = number((i == 0 ? 0 : word[i - 1]) + in.readSigned(), in);
      needed[i] = number((i == 0 ? 0 : needed[i - 1]) + in.readSigned(), in);
      flags[i] = in.upTo(Waits.flags(true, true));
    }
    return new Waits(slot, occurrence, items, word, needed, flags);
  }

  private static int number(long value, ColumnCursor in) {
    if (value < 0 || value > Integer.MAX_VALUE / 2) {
      throw in.bad("a number of a word or of changes was expected, found " + value);
    }
    return (int) value;
  }
}
