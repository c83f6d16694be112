// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * The receiver of messages and credits from a {@link Mailbox}. An abstract class rather than an
 * interface, so that calls can be devirtualized.
 */
abstract class Addressee {
  abstract int id();

  /** Adds a message that arrives in the receiver's partition at the tick. */
  abstract void enter(long tick, long first, long second);

  abstract void creditAt(long tick, int count);
}
