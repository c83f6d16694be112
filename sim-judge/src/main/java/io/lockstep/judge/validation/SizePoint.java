// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

/**
 * The position of a row in a series of times that differ in one size only.
 *
 * @param series name of the workload, with the parameters that distinguish the series
 * @param parameter parameter that is the size
 */
public record SizePoint(String series, String parameter, double size) {}
