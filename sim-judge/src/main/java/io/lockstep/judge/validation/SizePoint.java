package io.lockstep.judge.validation;

/**
 * A row's place in a series of times that differ in one size only.
 *
 * @param series the workload's name, and those other parameters that tell series apart
 * @param parameter that is the size
 * @param size its value
 */
public record SizePoint(String series, String parameter, double size) {}
