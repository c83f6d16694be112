package io.lockstep.terascale.code;

/**
 * Where an operation keeps values that have no register: words of a vector of scratch memory.
 *
 * @param vector number of the vector of 16 bytes
 * @param words channels of the vector, one for each value, ascending
 * @param values that are kept there
 */
public record SpillSlot(int vector, int[] words, int[] values) {
  /** {@return bytes of a work-item's spilled values before the first word} */
  public int offset() {
    return 16 * vector + 4 * words[0];
  }

  /** {@return bytes from the first word to the last one} */
  public int bytes() {
    return 4 * (words[words.length - 1] - words[0] + 1);
  }
}
