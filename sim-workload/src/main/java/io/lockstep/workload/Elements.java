package io.lockstep.workload;

/** Initial elements of a buffer by number, in any order, as raw bits. One thread. */
interface Elements {
  /**
   * Writes the raw bits of elements first … first + n − 1.
   *
   * @param first number of the first element
   * @param n how many
   * @param out receives them from index 0
   */
  void bits(long first, int n, long[] out);
}
