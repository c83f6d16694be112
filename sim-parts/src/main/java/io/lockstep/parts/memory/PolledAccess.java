// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import java.util.Arrays;

/**
 * The accesses of one memory instruction to polled words: how many changes of a word each lane
 * waits for, and whether it changes the word.
 *
 * <p>The compute unit fills it before the first transaction, the memory side updates it with each
 * request, and the unit then reads {@link #refused}. At any time one partition owns it; requests
 * and responses transfer the ownership. Not thread-safe.
 */
public final class PolledAccess {
  private int size;
  private boolean poll;
  private int[] lane = new int[8];
  private int[] word = new int[8];
  private int[] needed = new int[8];
  private boolean[] change = new boolean[8];
  private long[] address = new long[8]; // addresses that the lanes access
  private long open; // lanes not yet served by any request
  private long refused;

  /** Creates an access without polled words. */
  public PolledAccess() {}

  /** Removes the accesses to polled words. */
  public void clear() {
    size = 0;
    poll = false;
    open = 0;
    refused = 0;
  }

  /** {@return whether no lane accesses a polled word} */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Whether an unconditional change of a word is in flight. */
  boolean isChangeUnderWay() {
    return !poll && open != 0;
  }

  /** {@return whether any lane waits for changes of a word} */
  public boolean isPoll() {
    return poll;
  }

  /** {@return the number of accesses of a lane to a polled word} */
  public int size() {
    return size;
  }

  /**
   * {@return the number of the word of an access}
   *
   * @param index number of the access, below {@link #size}
   */
  public int word(int index) {
    return word[index];
  }

  /**
   * {@return the changes of its word for which an access waits; 0 for none}
   *
   * @param index number of the access, below {@link #size}
   */
  public int needed(int index) {
    return needed[index];
  }

  /**
   * {@return whether an access changes its word}
   *
   * @param index number of the access, below {@link #size}
   */
  public boolean isChange(int index) {
    return change[index];
  }

  /**
   * {@return the lanes whose poll failed, because their words lacked changes when the memory side
   * read them; valid when the instruction is complete}
   */
  public long refused() {
    return refused | open;
  }

  /**
   * Adds a lane's access to one polled word.
   *
   * @param ofLane index of the lane, from 0
   * @param at device address that the lane accesses
   * @param polled number of the word
   * @param changes number of changes that the lane waits for; 0 for none
   * @param altersIt whether the lane changes the word
   */
  public void add(int ofLane, long at, int polled, int changes, boolean altersIt) {
    if (size == lane.length) {
      int twice = 2 * size;
      lane = Arrays.copyOf(lane, twice);
      word = Arrays.copyOf(word, twice);
      needed = Arrays.copyOf(needed, twice);
      change = Arrays.copyOf(change, twice);
      address = Arrays.copyOf(address, twice);
    }
    lane[size] = ofLane;
    address[size] = at;
    word[size] = polled;
    needed[size] = changes;
    change[size++] = altersIt;
    poll |= changes > 0;
    open |= 1L << ofLane;
  }

  /**
   * Serves a request for a range of addresses: lanes whose words have undergone the required
   * changes by {@code tick} succeed and perform their own changes; the other lanes fail.
   */
  void serve(long from, int bytes, long tick, WordChanges words) {
    long here = 0;
    long late = 0;
    for (int k = 0; k < size; k++) {
      long bit = 1L << lane[k];
      if ((open & bit) != 0 && address[k] >= from && address[k] < from + bytes) {
        here |= bit;
        if (words.performed(word[k], tick) < needed[k]) {
          late |= bit;
        }
      }
    }
    if (here == 0) {
      return;
    }
    open &= ~here;
    refused |= late;
    for (int k = 0; k < size; k++) {
      if (change[k] && (here & ~late & 1L << lane[k]) != 0) {
        words.change(word[k], tick);
      }
    }
    if (poll) {
      words.polled(late != 0);
    }
  }
}
