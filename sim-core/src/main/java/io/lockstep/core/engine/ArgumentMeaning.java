package io.lockstep.core.engine;

/**
 * What an event's argument means, as a number that is the same in every run.
 *
 * <p>Fingerprints are taken over meanings. A pool index has none of its own: its meaning is, say,
 * the address in the pooled request.
 */
@FunctionalInterface
public interface ArgumentMeaning {
  /** The argument is itself a stable number. */
  ArgumentMeaning VALUE = (component, argument) -> argument;

  /**
   * {@return the meaning of an argument, asked just before the event's handler runs}
   *
   * @param component number of the component that the event belongs to
   * @param argument what the event was scheduled with
   */
  long of(int component, int argument);
}
