// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

/**
 * Execution counts of a kernel's blocks in a launch, and the bytes that its accesses moved. Not
 * thread-safe, as arrays are not copied.
 *
 * @param executions number of wavefronts that executed each block of the portable kernel, by block
 *     number
 * @param dramBytes bytes over DRAM's pins by row of the device's code: fetches that the row's
 *     accesses caused and writes that went directly to DRAM, without lines that a cache wrote back;
 *     empty if unknown
 */
public record CodeCounts(long[] executions, long[] dramBytes) {}
