package io.lockstep.spi.stats;

/**
 * How often the blocks of a kernel were executed in a launch, and what its accesses moved. Not
 * thread-safe, as arrays are not copied.
 *
 * @param executions wavefronts that executed each block of the portable kernel, by its number
 * @param dramBytes bytes over DRAM's pins by row of the device's code: of the fetches that the
 *     row's accesses caused, and of its writes that went there; not of lines that a cache wrote
 *     back. Empty if not known
 */
public record CodeCounts(long[] executions, long[] dramBytes) {}
