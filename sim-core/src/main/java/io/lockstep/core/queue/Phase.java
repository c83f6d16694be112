// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

/** The phases of each pass of a tick, in execution order. */
public enum Phase {
  /** Messages reach a component and are only stored in a queue or table. */
  ARRIVE,
  /** Components process all arrived messages, in port order. */
  WORK,
  /** Intervals are closed and counted, after all work of the pass. */
  ACCOUNT
}
