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

  /** The meaning of an argument, asked just before the event's handler runs. */
  long of(int component, int argument);
}
