// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

/**
 * The read ports of a sub-partition's two register banks, one register a clock each. An instruction
 * of fixed latency reads its operands within a few clocks; if its reads do not fit, the following
 * instruction is held up.
 *
 * <p>Source: Huerta et al., MICRO 2025, listing 1.
 */
final class RegisterBanks {
  private static final int BANKS = 2;

  private final int window;
  private final long[] free; // by sub-partition and bank: tick from which the port is free

  /**
   * @param window clocks within which an instruction reads its operands
   */
  RegisterBanks(int partitions, int window) {
    this.window = window;
    free = new long[partitions * BANKS];
  }

  /**
   * Books the reads of an issued instruction.
   *
   * @param reads as {@code Row.Operands#bankReads}
   * @return ticks for which the next instruction is held up
   */
  int bubbles(int partition, int reads, long tick) {
    int at = partition * BANKS;
    long end = Math.max(read(at, reads & 15, tick), read(at + 1, reads >> 4, tick));
    return (int) Math.max(0, end - tick - window);
  }

  private long read(int bank, int registers, long tick) {
    if (registers == 0) {
      return tick;
    }
    free[bank] = Math.max(free[bank], tick) + registers;
    return free[bank];
  }
}
