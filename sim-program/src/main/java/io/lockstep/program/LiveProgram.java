// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.launch.ModuleVariables;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A program that was built: its kernels, and the buffers of its variables.
 *
 * @param options options of the build, with absolute folders; empty if its parts were compiled
 *     separately
 * @param kernels kernels that can be executed; programs know refused ones by the numbers behind
 * @param ranged kernels that read the range of their launch from hidden arguments, in the same
 *     order; compiled when they are first needed
 * @param allAtBarriers whether the language requires all work-items of a group at each barrier
 */
record LiveProgram(
    Optional<List<String>> options,
    List<Kernel> kernels,
    Supplier<List<Kernel>> ranged,
    ModuleVariables variables,
    boolean allAtBarriers) {}
