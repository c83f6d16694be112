// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import java.util.Arrays;

/**
 * Orders the accesses of a work-group's work-items to one memory, local or device: by epochs
 * between barriers, or by a {@link PartialOrder} if barriers are for parts of the group.
 */
final class AccessOrder {
  /** The current epoch, which ends at the next barrier of the group. */
  int epoch;

  /** The current epoch of each set; null if sets have no barriers of their own. */
  final int[] setEpochs;

  /**
   * The order by barriers for parts of the group, whose accesses are in {@code words}; null without
   * such barriers.
   */
  final PartialOrder parts;

  final OrderedWords words;

  private final int groupSize;
  private final int setBits;
  private int epochs;

  /** Creates the order; {@code setBits} is log2 of the number of work-items in a set. */
  AccessOrder(int groupSize, int setBits, boolean ofSets, boolean ofParts) {
    this.groupSize = groupSize;
    this.setBits = setBits;
    setEpochs = ofSets ? new int[(groupSize - 1 >>> setBits) + 1] : null;
    parts = ofParts ? new PartialOrder(groupSize) : null;
    words = ofParts ? new OrderedWords(parts) : null;
  }

  /** Called when all work-items of the group have met at a barrier. */
  void meet() {
    epoch = ++epochs;
    if (setEpochs != null) {
      Arrays.fill(setEpochs, epoch);
    }
    if (parts != null) {
      parts.meet();
      words.clear();
    }
  }

  /** Called when all work-items of a set have met at a barrier. */
  void meetSet(int set) {
    if (parts != null) {
      parts.meet(set << setBits, Math.min(set + 1 << setBits, groupSize));
    } else {
      setEpochs[set] = ++epochs;
    }
  }
}
