// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** The addressee of a {@link Mailbox}'s words. A class instead of an interface for direct calls. */
abstract class Addressee {
  abstract int id();

  /** Adds a message to the receiver's partition; it arrives at a tick. */
  abstract void enter(long tick, long first, long second);

  abstract void creditAt(long tick, int count);
}
