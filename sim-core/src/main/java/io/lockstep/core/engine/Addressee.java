package io.lockstep.core.engine;

/**
 * A port as the addressee of a {@link Mailbox}'s words. A class with one subclass instead of an
 * interface, so that calls are direct.
 */
abstract class Addressee {
  /** Returns the port's number in the simulation. */
  abstract int id();

  /** Adds a message to the receiver's partition; it arrives at a tick. */
  abstract void enter(long tick, long first, long second);

  abstract void creditAt(long tick, int count);
}
