/**
 * The whole machine, put together from parts: partitions, dispatcher, compute units, memory side.
 *
 * <p>No part knows a device: sizes, rates, latencies, address maps and placement come in through
 * small immutable records and interfaces. State lives in primitive arrays and is saved and loaded
 * with the simulation. See {@code sim-parts/README.md} for how the parts fit and why they cannot
 * deadlock.
 */
package io.lockstep.parts.board;
