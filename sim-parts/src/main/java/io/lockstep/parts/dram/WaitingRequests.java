package io.lockstep.parts.dram;

/** Requests that wait at a channel, from the oldest, index 0, as a {@link DramRule} sees them. */
public interface WaitingRequests {
  /** {@return how many there are} */
  int size();

  /** {@return whether they write} */
  boolean areWrites();

  /**
   * {@return the bank of a request}
   *
   * @param i its index
   */
  int bank(int i);

  /**
   * {@return the row of a request}
   *
   * @param i its index
   */
  long row(int i);

  /**
   * {@return whether the row of a request is open}
   *
   * @param i its index
   */
  boolean isOpen(int i);

  /**
   * {@return the beat of the bus at which the row of a request that is not open could be activated}
   *
   * @param i its index
   */
  long activate(int i);
}
