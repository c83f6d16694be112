// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** The three parts of a tick, in this order. */
public enum Phase {
  /** Messages reach a component and are only stored in a queue or table. */
  ARRIVE,
  /** Components process all arrived messages, in port order. */
  WORK,
  /** Intervals are closed and counted, after all work of the pass. */
  ACCOUNT
}
