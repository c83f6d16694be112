package io.lockstep.terascale.code;

/**
 * Spilled values: words of a vector of 16 bytes in scratch memory.
 *
 * @param words channels of the values, ascending
 */
public record SpillSlot(int vector, int[] words, int[] values) {
  /** Offset of the first word in the spill area, bytes. */
  public int offset() {
    return 16 * vector + 4 * words[0];
  }

  /** Bytes from the first to the last word. */
  public int bytes() {
    return 4 * (words[words.length - 1] - words[0] + 1);
  }
}
