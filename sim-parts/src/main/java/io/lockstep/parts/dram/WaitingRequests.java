package io.lockstep.parts.dram;

/** The waiting requests of a channel, from the oldest, index 0, as input of a {@link DramRule}. */
public interface WaitingRequests {
  /** {@return the number of requests} */
  int size();

  /** {@return whether they are writes} */
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

  /** {@return the bank of the request that was served before, of either queue} */
  int lastBank();

  /** {@return the row of that request; negative before the first} */
  long lastRow();

  /**
   * {@return the earliest beat of the bus at which the row of a request that is not open can be
   * activated}
   *
   * @param i its index
   */
  long activate(int i);
}
