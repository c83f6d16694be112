// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

/**
 * The position of a row in a series of times for different sizes of one workload.
 *
 * @param series name of the workload, with the parameters that distinguish the series
 * @param parameter name of the parameter that varies in the series
 */
public record SizePoint(String series, String parameter, double size) {}
