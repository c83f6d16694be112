package io.lockstep.terascale.code;

/**
 * Spilled values: words of a vector of 16 bytes in scratch memory.
 *
 * @param words channels of the values, ascending
 */
public record SpillSlot(int vector, int[] words, int[] values) {
  /** Returns the offset of the first word in a work-item's spill area, in bytes. */
  public int offset() {
    return 16 * vector + 4 * words[0];
  }

  /** Returns the bytes from the first word to the end of the last. */
  public int bytes() {
    return 4 * (words[words.length - 1] - words[0] + 1);
  }
}
