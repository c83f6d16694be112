// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

/**
 * How often the blocks of a kernel were executed in a launch, and the bytes that its accesses
 * moved. Not thread-safe, as arrays are not copied.
 *
 * @param executions wavefronts that executed each block of the portable kernel, by block number
 * @param dramBytes bytes over DRAM's pins by row of the device's code: fetches that the row's
 *     accesses caused and writes that went directly to DRAM, without lines that a cache wrote back;
 *     empty if unknown
 */
public record CodeCounts(long[] executions, long[] dramBytes) {}
