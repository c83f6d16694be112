// SPDX-License-Identifier: Apache-2.0
/**
 * The discrete-event engine: time, order of events, and communication.
 *
 * <p>A {@link io.lockstep.core.engine.Simulation} is divided into {@link
 * io.lockstep.core.engine.Partition}s; partitions own components and kinds of events; components
 * communicate through {@link io.lockstep.core.engine.Port}s. The module's README describes order,
 * look-ahead, credits and why deadlocks are impossible.
 */
package io.lockstep.core.engine;
