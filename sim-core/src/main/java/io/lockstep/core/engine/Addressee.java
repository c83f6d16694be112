package io.lockstep.core.engine;

/**
 * The addressee of a {@link Mailbox}'s words: a port, by its number at both ends. A class with one
 * subclass instead of an interface, so that calls are direct. Not thread-safe.
 */
abstract class Addressee {
  /** Its number among the simulation's. */
  abstract int id();

  /** A message enters the receiver's partition; it arrives at a tick. */
  abstract void enter(long tick, long first, long second);

  /** Credits return to the sender at a tick. */
  abstract void creditAt(long tick, int count);
}
