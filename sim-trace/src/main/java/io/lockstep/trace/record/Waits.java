// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Arrays;

/**
 * The accesses of a segment to <em>polled words</em>: 4-byte words of device memory on which
 * work-groups of the launch wait.
 *
 * <p>Polled words are numbered from 0 in the order in which execution first changes them. An entry
 * describes one execution of a memory slot by consecutive work-items: the word that each work-item
 * accesses, how many changes of that word the execution had observed ({@link #needed}: that number
 * must have been performed before the access is answered), and whether the execution itself changes
 * the word ({@link #isChange}: once per work-item). A failed compare-and-exchange, or a store of
 * the present value, is not a change. An access of 8 bytes has an entry for each half.
 *
 * <p>Operations on barriers in local memory have entries too, whose words are numbered by their
 * places in units of 8 bytes: each arrival is a change, and a successful test needs the changes up
 * to the end of the phase.
 *
 * <p>Entries are ordered by slot, occurrence, first work-item. Immutable by convention and
 * thread-safe, like {@link Segment}.
 */
public final class Waits {
  /** The waits of a segment that has none. */
  public static final Waits NONE =
      new Waits(new int[0], new int[0], new int[0], new int[0], new int[0], new int[0]);

  private static final int STEP = 1;
  private static final int CHANGE = 2;

  private final int[] slot;
  private final int[] occurrence;
  private final int[] items;
  private final int[] word;
  private final int[] needed;
  private final int[] flags;

  /**
   * Creates entries from arrays, which must not be modified afterwards.
   *
   * @param slot memory slot of each entry
   * @param occurrence occurrence of the slot within the segment, from 0
   * @param items two per entry: the first work-item, and the one after the last
   * @param word number of the polled word that the first work-item accesses
   * @param needed changes of the word that must have been performed
   * @param flags encoded by {@link #flags}
   */
  public Waits(int[] slot, int[] occurrence, int[] items, int[] word, int[] needed, int[] flags) {
    this.slot = slot;
    this.occurrence = occurrence;
    this.items = items;
    this.word = word;
    this.needed = needed;
    this.flags = flags;
  }

  /**
   * {@return the flags of an entry}
   *
   * @param consecutive whether each work-item accesses the word after its neighbour's; otherwise
   *     all access the same word
   * @param change whether the execution changes the words
   */
  public static int flags(boolean consecutive, boolean change) {
    return (consecutive ? STEP : 0) | (change ? CHANGE : 0);
  }

  /** {@return number of entries} */
  public int size() {
    return slot.length;
  }

  /** {@return whether there are no entries} */
  public boolean isEmpty() {
    return slot.length == 0;
  }

  /** {@return whether any entry needs a change of a word before it may be answered} */
  public boolean hasNeeds() {
    for (int n : needed) {
      if (n > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return the index of the first entry of an execution of a slot, whose entries are consecutive;
   * if the execution has none, {@link #size} or the index of an entry of a later execution}
   *
   * @param s memory slot
   * @param n occurrence within the segment, from 0
   */
  public int first(int s, int n) {
    int low = 0;
    int high = slot.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (slot[middle] < s || slot[middle] == s && occurrence[middle] < n) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * {@return whether an entry exists and belongs to an execution}
   *
   * @param entry any number from 0, also beyond {@link #size}
   * @param s memory slot
   * @param n occurrence within the segment
   */
  public boolean isOf(int entry, int s, int n) {
    return entry < slot.length && slot[entry] == s && occurrence[entry] == n;
  }

  /**
   * {@return memory slot of an entry}
   *
   * @param entry index of the entry, from 0
   */
  public int slot(int entry) {
    return slot[entry];
  }

  /**
   * {@return the occurrence of the slot within the segment, from 0}
   *
   * @param entry index of the entry, from 0
   */
  public int occurrence(int entry) {
    return occurrence[entry];
  }

  /**
   * {@return flat local id of the first work-item of an entry}
   *
   * @param entry index of the entry, from 0
   */
  public int firstItem(int entry) {
    return items[2 * entry];
  }

  /**
   * {@return flat local id after the last work-item of an entry}
   *
   * @param entry index of the entry, from 0
   */
  public int endItem(int entry) {
    return items[2 * entry + 1];
  }

  /**
   * {@return number of the polled word that a work-item of an entry accesses}
   *
   * @param entry index of the entry, from 0
   * @param workItem from {@link #firstItem} to before {@link #endItem}
   */
  public int word(int entry, int workItem) {
    return word[entry] + ((flags[entry] & STEP) == 0 ? 0 : workItem - items[2 * entry]);
  }

  /**
   * {@return whether each work-item of an entry accesses the word after its neighbour's}
   *
   * @param entry index of the entry, from 0
   */
  public boolean isConsecutive(int entry) {
    return (flags[entry] & STEP) != 0;
  }

  /**
   * {@return number of changes of the word that must have been performed before the execution is
   * answered; 0 if it does not wait}
   *
   * @param entry index of the entry, from 0
   */
  public int needed(int entry) {
    return needed[entry];
  }

  /**
   * {@return whether each work-item of an entry changes its word}
   *
   * @param entry index of the entry, from 0
   */
  public boolean isChange(int entry) {
    return (flags[entry] & CHANGE) != 0;
  }

  /** {@return approximate bytes in memory} */
  public long bytes() {
    return slot.length == 0 ? 0 : 28L * slot.length + 96;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Waits w
        && Arrays.equals(slot, w.slot)
        && Arrays.equals(occurrence, w.occurrence)
        && Arrays.equals(items, w.items)
        && Arrays.equals(word, w.word)
        && Arrays.equals(needed, w.needed)
        && Arrays.equals(flags, w.flags);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(slot) + Arrays.hashCode(word);
  }
}
