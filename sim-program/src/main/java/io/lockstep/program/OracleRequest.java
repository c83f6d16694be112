// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.workload.launch.LaunchRunner;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A request to compare the launches of OpenCL with another implementation.
 *
 * @param name name of the implementation
 * @param start starts it; it is started again after an error
 * @param tolerance relative tolerance of floating-point numbers; empty for that of each type
 */
public record OracleRequest(
    String name, Supplier<? extends LaunchRunner> start, OptionalDouble tolerance) {}
