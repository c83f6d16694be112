// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** The thread that calls a sink; the order of events is the same. */
public enum SinkThread {
  /** A thread of the simulation, one call at a time. */
  SAME,
  /** A separate thread, for which the simulation waits only if a dispatch ring is full. */
  OWN
}
