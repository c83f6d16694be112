// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Waiting requests of a channel, oldest first; the input of a {@link DramRule}. */
public interface WaitingRequests {
  /** {@return the number of requests} */
  int size();

  /**
   * {@return the bank of a request}
   *
   * @param i index of the request
   */
  int bank(int i);

  /**
   * {@return the row of a request}
   *
   * @param i index of the request
   */
  long row(int i);

  /**
   * {@return whether the row of a request is open}
   *
   * @param i index of the request
   */
  boolean isOpen(int i);

  /**
   * {@return the first beat at which the row of a request can be activated, unless it is open}
   *
   * @param i index of the request
   */
  long activate(int i);
}
