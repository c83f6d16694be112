// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Maps an event's argument to a number that is the same in every run.
 *
 * <p>Fingerprints are computed over these meanings. A pool index has no meaning of its own; its
 * meaning is, for example, the address in the pooled request.
 */
@FunctionalInterface
public interface ArgumentMeaning {
  /** The argument is itself a stable number. */
  ArgumentMeaning VALUE = (component, argument) -> argument;

  /**
   * {@return the meaning of an argument; called just before the event's handler runs}
   *
   * @param component number of the component that the event belongs to
   * @param argument argument with which the event was scheduled
   */
  long of(int component, int argument);
}
