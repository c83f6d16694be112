package io.lockstep.parts.stats;

/**
 * A kind of issue port.
 *
 * @param name for example {@code fetch}
 * @param each how many a compute unit has: {@code 1}, {@code 2}, {@code 1 a SIMD}
 * @param meaning what issues there, one sentence
 */
public record IssuePort(String name, String each, String meaning) {}
