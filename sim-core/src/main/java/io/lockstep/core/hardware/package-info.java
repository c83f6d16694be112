/**
 * Hardware parts that every device shares: caches, miss tables, memory units, the memory side with
 * its slices and DRAM channels, the dispatcher, residency, barriers, accounting.
 *
 * <p>No part knows a device: sizes, rates, latencies, address maps and placement come in through
 * small immutable records and interfaces. State lives in primitive arrays and is saved and loaded
 * with the simulation. See {@code sim-core/README.md} for how the parts fit and why they cannot
 * deadlock.
 */
package io.lockstep.core.hardware;
