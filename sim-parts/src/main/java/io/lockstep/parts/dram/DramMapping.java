package io.lockstep.parts.dram;

/**
 * Where an address lies in DRAM. It is asked for the first byte of a request's block, several times
 * each: it allocates nothing. Stateless and thread-safe.
 */
public interface DramMapping {
  /**
   * {@return the channel, 0 to channels - 1}
   *
   * @param address any
   */
  int channel(long address);

  /**
   * {@return the bank within the channel, 0 to banks - 1}
   *
   * @param address any
   */
  int bank(long address);

  /**
   * {@return the row within the bank, at least 0}
   *
   * @param address any
   */
  long row(long address);
}
